// The page that explains words: reads what was typed, lists each word's text, and takes the chosen one
// apart. The address keeps both: #630:4730000a00002006.
"use strict";
(() => {
  const up = document.documentElement.dataset.up;
  const part = document.getElementById("part");
  const input = document.getElementById("words");
  const status = document.getElementById("status");
  const listing = document.getElementById("listing");
  const detail = document.getElementById("detail");
  const shared = jacquardDecoder.shared();
  const MOST_WORDS = 20000;
  const MOST_IN_ADDRESS = 64;
  const SAMPLE = ["4730000a00002006", "6302880530049003", "0000020000000000", "0300000000000000"];
  let words = [];
  let chosen = 0;

  for (const each of shared.parts)
    part.add(new Option(`${each.called ? `${each.called} · ` : ""}${each.part} (${each.revision})`,
      each.part, each.part === 630, each.part === 630));

  function made(name, text, className) {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    if (className) element.className = className;
    return element;
  }

  function link(address, text, isCode = true) {
    if (!address) return made(isCode ? "code" : "span", text);
    const element = document.createElement("a");
    element.href = up + address;
    element.append(isCode ? made("code", text) : text);
    return element;
  }

  const revision = () => shared.parts.find(each => String(each.part) === part.value).revision;
  const digits = word => word.toString(16).padStart(16, "0");

  // Words as people have them: with 0x or without, 64 bits, or two of 32 with the lower first, as
  // dumps of memory and disassemblers with both halves in brackets have them.
  function read(text) {
    const found = [];
    const faults = [];
    let low = null;
    text.split("\n").forEach((row, number) => {
      for (const token of row.replace(/(\/\/|;|#).*$/, "").split(/[\s,]+/).filter(Boolean)) {
        const bare = token.replace(/^0x/i, "").replace(/[_:]/g, "");
        if (!/^[0-9a-f]{1,16}$/i.test(bare)) {
          faults.push(`line ${number + 1}: '${token}' is no number in base 16 of up to 16 digits`);
        } else if (bare.length > 8) {
          found.push(BigInt(`0x${bare}`));
        } else if (bare.length === 8 && low === null) {
          low = BigInt(`0x${bare}`);
        } else if (bare.length === 8) {
          found.push(BigInt(`0x${bare}`) << 32n | low);
          low = null;
        } else {
          found.push(BigInt(`0x${bare}`));
        }
      }
    });
    if (low !== null) found.push(low);
    if (found.length > MOST_WORDS) {
      faults.push(`only the first ${MOST_WORDS.toLocaleString("en")} words are read`);
      found.length = MOST_WORDS;
    }
    return {found, faults};
  }

  function whenLoaded(name, then) {
    if (jacquardDecoder.has(name)) { then(); return; }
    const script = document.createElement("script");
    script.src = `${up}data/words-${name}.js`;
    script.onload = then;
    script.onerror = () => { status.textContent = `The tables of ${name} cannot be loaded.`; };
    document.head.append(script);
  }

  function update() {
    const name = revision();
    whenLoaded(name, () => {
      const {found, faults} = read(input.value);
      words = found;
      chosen = Math.min(chosen, Math.max(words.length - 1, 0));
      let unknown = 0;
      const rows = words.map((word, index) => {
        const reading = jacquardDecoder.decode(word, name);
        unknown += reading === null;
        const row = document.createElement("tr");
        const button = made("button", digits(word));
        button.type = "button";
        button.addEventListener("click", () => choose(index));
        const hex = document.createElement("td");
        hex.append(button);
        row.append(made("td", String(index)), hex,
          made("td", reading ? reading.text() : `.word 0x${digits(word)}`,
            reading ? "text" : "text unknown"));
        return row;
      });
      const table = made("table", undefined, "listing");
      table.append(...rows);
      listing.replaceChildren(...(rows.length ? [table] : []));
      const told = words.length ? [`${words.length} word${words.length === 1 ? "" : "s"} on ${name}` +
        (unknown ? `, ${unknown} of which ${unknown === 1 ? "is" : "are"} no instruction` : "")] : [];
      status.replaceChildren(...[...told, ...faults].map((text, index) =>
        made("p", text, index >= told.length ? "fault" : "")));
      remember();
      show();
    });
  }

  function choose(index) {
    chosen = index;
    show();
  }

  function remember() {
    const kept = words.slice(0, MOST_IN_ADDRESS).map(digits).join(",");
    history.replaceState(null, "", words.length ? `#${part.value}:${kept}` : `#${part.value}`);
  }

  // ---- one word --------------------------------------------------------------------------------

  function show() {
    [...listing.querySelectorAll("tr")].forEach((row, index) =>
      row.classList.toggle("chosen", index === chosen));
    detail.replaceChildren();
    if (!words.length) return;
    const name = revision();
    const word = words[chosen];
    const reading = jacquardDecoder.decode(word, name);
    const title = made("h2");
    title.append(made("code", digits(word)));
    detail.append(title);
    if (!reading) {
      detail.append(made("p", `No instruction of ${name} has these bits; the tool prints ` +
        `.word 0x${digits(word)}.`));
      return;
    }
    const [doc, semantics, address] = jacquardDecoder.revision(name).opcodes[reading.encoding.opcode];
    const text = made("p", undefined, "lead");
    text.append(made("code", reading.text()));
    const about = made("p");
    about.append(link(address, reading.encoding.opcode), ` ${doc} `);
    if (semantics) about.append("It computes ", made("code", semantics), ". ");
    about.append("Format ", link(reading.layout.address, reading.layout.layout), ".");
    detail.append(text, about, picture(reading), meanings(reading));
  }

  function labels(reading) {
    const all = Array.from({length: 64}, () => ({label: "", kind: "free"}));
    for (const {each} of reading.taken)
      for (const bit of bitsOf(each.bits))
        all[bit] = {label: each.kind === "part" ? `${each.name}.${each.attribute}` : each.name ?? "",
          kind: each.kind};
    for (let bit = 0; bit < 64; bit++)
      if (reading.encoding.mask >> BigInt(bit) & 1n && !all[bit].label)
        all[bit] = {label: "opcode", kind: "fixed"};
    return all;
  }

  function bitsOf(ranges) {
    return ranges.split(",").flatMap(each => {
      const [high, low = high] = each.split(":").map(Number);
      return Array.from({length: high - low + 1}, (_, index) => high - index);
    });
  }

  function picture(reading) {
    const all = labels(reading);
    const table = made("table", undefined, "bits");
    for (const top of [63, 31]) {
      const numbers = made("tr", undefined, "numbers");
      const values = made("tr", undefined, "cells");
      const names = made("tr", undefined, "cells");
      for (let high = top; high > top - 32;) {
        let low = high;
        while (low - 1 > top - 32 && all[low - 1].label === all[high].label &&
               all[low - 1].kind === all[high].kind) low--;
        const cell = (text, className) => {
          const element = made("td", text, className);
          element.colSpan = high - low + 1;
          return element;
        };
        const ends = cell(undefined, "");
        ends.append(made("span", String(high)));
        if (low < high) ends.append(made("span", String(low)));
        numbers.append(ends);
        const bits = cell(undefined, `b-${all[high].kind}`);
        for (let bit = high; bit >= low; bit--)
          bits.append(made("span", String(reading.word >> BigInt(bit) & 1n)));
        values.append(bits);
        const label = all[high].kind === "fixed" ? "" : all[high].label;
        const name = cell(undefined, `b-${all[high].kind}` +
          (high === low && label.length > 4 ? " narrow" : ""));
        name.append(made("span", label));
        names.append(name);
        high = low - 1;
      }
      table.append(numbers, values, names);
    }
    const wide = made("div", undefined, "wide");
    wide.append(table);
    return wide;
  }

  function meanings(reading) {
    const table = made("table", undefined, "rows");
    const head = made("thead");
    const titles = made("tr");
    for (const title of ["bits", "name", "value", "what"]) titles.append(made("th", title));
    head.append(titles);
    const body = made("tbody");
    const order = [...reading.taken].sort((a, b) => bitsOf(b.each.bits)[0] - bitsOf(a.each.bits)[0]);
    for (const {each, when, raw} of order) {
      const row = made("tr");
      const cells = [made("code", each.bits), null, null, null];
      if (each.kind === "field") {
        const field = shared.fields[each.name];
        const text = field.type === "flag" ? (raw ? "set" : "clear") : reading.field(each.name);
        cells[1] = link(field.address, each.name);
        cells[2] = field.type === "flag" || !text || text === String(raw) ? text || String(raw)
          : `${raw}: ${text}`;
        cells[3] = field.doc;
      } else if (each.kind === "operand") {
        const form = shared.forms[each.form];
        cells[1] = made("code", each.name);
        cells[2] = made("code", reading.operand(each.name));
        cells[3] = document.createDocumentFragment();
        cells[3].append(link(form.address, each.form), ` ${form.doc} Here: `,
          made("code", reading.operands[each.name].reading.kind), ".");
      } else if (each.kind === "part") {
        cells[1] = made("code", `${each.name}.${each.attribute}`);
        cells[2] = reading.operands[each.name][each.attribute] ? "yes" : "no";
        cells[3] = `Of ${each.name}: ${shared.attributes[each.attribute]}` +
          (each.said?.equals ? ` So it is where the bit equals ${each.said.equals}.` : "");
      } else {
        const usual = raw.toString(2).padStart(jacquardDecoder.width(each.bits), "0") === each.pattern;
        cells[1] = made("code", each.pattern ?? "");
        cells[2] = usual ? "as expected" : "unusual";
        cells[3] = "Bits that are always so.";
      }
      if (when && cells[3] !== null) {
        const both = document.createDocumentFragment();
        both.append(cells[3], " Where ", made("code", when), ".");
        cells[3] = both;
      }
      for (const content of cells) {
        const cell = made("td");
        cell.append(content ?? "");
        row.append(cell);
      }
      body.append(row);
    }
    table.append(head, body);
    const wide = made("div", undefined, "wide");
    wide.append(table);
    return wide;
  }

  // ---- the form --------------------------------------------------------------------------------

  function fromAddress() {
    const [asked, list = ""] = decodeURIComponent(location.hash.slice(1)).split(":");
    if (shared.parts.some(each => String(each.part) === asked)) part.value = asked;
    if (list) input.value = list.split(",").join("\n");
  }

  input.addEventListener("input", update);
  part.addEventListener("change", update);
  document.getElementById("explainer").addEventListener("submit", event => event.preventDefault());
  document.getElementById("sample").addEventListener("click", () => {
    input.value = SAMPLE.join("\n");
    chosen = 0;
    update();
  });
  document.getElementById("share").addEventListener("click", async () => {
    const told = document.getElementById("copied");
    try {
      await navigator.clipboard.writeText(location.href);
      told.textContent = words.length > MOST_IN_ADDRESS
        ? `copied, with the first ${MOST_IN_ADDRESS} words` : "copied";
    } catch {
      told.textContent = "copy it from the address bar";
    }
  });
  addEventListener("hashchange", () => { fromAddress(); update(); });
  fromAddress();
  update();
})();
