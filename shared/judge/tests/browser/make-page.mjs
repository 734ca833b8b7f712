// Fills the template the way the judge does, with made-up recordings: the
// tests of the page need no solution and no judge.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const PAGE_FOLDER = new URL("../../src/page/", import.meta.url);
const SCRIPTS = ["events.js", "chart.js", "panel.js", "replay.js"];

export const EXAMPLE =
  "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
export const SEVENTEEN_CLUES =
  ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";

const WRITE_BIT = 1 << 7;

const TABLES_SOURCE = `// Row-major search with a table of the digits that each row, column and box holds.
// A stand-in for a solution file: only its line numbers matter here.
impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        let mut used = Used::default();
        for row in 0..9 {
            for column in 0..9 {
                if board[row][column] != '.' {
                    used.set(row, column, board[row][column], true);
                }
            }
        }
        fill(board, &mut used, 0);
    }
}

// Fills the blanks from \`cell\` on; false, with the board as it was, if that is impossible.
fn fill(board: &mut Vec<Vec<char>>, used: &mut Used, cell: usize) -> bool {
    let (row, column) = (cell / 9, cell % 9);
    if row == 9 {
        return true;
    }
    if board[row][column] != '.' {
        return fill(board, used, cell + 1);
    }
    for digit in '1'..='9' {
        if used.allows(row, column, digit) {
            used.set(row, column, digit, true);
            board[row][column] = digit;
            if fill(board, used, cell + 1) {
                return true;
            }
            board[row][column] = '.';
            used.set(row, column, digit, false);
        }
    }
    false
}
`;

const SCAN_SOURCE = `// Row-major search that looks through row, column and box before each placement.
// A stand-in for a solution file: only its line numbers matter here.
impl Solution {
    pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {
        fill(board);
    }
}

// Fills all blanks; false, with the board as it was, if that is impossible.
fn fill(board: &mut Vec<Vec<char>>) -> bool {
    for row in 0..9 {
        for column in 0..9 {
            if board[row][column] != '.' {
                continue;
            }
            for digit in '1'..='9' {
                if allows(board, row, column, digit) {
                    board[row][column] = digit;
                    if fill(board) {
                        return true;
                    }
                    board[row][column] = '.';
                }
            }
            return false;
        }
    }
    true
}

// Whether the digit is missing in the cell's row, column and box.
fn allows(board: &[Vec<char>], row: usize, column: usize, digit: char) -> bool {
    for i in 0..9 {
        if board[row][i] == digit || board[i][column] == digit {
            return false;
        }
        if board[row / 3 * 3 + i / 3][column / 3 * 3 + i % 3] == digit {
            return false;
        }
    }
    true
}
`;

class LimitReached extends Error {}

/** A board that records what is done to it. */
class RecordedBoard {
  constructor(puzzle, source, limit) {
    this.values = Array.from(puzzle, (c) => (c === "." ? 0 : Number(c)));
    this.source = source.split("\n");
    this.words = new Uint32Array(limit);
    this.length = 0;
  }

  /** The 1-based line that holds the text, the n-th of that kind. */
  line(text, nth = 1) {
    const found = this.source.flatMap((line, i) => (line.includes(text) ? [i + 1] : []));
    return found[nth - 1];
  }

  push(word) {
    if (this.length === this.words.length) throw new LimitReached();
    this.words[this.length++] = word;
  }

  read(cell, line) {
    const value = this.values[cell];
    this.push(cell | (value << 8) | (value << 12) | (line << 16));
    return value;
  }

  write(cell, value, line) {
    this.push(cell | WRITE_BIT | (this.values[cell] << 8) | (value << 12) | (line << 16));
    this.values[cell] = value;
  }
}

const boxOf = (cell) => Math.floor(cell / 27) * 3 + (Math.floor(cell / 3) % 3);

function runTables(board) {
  const used = Array.from({ length: 27 }, () => new Array(10).fill(false));
  const set = (cell, digit, value) => {
    for (const unit of [Math.floor(cell / 9), 9 + (cell % 9), 18 + boxOf(cell)]) {
      used[unit][digit] = value;
    }
  };
  const allows = (cell, digit) =>
    !used[Math.floor(cell / 9)][digit] &&
    !used[9 + (cell % 9)][digit] &&
    !used[18 + boxOf(cell)][digit];
  const look = board.line("if board[row][column] != '.'", 1);
  const setGiven = board.line("used.set(row, column, board[row][column], true)");
  for (let cell = 0; cell < 81; cell++) {
    if (board.read(cell, look) !== 0) set(cell, board.read(cell, setGiven), true);
  }
  const lookAgain = board.line("if board[row][column] != '.'", 2);
  const place = board.line("board[row][column] = digit;");
  const undo = board.line("board[row][column] = '.';");
  const fill = (cell) => {
    if (cell === 81) return true;
    if (board.read(cell, lookAgain) !== 0) return fill(cell + 1);
    for (let digit = 1; digit <= 9; digit++) {
      if (!allows(cell, digit)) continue;
      set(cell, digit, true);
      board.write(cell, digit, place);
      if (fill(cell + 1)) return true;
      board.write(cell, 0, undo);
      set(cell, digit, false);
    }
    return false;
  };
  fill(0);
}

function runScan(board) {
  const look = board.line("if board[row][column] != '.'");
  const place = board.line("board[row][column] = digit;");
  const undo = board.line("board[row][column] = '.';");
  const lookInLines = board.line("board[row][i] == digit");
  const lookInBox = board.line("i % 3] == digit");
  const allows = (cell, digit) => {
    const row = Math.floor(cell / 9);
    const column = cell % 9;
    for (let i = 0; i < 9; i++) {
      if (board.read(row * 9 + i, lookInLines) === digit) return false;
      if (board.read(i * 9 + column, lookInLines) === digit) return false;
      const inBox =
        (Math.floor(row / 3) * 3 + Math.floor(i / 3)) * 9 + Math.floor(column / 3) * 3 + (i % 3);
      if (board.read(inBox, lookInBox) === digit) return false;
    }
    return true;
  };
  const fill = () => {
    for (let cell = 0; cell < 81; cell++) {
      if (board.read(cell, look) !== 0) continue;
      for (let digit = 1; digit <= 9; digit++) {
        if (!allows(cell, digit)) continue;
        board.write(cell, digit, place);
        if (fill()) return true;
        board.write(cell, 0, undo);
      }
      return false;
    }
    return true;
  };
  fill();
}

const APPROACHES = {
  "boolean-table": { run: runTables, source: TABLES_SOURCE },
  "scan-and-check": { run: runScan, source: SCAN_SOURCE },
};

/** Runs an approach for at most `limit` events: its panel and its events. */
export function record(name, puzzle, limit) {
  const { run, source } = APPROACHES[name];
  const board = new RecordedBoard(puzzle, source, limit);
  let whole = true;
  try {
    run(board);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    whole = false;
  }
  const words = board.words.slice(0, board.length);
  const counts = { placements: 0, backtracks: 0, board_reads: 0, events: words.length };
  for (const word of words) {
    const [before, after] = [(word >>> 8) & 15, (word >>> 12) & 15];
    if (!(word & WRITE_BIT)) counts.board_reads++;
    else if (before !== after) counts[after === 0 ? "backtracks" : "placements"]++;
  }
  const panel = {
    name,
    file: `problems/0037-sudoku-solver/${name}/src/solution.rs`,
    summary: source.slice(3, source.indexOf("\n")),
    source,
    verdict: whole ? "Accepted" : "Time Limit Exceeded",
    notes: [],
    counts,
    counted_to_end: whole,
    shown: words.length,
  };
  return { panel, words };
}

/** The page's text, for recordings as `record` makes them. */
export function makePage({ command, name, puzzle, recordings, leftOut }) {
  const text = (file) => readFileSync(new URL(file, PAGE_FOLDER), "utf8");
  const hash = (content) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
  const style = text("replay.css");
  const scripts = SCRIPTS.map(text);
  const data = {
    command,
    case: name,
    puzzle,
    panels: recordings.map(({ panel }) => panel),
    left_out: leftOut,
  };
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  const events = recordings.map(({ words }, i) => {
    const bytes = Buffer.alloc(4 * words.length);
    words.forEach((word, at) => bytes.writeUInt32LE(word, 4 * at));
    return `<script type="text/plain" id="events-${i}">${bytes.toString("base64")}</script>`;
  });
  const fill = [
    ["{{style-hash}}", hash(style)],
    ["{{script-hashes}}", scripts.map(hash).join(" ")],
    ["<!--{{style}}-->", `<style>${style}</style>`],
    ["<!--{{scripts}}-->", scripts.map((script) => `<script>${script}</script>`).join("\n")],
    [
      "<!--{{data}}-->",
      [`<script type="application/json" id="replay-data">${json}</script>`, ...events].join("\n"),
    ],
  ];
  return fill.reduce((page, [place, content]) => {
    if (page.split(place).length !== 2) throw new Error(`the template needs ${place} once`);
    return page.replace(place, () => content);
  }, text("template.html"));
}
