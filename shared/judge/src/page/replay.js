"use strict";
/* global HEAT_SHADES, Panel, Recording, decodeWords, element, formatCount */

// Steps a second; the last speed is as fast as the page can draw.
const SPEEDS = [1, 2, 5, 10, 25, 60, 150, 400, 1000, 3000, 10000, Infinity];
// The page opens at the speed in steps a second that takes nearest to this long.
const OPENING_SECONDS = 60;
// At the last speed a frame moves on by this share of the run, but never by
// less than the speed before would.
const FASTEST_SHARE = 1 / 200;
const FASTEST_MINIMUM = Math.ceil(10000 / 60);

// A hidden page draws no frames; the clock stands still for that time.
const LONGEST_FRAME_SECONDS = 0.25;
// Browsers allow about a hundred changes of the address in half a minute.
const ADDRESS_DELAY_MS = 400;
// Held keys and a dragged bar are announced once they rest.
const ANNOUNCE_DELAY_MS = 200;

const byId = (id) => document.getElementById(id);

/** The page's data, checked against its recordings. */
function readPage() {
  const data = JSON.parse(byId("replay-data").textContent);
  const recordings = data.panels.map((panel, i) => {
    const words = decodeWords(byId(`events-${i}`).textContent);
    if (words.length !== panel.shown) {
      throw new Error(
        `${panel.name} has ${words.length} events in the page instead of ${panel.shown}`,
      );
    }
    return new Recording(words, data.puzzle);
  });
  return { data, recordings };
}

/** A count as a multiple of the smallest: "1×", "1.24×", "38.1×", "1,204×". */
function formatRatio(ratio) {
  if (ratio === 1) return "1×";
  if (ratio < 10) return `${ratio.toFixed(2)}×`;
  if (ratio < 100) return `${ratio.toFixed(1)}×`;
  return `${formatCount(Math.round(ratio))}×`;
}

function fillHead(data) {
  byId("case").textContent = data.case ?? "";
  byId("puzzle").textContent = data.puzzle;
  byId("command").textContent = data.command;
  const names = data.panels.map((panel) => panel.name).join(", ");
  document.title = `Sudoku replay: ${names}${data.case ? ` on ${data.case}` : ""}`;

  const counts = ["placements", "backtracks", "board_reads", "events"];
  // A count that was cut off says nothing about which approach needs least.
  const whole = data.panels.filter((panel) => panel.counted_to_end);
  const smallest = Object.fromEntries(
    counts.map((count) => [count, Math.min(...whole.map((panel) => panel.counts[count]))]),
  );
  const rows = data.panels.map((panel) => {
    const row = element("tr");
    const name = element("th", "", panel.name);
    name.scope = "row";
    row.append(name, element("td", "", panel.verdict));
    const over = panel.counted_to_end ? "" : "over ";
    for (const count of counts) {
      const cell = element("td", "number", `${over}${formatCount(panel.counts[count])}`);
      const ratio = panel.counts[count] / smallest[count];
      // Less than the smallest is no bound: the count was cut off before it.
      if (ratio >= 1 && Number.isFinite(ratio)) {
        cell.append(" ", element("span", "ratio", `${over}${formatRatio(ratio)}`));
      }
      row.append(cell);
    }
    return row;
  });
  byId("totals").tBodies[0].append(...rows);

  byId("left-out").hidden = data.left_out.length === 0;
  for (const { name, reason } of data.left_out) {
    byId("left-out")
      .querySelector("dl")
      .append(element("dt", "", name), element("dd", "", reason));
  }
}

/** The clock that all panels share, its controls, keys and address. */
class Replay {
  constructor(data, recordings) {
    this.t = 0;
    this.playing = false;
    this.heat = false;
    this.panels = data.panels.map(
      (panel, i) => new Panel(panel, recordings[i], (t) => this.jump(t)),
    );
    byId("panels").append(...this.panels.map((panel) => panel.root));
    byId("panels").dataset.count = this.panels.length;

    this.#wireControls();
    document.addEventListener("keydown", (event) => this.#onKey(event));
    addEventListener("hashchange", (event) => {
      // By now the address itself may be that of the step shown before.
      this.#restoreAddress(new URL(event.newURL).hash);
      this.#announceStep();
    });
    this.#restoreAddress(location.hash);
    const miss = (speed) => Math.abs(Math.log((speed * OPENING_SECONDS) / this.last));
    const nearest = SPEEDS.reduce((a, b) => (miss(b) < miss(a) ? b : a));
    this.speed = SPEEDS.indexOf(nearest);
    this.#showSpeed();
  }

  get last() {
    return Math.max(...this.panels.map((panel) => panel.recording.last(this.step)));
  }

  get where() {
    return `step ${formatCount(this.t)} of ${formatCount(this.last)}`;
  }

  /** The panels that backtrack jumps and announcements are about. */
  get followed() {
    const choice = byId("follow").value;
    return choice === "" ? this.panels : [this.panels[Number(choice)]];
  }

  #wireControls() {
    const onClick = (id, action) => byId(id).addEventListener("click", action);
    onClick("to-start", () => this.jump(0));
    onClick("previous-backtrack", () => this.jumpToBacktrack(-1));
    onClick("back", () => this.jump(this.t - 1));
    onClick("play", () => this.togglePlay());
    onClick("forward", () => this.jump(this.t + 1));
    onClick("next-backtrack", () => this.jumpToBacktrack(1));
    onClick("to-end", () => this.jump(this.last));
    onClick("step-access", () => this.changeStep("access"));
    onClick("step-write", () => this.changeStep("write"));
    onClick("slower", () => this.changeSpeed(-1));
    onClick("faster", () => this.changeSpeed(1));
    onClick("heat", () => this.toggleHeat());
    byId("scrub").addEventListener("input", (event) => this.jump(event.target.valueAsNumber));

    const follow = byId("follow");
    follow.append(new Option("follow all", ""));
    this.panels.forEach((panel, i) => follow.append(new Option(panel.data.name, i)));
    follow.hidden = this.panels.length < 2;

    byId("theme").addEventListener("change", (event) => {
      this.#setTheme(event.target.value);
      this.#writeAddress();
    });

    const legend = byId("heat-legend");
    for (let shade = 1; shade <= HEAT_SHADES; shade++) {
      const sample = element("span", "shade", formatCount(4 ** (shade - 1)));
      sample.style.setProperty("--shade", shade);
      legend.append(sample);
    }
    legend.append(" and more");

    const keys = byId("keys");
    const showKeys = (shown) => {
      keys.setAttribute("aria-expanded", shown);
      byId("keys-line").hidden = !shown;
    };
    keys.addEventListener("click", () => showKeys(byId("keys-line").hidden));
    // A phone has little room and seldom a keyboard.
    showKeys(matchMedia("(min-width: 60rem) and (min-height: 50rem)").matches);
  }

  /** Draws step `t`, or the nearest one that exists. */
  show(t) {
    this.t = Math.max(0, Math.min(this.last, t));
    for (const panel of this.panels) panel.draw(this.step, this.t, this.heat);
    byId("scrub").value = this.t;
    byId("position").textContent = this.where;
    this.#writeAddress();
  }

  /** Stops playing, goes to step `t` and announces it. */
  jump(t) {
    this.#stop();
    this.show(t);
    this.#announceStep();
  }

  jumpToBacktrack(direction) {
    const steps = this.followed
      .map(({ recording }) =>
        direction > 0
          ? recording.nextBacktrack(this.step, this.t)
          : recording.previousBacktrack(this.step, this.t),
      )
      .filter((step) => step !== undefined);
    if (steps.length > 0) {
      this.jump(direction > 0 ? Math.min(...steps) : Math.max(...steps));
    } else {
      this.#announce(direction > 0 ? "No later backtrack." : "No earlier backtrack.");
    }
  }

  changeStep(step) {
    if (step === this.step) return;
    // The clock counts on from where the first followed panel that still runs
    // stands; the others move to the same step.
    const lead = this.followed.find(({ recording }) => this.t < recording.last(this.step));
    const moment = lead?.recording.momentAt(this.step, this.t);
    this.#setStep(step);
    this.show(lead ? lead.recording.stepAt(step, moment) : this.last);
    this.#announceStep(step === "access" ? "Every access. " : "Changes only. ");
  }

  #setStep(step) {
    this.step = step;
    document.body.dataset.step = step;
    for (const name of ["access", "write"]) {
      byId(`step-${name}`).setAttribute("aria-pressed", name === step);
    }
    for (const panel of this.panels) panel.setStep(step);
    byId("scrub").max = this.last;
    // The bar keeps its length whatever the step.
    const longest = `step ${formatCount(this.last)} of ${formatCount(this.last)}`.length;
    byId("position").style.setProperty("min-width", `${longest}ch`);
  }

  changeSpeed(change) {
    this.speed = Math.max(0, Math.min(SPEEDS.length - 1, this.speed + change));
    this.#announce(`Speed: ${this.#showSpeed()}.`);
  }

  #showSpeed() {
    const speed = SPEEDS[this.speed];
    const text =
      speed === Infinity ? "fastest" : `${formatCount(speed)} ${speed === 1 ? "step" : "steps"}/s`;
    byId("speed").textContent = text;
    return text;
  }

  #setTheme(theme) {
    this.theme = ["light", "dark"].includes(theme) ? theme : "system";
    byId("theme").value = this.theme;
    document.documentElement.dataset.theme = this.theme;
  }

  toggleHeat() {
    this.heat = !this.heat;
    byId("heat").setAttribute("aria-pressed", this.heat);
    byId("heat-legend").hidden = !this.heat;
    this.show(this.t);
    this.#announce(`Heat map ${this.heat ? "on" : "off"}.`);
  }

  togglePlay() {
    if (this.playing) this.jump(this.t);
    else this.#start();
  }

  #start() {
    if (this.t === this.last) this.show(0);
    this.playing = true;
    this.#showPlaying();
    let before = performance.now();
    let owed = 0;
    const frame = (now) => {
      if (!this.playing) return;
      const speed = SPEEDS[this.speed];
      const seconds = Math.min(LONGEST_FRAME_SECONDS, Math.max(0, now - before) / 1000);
      before = now;
      owed +=
        speed === Infinity
          ? Math.max(FASTEST_MINIMUM, Math.ceil(this.last * FASTEST_SHARE))
          : seconds * speed;
      const steps = Math.floor(owed);
      owed -= steps;
      if (this.t + steps >= this.last) {
        this.jump(this.last);
        return;
      }
      if (steps > 0) this.show(this.t + steps);
      this.frame = requestAnimationFrame(frame);
    };
    this.frame = requestAnimationFrame(frame);
  }

  #stop() {
    if (!this.playing) return;
    cancelAnimationFrame(this.frame);
    this.playing = false;
    this.#showPlaying();
  }

  #showPlaying() {
    document.body.dataset.playing = this.playing;
    byId("play").querySelector(".label").textContent = this.playing ? "Pause" : "Play";
  }

  #announceStep(before = "") {
    byId("scrub").setAttribute("aria-valuetext", this.where);
    const what = this.followed.map(
      (panel) => `${panel.data.name} ${panel.describe(this.step, this.t)}`,
    );
    this.#announce(`${before}${this.where}: ${what.join("; ")}`);
  }

  #announce(text) {
    clearTimeout(this.announcing);
    this.announcing = setTimeout(() => {
      byId("announcement").textContent = text;
    }, ANNOUNCE_DELAY_MS);
  }

  #writeAddress() {
    this.writing ??= setTimeout(() => {
      this.writing = undefined;
      const theme = this.theme === "system" ? "" : `&theme=${this.theme}`;
      history.replaceState(null, "", `#step=${this.step}&t=${this.t}${theme}`);
    }, ADDRESS_DELAY_MS);
  }

  #restoreAddress(hash) {
    clearTimeout(this.writing);
    this.writing = undefined;
    const address = new URLSearchParams(hash.slice(1));
    this.#stop();
    this.#setTheme(address.get("theme"));
    this.#setStep(address.get("step") === "access" ? "access" : "write");
    const t = address.get("t") ?? "";
    this.show(/^\d+$/.test(t) ? Number(t) : 0);
  }

  #onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !byId("letters").checked) return;
    const action = this.#actionOf(event);
    if (!action || ownsKey(event.target, event)) return;
    event.preventDefault();
    action();
  }

  #actionOf({ key, shiftKey, repeat }) {
    const actions = {
      " ": () => repeat || this.togglePlay(),
      ArrowLeft: () => (shiftKey ? this.jumpToBacktrack(-1) : this.jump(this.t - 1)),
      ArrowRight: () => (shiftKey ? this.jumpToBacktrack(1) : this.jump(this.t + 1)),
      PageUp: () => this.jumpToBacktrack(-1),
      PageDown: () => this.jumpToBacktrack(1),
      Home: () => this.jump(0),
      End: () => this.jump(this.last),
      "+": () => this.changeSpeed(1),
      "=": () => this.changeSpeed(1),
      "-": () => this.changeSpeed(-1),
      _: () => this.changeSpeed(-1),
      s: () => this.changeStep(this.step === "access" ? "write" : "access"),
      h: () => this.toggleHeat(),
    };
    return actions[key.length === 1 ? key.toLowerCase() : key];
  }
}

/** Whether the key already means something to the control in focus. */
function ownsKey(target, { key, shiftKey }) {
  if (target.matches("select")) return true;
  if (target.matches("button, input[type=checkbox]")) return key === " ";
  const moves = ["PageUp", "PageDown", "Home", "End"];
  // Shift adds nothing to an arrow on the bar, so there it stays ours.
  if (target.matches("input[type=range]")) {
    return moves.includes(key) || (key.startsWith("Arrow") && !shiftKey);
  }
  // The boxes that scroll.
  if (target.matches("[role=region]")) return key === " " || moves.includes(key);
  return false;
}

function openPage() {
  let page;
  try {
    page = readPage();
  } catch (error) {
    byId("problem").textContent = `The recording in this page cannot be read: ${error.message}.`;
    byId("problem").hidden = false;
    return;
  }
  fillHead(page.data);
  for (const part of document.querySelectorAll(".facts, .totals-box, .more")) part.hidden = false;
  if (page.data.panels.length > 0) {
    byId("controls").hidden = false;
    new Replay(page.data, page.recordings);
  }
  // For the browser tests: milliseconds from the opening of the page until the
  // first moment was drawn.
  document.body.dataset.ready = Math.round(performance.now());
}

openPage();
