// Takes the picture of the replay page that the pages of this repository show.
//
//   cargo judge replay inkala_2012 --approach bitmask --approach fewest-candidates \
//     --approach constraint-propagation
//   npm run picture -- replay.html docs/replay.png
//
// Both from the top of the checkout, the second with --prefix shared/judge/tests/browser.
import { resolve } from "node:path";
import { launch, withPage } from "./browser.mjs";

const [page, picture] = process.argv.slice(2);
if (!page || !picture) throw new Error("usage: npm run picture -- PAGE.html PICTURE.png");
const here = process.env.INIT_CWD ?? process.cwd();

const browser = await launch();
await withPage(browser, resolve(here, page), { fragment: "#step=write&t=180" }, (shown) =>
  shown.screenshot({ path: resolve(here, picture) }),
);
await browser.close();
