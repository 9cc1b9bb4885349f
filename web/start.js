// The only script the page names. If any other part of the loader fails to load, it can still report that.

import { script } from "./download.js";
import { trouble } from "./trouble.js";

// Without the list of files there is nothing to load; aground.js explains why it is missing.
if (globalThis.KONTOR) script(`${globalThis.KONTOR.page}/main.js`).catch(trouble);
