// Searches for every name of the index, and prints those that are not found first: a name as it is
// written has nothing before it but entries of the same name.
//
// Usage: node names.cjs SITE
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const site = process.argv[2];
const context = vm.createContext({});
for (const name of ["assets/search.js", "data/index.js"])
  vm.runInContext(fs.readFileSync(path.join(site, name), "utf8"), context, {filename: name});
const search = vm.runInContext("jacquardSearch", context);
const kinds = [];
vm.runInContext("jacquardIndex", context);
context.take = each => kinds.push(...each);
vm.runInContext(fs.readFileSync(path.join(site, "data/index.js"), "utf8")
  .replace(/^jacquardIndex/, "take"), context);
const names = new Set(kinds.flatMap(kind => [...kind.entries, ...kind.names].map(each => each[0])));
let wrong = 0;
for (const name of names) {
  const found = search.find(name);
  const same = found.filter(each => each.name === name).length;
  if (!same || found.slice(0, same).some(each => each.name !== name)) {
    console.log(`${name}: ${found.slice(0, 3).map(each => each.name).join(", ") || "nothing"}`);
    wrong++;
  }
  for (const each of found.filter(one => one.name === name)) {
    const file = each.address.split("#")[0];
    if (!fs.existsSync(path.join(site, file))) {
      console.log(`${name}: there is no ${file}`);
      wrong++;
    }
  }
}
for (const [typed, first] of [["fadd", "nir/op/fadd.html"], ["FADD", "nir/op/fadd.html"],
  ["add.f", "ir3/op/add.f.html"], ["740", "ir3/part/740.html"], ["e203", "error/E203.html"],
  ["word ex", "explain.html"]]) {
  const found = search.find(typed)[0]?.address;
  if (found !== first) { console.log(`${typed}: ${found} instead of ${first}`); wrong++; }
}
console.log(`${names.size} names, ${wrong} wrong`);
process.exitCode = wrong || names.size < 7000 ? 1 : 0;
