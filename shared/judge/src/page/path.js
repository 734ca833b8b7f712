"use strict";
/* global CELLS, element, placeOf */
/* exported Path */

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const ALL_DIGITS = 0b11_1111_1110;
const has = (digits, digit) => ((digits >> digit) & 1) === 1;
const inWords = (digits) => DIGITS.filter((digit) => has(digits, digit)).join(", ");

// The nine rows, nine columns and nine boxes.
const UNITS = DIGITS.flatMap((_, i) => {
  const box = Math.floor(i / 3) * 27 + (i % 3) * 3;
  const cells = (cellAt) => DIGITS.map((__, j) => cellAt(j));
  return [
    cells((j) => 9 * i + j),
    cells((j) => 9 * j + i),
    cells((j) => box + 9 * Math.floor(j / 3) + (j % 3)),
  ];
});
const UNITS_OF = Array.from({ length: CELLS }, (_, cell) =>
  [...UNITS.keys()].filter((unit) => UNITS[unit].includes(cell)),
);

/**
 * The entries of the path: sets of digits as bits, for each cell. Open are the
 * digits that the rules allowed when the decision was made and that were not
 * tried; a placement that the rules force leaves none.
 */
function pathEntries({ given, board, path, pathLength, failed }) {
  const filled = new Uint8Array(CELLS);
  const used = new Uint16Array(UNITS.length);
  const fill = (digit, cell) => {
    filled[cell] = digit;
    for (const unit of UNITS_OF[cell]) used[unit] |= 1 << digit;
  };
  const allowed = (cell) =>
    filled[cell] ? 0 : UNITS_OF[cell].reduce((left, unit) => left & ~used[unit], ALL_DIGITS);
  const hasOnePlace = (digit, unit) =>
    UNITS[unit].filter((cell) => has(allowed(cell), digit)).length === 1;

  given.forEach((digit, cell) => digit && fill(digit, cell));
  return Array.from(path.subarray(0, pathLength), (cell) => {
    const digit = board[cell];
    const fits = allowed(cell);
    const forced = has(fits, digit) && UNITS_OF[cell].some((unit) => hasOnePlace(digit, unit));
    const tried = failed[cell] & ~(1 << digit);
    if (digit) fill(digit, cell);
    return { cell, digit, failed: tried, open: forced ? 0 : fits & ~tried & ~(1 << digit) };
  });
}

/** The decisions now on one board, a row of the list for each. */
class Path {
  constructor(root, cells, isSweep) {
    this.cells = cells;
    this.isSweep = isSweep;
    this.list = root.querySelector("ol");
    this.note = root.querySelector(".path-note");
    this.rows = [];
    this.entries = [];

    const { list } = this;
    for (const type of ["pointerover", "focusin"]) {
      list.addEventListener(type, ({ target }) => this.#point(target.closest("li")));
    }
    for (const type of ["pointerleave", "focusout"]) {
      list.addEventListener(type, () => this.#point(null));
    }
    list.addEventListener("keydown", (event) => {
      const next = { ArrowUp: "previousElementSibling", ArrowDown: "nextElementSibling" }[
        event.key
      ];
      if (!next) return;
      event.preventDefault();
      event.target[next]?.focus();
    });
  }

  draw(state) {
    // Between two writes the path stays.
    if (state.lastWrite === this.drawn) return;
    this.drawn = state.lastWrite;
    this.entries = this.isSweep ? [] : pathEntries(state);
    const { entries, list, rows, note } = this;
    note.hidden = entries.length > 0;
    note.textContent = this.isSweep
      ? "Written in one sweep, row by row: any search ran off the board."
      : "No digit placed yet.";
    while (rows.length < entries.length) rows.push({ li: element("li", "decision"), look: "" });
    rows.forEach((row, i) => {
      const { li } = row;
      if (i < entries.length) this.#drawRow(row, entries[i], i === entries.length - 1);
      if (i < entries.length && !li.isConnected) list.append(li);
      if (i >= entries.length && li.isConnected) {
        const hadFocus = li === document.activeElement;
        li.remove();
        if (hadFocus) rows[entries.length - 1]?.li.focus();
      }
    });
    this.#point(this.pointed);
  }

  #drawRow(row, { cell, digit, failed, open }, isLatest) {
    const look = `${cell} ${digit} ${failed} ${open} ${isLatest}`;
    if (look === row.look) return;
    row.look = look;
    const digits = element("span", "digits");
    for (const one of DIGITS) {
      const isFailed = has(failed, one);
      if (one !== digit && !isFailed && !has(open, one)) continue;
      const slot = element(one === digit ? "strong" : isFailed ? "del" : "span", "", one);
      slot.style.gridColumn = one;
      digits.append(slot);
    }
    const place = element("span", "place", `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}`);
    for (const seen of [place, digits]) seen.setAttribute("aria-hidden", "true");
    const words = [placeOf(cell), digit ? `${digit} placed` : "no digit placed"];
    if (failed) words.push(`failed: ${inWords(failed)}`);
    if (open) words.push(`not tried: ${inWords(open)}`);
    row.li.replaceChildren(element("span", "visually-hidden", words.join("; ")), place, digits);
    // Tab reaches the latest; the arrows go on from there.
    row.li.tabIndex = isLatest ? 0 : -1;
  }

  // Marks the cell of the list's row on the board.
  #point(li) {
    this.pointed = li;
    const entry = this.entries[this.rows.findIndex((row) => row.li === li)];
    const cell = this.cells[entry?.cell];
    if (cell === this.marked) return;
    this.marked?.td.classList.remove("pointed");
    cell?.td.classList.add("pointed");
    this.marked = cell;
  }
}
