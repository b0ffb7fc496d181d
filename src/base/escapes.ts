/** For a class of a pattern with the flag `u`: what a reader does not see within a word, but line breaks and tabs. */
export const unseenCharacters: string = [
  // The blank of Braille and the anchors of annotations are not among those that Unicode calls ignorable.
  String.raw`\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb`,
  String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f`,
].join('')

/** The entities of HTML that stand for a character of ASCII, for one that people write for it, or for one that nobody sees. */
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

/** The character that an entity of HTML stands for, in any case; those that nobody sees are all `\u200b`. Undefined for any other. */
export function characterOfEntity(name: string): string | undefined {
  return byName.get(name.toLowerCase())
}

/** A character of ASCII that one sees, in octal digits behind its backslash, as C and shells write it. */
export const octalPattern: string = '0?(?:1[0-7]{2}|0?[4-7][0-7])'
