// What a page must show, worked out from the events in its text: always from
// the start, one event at a time, and by none of the page's own code.

const EMPTY_COUNTS = { placements: 0, backtracks: 0, board_reads: 0, depth: 0, line: 0 };

/** The data in a page's text, and each panel's events in order. */
export function readPageText(text) {
  const content = (id) =>
    text.match(new RegExp(`<script[^>]* id="${id}"[^>]*>([^<]*)</script>`))[1];
  const data = JSON.parse(content("replay-data"));
  const runs = data.panels.map((panel, i) => {
    const bytes = Buffer.from(content(`events-${i}`), "base64");
    const events = Array.from({ length: bytes.length / 4 }, (_, at) => {
      const word = bytes.readUInt32LE(4 * at);
      const event = {
        cell: word & 0x7f,
        write: (word & 0x80) !== 0,
        before: (word >>> 8) & 0xf,
        after: (word >>> 12) & 0xf,
        line: word >>> 16,
      };
      event.change = event.write && event.before !== event.after;
      event.backtrack =
        event.change && data.puzzle[event.cell] === "." && event.before >= 1 && event.before <= 9;
      return event;
    });
    return { panel, puzzle: data.puzzle, events };
  });
  return { data, runs };
}

/** How many steps the run has. */
export function lastStep(run, step) {
  return step === "access" ? run.events.length : run.events.filter((event) => event.change).length;
}

/** The last step of the run that lasts longest. */
export function lastOfAll(runs, step) {
  return Math.max(...runs.map((run) => lastStep(run, step)));
}

/** How many events lie before step `t`. */
export function momentOf(run, step, t) {
  if (step === "access") return Math.min(t, run.events.length);
  let moment = 0;
  for (let at = 0, changes = 0; at < run.events.length && changes < t; at++) {
    if (run.events[at].change) {
      changes++;
      moment = at + 1;
    }
  }
  return moment;
}

/** What the panel of the run must show at step `t`. */
export function stateAt(run, step, t) {
  const board = [...run.puzzle];
  const state = { ...EMPTY_COUNTS };
  for (const event of run.events.slice(0, momentOf(run, step, t))) {
    if (event.change) board[event.cell] = ".123456789?"[event.after];
    if (event.change && event.after >= 1 && event.after <= 9) state.placements++;
    if (event.backtrack) state.backtracks++;
    if (!event.write) state.board_reads++;
    state.line = event.line;
  }
  state.board = board.join("");
  state.depth = board.filter((c, cell) => /\d/.test(c) && run.puzzle[cell] === ".").length;
  return state;
}

/** How often each cell was changed up to step `t`. */
export function rewritesAt(run, step, t) {
  const rewrites = new Array(81).fill(0);
  for (const event of run.events.slice(0, momentOf(run, step, t))) {
    if (event.change) rewrites[event.cell]++;
  }
  return rewrites;
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
  const cells = run.events.slice(from, moment).filter((event) => !event.write);
  return [...new Set(cells.map((event) => event.cell).reverse())];
}

/** The steps that are backtracks, ascending. */
export function backtrackSteps(run, step) {
  const steps = [];
  let changes = 0;
  run.events.forEach((event, at) => {
    if (event.change) changes++;
    if (event.backtrack) steps.push(step === "access" ? at + 1 : changes);
  });
  return steps;
}

/** Whether the board is full, breaks no rule, and keeps the givens. */
export function isSolution(board, puzzle) {
  const digits = "123456789";
  const units = [...digits].flatMap((_, i) => {
    const at = [...digits].map((__, j) => j);
    const box = Math.floor(i / 3) * 27 + (i % 3) * 3;
    return [
      at.map((j) => board[9 * i + j]),
      at.map((j) => board[9 * j + i]),
      at.map((j) => board[box + Math.floor(j / 3) * 9 + (j % 3)]),
    ];
  });
  const full = units.every((unit) => unit.sort().join("") === digits);
  return full && [...puzzle].every((given, cell) => given === "." || given === board[cell]);
}
