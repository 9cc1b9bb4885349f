// A second store for what the page keeps in localStorage.
//
// Browsers write localStorage to disk only now and then (Chromium waits up to a minute), so a browser that is killed
// would lose the latest changes. IndexedDB writes at once, but is asynchronous. So texts live in localStorage, and
// every change is also recorded here, with a number. localStorage keeps the number of its last change: whatever the
// journal has beyond that number is what the browser lost, and is restored at the next start.

//
// Several Kontors may live on one host, so keys and database carry the page's path. Up to version 0.1 they did not:
// the first Kontor to start takes over what was kept then.

import { SITE } from "./download.js";

const PATH = new URL(SITE).pathname;
export const PREFIX = `kontor:${PATH}:`;
const STORE = "changes"; // { key, text, number }; without a text the key was removed
const DATABASE = `kontor:${PATH}`;
const NUMBER = `kontor-number:${PATH}`;
const OLD = { database: "kontor", number: "kontor-number", prefix: "kontor." };
const PATIENCE = 3000; // milliseconds the start waits for a database that does not answer

let late = false; // the game has started without waiting any longer
let database; // undefined if this browser offers none: then localStorage has to do

/** Resolves when what a killed browser lost is back in localStorage; never fails. */
export const recovered = Promise.race([
  open(DATABASE).then(restore).catch((error) => console.info("no journal is kept:", error)).then(takeOver),
  new Promise((resolve) => setTimeout(resolve, PATIENCE)),
]).then(() => { late = true; });

/** Record a change just made in localStorage; `text` is undefined for a removed key. */
export function note(key, text) {
  try {
    const number = lastNumber() + 1;
    localStorage.setItem(NUMBER, number);
    const how = { durability: "strict" };
    database?.transaction(STORE, "readwrite", how).objectStore(STORE).put({ key, text, number });
  } catch (error) {
    console.info("not recorded in the journal:", error); // the change itself is kept
  }
}

function lastNumber() {
  return Number(localStorage.getItem(NUMBER)) || 0;
}

async function open(name) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" });
  return done(request);
}

async function restore(opened) {
  database = opened;
  database.onversionchange = () => database.close(); // the person clears the site's data in another tab
  await putBack(database, NUMBER);
}

/** Restore to localStorage what it lost. */
async function putBack(journal, counter) {
  const changes = await done(journal.transaction(STORE).objectStore(STORE).getAll());
  if (late) return; // nothing may change under a running game
  const last = Number(localStorage.getItem(counter)) || 0;
  const lost = changes.filter((change) => change.number > last).sort((one, other) => one.number - other.number);
  for (const { key, text, number } of lost) {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    localStorage.setItem(counter, number);
  }
}

/** Take over what a Kontor kept before its keys carried the path; never fails. */
async function takeOver() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(OLD.prefix));
    const numbered = localStorage.getItem(OLD.number) !== null;
    if (!keys.length && !numbered) return;
    if (numbered) await fromOldJournal();
    if (late) return;
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(OLD.prefix)) move(key, PREFIX + key.slice(OLD.prefix.length));
    }
    localStorage.removeItem(OLD.number);
  } catch (error) {
    console.info("games of an older Kontor were not taken over:", error); // they stay where they are
  }
}

async function fromOldJournal() {
  try {
    const old = await open(OLD.database);
    await putBack(old, OLD.number);
    old.close();
    indexedDB.deleteDatabase(OLD.database);
  } catch (error) {
    console.info("the journal of an older Kontor was not read:", error);
  }
}

/** One text at a time, so that full storage can be taken over as well; existing texts stay. */
function move(from, to) {
  const text = localStorage.getItem(from);
  if (localStorage.getItem(to) === null) {
    localStorage.removeItem(from);
    try {
      localStorage.setItem(to, text);
    } catch (error) {
      localStorage.setItem(from, text);
      throw error;
    }
    note(to, text);
  }
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
