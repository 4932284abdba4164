// Applies the choice of light or dark before anything is drawn; without one it is the system's.
"use strict";
(() => {
  let chosen = null;
  try { chosen = localStorage.getItem("theme"); } catch { /* Files may have no storage. */ }
  if (chosen) document.documentElement.dataset.theme = chosen;
  document.addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme").addEventListener("click", () => {
      const root = document.documentElement;
      const dark = root.dataset.theme ? root.dataset.theme === "dark"
        : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = dark ? "light" : "dark";
      try { localStorage.setItem("theme", root.dataset.theme); } catch { /* The same. */ }
    });
    document.documentElement.dataset.ready = "yes";
  });
})();
