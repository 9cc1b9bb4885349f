// The browser's part of multiplayer rooms: a WebSocket connection to the server, HTTP requests, and notifications.
// table.js loads this when a game first needs it.

import { PREFIX } from "./journal.js";

const PATIENCE = 15_000; // milliseconds until an answer is considered lost
const PROMPT = 1000; // milliseconds for the service worker to answer

let socket = null; // the current connection
let watching = false;

/** Open a connection. `tell` gets "connected", "heard" and "disconnected", and changes of the page's visibility. */
export function connect(tell, url) {
  disconnect();
  watch(tell);
  const mine = new WebSocket(url.replace(/^http/, "ws"));
  socket = mine;
  const end = (reason) => {
    if (socket !== mine) return;
    disconnect();
    tell("disconnected", reason);
  };
  const late = setTimeout(() => end("nobody answered"), PATIENCE);
  mine.onopen = () => {
    clearTimeout(late);
    if (socket === mine) tell("connected");
  };
  mine.onmessage = ({ data }) => socket === mine && tell("heard", String(data));
  mine.onclose = ({ code, reason }) => {
    clearTimeout(late);
    end(`closed with ${code} ${reason}`);
  };
}

export function send(_tell, text) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
}

export function disconnect() {
  const old = socket;
  socket = null;
  old?.close();
}

// Phones suspend a page without notice, and its connection is lost.
function watch(tell) {
  if (watching) return;
  watching = true;
  document.addEventListener("visibilitychange", () => tell("changed", document.hidden ? "hidden" : "visible"));
  addEventListener("pageshow", ({ persisted }) => persisted && tell("changed", "visible"));
  addEventListener("offline", () => tell("changed", "offline"));
  addEventListener("online", () => tell("changed", "online"));
}

/** Resolve with the status of the response, 0 for none, and its text. */
export async function post(_tell, url, text) {
  try {
    const headers = { "Content-Type": "text/plain" }; // of another host, too, it needs no leave in advance
    const answer = await fetch(url, { method: "POST", body: text, headers, signal: AbortSignal.timeout(PATIENCE) });
    return [answer.status, await answer.text()];
  } catch (error) {
    return [0, String(error)];
  }
}

// Phones show a page's notifications only through its service worker, which also opens the table (service-worker.js).
const keeper = () => navigator.serviceWorker?.getRegistration().catch(() => undefined);

// Each table has one notification at a time; tags are common to all pages of a host.
const tagOf = (link) => PREFIX + link;

/** Show a notification of the table at `link`, a URL fragment; it replaces the table's previous one. */
export async function notify(_tell, title, body, link) {
  const icon = document.querySelector("link[rel=apple-touch-icon]").href;
  const how = { body, tag: tagOf(link), renotify: true, icon };
  const worker = await keeper();
  if (worker?.active) return worker.showNotification(title, { ...how, data: { link, tab: await tabName(worker.active) } });
  const note = new Notification(title, how);
  note.onclick = () => {
    focus();
    note.close();
  };
}

/** Return the service worker's id of this tab; undefined if it does not answer, as in older versions. */
function tabName(worker) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, PROMPT);
    worker.postMessage("name this tab", [port2]);
  });
}

/** Return a subscription to messages of the server with this key as JSON; "" if the browser has none. */
export async function subscribe(_tell, key) {
  const pushes = (await keeper())?.pushManager;
  if (!pushes) return "";
  const how = { userVisibleOnly: true, applicationServerKey: key };
  const made = await pushes.subscribe(how).catch(async () => {
    await (await pushes.getSubscription())?.unsubscribe(); // to a server with another key
    return pushes.subscribe(how);
  });
  return JSON.stringify(made);
}

/** End the subscription. Return its URL; "" without one. */
export async function unsubscribe() {
  const made = await (await keeper())?.pushManager?.getSubscription();
  await made?.unsubscribe();
  return made?.endpoint ?? "";
}

/** Count the table at `link` among those that wait for the player, or no longer (service-worker.js). */
export async function setWaiting(_tell, link, waits) {
  (await keeper())?.active?.postMessage({ link, waits });
}

export async function forgetNote(_tell, link) {
  const shown = (await (await keeper())?.getNotifications({ tag: tagOf(link) })) ?? [];
  for (const note of shown) note.close();
}
