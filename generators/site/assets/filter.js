// Hides the rows of a list of names that have not what was typed.
"use strict";
(() => {
  const input = document.getElementById("filter");
  const shown = document.getElementById("shown");
  const rows = [...document.querySelectorAll(".names-list tr")]
    .map(row => ({row, text: row.textContent.toLowerCase()}));
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase();
    let count = 0;
    for (const {row, text} of rows) {
      row.hidden = wanted !== "" && !text.includes(wanted);
      count += !row.hidden;
    }
    shown.textContent = wanted ? `${count} of ${rows.length}` : "";
  });
})();
