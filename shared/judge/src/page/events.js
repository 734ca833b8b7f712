"use strict";
/* exported Recording, decodeWords, describeEvent, lineOf */

// One recorded event is a 32-bit word:
//   bits 0-6 cell (row-major), bit 7 set for a write, bits 8-11 old value,
//   bits 12-15 new value, bits 16-31 line of the solution file.
// A value is 0 for a blank, 1 to 9 for a digit, 10 for any other character.
const CELLS = 81;
const WRITE_BIT = 1 << 7;

// How many events lie between two snapshots: a moment is at most that many
// events away from one, and a million events need about 500 of them.
const KEYFRAME_EVERY = 2048;

const cellOf = (word) => word & 127;
const isWrite = (word) => (word & WRITE_BIT) !== 0;
const oldValueOf = (word) => (word >>> 8) & 15;
const newValueOf = (word) => (word >>> 12) & 15;
const lineOf = (word) => word >>> 16;
const isDigit = (value) => value >= 1 && value <= 9;

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
  const cell = cellOf(word);
  const place = `row ${Math.floor(cell / 9) + 1}, column ${(cell % 9) + 1}`;
  const name = (value) =>
    value === 0 ? "a blank" : isDigit(value) ? `${value}` : "another character";
  const before = oldValueOf(word);
  const after = newValueOf(word);
  if (!isWrite(word)) return `read ${name(after)} at ${place}`;
  if (before === after) return `wrote ${name(after)} again at ${place}`;
  if (isDigit(before) && given[cell]) {
    return `changed the given ${before} to ${name(after)} at ${place}`;
  }
  if (isDigit(before) && after === 0) return `took ${before} back from ${place}`;
  if (isDigit(before)) return `replaced ${before} by ${name(after)} at ${place}`;
  if (isDigit(after)) return `placed ${after} at ${place}`;
  return `wrote ${name(after)} at ${place}`;
}

/** What is known after some number of events (`moment`) of one run. */
class State {
  constructor(given) {
    this.given = given;
    this.board = given.slice();
    // How often each cell's value was changed so far.
    this.rewrites = new Uint32Array(CELLS);
    // The moment just after the last read of each cell; 0: not read yet.
    this.lastRead = new Uint32Array(CELLS);
    this.moment = 0;
    this.placements = 0;
    this.backtracks = 0;
    this.reads = 0;
    this.depth = 0;
    // The moment just after the last write; 0: nothing written yet.
    this.lastWrite = 0;
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
    const before = oldValueOf(word);
    const after = newValueOf(word);
    if (before === after) return;
    this.board[cell] = after;
    this.rewrites[cell]++;
    if (isDigit(after)) this.placements++;
    if (this.given[cell]) return;
    if (isDigit(after)) this.depth++;
    if (isDigit(before)) {
      this.depth--;
      this.backtracks++;
    }
  }
}

/** Snapshots of a state, kept in a few typed arrays. */
class Keyframes {
  static SCALARS = ["moment", "placements", "backtracks", "reads", "depth", "lastWrite"];

  constructor(count) {
    this.boards = new Uint8Array(count * CELLS);
    this.rewrites = new Uint32Array(count * CELLS);
    this.lastReads = new Uint32Array(count * CELLS);
    this.scalars = new Uint32Array(count * Keyframes.SCALARS.length);
  }

  save(index, state) {
    this.boards.set(state.board, index * CELLS);
    this.rewrites.set(state.rewrites, index * CELLS);
    this.lastReads.set(state.lastRead, index * CELLS);
    const at = index * Keyframes.SCALARS.length;
    Keyframes.SCALARS.forEach((name, i) => (this.scalars[at + i] = state[name]));
  }

  restore(index, state) {
    const from = index * CELLS;
    state.board.set(this.boards.subarray(from, from + CELLS));
    state.rewrites.set(this.rewrites.subarray(from, from + CELLS));
    state.lastRead.set(this.lastReads.subarray(from, from + CELLS));
    const at = index * Keyframes.SCALARS.length;
    Keyframes.SCALARS.forEach((name, i) => (state[name] = this.scalars[at + i]));
  }
}

/**
 * One approach's run. A moment is a number of events; a step is a number of
 * events (step size "access") or of writes that changed a value ("write").
 * A step of the size "write" is the moment just after that write.
 */
class Recording {
  constructor(words, puzzle) {
    this.words = words;
    this.given = Uint8Array.from({ length: CELLS }, (_, cell) =>
      puzzle[cell] >= "1" && puzzle[cell] <= "9" ? Number(puzzle[cell]) : 0,
    );
    this.blanks = this.given.filter((value) => value === 0).length;
    this.depths = new Uint8Array(words.length + 1);
    this.state = new State(this.given);
    this.keyframes = new Keyframes(Math.floor(words.length / KEYFRAME_EVERY) + 1);
    this.#scan();
  }

  // The one pass over all events: snapshots, depths, and where the changes and
  // the backtracks are.
  #scan() {
    const { words, state, depths, keyframes } = this;
    const changes = new Uint32Array(words.length);
    const backtrackMoments = new Uint32Array(words.length);
    const backtrackChanges = new Uint32Array(words.length);
    let changed = 0;
    let undone = 0;
    keyframes.save(0, state);
    for (let i = 0; i < words.length; i++) {
      const word = words[i];
      state.apply(word);
      depths[i + 1] = state.depth;
      if (isWrite(word) && oldValueOf(word) !== newValueOf(word)) {
        changes[changed++] = i + 1;
        if (state.backtracks > undone) {
          backtrackMoments[undone] = i + 1;
          backtrackChanges[undone++] = changed;
        }
      }
      if ((i + 1) % KEYFRAME_EVERY === 0) keyframes.save((i + 1) / KEYFRAME_EVERY, state);
    }
    // Ascending moments just after each write that changed a value.
    this.changes = changes.slice(0, changed);
    // Ascending steps just after each backtrack, in both step sizes.
    this.backtrackSteps = {
      access: backtrackMoments.slice(0, undone),
      write: backtrackChanges.slice(0, undone),
    };
  }

  last(step) {
    return step === "access" ? this.words.length : this.changes.length;
  }

  /** The moment of step `t`, which may lie beyond the last. */
  momentAt(step, t) {
    const own = Math.min(t, this.last(step));
    return step === "access" || own === 0 ? own : this.changes[own - 1];
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
