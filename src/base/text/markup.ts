import { characterOfEntity } from './escapes.ts'

/** What every mark begins with, at its place; a text without any of these has none. */
const anyMark = /[\\&<[*_~`]|^[ \t]*[>#+=-]/m

const target = String.raw`\((?:<[^<>\n]*>|(?:[^()<>\s]|\([^()\s]*\))*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)`

/** Marks of Markdown and HTML; each reads only to where the next of its kind could begin, for linear time. */
const marks = {
  fence: String.raw`^[ \t]*(?:>[ \t]*)*(?:\x60{3,}|~{3,})[^\n\x60]*$`,
  rule: String.raw`^[ \t]*(?<dash>[-*_=])(?:[ \t]*\k<dash>)+[ \t]*$`,
  definition: String.raw`^[ \t]*\[[^^[\]\n][^[\]\n]*\]:[ \t]+\S+(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?[ \t]*$`,
  beginning: String.raw`^[ \t]*(?:(?:>|(?:#{1,6}|[-*+])(?=[ \t]))[ \t]*)+`,
  escape: String.raw`\\(?<escaped>[!-/:-@[-\x60{-~]|\n)`,
  entity: String.raw`&(?:#(?<decimal>\d{1,7})|#x(?<hex>[\da-f]{1,6})|(?<name>[a-z][a-z\d]{1,30}));`,
  comment: '(?<comment><!--)',
  tag: String.raw`<\/?(?<tag>[a-z][a-z\d-]{0,30})(?:\s(?:[^<>"']|"[^"]*"|'[^']*')*)?\/?>`,
  address: String.raw`<(?<address>[a-z][a-z\d+.-]{1,31}:[^<>\s]*|[^<>\s@]+@[^<>\s]+)>`,
  link: String.raw`!?\[(?<link>(?:[^[\]]|\[[^[\]]*\])*)\](?:${target}|(?<label>\[[^[\]\n]*\]))`,
  emphasis: String.raw`(?<emphasis>\*+|_+)`,
  stroke: '~~|`+',
}

const anyOfThem = new RegExp(Object.values(marks).join('|'), 'gim')
const definition = new RegExp(marks.definition, 'm')

/** Elements that stand apart from what is beside them. */
const blocks: ReadonlySet<string> = new Set(
  'address article aside blockquote body br caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html legend li main nav ol option p pre section select summary table tbody td tfoot th thead title tr ul'.split(
    ' ',
  ),
)

/** A text without marks of Markdown and HTML: what they enclose stays, entities become their characters. */
export function withoutMarkup(text: string): string {
  return anyMark.test(text) ? takeOut(text) : text
}

function takeOut(text: string): string {
  const pieces: string[] = []
  const pattern = new RegExp(anyOfThem)
  const definesLabels = definition.test(text)
  const lastClose = text.lastIndexOf('-->')
  let from = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { comment, label, ...groups } = match.groups ?? {}
    const isText = comment !== undefined ? lastClose < pattern.lastIndex : label !== undefined && !definesLabels
    if (isText) pattern.lastIndex = match.index + 1
    else if (comment !== undefined) pattern.lastIndex = text.indexOf('-->', pattern.lastIndex) + 3
    const source = text.slice(match.index, pattern.lastIndex)
    pieces.push(text.slice(from, match.index), isText ? source : (read(groups, match) ?? source))
    from = pattern.lastIndex
  }
  return pieces.join('') + text.slice(from)
}

/** What a mark is read as; undefined for one that is text at its place. */
function read(
  groups: Record<string, string | undefined>,
  { 0: mark, index, input }: RegExpExecArray,
): string | undefined {
  const { escaped, decimal, hex, name, tag, address, link, emphasis } = groups
  if (escaped !== undefined) return escaped
  if (decimal !== undefined) return characterOf(Number(decimal))
  if (hex !== undefined) return characterOf(Number.parseInt(hex, 16))
  if (name !== undefined) return characterNamed(name)
  if (tag !== undefined) return blocks.has(tag.toLowerCase()) ? ' ' : ''
  if (link !== undefined) return withoutMarkup(link)
  if (emphasis !== undefined && isText(emphasis, input[index - 1], input[index + mark.length])) return undefined
  return address ?? ''
}

/** Stars and low lines between two spaces are text, and low lines within a word. */
function isText(emphasis: string, before = ' ', after = ' '): boolean {
  if (/\s/.test(before) && /\s/.test(after)) return true
  return emphasis.startsWith('_') && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after)
}

function characterOf(code: number): string | undefined {
  return code === 0 || code > 0x10ffff ? undefined : String.fromCodePoint(code)
}

const accents: Readonly<Record<string, string>> = {
  ...{ uml: '\u0308', acute: '\u0301', grave: '\u0300', circ: '\u0302', tilde: '\u0303', cedil: '\u0327' },
  ...{ ring: '\u030a', caron: '\u030c', breve: '\u0306', macr: '\u0304', ogon: '\u0328', dot: '\u0307' },
}
const accented = new RegExp(`^([a-z])(${Object.keys(accents).join('|')})$`, 'i')

/** Characters beside those of ASCII, by the names of their entities. */
const characters: ReadonlyMap<string, string> = new Map(
  [
    'szligß aeligæ AEligÆ oeligœ OEligŒ oslashø OslashØ ethð ETHÐ thornþ THORNÞ iexcl¡ iquest¿ laquo« raquo»',
    'lsaquo‹ rsaquo› lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ hellip… ndash– mdash— bull• middot· trade™ reg® copy©',
    'euro€ pound£ yen¥ cent¢ sect§ para¶ deg° times× divide÷ plusmn± minus− frac12½ frac14¼ frac34¾ sup1¹ sup2² sup3³',
    'ordfª ordmº microµ larr← rarr→ uarr↑ darr↓ check✓ infin∞ ne≠ le≤ ge≥',
  ]
    .join(' ')
    .split(' ')
    .map((each) => [each.slice(0, -1), each.slice(-1)]),
)

function characterNamed(name: string): string | undefined {
  const own = characters.get(name)
  if (own !== undefined) return own
  const [, letter, accent = ''] = accented.exec(name) ?? []
  const mark = accents[accent.toLowerCase()]
  return letter === undefined || mark === undefined ? characterOfEntity(name) : `${letter}${mark}`
}
