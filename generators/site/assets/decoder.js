// Takes machine words apart by the tables: the first encoding of the revision that fits a word is it.
"use strict";
const jacquardDecoder = (() => {
  const COMPONENTS = "xyzw";
  const HALVES = new DataView(new ArrayBuffer(8));
  let shared = null;
  const revisions = {};

  function spans(ranges) {
    return ranges.split(",").map(part => {
      const [high, low] = part.split(":").map(Number);
      return [high, low ?? high];
    });
  }

  // The value of bits such as "31,28:16", of which the first are the highest.
  function gather(ranges, word) {
    let value = 0n;
    for (const [high, low] of spans(ranges)) {
      const count = BigInt(high - low + 1);
      value = value << count | word >> BigInt(low) & (1n << count) - 1n;
    }
    return Number(value);
  }

  const width = ranges => spans(ranges).reduce((sum, [high, low]) => sum + high - low + 1, 0);
  const signed = (value, bits) => value >= 2 ** (bits - 1) ? value - 2 ** bits : value;

  function takeShared(data) { shared = data; }

  function takeRevision(name, data) {
    data.encodings = data.encodings.map(([opcode, layout, mask, match, parameters, when]) =>
      ({opcode, layout: data.layouts[layout], mask: BigInt(mask), match: BigInt(match), parameters,
        when}));
    for (const layout of data.layouts) {
      layout.operands = new Set();
      look(layout.bits, each => { if (each.kind === "operand") layout.operands.add(each.name); });
    }
    revisions[name] = data;
  }

  function look(bits, see) {
    for (const each of bits) {
      see(each);
      for (const choice of each.choices ?? []) look(choice.bits, see);
    }
  }

  class Reading {
    constructor(encoding, word) {
      this.encoding = encoding;
      this.layout = encoding.layout;
      this.word = word;
      this.fields = {};
      for (const [name, field] of Object.entries(shared.fields)) this.fields[name] = field.default;
      this.operands = {};
      this.taken = [];
      for (const each of this.layout.bits) if (each.kind === "field") this.take(each, "");
    }

    // ---- conditions --------------------------------------------------------------------------

    value(tree, given = {}, own = {}) {
      const argument = index => this.value(tree.arguments[index], given, own);
      switch (tree.kind) {
        case "number": return tree.value;
        case "field": return Number(this.fields[tree.name]);
        case "parameter": return this.encoding.parameters[tree.name];
        case "operand": return Number("form" in (this.operands[tree.name] ?? {}));
        case "part": return Number(this.operands[tree.operand]?.[tree.name] ?? 0);
        case "given": return given[tree.name];
        case "own": return Number(own[tree.name] ?? 0);
        case "in": return Number(BigInt(tree.mask) >> BigInt(argument(0)) & 1n);
        default: return this.operator(tree, argument);
      }
    }

    operator(tree, argument) {
      const x = argument(0);
      if (tree.name === "!") return Number(!x);
      if (tree.arguments.length === 1) return -x;
      if (tree.name === "||") return Number(Boolean(x || argument(1)));
      if (tree.name === "&&") return Number(Boolean(x && argument(1)));
      const y = argument(1);
      switch (tree.name) {
        case "==": return Number(x === y);
        case "!=": return Number(x !== y);
        case "<": return Number(x < y);
        case ">": return Number(x > y);
        case "<=": return Number(x <= y);
        case ">=": return Number(x >= y);
        case "<<": return x * 2 ** Math.max(y, 0);
        case ">>": return Math.floor(x / 2 ** Math.max(y, 0));
        case "+": return x + y;
        case "-": return x - y;
        case "*": return x * y;
        default: throw new Error(`the operator ${tree.name} is newer than this page`);
      }
    }

    // ---- bits --------------------------------------------------------------------------------

    takeAll() {
      for (const name of this.layout.parameters)
        if (name in this.fields) this.fields[name] = this.encoding.parameters[name];
      return ["operand", "part", "choice", "expect"].every(kind => this.layout.bits
        .filter(each => each.kind === kind).every(each => this.take(each, "")));
    }

    take(each, when) {
      let value = gather(each.bits, this.word);
      if (each.kind === "choice") {
        const chosen = each.choices.find(choice => !choice.when || this.value(choice.when));
        return chosen.bits.map(inner => this.take(inner, chosen.said)).every(Boolean);
      }
      const taken = {each, when, raw: value};
      this.taken.push(taken);
      if (each.kind === "field") {
        if (each.signed) value = signed(value, width(each.bits));
        value += each.plus ?? 0;
        this.fields[each.name] = "at" in each
          ? Number(BigInt(this.fields[each.name]) | BigInt(value) << BigInt(each.at)) : value;
      } else if (each.kind === "part") {
        const wanted = each.given?.equals ? this.value(each.given.equals) : 1;
        const operand = this.operands[each.name] ??= {};
        operand[each.attribute] = Number(value === Number(wanted));
      } else if (each.kind === "operand") {
        return this.takeOperand(each, value);
      }
      return true;
    }

    given(trees) {
      return Object.fromEntries(Object.entries(trees ?? {})
        .map(([key, tree]) => [key, this.value(tree)]));
    }

    takeOperand(each, value) {
      const given = this.given(each.given);
      const bits = BigInt(value);
      for (const reading of shared.forms[each.form].cases) {
        if ((bits & BigInt(reading.mask)) !== BigInt(reading.match) ||
            (reading.when && !this.value(reading.when, given))) continue;
        const operand = {half: Number(given.half ?? 0)};
        if (reading.register) {
          const register = shared.registers[reading.register];
          operand.number = register.first * 4 + register.component;
        }
        for (const [ranges, name] of reading.bits) {
          const part = gather(ranges, bits);
          if (name === "signed_value" || name === "value")
            operand.value = name === "signed_value" || width(ranges) === 32
              ? signed(part, width(ranges)) : part;
          else if (name === "predicate_component")
            operand.number = shared.registers.predicate_register.first * 4 + part;
          else operand[name === "own_half" ? "half" : name] = part;
        }
        this.operands[each.name] = {...operand, form: each.form, reading, trees: each.given};
        return true;
      }
      return false;
    }

    // ---- text --------------------------------------------------------------------------------

    text() { return this.filled(this.layout.text); }

    filled(parts) {
      return parts.map(part => {
        switch (part.kind) {
          case "text": return part.text;
          case "opcode": return this.encoding.opcode;
          case "field": return this.field(part.name);
          case "operand": return this.operand(part.name);
          case "number": return String(Number(this.value(part.value)));
          default: return this.value(part.condition) ? this.filled(part.parts) : "";
        }
      }).join("");
    }

    field(name) {
      const value = this.fields[name];
      const field = shared.fields[name];
      if (field.type === "flag") return value ? field.text : "";
      const names = shared.enums[field.names ?? field.type];
      if (names) return names.texts[value] ?? String(value);
      if (field.type === "offset") return value ? (value > 0 ? `+${value}` : String(value)) : "";
      if (field.type === "components")
        return [...COMPONENTS].filter((_, bit) => value >> bit & 1).join("");
      return String(value);
    }

    // What the fields that a form asks for say may stand behind the operand.
    operand(name) {
      const operand = this.operands[name];
      const given = this.given(operand.trees);
      return this.pieces(operand.reading.text, operand, given);
    }

    pieces(parts, operand, given) {
      return parts.map(part => {
        if (part.kind === "text") return part.text;
        if (part.kind === "number") return String(Number(this.value(part.value, given, operand)));
        if (part.kind === "when")
          return this.value(part.condition, given, operand)
            ? this.pieces(part.parts, operand, given) : "";
        return piece(part.name, operand);
      }).join("");
    }
  }

  function register(number, special) {
    const letter = COMPONENTS[number & 3];
    const found = special.map(name => shared.registers[name])
      .find(each => each.first === number >> 2);
    return found ? `${found.name}.${letter}` : `r${number >> 2}.${letter}`;
  }

  function piece(name, operand) {
    const number = operand.number ?? 0;
    const value = operand.value ?? 0;
    const unsigned = value < 0 ? value + 2 ** 32 : value;
    const plain = `${number >> 2}.${COMPONENTS[number & 3]}`;
    const predicates = shared.registers.predicate_register.first * 4;
    switch (name) {
      case "h": return operand.half ? "h" : "";
      case "h_below_predicates": return operand.half && number < predicates ? "h" : "";
      case "r": return operand.repeat ? "(r)" : "";
      case "last": return operand.last ? "(last)" : "";
      case "modifiers":
        return ["", "(neg)", "(abs)", "(absneg)"][(operand.negate ?? 0) + 2 * (operand.absolute ?? 0)];
      case "register": return register(number, ["address_register", "predicate_register"]);
      case "plain": return register(number, []);
      case "compared":
        return register(number, ["uniform_predicate_register", "predicate_register"]);
      case "target": return `rt${plain}`;
      case "constant": return `c${plain}`;
      case "value": return String(value);
      case "number": return String(number);
      case "unsigned": return String(unsigned);
      case "hexadecimal": return hex(unsigned);
      case "relative": return value ? ` + ${value}` : "";
      case "float_table": return shared.enums.float_table.texts[value] ?? String(value);
      case "float16": return floatText(unsigned & 0xffff, true);
      case "float32": return floatText(unsigned, false);
      case "marked_float32": return floatText(unsigned, false).replace(/^0x/, "f0x");
      case "decimal_or_hex": return unsigned > 4096 ? hex(unsigned) : String(unsigned);
      default: throw new Error(`the text ${name} is newer than this page`);
    }
  }

  const hex = value => `0x${value.toString(16)}`;

  // ---- floats ----------------------------------------------------------------------------------

  function halfValue(bits) {
    const sign = bits >> 15 ? -1 : 1;
    const exponent = bits >> 10 & 31;
    const fraction = bits & 1023;
    if (exponent === 31) return fraction ? NaN : sign * Infinity;
    return sign * (exponent ? (1 + fraction / 1024) * 2 ** (exponent - 15) : fraction * 2 ** -24);
  }

  function bitsOf(value, isHalf) {
    if (!isHalf) { HALVES.setFloat32(0, value); return HALVES.getUint32(0); }
    // The nearest half, ties to even; every half is tried around where it must be.
    if (Number.isNaN(value)) return -1;
    const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
    const size = Math.abs(value);
    let low = 0;
    let high = 0x7c00;
    while (high - low > 1) {
      const middle = low + high >> 1;
      if (halfValue(middle) <= size) low = middle; else high = middle;
    }
    const above = high === 0x7c00 ? 65536 : halfValue(high);
    const below = halfValue(low);
    const nearer = size - below < above - size || (size - below === above - size && !(low & 1));
    return sign | (nearer ? low : high);
  }

  // As C prints "%g" with so many digits.
  function general(value, digits) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
    const power = Number(exponent);
    const trimmed = text => text.includes(".") ? text.replace(/\.?0+$/, "") : text;
    if (power < -4 || power >= digits)
      return `${trimmed(mantissa)}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
    return trimmed(value.toFixed(Math.max(digits - 1 - power, 0)));
  }

  // As C prints "%f"; a large number is whole, and all its digits are printed.
  function fixed(value) {
    const sign = value < 0 || Object.is(value, -0) ? "-" : "";
    const size = Math.abs(value);
    return sign + (size >= 1e21 ? `${BigInt(size)}.000000` : size.toFixed(6));
  }

  // Six decimals where they read back as the same bits, else as few digits as do, else bits.
  function floatText(bits, isHalf) {
    let value;
    if (isHalf) value = halfValue(bits);
    else { HALVES.setUint32(0, bits); value = HALVES.getFloat32(0); }
    if (Number.isFinite(value)) {
      const single = bitsOf(value, false);
      let shortest = "";
      for (let digits = 1; digits < 10 && !shortest; digits++) {
        const text = general(Object.is(value, -0) ? 0 : value, digits);
        const signedText = Object.is(value, -0) ? `-${text}` : text;
        if (bitsOf(Number(signedText), false) === single) shortest = signedText;
      }
      for (const text of [fixed(value), shortest])
        if (text && bitsOf(Number(text), isHalf) === bits) return text;
    } else if (!Number.isNaN(value)) {
      return value < 0 ? "-inf" : "inf";
    }
    return hex(bits);
  }

  // A word as the first encoding that fits reads it; null where there is none.
  function decode(word, revision) {
    for (const encoding of revisions[revision].encodings) {
      if ((word & encoding.mask) !== encoding.match) continue;
      const reading = new Reading(encoding, word);
      if (!encoding.when || reading.value(encoding.when))
        return reading.takeAll() ? reading : null;
    }
    return null;
  }

  return {takeShared, takeRevision, decode, gather, width,
    has: name => name in revisions, revision: name => revisions[name], shared: () => shared};
})();
function jacquardShared(data) { jacquardDecoder.takeShared(data); }
function jacquardRevision(name, data) { jacquardDecoder.takeRevision(name, data); }
if (typeof module !== "undefined") module.exports = {jacquardDecoder, jacquardShared, jacquardRevision};
