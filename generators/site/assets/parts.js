// Puts the facts of two parts side by side. The address keeps which: #630-740.
"use strict";
function jacquardParts(data) {
  const up = document.documentElement.dataset.up;
  const left = document.getElementById("left");
  const right = document.getElementById("right");
  const all = document.getElementById("all");
  const label = ([part, called, revision]) => `${called || part} (${revision})`;
  for (const select of [left, right])
    select.append(...data.parts.map((part, index) => new Option(label(part), index)));
  const shown = value => value === true ? "yes" : value === false ? "no" : String(value);

  function cell(content, name = "td") {
    const made = document.createElement(name);
    made.append(content);
    return made;
  }

  function link(address, text) {
    const made = document.createElement("a");
    made.href = up + address;
    made.textContent = text;
    return made;
  }

  function compare() {
    const one = data.parts[left.value];
    const other = data.parts[right.value];
    document.getElementById("left-name").textContent = label(one);
    document.getElementById("right-name").textContent = label(other);
    let differ = 0;
    const rows = data.facts.map((fact, index) => {
      const [a, b] = [one[3][index], other[3][index]];
      differ += a !== b;
      const row = document.createElement("tr");
      row.className = a === b ? "same" : "differs";
      row.hidden = a === b && !all.checked;
      row.append(cell(link(data.addresses[index], fact)), cell(shown(a)), cell(shown(b)),
        cell(data.docs[index]));
      return row;
    });
    document.querySelector("#facts tbody").replaceChildren(...rows);
    const told = document.getElementById("words-of");
    told.replaceChildren(`${differ} of ${data.facts.length} facts differ. `);
    if (one[2] !== other[2])
      told.append("Their words are those of their revisions: ",
        link(`compare/${one[2]}-${other[2]}.html`, `from ${one[2]} to ${other[2]}`), ".");
    else
      told.append("Both have the words of ", link(`ir3/revision/${one[2]}.html`, one[2]), ".");
    history.replaceState(null, "", `#${one[0]}-${other[0]}`);
  }

  function fromAddress() {
    const asked = location.hash.slice(1).split("-");
    const index = part => data.parts.findIndex(each => String(each[0]) === part);
    const known = [index(asked[0]), index(asked[1])];
    left.value = known[0] >= 0 ? known[0] : index("630");
    right.value = known[1] >= 0 ? known[1] : index("740");
  }
  for (const input of [left, right, all]) input.addEventListener("change", compare);
  addEventListener("hashchange", () => { fromAddress(); compare(); });
  fromAddress();
  compare();
}
