// A second store for the texts in localStorage.
//
// Browsers write localStorage to disk only now and then (Chromium waits up to a minute), so a browser that is killed
// would lose the latest changes. IndexedDB writes immediately, but is asynchronous. So texts live in localStorage, and
// every change is also recorded here, with a number. localStorage holds the number of its last change: changes in the
// journal beyond that number were lost by the browser and are restored at the next start.
//
// The database may open late or never, and iOS closes it in the background. localStorage lists the keys changed
// meanwhile, with the time: an older change in the journal must not be restored over them.
//
// Several instances of Kontor can share a host, so keys and database contain the page's path. Up to version 0.1 they
// did not: the first instance to start takes over the data of that version.

import { SITE } from "./download.js";
import { inTime } from "./limit.js";

const PATH = new URL(SITE).pathname;
export const PREFIX = `kontor:${PATH}:`;
const STORE = "changes"; // { key, text, number, time }; without a text the key was removed
const DATABASE = `kontor:${PATH}`;
const NUMBER = `kontor-number:${PATH}`;
const MISSED = `kontor-missed:${PATH}`;
const OLD = { database: "kontor", number: "kontor-number", prefix: "kontor." };

let late = false; // the game has started without waiting any longer
let database; // while it is open; without it localStorage has to do
let opening; // a promise, from the attempt to open the database until it is closed

/** Resolves when changes that a killed browser lost are restored to localStorage; never rejects. */
export const recovered = inTime(openJournal().then(takeOver)).then(() => { late = true; });

/** Record a change just made in localStorage to the text of `key`, or its removal. */
export function note(key) {
  try {
    if (database) return record([key], openJournal);
    miss([key]);
    openJournal();
  } catch (error) {
    console.info("not recorded in the journal:", error); // the change itself is kept
  }
}

/** Record the texts that some keys have now. `whenLost` is called if the browser has closed the database. */
function record(keys, whenLost) {
  const used = database;
  const lost = () => {
    if (database === used) close();
    miss(keys);
    whenLost?.();
  };
  const transaction = begin(used);
  if (!transaction) return lost();
  transaction.onabort = lost;
  const changes = transaction.objectStore(STORE);
  for (const key of keys) {
    const number = lastNumber() + 1;
    localStorage.setItem(NUMBER, number);
    changes.put({ key, text: localStorage.getItem(key) ?? undefined, number, time: Date.now() });
  }
  return transaction;
}

function begin(used) {
  try {
    return used.transaction(STORE, "readwrite", { durability: "strict" });
  } catch {
    return undefined; // closed
  }
}

/** List keys whose changes could not be recorded. */
function miss(keys) {
  const now = Date.now();
  localStorage.setItem(MISSED, JSON.stringify({ ...missed(), ...Object.fromEntries(keys.map((key) => [key, now])) }));
}

/** Return the listed keys, each with the time of its last change. */
function missed() {
  return JSON.parse(localStorage.getItem(MISSED)) ?? {};
}

function lastNumber() {
  return Number(localStorage.getItem(NUMBER)) || 0;
}

/** Open the database unless it is open; never fails. The next change tries again. */
function openJournal() {
  opening ??= open(DATABASE).then(adopt).catch((error) => {
    console.info("no journal is kept:", error);
    opening = undefined;
  });
  return opening;
}

async function open(name) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" });
  return done(request);
}

function close() {
  database?.close();
  database = opening = undefined;
}

/** Use an open database: restore from it what localStorage lost, and record in it what it missed. */
async function adopt(opened) {
  const lost = await lostFrom(opened, NUMBER);
  if (late && lost.length) return opened.close(); // nothing may change under a running game: the next start restores it
  putBack(lost, NUMBER);
  database = opened;
  // Closed by the browser, or because the person clears the site's data in another tab.
  opened.onclose = opened.onversionchange = () => database === opened && close();
  const keys = Object.keys(missed());
  const transaction = keys.length && record(keys);
  if (transaction) transaction.oncomplete = () => localStorage.removeItem(MISSED);
}

/** Return the changes in a journal that localStorage lost, in order. */
async function lostFrom(journal, counter) {
  const changes = await done(journal.transaction(STORE).objectStore(STORE).getAll());
  const last = Number(localStorage.getItem(counter)) || 0;
  const since = missed();
  return changes
    .filter(({ key, number, time = 0 }) => number > last && !(since[key] >= time))
    .sort((one, other) => one.number - other.number);
}

/** Restore lost changes to localStorage. */
function putBack(lost, counter) {
  for (const { key, text, number } of lost) {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    localStorage.setItem(counter, number);
  }
}

/** Take over data stored before keys contained the path; never fails. */
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
    const lost = await lostFrom(old, OLD.number);
    old.close();
    if (late) return; // nothing may change under a running game
    putBack(lost, OLD.number);
    indexedDB.deleteDatabase(OLD.database);
  } catch (error) {
    console.info("the journal of an older Kontor was not read:", error);
  }
}

/** Move one text at a time, so that it works with full storage; existing texts stay. */
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
    note(to);
  }
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
