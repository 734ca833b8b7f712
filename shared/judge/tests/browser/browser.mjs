// Opens replay pages in Chromium and reads what they show.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

export function launch() {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--no-first-run",
    ],
  });
}

/**
 * Opens the page file, runs the body with it, and asserts that all the while
 * there was no message in the console, no error, no dialog and no request for
 * anything but the file itself.
 */
export async function withPage(browser, file, options, body) {
  const { fragment = "", ...contextOptions } = options;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...contextOptions,
  });
  const page = await context.newPage();
  const url = pathToFileURL(file).href;
  const surprises = [];
  page.on("console", (message) => surprises.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => surprises.push(`error: ${error}`));
  page.on("dialog", (dialog) => {
    surprises.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== url) surprises.push(`request: ${request.url()}`);
  });
  try {
    await page.goto(url + fragment);
    if (contextOptions.javaScriptEnabled !== false) await page.waitForSelector("body[data-ready]");
    await body(page);
    assert.deepEqual(surprises, []);
  } finally {
    await context.close();
  }
}

/** Board, counters and line of each panel, as the page shows them. */
export function shown(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll(".panel")].map((panel) => {
      const count = (name) =>
        Number(panel.querySelector(`.counter-${name}`).textContent.replaceAll(",", ""));
      const lines = [...panel.querySelectorAll(".source li")];
      return {
        board: [...panel.querySelectorAll(".cell .digit")]
          .map((digit) => digit.textContent || ".")
          .join(""),
        placements: count("placements"),
        backtracks: count("backtracks"),
        board_reads: count("reads"),
        depth: count("depth"),
        line: lines.findIndex((line) => line.hasAttribute("aria-current")) + 1,
      };
    }),
  );
}

/** The clock's step size and step. */
export function clock(page) {
  return page.evaluate(() => ({
    step: document.body.dataset.step,
    t: document.getElementById("scrub").valueAsNumber,
    playing: document.body.dataset.playing === "true",
  }));
}

export async function step(page) {
  return (await clock(page)).t;
}

/** Goes to a moment by the address. */
export async function goTo(page, stepSize, t) {
  await page.evaluate((hash) => {
    const changed = new Promise((resolve) =>
      addEventListener("hashchange", resolve, { once: true }),
    );
    if (location.hash === hash) return undefined;
    location.hash = hash;
    return changed;
  }, `#step=${stepSize}&t=${t}`);
}

/** Moves the scrub bar as a hand does. */
export function scrub(page, t) {
  return page.evaluate((value) => {
    const bar = document.getElementById("scrub");
    bar.value = value;
    bar.dispatchEvent(new Event("input", { bubbles: true }));
  }, t);
}
