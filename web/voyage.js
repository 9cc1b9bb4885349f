// The loading screen: a ship whose progress shows that of the loader.

import { number, say } from "./words.js";

// Progress at the end of each step; downloading moves within the first.
const STEPS = { fetch: 0.75, python: 0.88, pygame: 0.93, game: 1 };

const FACTS = 8; // assets/i18n/page.*.json
const READING_TIME = 6_000; // milliseconds

const part = (id) => document.getElementById(id);
let now = "";

// Something to read meanwhile, beginning anywhere: few read all of it in one visit.
let told = Math.floor(Math.random() * FACTS);
const telling = setInterval(tell, READING_TIME);
tell();

function tell() {
  told = (told % FACTS) + 1;
  part("fact").textContent = say(`fact.${told}`);
}

function sail(made) {
  part("voyage").style.setProperty("--made", made.toFixed(3));
  part("voyage").setAttribute("aria-valuenow", String(Math.round(made * 100)));
}

/** Show that a step begins. */
export function step(name) {
  performance.mark(name);
  now = name;
  const names = Object.keys(STEPS);
  const before = names[names.indexOf(name) - 1];
  part("step").textContent = say(`loading.${name}`);
  if (before) sail(STEPS[before]);
  if (name !== "fetch") part("detail").textContent = "\u00a0";
}

/** Show the number of bytes received. The last can arrive when Python is already starting. */
export function arrived(made, all) {
  if (now !== "fetch") return;
  const megabytes = (bytes) => number(bytes / 1e6);
  part("detail").textContent = say("loading.bytes", { made: megabytes(made), all: megabytes(all) });
  sail((STEPS.fetch * made) / all);
}

/** Leave the loading screen for the game below it. */
export function land() {
  sail(1);
  clearInterval(telling);
  const start = part("start");
  start.classList.add("done");
  start.addEventListener("transitionend", () => start.remove(), { once: true });
  setTimeout(() => start.remove(), 1000); // no transition, no event: reduced motion, a hidden tab
}
