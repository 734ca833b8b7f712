"use strict";
/* exported Recording, cellOf, decodeWords, describeEvent, lineOf, newDigitOf */

// One recorded event is a 32-bit word:
//   bits 0-6 cell (row-major), bit 7 set for a write, bits 8-11 old value,
//   bits 12-15 new value, bits 16-31 line of the solution file.
// A value is 0 for '.', 1 to 9 for a digit, 10 for any other character.
const CELLS = 81;
const WRITE_BIT = 1 << 7;

// How many events lie between two snapshots: a moment is at most that many
// events away from one, and a million events need about 500 of them.
const KEYFRAME_EVERY = 2048;

/** The page's one definition of a digit: 1 to 9, or 0 for every other character, a blank. */
const digitOf = (value) => (value <= 9 ? value : 0);

const cellOf = (word) => word & 127;
const isWrite = (word) => (word & WRITE_BIT) !== 0;
const oldDigitOf = (word) => digitOf((word >>> 8) & 15);
const newDigitOf = (word) => digitOf((word >>> 12) & 15);
const isChange = (word) => isWrite(word) && oldDigitOf(word) !== newDigitOf(word);
const lineOf = (word) => word >>> 16;
const placeOf = (cell) => `row ${Math.floor(cell / 9) + 1}, column ${(cell % 9) + 1}`;

/** The little-endian 32-bit words that the base64 text holds. */
function decodeWords(base64) {
  const bytes = atob(base64);
  const words = new Uint32Array(bytes.length >>> 2);
  for (let i = 0, at = 0; i < words.length; i++, at += 4) {
    words[i] =
      bytes.charCodeAt(at) |
      (bytes.charCodeAt(at + 1) << 8) |
      (bytes.charCodeAt(at + 2) << 16) |
      (bytes.charCodeAt(at + 3) << 24);
  }
  return words;
}

/** How many numbers of the ascending list are at most `limit`. */
function countUpTo(ascending, limit) {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What the event did, in words: "placed 3 at row 1, column 4". */
function describeEvent(word, given) {
  const place = placeOf(cellOf(word));
  const before = oldDigitOf(word);
  const after = newDigitOf(word);
  const name = after || "a blank";
  if (!isWrite(word)) return `read ${name} at ${place}`;
  if (before === after) return `wrote ${name} again at ${place}`;
  if (before && given[cellOf(word)]) return `changed the given ${before} to ${name} at ${place}`;
  if (after === 0) return `took ${before} back from ${place}`;
  return before ? `replaced ${before} by ${after} at ${place}` : `placed ${after} at ${place}`;
}

/** What is known after some number of events (`moment`) of one run. */
class State {
  static ARRAYS = {
    board: Uint8Array,
    // How often each cell's digit was changed so far.
    rewrites: Uint32Array,
    // The moment just after the last read of each cell; 0: not read yet.
    lastRead: Uint32Array,
    // The cells of the path's entries, in order; only the first `pathLength` count.
    path: Uint8Array,
    // Of each cell on the path, the digits tried and failed there: bit d for digit d.
    failed: Uint16Array,
  };
  static COUNTS = [
    "moment",
    "placements",
    "backtracks",
    "reads",
    "depth",
    "pathLength",
    // The moment just after the last write; 0: nothing written yet.
    "lastWrite",
  ];

  constructor(given) {
    this.given = given;
    for (const [name, Type] of Object.entries(State.ARRAYS)) this[name] = new Type(CELLS);
    for (const name of State.COUNTS) this[name] = 0;
    this.board.set(given);
  }

  apply(word) {
    const cell = cellOf(word);
    this.moment++;
    if (!isWrite(word)) {
      this.reads++;
      this.lastRead[cell] = this.moment;
      return;
    }
    this.lastWrite = this.moment;
    const before = oldDigitOf(word);
    const after = newDigitOf(word);
    if (before === after) return;
    this.board[cell] = after;
    this.rewrites[cell]++;
    if (after) this.placements++;
    if (this.given[cell]) return;
    if (before) {
      this.depth--;
      this.backtracks++;
      this.failed[cell] |= 1 << before;
      this.#returnTo(cell);
    }
    if (after) {
      this.depth++;
      if (!before) this.#enter(cell);
    }
  }

  // Drops the entries at the path's end that hold no digit any more.
  #returnTo(cell) {
    const { path, board } = this;
    while (path[this.pathLength - 1] !== cell && board[path[this.pathLength - 1]] === 0) {
      this.pathLength--;
    }
  }

  // A cell whose last digit failed goes on where it stands; any other is a new decision.
  #enter(cell) {
    const { path } = this;
    const at = path.subarray(0, this.pathLength).indexOf(cell);
    if (at >= 0) {
      this.#returnTo(cell);
      if (path[this.pathLength - 1] === cell) return;
      // Later decisions still stand, so this one comes after them.
      path.copyWithin(at, at + 1, this.pathLength--);
    }
    this.failed[cell] = 0;
    path[this.pathLength++] = cell;
  }
}

/** Snapshots of a state, kept in a few typed arrays. */
class Keyframes {
  constructor(count) {
    this.counts = new Uint32Array(count * State.COUNTS.length);
    this.arrays = Object.entries(State.ARRAYS).map(([name, Type]) => [
      name,
      new Type(count * CELLS),
    ]);
  }

  save(index, state) {
    for (const [name, kept] of this.arrays) kept.set(state[name], index * CELLS);
    this.counts.set(
      State.COUNTS.map((name) => state[name]),
      index * State.COUNTS.length,
    );
  }

  restore(index, state) {
    for (const [name, kept] of this.arrays) {
      state[name].set(kept.subarray(index * CELLS, (index + 1) * CELLS));
    }
    const from = index * State.COUNTS.length;
    State.COUNTS.forEach((name, i) => (state[name] = this.counts[from + i]));
  }
}

/**
 * One approach's run. A moment is a number of events; a step is a number of
 * events (step size "access") or of writes that changed a digit ("write").
 * A step of the size "write" is the moment just after that write; the last
 * one takes in the rest of the run.
 */
class Recording {
  constructor(words, puzzle) {
    this.words = words;
    this.given = Uint8Array.from({ length: CELLS }, (_, cell) => Number(puzzle[cell]) || 0);
    this.blanks = this.given.filter((value) => value === 0).length;
    this.depths = new Uint8Array(words.length + 1);
    this.state = new State(this.given);
    this.keyframes = new Keyframes(Math.floor(words.length / KEYFRAME_EVERY) + 1);
    this.#scan();
    this.isSweep = this.#looksLikeOneSweep();
  }

  // The one pass over all events: snapshots, depths, and where the changes and
  // the backtracks are.
  #scan() {
    const { words, state, depths, keyframes } = this;
    const changes = new Uint32Array(words.length);
    const backtracks = new Uint32Array(words.length);
    let changed = 0;
    let undone = 0;
    keyframes.save(0, state);
    for (let i = 0; i < words.length; i++) {
      const word = words[i];
      state.apply(word);
      depths[i + 1] = state.depth;
      if (isChange(word)) {
        changes[changed++] = i + 1;
        if (state.backtracks > undone) backtracks[undone++] = changed;
      }
      if ((i + 1) % KEYFRAME_EVERY === 0) keyframes.save((i + 1) / KEYFRAME_EVERY, state);
    }
    // Ascending moments just after each write that changed a digit.
    this.changes = changes.slice(0, changed);
    // Ascending steps just after each backtrack, in both step sizes.
    const write = backtracks.slice(0, undone);
    this.backtrackSteps = { write, access: write.map((step) => changes[step - 1]) };
  }

  // All blanks filled row by row, with no look and no step back on the way.
  #looksLikeOneSweep() {
    const { words, changes, blanks } = this;
    const rowOf = (word) => Math.floor(cellOf(word) / 9);
    const inOrder = (word, i, sweep) =>
      isWrite(word) &&
      (oldDigitOf(word) === 0 || !isChange(word)) &&
      rowOf(word) >= rowOf(sweep[i - 1] ?? 0);
    return changes.length === blanks && words.subarray(changes[0] - 1).every(inOrder);
  }

  last(step) {
    return step === "access" ? this.words.length : this.changes.length;
  }

  /** The moment of step `t`, which may lie beyond the last. */
  momentAt(step, t) {
    if (t >= this.last(step)) return this.words.length;
    return step === "access" ? t : (this.changes[t - 1] ?? 0);
  }

  /** The event that step `t` shows: a change, where there is one, at the step size "write". */
  eventAt(step, t) {
    const moment = this.momentAt(step, t);
    const lastShown = step === "access" ? moment : (this.changes.at(-1) ?? moment);
    return this.words[Math.min(moment, lastShown) - 1];
  }

  /** The last step at or before the moment. */
  stepAt(step, moment) {
    return step === "access" ? moment : countUpTo(this.changes, moment);
  }

  depthAt(step, t) {
    return this.depths[this.momentAt(step, t)];
  }

  /** The first step after `t` that is a backtrack; undefined if there is none. */
  nextBacktrack(step, t) {
    const steps = this.backtrackSteps[step];
    return steps[countUpTo(steps, t)];
  }

  /** The last step before `t` that is a backtrack; undefined if there is none. */
  previousBacktrack(step, t) {
    const steps = this.backtrackSteps[step];
    return steps[countUpTo(steps, t - 1) - 1];
  }

  /** The state at the moment. The object is reused by the next call. */
  seek(moment) {
    const { state, words } = this;
    const ahead = moment - state.moment;
    if (ahead < 0 || ahead > KEYFRAME_EVERY) {
      this.keyframes.restore(Math.floor(moment / KEYFRAME_EVERY), state);
    }
    while (state.moment < moment) state.apply(words[state.moment]);
    return state;
  }

  /**
   * The cells read lately, latest first: since the last write, or, at a step
   * of the size "write", on the way from the change before to this one.
   */
  recentReads(step, t) {
    const { lastRead, lastWrite } = this.state;
    const before = Math.max(0, Math.min(t, this.last(step)) - 1);
    const since = step === "access" ? lastWrite : this.momentAt(step, before);
    const cells = [];
    for (let cell = 0; cell < CELLS; cell++) {
      if (lastRead[cell] > since) cells.push(cell);
    }
    return cells.sort((a, b) => lastRead[b] - lastRead[a]);
  }
}
