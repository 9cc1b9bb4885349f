// The accessibility list: a DOM mirror of the canvas with its controls and texts, for screen readers and the keyboard.
//
// Tab belongs to the browser: it moves from the canvas into the list, through it, and out of the page. It stops once
// per group (game/client/app/keyboard.py), at the control last focused there. The focus ring on the canvas follows
// the list. Other keys act as on the canvas, so the game decides where arrows, Home and End move. The focus starts at
// the heading, which is the question, and returns there whenever what had it is gone.

export const READ_ONLY = { note: "p", heading: "h1", chapter: "h2", section: "h3" };
const OWN = new Set(["Tab", "Shift", "Control", "Alt", "Meta"]);
const PRESSING = new Map([["Enter", "return"], [" ", "space"]]); // they press the button with the focus, if one has it

export function made(tag, id, attributes) {
  let node = document.getElementById(id);
  if (!node) {
    node = document.createElement(tag);
    node.id = id;
    document.body.append(node);
  }
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

/** Return whether a key went to an input method. Safari ends the composition before it reports the key that did
 * so. */
function composes({ isComposing, keyCode }) {
  return isComposing || keyCode === 229;
}

function nameOf({ key }) {
  return PRESSING.get(key) ?? key.replace(/^Arrow/, "").toLowerCase();
}

export function makeList(tell) {
  const mirror = made("main", "mirror", { "aria-label": "Kontor", tabindex: "-1" });
  const rows = new Map(); // id, or kind and id of a text -> its node
  const groups = new Map(); // node -> the name of its group
  const choices = new Map(); // name of a group of radio buttons -> the node around them
  const left = new Map(); // name of a group -> the node that had the focus last
  let following = false; // the list follows the game, not the game the list
  let awaited = ""; // what shall have the focus as soon as it is in the list

  function publish(elements) {
    const held = document.activeElement;
    const keys = elements.map(keyOf);
    forget(new Map(elements.map((element, index) => [keys[index], tagOf(element)])));
    const last = new Map(); // parent -> its child that is placed last
    const place = (parent, node) => {
      const next = last.has(parent) ? last.get(parent).nextSibling : parent.firstChild;
      if (next !== node) parent.insertBefore(node, next);
      last.set(parent, node);
    };
    elements.forEach((element, index) => {
      const node = rows.get(keys[index]) ?? row(keys[index], element);
      fill(node, element);
      const parent = element.kind === "radio" ? choice(element) : mirror;
      if (parent !== mirror && !last.has(parent)) place(mirror, parent);
      place(parent, node);
    });
    for (const [group, node] of choices) if (!last.has(node)) (choices.delete(group), node.remove());
    for (const [group, node] of left) if (groups.get(node) !== group) left.delete(group);
    setStops(elements);
    if (held !== document.activeElement && mirror.contains(held)) follow(held); // moving a node removes its focus
    if (rows.has(awaited)) focus(awaited);
    if (document.activeElement === mirror) begin(); // the list was empty
  }

  // Update some existing elements: scrolling a long list changes only a few.
  function change(elements) {
    for (const element of elements) fill(rows.get(keyOf(element)), element);
    setStops(elements);
  }

  // Return the node around the radio buttons of an element's group.
  function choice({ group, about }) {
    let node = choices.get(group);
    if (!node) {
      node = document.createElement("div");
      node.setAttribute("role", "radiogroup");
      choices.set(group, node);
    }
    if (node.getAttribute("aria-label") !== about) node.setAttribute("aria-label", about);
    return node;
  }

  function keyOf({ id, kind }) {
    return kind in READ_ONLY ? `${kind} ${id}` : id;
  }

  function fill(node, element) {
    if (element.kind === "slider") return slide(node, element);
    const label = !element.value ? element.label : `${element.label}: ${element.value}`;
    if (node.textContent !== label) node.textContent = label;
    if (!(element.kind in READ_ONLY)) control(node, element);
  }

  function setStops(elements) {
    for (const { id, stop, group, kind } of elements) {
      if (!(kind in READ_ONLY)) setStop(rows.get(id), left.has(group) ? left.get(group).dataset.id === id : stop);
    }
  }

  // Remove old nodes before inserting new ones, so that remaining nodes need not be moved. `staying` holds the tags
  // of those that remain: an id can be a button in one scene and a slider in the next.
  function forget(staying) {
    let lost = false;
    for (const [key, node] of rows) {
      if (staying.get(key) === node.localName) continue;
      lost ||= node === document.activeElement;
      groups.delete(node);
      node.remove();
      rows.delete(key);
    }
    if (lost) begin(); // the next Tab continues from here
  }

  // Move the focus to the heading.
  function begin() {
    (rows.get("heading heading") ?? mirror).focus({ preventScroll: true });
  }

  function tagOf({ kind }) {
    return READ_ONLY[kind] ?? (kind === "slider" ? "input" : "button");
  }

  function row(key, element) {
    const { id, kind } = element, slides = kind === "slider";
    const node = document.createElement(tagOf(element));
    if (kind === "heading") node.tabIndex = -1;
    if (!(kind in READ_ONLY)) {
      node.type = slides ? "range" : "button";
      node.dataset.id = id;
      if (slides) node.addEventListener("input", () => tell("edit", id, node.value, true));
      else node.addEventListener("click", () => tell("pick", id));
      node.addEventListener("focus", () => {
        stopAt(node);
        if (!following) tell("focus", id);
      });
    }
    rows.set(key, node);
    return node;
  }

  function control(node, { state, group, kind }) {
    const radio = kind === "radio";
    set(node, "role", radio ? "radio" : null);
    set(node, "aria-checked", radio ? String(state === "chosen") : null);
    set(node, "aria-pressed", state && !radio ? String(state !== "off") : null);
    groups.set(node, group);
  }

  // A screen reader changes a slider by itself; its keys reach the game like all others.
  function slide(node, { label, value, at, top, group }) {
    set(node, "aria-label", label);
    set(node, "aria-valuetext", value);
    set(node, "max", String(top));
    node.value = at;
    groups.set(node, group);
  }

  function set(node, name, value) {
    if (node.getAttribute(name) === value) return;
    if (value === null) node.removeAttribute(name);
    else node.setAttribute(name, value);
  }

  function setStop(node, is) {
    const tabIndex = is ? 0 : -1;
    if (node.tabIndex !== tabIndex) node.tabIndex = tabIndex;
  }

  // Make this control the one at which Tab enters its group.
  function stopAt(node) {
    const group = groups.get(node);
    if (!group) return;
    left.set(group, node);
    for (const [other, name] of groups) if (name === group) setStop(other, other === node);
  }

  function follow(node) {
    following = true;
    node.focus({ preventScroll: true });
    following = false;
  }

  // Follow the game's focus, unless the focus is outside the list, such as in a text field: `enter` moves it into the
  // list from there. The canvas gives its focus to the list, so that names are read.
  function focus(id, enter = false) {
    const { activeElement } = document;
    const here = mirror.contains(activeElement) || activeElement?.id === "canvas" || enter;
    const node = rows.get(id);
    awaited = node ? "" : id;
    if (node && here && node !== activeElement) follow(node);
  }

  document.addEventListener("keydown", (event) => {
    // SDL would prevent Tab. A key of an input method must not close a field or reach the game.
    if (event.key === "Tab" || composes(event)) event.stopImmediatePropagation();
  }, { capture: true });
  mirror.addEventListener("keydown", (event) => {
    if (OWN.has(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (PRESSING.has(event.key) && event.target.type === "button") {
      if (event.repeat) event.preventDefault(); // a key held down presses a button once
      return;
    }
    event.preventDefault();
    tell("key", nameOf(event), true);
  });
  mirror.addEventListener("keyup", (event) => {
    if (!OWN.has(event.key) && !PRESSING.has(event.key)) tell("key", nameOf(event), false); // a held key is released
  });
  document.getElementById("skip")?.addEventListener("click", begin);

  return { publish, change, focus, begin, contains: (node) => mirror.contains(node) };
}
