// The one script the page names. If any other part of the loader cannot be had, it can still say so.

import { script } from "./download.js";
import { trouble } from "./trouble.js";

// Without the list of files there is nothing to load; aground.js tells why it did not come.
if (globalThis.KONTOR) script(`${globalThis.KONTOR.page}/main.js`).catch(trouble);
