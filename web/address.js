// The URL's fragment and the browser's history. In the game, the Back button leads from scene to scene before it leaves
// the page.

/** Mail filters escape the `#` of a link as `%23`: restore the original URL. */
function restore() {
  const [, page, fragment] = /^([^#]*?)%(?:25)*23((?:game|room)[^#]+)$/.exec(location.href) ?? [];
  if (fragment) history.replaceState(history.state, "", `${page}#${fragment}`);
}

/** Report to the game: `tell("link")` when another link is opened in the page, and `tell("back")` when the Back
 * button has consumed the history entry. */
export function watchAddress(tell) {
  restore();
  let held = location.hash; // the value known to the game
  let deep = false;
  if (!history.state?.kontor) history.replaceState({ kontor: "first" }, "");

  addEventListener("hashchange", () => {
    if (location.hash === held) return;
    held = location.hash;
    tell("changed", "link");
  });
  addEventListener("popstate", ({ state }) => {
    if (!state?.kontor) return; // a link that was opened, not a step back
    holdLink(held.slice(1));
    if (deep) tell("changed", "back");
    else if (state.kontor === "first") history.back();
  });

  /** Replace the fragment of the URL; a reload opens it. */
  function holdLink(fragment) {
    held = fragment && `#${fragment}`;
    history.replaceState(history.state, "", location.pathname + location.search + held);
  }

  /** Set whether there is a scene to go back to. If so, a step back in the history stays in the page. */
  function setDeep(is) {
    deep = is;
    if (deep && history.state?.kontor !== "deep") history.pushState({ kontor: "deep" }, "");
  }

  return { link: () => location.hash.slice(1), holdLink, forgetLink: () => holdLink(""), setDeep };
}
