// Search as one types: the index is loaded when it is first wanted, by a script tag, which works for
// files as well. Names that are what was typed come first, then those that begin so, then those that
// have it behind a separator, then all others that have it.
"use strict";
const jacquardSearch = (() => {
  const MOST = 40;
  let entries = null;

  // The address of a name in its folder, as the generator makes it.
  function slug(name) {
    const made = [...name].map(c => /[A-Za-z0-9._-]/.test(c) ? c
      : "-" + c.codePointAt(0).toString(16)).join("");
    return made;
  }

  function take(kinds) {
    entries = [];
    for (const kind of kinds) {
      const folder = kind.folder ? kind.folder + "/" : "";
      const addresses = [];
      for (const [name, below, sentence] of kind.entries) {
        const address = kind.folder ? `${folder}${below || name}.html` : below;
        addresses.push(address);
        entries.push({name, small: name.toLowerCase(), address, sentence, kind: kind.title});
      }
      for (const [name, number] of kind.names)
        entries.push({name, small: name.toLowerCase(),
          address: `${addresses[number]}#v-${slug(name)}`,
          sentence: `in ${kind.entries[number][0]}`, kind: kind.title});
    }
  }

  function rank(entry, text, small) {
    if (entry.name === text) return 0;
    if (entry.small === small) return 1;
    if (entry.small.startsWith(small)) return 2;
    const at = entry.small.indexOf(small);
    if (at > 0) return /[^a-z0-9]/.test(entry.small[at - 1]) ? 3 : 4;
    return small.length > 2 && entry.sentence.toLowerCase().includes(small) ? 5 : 9;
  }

  function find(text) {
    const small = text.trim().toLowerCase();
    if (!small || !entries) return [];
    const found = [];
    entries.forEach((entry, order) => {
      const score = rank(entry, text.trim(), small);
      if (score < 9) found.push({entry, score, order});
    });
    found.sort((a, b) => a.score - b.score ||
      (a.score > 1 ? a.entry.name.length - b.entry.name.length : 0) || a.order - b.order);
    return found.slice(0, MOST).map(each => each.entry);
  }
  return {take, find, slug, ready: () => entries !== null};
})();
function jacquardIndex(kinds) { jacquardSearch.take(kinds); }

if (typeof document !== "undefined") (() => {
  const up = document.documentElement.dataset.up;
  const input = document.getElementById("search");
  const list = document.getElementById("found");
  let chosen = -1;
  let wanted = false;

  function want() {
    if (wanted) return;
    wanted = true;
    const script = document.createElement("script");
    script.src = up + "data/index.js";
    script.onload = show;
    document.head.append(script);
  }

  function show() {
    const found = jacquardSearch.find(input.value);
    list.replaceChildren(...found.map((entry, index) => {
      const item = document.createElement("li");
      item.role = "option";
      item.id = `found-${index}`;
      const link = document.createElement("a");
      link.href = up + entry.address;
      link.tabIndex = -1;
      const name = document.createElement("code");
      name.textContent = entry.name;
      const kind = document.createElement("i");
      kind.textContent = entry.kind;
      const sentence = document.createElement("span");
      sentence.textContent = entry.sentence;
      link.append(name, kind, sentence);
      item.append(link);
      return item;
    }));
    if (!found.length && input.value.trim() && jacquardSearch.ready()) {
      const none = document.createElement("li");
      none.className = "none";
      none.textContent = "No name has that in it.";
      list.append(none);
    }
    list.hidden = !list.children.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
    choose(found.length ? 0 : -1);
  }

  function choose(index) {
    list.children[chosen]?.removeAttribute("aria-selected");
    chosen = index;
    const item = list.children[chosen];
    if (item && !item.classList.contains("none")) {
      item.setAttribute("aria-selected", "true");
      item.scrollIntoView({block: "nearest"});
      input.setAttribute("aria-activedescendant", item.id);
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  }

  function hide() {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
  }

  input.addEventListener("focus", want);
  input.addEventListener("input", () => { want(); show(); });
  input.addEventListener("keydown", event => {
    const count = list.querySelectorAll("a").length;
    if (event.key === "ArrowDown" && count) choose((chosen + 1) % count);
    else if (event.key === "ArrowUp" && count) choose((chosen + count - 1) % count);
    else if (event.key === "Escape") { hide(); input.blur(); return; }
    else if (event.key !== "Enter") return;
    event.preventDefault();
    if (event.key === "Enter") list.children[chosen]?.querySelector("a")?.click();
  });
  input.form.addEventListener("submit", event => event.preventDefault());
  document.addEventListener("click", event => {
    if (!input.form.contains(event.target)) hide();
  });
  document.addEventListener("keydown", event => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
      input.select();
    }
  });
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) { input.value = asked; input.focus(); }
})();
if (typeof module !== "undefined") module.exports = {jacquardSearch, jacquardIndex};
