// The one script the page names. If any other part of the loader cannot be had, it can still say so.

import { LoadError, script } from "./download.js";
import { trouble } from "./trouble.js";

if (globalThis.KONTOR) script(`${globalThis.KONTOR.page}/main.js`).catch(trouble);
else trouble(new LoadError("missing", "files.js"));
