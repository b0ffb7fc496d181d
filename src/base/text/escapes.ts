/** Characters invisible within a word but for breaks and tabs, for a character class with the flag `u`. */
export const unseenCharacters: string = [
  // Unicode does not count the Braille blank and the annotation anchors among the ignorable characters.
  String.raw`\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb`,
  String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f`,
].join('')

/** The HTML entities for an ASCII character, for one that people write in its place, or for an invisible one. */
const entityNames: Readonly<Record<string, string>> = {
  ...{
    '!': 'excl',
    '"': 'quot',
    '#': 'num',
    $: 'dollar',
    '%': 'percnt',
    '&': 'amp',
    "'": 'apos',
    '(': 'lpar',
    ')': 'rpar',
  },
  ...{
    '*': 'ast midast',
    '+': 'plus',
    ',': 'comma',
    '-': 'hyphen dash ndash mdash minus horbar',
    '.': 'period',
    '/': 'sol',
  },
  ...{
    ':': 'colon',
    ';': 'semi',
    '<': 'lt',
    '=': 'equals',
    '>': 'gt',
    '?': 'quest',
    '@': 'commat',
    '[': 'lsqb lbrack',
  },
  ...{
    '\\': 'bsol',
    ']': 'rsqb rbrack',
    '^': 'hat',
    _: 'lowbar underbar',
    '`': 'grave diacriticalgrave',
    '{': 'lcub lbrace',
  },
  ...{ '|': 'verbar vert verticalline', '}': 'rcub rbrace', '\t': 'tab', '\n': 'newline' },
  ' ': 'nbsp nonbreakingspace ensp emsp emsp13 emsp14 numsp puncsp thinsp thinspace hairsp verythinspace mediumspace',
  '\u200b':
    'shy zwj zwnj lrm rlm nobreak zerowidthspace af applyfunction it invisibletimes ic invisiblecomma negativethinspace negativemediumspace negativethickspace negativeverythinspace',
}
const byName: ReadonlyMap<string, string> = new Map(
  Object.entries(entityNames).flatMap(([character, names]) => names.split(' ').map((name) => [name, character])),
)

/** The character of an HTML entity in any case, `\u200b` for every invisible one; else undefined. */
export function characterOfEntity(name: string): string | undefined {
  return byName.get(name.toLowerCase())
}

/** A visible ASCII character in octal digits after its backslash, as C and shells write it. */
export const octalPattern: string = '0?(?:1[0-7]{2}|0?[4-7][0-7])'
