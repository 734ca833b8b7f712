"use strict";
/* global CELLS, DepthChart, Path, cellOf, describeEvent, lineOf, newDigitOf, oldDigitOf */
/* exported Panel, element, formatCount */

const countFormat = new Intl.NumberFormat("en-US");
const formatCount = (count) => countFormat.format(count);

// Each shade of the heat map stands for four times the rewrites of the one
// before: from 1, 4, 16, 64, 256, 1,024, 4,096 and 16,384.
const HEAT_SHADES = 8;
const heatShade = (rewrites) =>
  rewrites === 0 ? 0 : Math.min(HEAT_SHADES, 1 + Math.floor((31 - Math.clz32(rewrites)) / 2));

/** A count in at most four characters: 950, 1.2k, 48k, 1.3M. */
function shortCount(count) {
  if (count < 1000) return `${count}`;
  const [scaled, unit] = count < 1e6 ? [count / 1e3, "k"] : [count / 1e6, "M"];
  return `${scaled < 10 ? Math.floor(scaled * 10) / 10 : Math.floor(scaled)}${unit}`;
}

// How many of the latest reads, after the very latest, are marked as recent.
const RECENT_READS = 5;

// Lines kept free above and below the line now executing.
const SOURCE_MARGIN_LINES = 2;

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** One cell of the board; touches the page only where something changed. */
class Cell {
  constructor(row, column) {
    this.td = element("td", "cell");
    this.digit = element("span", "digit");
    this.ghost = element("del", "ghost");
    this.ghost.setAttribute("aria-hidden", "true");
    this.count = element("span", "count");
    this.count.setAttribute("aria-hidden", "true");
    this.words = element("span", "visually-hidden");
    this.td.append(this.digit, this.ghost, this.count, this.words);
    this.td.dataset.row = row;
    this.td.dataset.column = column;
    this.drawn = undefined;
  }

  draw(kind, value, write, ghost, read, rewrites) {
    const look = `${kind} ${value} ${write} ${ghost} ${read} ${rewrites}`;
    if (look === this.drawn) return;
    this.drawn = look;
    const { td } = this;
    td.dataset.kind = kind;
    td.dataset.write = write;
    td.dataset.read = read;
    this.digit.textContent = value || "";
    this.ghost.textContent = ghost || "";

    const words = [kind];
    if (write === "written") words.push("just written");
    if (ghost) words.push(`${ghost} just taken back`);
    if (read) words.push(read === "latest" ? "latest read" : "read");
    if (rewrites === undefined) {
      delete td.dataset.heat;
      td.removeAttribute("title");
      this.count.textContent = "";
    } else {
      const times = rewrites === 1 ? "once" : `${formatCount(rewrites)} times`;
      td.dataset.heat = heatShade(rewrites);
      td.style.setProperty("--shade", td.dataset.heat);
      td.title = `rewritten ${times}`;
      this.count.textContent = rewrites === 0 ? "" : shortCount(rewrites);
      words.push(`rewritten ${times}`);
    }
    this.words.textContent = ` ${words.join(", ")}`;
  }
}

/** What one approach did: its board, counters, chart and source. */
class Panel {
  /** `onJump(t)` is called when a step is picked in the chart. */
  constructor(data, recording, onJump) {
    this.data = data;
    this.recording = recording;
    this.root = document.getElementById("panel-template").content.cloneNode(true).firstElementChild;
    const find = (selector) => this.root.querySelector(selector);

    this.#fillHead(find);
    this.cells = this.#makeBoard(find(".board"));
    this.path = new Path(find(".path"), this.cells, recording.isSweep);
    this.lines = this.#makeSource(find(".source"));
    this.source = find(".source");
    this.now = find(".now");
    this.leaf = find(".leaf");
    this.counters = ["placements", "backtracks", "reads", "depth"].map((name) => ({
      name,
      output: find(`.counter-${name}`),
    }));
    this.chartText = { highest: find(".chart-highest"), where: find(".chart-where") };
    this.chart = new DepthChart(find(".chart"), recording, onJump);

    this.lineTops = undefined;
    this.currentLine = 0;
    new ResizeObserver(() => {
      this.lineTops = undefined;
      this.#keepLineInView();
    }).observe(this.source);
  }

  #fillHead(find) {
    const { data } = this;
    this.root.setAttribute("aria-label", data.name);
    find(".name").textContent = data.name;
    find(".verdict").textContent = data.verdict;
    find(".verdict").dataset.accepted = data.verdict === "Accepted";
    find(".summary").textContent = data.summary;
    const leafStart = data.file.lastIndexOf("/") + 1;
    this.leafName = data.file.slice(leafStart);
    find(".folder").textContent = data.file.slice(0, leafStart);
    find(".file").title = data.file;
    find(".source").setAttribute("aria-label", `Source of ${data.name}`);
    find(".path").setAttribute("aria-label", `Path of ${data.name}`);
    find(".board caption").textContent = `Board of ${data.name}`;
    const notes = [...data.notes];
    if (data.shown < data.counts.events) {
      const over = data.counted_to_end ? "" : "over ";
      notes.unshift(
        `Shown: the first ${formatCount(data.shown)} of ${over}${formatCount(data.counts.events)} events.`,
      );
    }
    find(".notes").append(...notes.map((note) => element("li", "", note)));
  }

  #makeBoard(table) {
    const header = (scope, word, number) => {
      const th = element("th");
      th.scope = scope;
      th.append(element("span", "visually-hidden", `${word} `), `${number}`);
      return th;
    };
    const columns = table.querySelector("thead tr");
    const rows = table.querySelector("tbody");
    const cells = [];
    for (let row = 1; row <= 9; row++) {
      columns.append(header("col", "column", row));
      const tr = element("tr");
      tr.append(header("row", "row", row));
      for (let column = 1; column <= 9; column++) {
        const cell = new Cell(row, column);
        cells.push(cell);
        tr.append(cell.td);
      }
      rows.append(tr);
    }
    return cells;
  }

  #makeSource(box) {
    const texts = this.data.source.replace(/\n$/, "").split("\n");
    const lines = texts.map((text) => {
      const line = element("li", text.trimStart().startsWith("//") ? "comment" : "");
      const code = element("code");
      const indent = text.length - text.trimStart().length;
      code.append(element("span", "indent", text.slice(0, indent)), text.slice(indent));
      code.style.setProperty("--indent", indent);
      line.append(code);
      return line;
    });
    box.querySelector("ol").append(...lines);
    return lines;
  }

  setStep(step) {
    const { chart, chartText, data, recording } = this;
    chart.setStep(step);
    const last = recording.last(step);
    this.unit = step === "access" ? "accesses" : "changes";
    chartText.highest.textContent = `highest depth ${chart.highest}`;
    chart.svg.setAttribute(
      "aria-label",
      `${data.name}: depth over ${formatCount(last)} ${this.unit}, ` +
        `at most ${chart.highest} of ${recording.blanks} blanks filled, ` +
        `${recording.depthAt(step, last)} at the end`,
    );
  }

  /** The event that step `t` shows, in words. */
  describe(step, t) {
    const { recording } = this;
    const word = recording.eventAt(step, t);
    if (word === undefined) return "nothing read or written yet";
    const what = describeEvent(word, recording.given);
    return t < recording.last(step) ? what : `${what}; ${this.#end}`;
  }

  get #end() {
    return this.data.shown < this.data.counts.events ? "end of the part shown" : "end";
  }

  draw(step, t, heat) {
    const { recording } = this;
    const state = recording.seek(recording.momentAt(step, t));
    this.path.draw(state);
    this.#drawBoard(state, recording.recentReads(step, t), heat);
    for (const { name, output } of this.counters) output.textContent = formatCount(state[name]);
    const last = recording.last(step);
    const word = recording.eventAt(step, t);
    const line = word === undefined ? 0 : lineOf(word);
    this.now.textContent = this.describe(step, t);
    this.leaf.textContent = line ? `${this.leafName}:${line}` : this.leafName;
    this.chartText.where.textContent = `${formatCount(Math.min(t, last))} of ${formatCount(last)} ${this.unit}`;
    this.chart.mark(t);
    this.#highlight(line);
  }

  #drawBoard(state, reads, heat) {
    const { given, words } = this.recording;
    const lastWrite = state.lastWrite === 0 ? undefined : words[state.lastWrite - 1];
    const writtenCell = lastWrite === undefined ? -1 : cellOf(lastWrite);
    const readMarks = new Array(CELLS).fill("");
    reads.forEach((cell, age) => {
      readMarks[cell] = age === 0 ? "latest" : age <= RECENT_READS ? "recent" : "older";
    });
    for (let cell = 0; cell < CELLS; cell++) {
      const value = state.board[cell];
      const kind = value === 0 ? "blank" : value === given[cell] ? "given" : "placed";
      let write = "";
      let ghost = 0;
      if (cell === writtenCell) {
        const before = oldDigitOf(lastWrite);
        if (before !== newDigitOf(lastWrite)) ghost = before;
        write = ghost && value === 0 ? "undone" : "written";
      }
      const rewrites = heat ? state.rewrites[cell] : undefined;
      this.cells[cell].draw(kind, value, write, ghost, readMarks[cell], rewrites);
    }
  }

  #highlight(line) {
    if (line === this.currentLine) return;
    this.lines[this.currentLine - 1]?.removeAttribute("aria-current");
    this.lines[line - 1]?.setAttribute("aria-current", "step");
    this.currentLine = line;
    this.#keepLineInView();
  }

  // Scrolls the source inside its own box; the page never moves.
  #keepLineInView() {
    const { source, lines, currentLine } = this;
    if (!lines[currentLine - 1]) return;
    if (!this.lineTops) {
      this.lineTops = lines.map((line) => line.offsetTop);
      this.lineTops.push(source.scrollHeight);
      this.boxHeight = source.clientHeight;
    }
    const top = this.lineTops[currentLine - 1];
    const bottom = this.lineTops[currentLine];
    const margin = SOURCE_MARGIN_LINES * (this.lineTops[1] - this.lineTops[0]);
    const scrolled = source.scrollTop;
    if (top - margin < scrolled || bottom + margin > scrolled + this.boxHeight) {
      const centred = (top + bottom - this.boxHeight) / 2;
      source.scrollTop = this.lineTops.findLast((lineTop) => lineTop <= centred) ?? 0;
    }
  }
}
