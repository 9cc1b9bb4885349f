// The one script the page names. If any other part of the loader cannot be had, it can still say so.

import { LoadError, trouble } from "./trouble.js";

import("./main.js").catch((error) => {
  trouble(error instanceof TypeError ? new LoadError(navigator.onLine ? "missing" : "offline", error.message) : error);
});
