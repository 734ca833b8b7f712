// Opens replay pages in Chromium and reads what they show.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
  });
}

/**
 * Opens the page file, runs the body with it, and asserts that all the while
 * there was no message in the console, no error, no dialog and no request for
 * anything but the file itself.
 */
export async function withPage(browser, file, options, body) {
  const { fragment = "", ...contextOptions } = options;
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ viewport, ...contextOptions });
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

/** Board, counters, line and path of each panel, as the page shows them. */
export function shown(page) {
  return page.$$eval(".panel", (panels) =>
    panels.map((panel) => {
      const texts = (selector, from = panel) =>
        [...from.querySelectorAll(selector)].map((found) => found.textContent);
      const count = (name) => Number(texts(`.counter-${name}`)[0].replaceAll(",", ""));
      const lines = [...panel.querySelectorAll(".source li")];
      return {
        board: texts(".cell .digit")
          .map((digit) => digit || ".")
          .join(""),
        placements: count("placements"),
        backtracks: count("backtracks"),
        board_reads: count("reads"),
        depth: count("depth"),
        line: lines.findIndex((line) => line.hasAttribute("aria-current")) + 1,
        path: [...panel.querySelectorAll(".decision")].map((entry) => {
          const [place, now, struck, open] = [".place", "strong", "del", ".digits span"].map(
            (selector) => texts(selector, entry).join(""),
          );
          return `${place} ${now} -${struck} +${open}`;
        }),
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
