// Colours for text: comments, texts, numbers, registers and values, flags, words of the language.
const numberPattern =
  '(?<n>(?<![\\w.%$])-?(?:0x[0-9a-fA-F]+|\\d+(?:\\.\\d*)?(?:[eE][-+]?\\d+)?)[uUfF]?\\b)';
const patterns = {
  glsl: new RegExp(
    '(?<c>//.*|/\\*.*?(?:\\*/|$))|(?<s>"[^"]*")|' +
      numberPattern +
      '|(?<k>\\b(?:if|else|for|while|do|return|break|continue|discard|switch|case|default|struct|const|' +
      'uniform|in|out|inout|layout|precision|highp|mediump|lowp|cbuffer|register|static|void|bool|u?int|' +
      'float|double|[iub]?vec[234]|mat[234](?:x[234])?|(?:float|int|uint|bool|half)[1-4](?:x[1-4])?|half|' +
      '[iu]?sampler\\w+|SamplerState|Texture\\w+)\\b)|(?<k2>^\\s*#\\s*\\w+)',
  ),
  tgsi: new RegExp(
    '(?<r>\\b(?:IN|OUT|CONST|TEMP|IMM|SAMP|SVIEW|SV|ADDR|PRED|BUFFER|IMAGE)\\b(?:\\[[^\\]]*\\])*)|' +
      numberPattern +
      '|(?<k>\\b[A-Z][A-Z0-9_]{2,}\\b)',
  ),
  spirv: new RegExp('(?<c>;.*)|(?<s>"[^"]*")|(?<r>%\\w+)|(?<k>\\bOp\\w+)|' + numberPattern),
  nir: new RegExp(
    '(?<s>"[^"]*")|(?<r>%\\d+(?::\\d+(?:x\\d+)?)?)|(?<f>\\bb\\d+\\b)|' +
      numberPattern +
      '|(?<k>(?<==\\s)[a-z_]\\w*|\\b(?:if|else|loop|break|continue|store_\\w+|shader|function|from|entry)\\b)',
  ),
  graph: new RegExp(
    '(?<c>^\\s+\\d+:|, depth=\\d+)|(?<r>\\bh?ssa_\\d+(?:\\([^)]*\\))?(?:\\.[xyzw]+)?)|' +
      '(?<f>\\((?:ss|sy|jp|ul|ei|eq|sat|rpt\\d+|nop\\d+|neg|abs|last)\\))|' +
      numberPattern +
      '|(?<k>^block \\d+|_meta:\\w+|\\b(?:input|output|immediates|to)\\b)',
  ),
  asm: new RegExp(
    '(?<w>\\((?:ss|sy)\\))|(?<d>\\((?:nop\\d+|rpt\\d+)\\)|\\bnop\\b)|(?<f>\\([^)]*\\)|\\bl\\d+:)|' +
      '(?<r>\\b(?:h?r\\d+|[ahp]?[ap]\\d)\\.[xyzw]\\b|\\b(?:h?c\\d+\\.[xyzw]|[hrc]?[rc]<[^>]*>))|(?<c>;.*|^@\\w+)|' +
      numberPattern,
  ),
};
patterns.hlsl = patterns.glsl;
const coloured = Object.fromEntries(
  Object.entries(patterns).map(([name, pattern]) => [name, new RegExp(pattern.source, 'g')]),
);

// Whether the next line is in a comment that the line leaves open.
function leavesComment(text, inComment) {
  const last = text.lastIndexOf('*/');
  const open = text.lastIndexOf('/*');
  return open > last ? true : last >= 0 ? false : inComment;
}

// Appends the text of a line as spans. Everything is text, never markup.
function appendColoured(node, text, language, inComment) {
  const pattern = coloured[language];
  if (!pattern || text.length > 2000) {
    node.append(text);
    return;
  }
  if (inComment && !text.includes('*/')) {
    node.append(make('span', { class: 't-c' }, text));
    return;
  }
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > at) node.append(text.slice(at, match.index));
    const kind = Object.keys(match.groups).find(name => match.groups[name] !== undefined);
    node.append(make('span', { class: `t-${kind[0]}` }, match[0]));
    at = match.index + match[0].length;
  }
  if (at < text.length) node.append(text.slice(at));
}
