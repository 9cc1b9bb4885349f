// The page's address and its history: what stands after the `#`, and the browser's way back, which in the game leads
// from scene to scene before it leads out of the page.

/** Mail filters write the `#` of a link as `%23`: the page's address as it was meant. */
function restore() {
  const [, page, fragment] = /^([^#]*?)%(?:25)*23((?:game|room)[^#]+)$/.exec(location.href) ?? [];
  if (fragment) history.replaceState(history.state, "", `${page}#${fragment}`);
}

/** `tell` the game "link" when another link is opened in the page, and "back" when the browser's way back is gone. */
export function watchAddress(tell) {
  restore();
  let held = location.hash; // as the game knows it
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

  /** What the page's address says after its `#` from now on: a reload comes back to that. */
  function holdLink(fragment) {
    held = fragment && `#${fragment}`;
    history.replaceState(history.state, "", location.pathname + location.search + held);
  }

  /** Whether there is a scene to go back to: then a step back in the history stays in the page. */
  function setDeep(is) {
    deep = is;
    if (deep && history.state?.kontor !== "deep") history.pushState({ kontor: "deep" }, "");
  }

  return { link: () => location.hash.slice(1), holdLink, forgetLink: () => holdLink(""), setDeep };
}
