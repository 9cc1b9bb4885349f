// A second keeping place for what the page keeps in localStorage.
//
// Browsers carry localStorage to the disk only now and then (Chromium lets up to a minute go by), so a browser that
// is killed would lose what came last. IndexedDB writes at once, but answers late. Therefore texts live in
// localStorage, and every change is put here behind it, with a number. localStorage keeps the number of its last
// change: what the journal has beyond that number is what the browser lost, and it is put back at the next start.

const STORE = "changes"; // { key, text, number }; without a text the key was removed
const NUMBER = "kontor-number";
const PATIENCE = 3000; // milliseconds the start waits for a database that does not answer

let late = false; // the game has started without waiting any longer
let database; // undefined if this browser has none to give: then localStorage has to do alone

/** Done when what a killed browser lost is in localStorage again; never fails. */
export const recovered = Promise.race([
  open().then(restore).catch((error) => console.info("no journal is kept:", error)),
  new Promise((resolve) => setTimeout(resolve, PATIENCE)),
]).then(() => { late = true; });

/** Put down a change that was just made in localStorage; `text` is undefined for a removed key. */
export function note(key, text) {
  try {
    const number = lastNumber() + 1;
    localStorage.setItem(NUMBER, number);
    const how = { durability: "strict" };
    database?.transaction(STORE, "readwrite", how).objectStore(STORE).put({ key, text, number });
  } catch (error) {
    console.info("not put into the journal:", error); // the change itself is kept
  }
}

function lastNumber() {
  return Number(localStorage.getItem(NUMBER)) || 0;
}

async function open() {
  const request = indexedDB.open("kontor", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" });
  return done(request);
}

async function restore(opened) {
  database = opened;
  database.onversionchange = () => database.close(); // the person clears the site's data in another tab
  const changes = await done(database.transaction(STORE).objectStore(STORE).getAll());
  if (late) return; // nothing may change under a running game
  const last = lastNumber();
  const lost = changes.filter((change) => change.number > last).sort((one, other) => one.number - other.number);
  for (const { key, text, number } of lost) {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    localStorage.setItem(NUMBER, number);
  }
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
