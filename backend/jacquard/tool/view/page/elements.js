'use strict';
// What all pages have: the data, elements, numbers as texts, and light or dark.
const data = JSON.parse(document.getElementById('data').textContent);
const numbers = text => (text === '' ? [] : text.split(' ').map(Number));
const cyclesText = cycles => String(Math.round(cycles * 10) / 10);
// "1 word", "3 words"
const counted = (count, noun) => `${cyclesText(count)} ${noun}${count === 1 ? '' : 's'}`;

function make(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'class') node.className = value;
    else if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== null) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

function draw(tag, properties = {}, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(properties)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const byId = id => document.getElementById(id);
const store = {
  get(name) {
    try {
      return localStorage.getItem(`jacquard-${name}`);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`jacquard-${name}`, value);
    } catch {
      /* a page from a file may have no store */
    }
  },
};

// The theme that was chosen, else the one that the browser asks for.
const darkWanted = matchMedia('(prefers-color-scheme: dark)');

let chosenTheme = store.get('theme');

function applyTheme() {
  document.documentElement.dataset.theme = chosenTheme ?? (darkWanted.matches ? 'dark' : 'light');
}

function switchTheme() {
  chosenTheme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  store.set('theme', chosenTheme);
  applyTheme();
}

applyTheme();
darkWanted.addEventListener('change', applyTheme);
