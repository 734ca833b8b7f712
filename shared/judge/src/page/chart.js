"use strict";
/* global CELLS */
/* exported DepthChart */

const CHART_COLUMNS = 480;
const CHART_HEIGHT = 100;

/**
 * Depth (digits placed) over the steps of one run. Where several steps share
 * a column, the column shows their lowest and highest depth.
 */
class DepthChart {
  constructor(svg, recording, onJump) {
    this.svg = svg;
    this.recording = recording;
    this.area = svg.querySelector(".chart-area");
    this.band = svg.querySelector(".chart-band");
    this.now = svg.querySelector(".chart-now");
    this.now.setAttribute("y2", CHART_HEIGHT);

    const jump = (event) => {
      const box = svg.getBoundingClientRect();
      const share = (event.clientX - box.left) / box.width;
      const step = Math.floor(share * (this.last + 1));
      onJump(Math.max(0, Math.min(this.last, step)));
    };
    svg.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      svg.setPointerCapture(event.pointerId);
      jump(event);
    });
    svg.addEventListener("pointermove", (event) => {
      if (svg.hasPointerCapture(event.pointerId)) jump(event);
    });
  }

  /** Draws the curve for a step size. */
  setStep(step) {
    const { recording } = this;
    this.last = recording.last(step);
    this.columns = Math.min(CHART_COLUMNS, this.last + 1);
    const y = (depth) => CHART_HEIGHT - (CHART_HEIGHT * depth) / Math.max(1, recording.blanks);
    let along = "";
    let back = "";
    this.highest = 0;
    for (let column = 0; column < this.columns; column++) {
      const from = Math.floor((column * (this.last + 1)) / this.columns);
      const to = Math.floor(((column + 1) * (this.last + 1)) / this.columns);
      let low = CELLS;
      let high = 0;
      for (let t = from; t < to; t++) {
        const depth = recording.depthAt(step, t);
        if (depth < low) low = depth;
        if (depth > high) high = depth;
      }
      this.highest = Math.max(this.highest, high);
      along += `L${column},${y(high)}H${column + 1}`;
      back = `L${column + 1},${y(low)}H${column}${back}`;
    }
    const along0 = along.replace("L", "M");
    this.area.setAttribute("d", `${along0}V${CHART_HEIGHT}H0Z`);
    this.band.setAttribute("d", `${along0}${back}Z`);
    this.svg.setAttribute("viewBox", `0 0 ${this.columns} ${CHART_HEIGHT}`);
  }

  /** Moves the mark to step `t`. */
  mark(t) {
    const x = ((Math.min(t, this.last) + 0.5) * this.columns) / (this.last + 1);
    this.now.setAttribute("x1", x);
    this.now.setAttribute("x2", x);
  }
}
