// What a page must show, worked out from the events in its text: always from
// the start, one event at a time, and by none of the page's own code.

const CELLS = [...Array(81).keys()];
const DIGITS = [..."123456789"];
const unitsOf = (cell) => {
  const [row, column] = [Math.floor(cell / 9), cell % 9];
  return [row, column, Math.floor(row / 3) * 3 + Math.floor(column / 3)];
};
// For each cell, the other cells of its row, of its column and of its box.
const NEIGHBOURS = CELLS.map((cell) =>
  [0, 1, 2].map((kind) =>
    CELLS.filter((other) => other !== cell && unitsOf(other)[kind] === unitsOf(cell)[kind]),
  ),
);

/** The data in a page's text, and each panel's events in order. */
export function readPageText(text) {
  const content = (id) =>
    text.match(new RegExp(`<script[^>]* id="${id}"[^>]*>([^<]*)</script>`))[1];
  const data = JSON.parse(content("replay-data"));
  const runs = data.panels.map((panel, i) => {
    const bytes = Buffer.from(content(`events-${i}`), "base64");
    const words = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(4 * at));
    const digit = (bits) => (bits > 9 ? 0 : bits);
    const events = words.map((word) => {
      const [before, after] = [digit((word >>> 8) & 0xf), digit((word >>> 12) & 0xf)];
      const event = { cell: word & 0x7f, write: (word & 0x80) > 0, before, after };
      event.line = word >>> 16;
      event.change = event.write && before !== after;
      event.backtrack = event.change && before > 0 && data.puzzle[event.cell] === ".";
      return event;
    });
    const changes = events.flatMap(({ change }, at) => (change ? [at + 1] : []));
    return { panel, puzzle: data.puzzle, words, events, changes };
  });
  return { data, runs };
}

/** How many steps the run has. */
export const lastStep = (run, step) => (step === "access" ? run.events : run.changes).length;

/** The last step of the run that lasts longest. */
export const lastOfAll = (runs, step) => Math.max(...runs.map((run) => lastStep(run, step)));

/** How many events lie before step `t`; the last change takes in what follows it. */
export function momentOf(run, step, t) {
  if (t >= lastStep(run, step)) return run.events.length;
  return step === "access" || t === 0 ? t : run.changes[t - 1];
}

/** What the panel of the run must show at step `t`. */
export function stateAt(run, step, t) {
  const events = run.events.slice(0, momentOf(run, step, t));
  const board = [...run.puzzle];
  let [placements, backtracks, board_reads] = [0, 0, 0];
  for (const event of events) {
    if (event.change) board[event.cell] = event.after || ".";
    if (event.change && event.after) placements++;
    if (event.backtrack) backtracks++;
    if (!event.write) board_reads++;
  }
  const told = (step === "write" && events.findLast((event) => event.change)) || events.at(-1);
  return {
    board: board.join(""),
    placements,
    backtracks,
    board_reads,
    depth: board.filter((c, cell) => c !== "." && run.puzzle[cell] === ".").length,
    line: told?.line ?? 0,
    path: pathAt(run.puzzle, events),
  };
}

/**
 * The path of a search that takes its last digit back first: for each depth,
 * what was tried there since the search last stood above it. An entry reads
 * "r1c3 4 -12 +8": 4 stands, 1 and 2 failed, 8 is left.
 */
function pathAt(puzzle, events) {
  let levels = [];
  let depth = 0;
  for (const { cell, change, before, after } of events) {
    if (!change || puzzle[cell] !== ".") continue;
    if (before) {
      levels.length = depth--;
      const tried = levels[depth].find((entry) => entry.cell === cell);
      tried.failed.add(before);
      tried.digit = 0;
    }
    if (after) {
      levels = levels.map((level, i) => level.filter((it) => i === depth || it.cell !== cell));
      levels.length = ++depth;
      const level = (levels[depth - 1] ??= []);
      if (!level.some((entry) => entry.cell === cell)) level.push({ cell, failed: new Set() });
      level.find((entry) => entry.cell === cell).digit = after;
    }
  }
  const board = [...puzzle];
  const fits = (cell, digit) =>
    board[cell] === "." && !NEIGHBOURS[cell].flat().some((other) => board[other] === digit);
  return levels.flat().map(({ cell, digit, failed }) => {
    const now = `${digit || ""}`;
    const lone = NEIGHBOURS[cell].some((unit) => !unit.some((other) => fits(other, now)));
    const left = DIGITS.filter((it) => it !== now && !failed.has(Number(it)) && fits(cell, it));
    const open = fits(cell, now) && now && lone ? [] : left;
    board[cell] = now || ".";
    const struck = DIGITS.filter((it) => it !== now && failed.has(Number(it)));
    const place = `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}`;
    return `${place} ${now} -${struck.join("")} +${open.join("")}`;
  });
}

/** How often each cell was changed up to step `t`. */
export function rewritesAt(run, step, t) {
  const changes = run.events.slice(0, momentOf(run, step, t)).filter((event) => event.change);
  return CELLS.map((cell) => changes.filter((event) => event.cell === cell).length);
}

/**
 * The cells read lately, latest first: since the last write, or for the step
 * size "write" since the change before.
 */
export function readsAt(run, step, t) {
  const moment = momentOf(run, step, t);
  const from =
    step === "access"
      ? run.events.slice(0, moment).findLastIndex((event) => event.write) + 1
      : momentOf(run, step, Math.min(t, lastStep(run, step)) - 1);
  const cells = run.events.slice(Math.max(0, from), moment).filter((event) => !event.write);
  return [...new Set(cells.map((event) => event.cell).reverse())];
}

/** The steps of all the runs that are backtracks, ascending. */
export function backtrackSteps(runs, step) {
  const steps = runs.flatMap(({ events, changes }) =>
    step === "access"
      ? events.flatMap(({ backtrack }, at) => (backtrack ? [at + 1] : []))
      : changes.flatMap((at, i) => (events[at - 1].backtrack ? [i + 1] : [])),
  );
  return [...new Set(steps)].sort((a, b) => a - b);
}

/** Whether the board is full, breaks no rule, and keeps the givens. */
export function isSolution(board, puzzle) {
  return CELLS.every((cell) => {
    const others = NEIGHBOURS[cell].flat().map((other) => board[other]);
    const isGiven = puzzle[cell] === "." || puzzle[cell] === board[cell];
    return isGiven && DIGITS.includes(board[cell]) && !others.includes(board[cell]);
  });
}
