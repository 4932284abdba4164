// Reads words with the scripts of the site, and prints the text of each.
//
// Usage: node words.cjs SITE REVISION, with words in base 16 on standard input, one a line.
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const [site, revision] = process.argv.slice(2);
const context = vm.createContext({});
for (const name of ["assets/decoder.js", "data/words.js", `data/words-${revision}.js`])
  vm.runInContext(fs.readFileSync(path.join(site, name), "utf8"), context, {filename: name});
const decoder = vm.runInContext("jacquardDecoder", context);
const words = fs.readFileSync(0, "utf8").split("\n").filter(Boolean);
console.log(words.map(word => decoder.decode(BigInt(`0x${word}`), revision)?.text() ??
  `.word 0x${word}`).join("\n"));
