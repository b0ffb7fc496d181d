/** A text as a reader sees it, written from the docs; `joined` are several texts that were joined by newlines. */
export function seenBy(text: string, parts: readonly string[] = [text]): string {
  if (parts.length > 1 && parts.filter((each) => each !== '').join('\n') === text)
    return parts
      .map((each) => seenBy(each))
      .filter((each) => each !== '')
      .join('\n')
  const bare = strip(text.replace(/\r\n|\r/g, '\n'))
  return spelt(unmarked(bare)).trim()
}

/** An expected text in the same spelling; null if it has nothing but characters that others look like. */
export const soughtIn = (text: string): string | null => (isDeceptive(text) ? null : spelt(strip(text)))

/** The same for a pattern, one character at a time. */
export function soughtPattern(source: string): string {
  if (isDeceptive([...source].filter((each) => !'\\^$.*+?()[]{}|/-'.includes(each)).join(''))) return source
  return [...source].map((each) => (/[\x20-\x7e]/.test(each) ? each : inPattern(each))).join('')
}

const inPattern = (character: string): string => {
  const plain = spelt(strip(character))
  return /^[-.]/.test(plain) ? plain.replace(/[-.]/g, '\\$&') : plain
}

const blank = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]/
const ghost = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\p{Cc}]/u

const strip = (text: string): string => [...text].filter((each) => blank.test(each) || !ghost.test(each)).join('')

const isDeceptive = (text: string): boolean =>
  [...text].every((each) => blank.test(each) || ghost.test(each) || look(each) !== each)

/** The plain character that one looks like. */
function look(character: string): string {
  if ('‘’‚‛′‹›ʼ'.includes(character)) return "'"
  if ('“”„‟″«»'.includes(character)) return '"'
  if ('\u2010\u2011\u2212'.includes(character)) return '-'
  if (character === '…') return '...'
  const code = character.codePointAt(0) ?? 0
  const dressed = (code >= 0xfb00 && code <= 0xfb06) || (code >= 0x1d400 && code <= 0x1d7ff)
  return dressed ? character.normalize('NFKC') : character
}

function spelt(text: string): string {
  let [words, gap] = ['', '']
  for (const each of text) {
    if (blank.test(each)) gap += each
    else {
      words += spaceFor(gap) + look(each)
      gap = ''
    }
  }
  return words + spaceFor(gap)
}

const spaceFor = (gap: string): string => (gap === '' ? '' : gap.split('\n').length > 2 ? '\n' : ' ')

const blockNames =
  'br p div li ul ol td th tr table h1 h2 h3 h4 h5 h6 hr blockquote pre section article header footer'.split(' ')
const names: Record<string, string> = {
  ...{ nbsp: '\u00a0', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", shy: '\u00ad' },
  ...{ eacute: 'é', hellip: '…', rsquo: '’' },
}

/** What stands at a place, how long it is, and what it is read as; null for no mark. */
type Mark = [length: number, read: string]

/** A text without marks: each place is tried for a mark, and any other character is kept. */
function unmarked(text: string): string {
  const labels = text.split('\n').some((line) => definition.test(line))
  let words = ''
  for (let at = 0; at < text.length; ) {
    const mark = (at === 0 || text[at - 1] === '\n' ? lineMark(text.slice(at)) : null) ?? markAt(text, at, labels)
    words += mark === null ? text[at] : mark[1]
    at += mark === null ? 1 : mark[0]
  }
  return words
}

const definition = /^[ \t]*\[[^^[\]][^[\]]*\]:[ \t]+\S+(?:[ \t]+(?:"[^"]*"|'[^']*'))?[ \t]*$/

function lineMark(rest: string): Mark | null {
  const [line = ''] = rest.split('\n', 1)
  const only = line.replace(/[ \t]/g, '')
  const isRule = only.length > 1 && '-*_='.includes(only[0] ?? ' ') && [...only].every((each) => each === only[0])
  if (isRule || /^(?:[ \t]*>)*[ \t]*(?:```+[^`]*|~~~+[^`]*)$/.test(line) || definition.test(line))
    return [line.length, '']
  let length = 0
  for (;;) {
    const [mark] = /^[ \t]*(?:>|(?:#{1,6}|[-*+])(?=[ \t]))/.exec(line.slice(length)) ?? []
    if (mark === undefined) break
    length += mark.length
  }
  if (length === 0) return null
  return [length + (/^[ \t]*/.exec(line.slice(length))?.[0].length ?? 0), '']
}

function markAt(text: string, at: number, labels: boolean): Mark | null {
  const rest = text.slice(at)
  const [first = ''] = rest
  if (first === '\\' && /^\\[\n\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/.test(rest)) return [2, rest[1] ?? '']
  if (first === '&') return entity(rest)
  if (first === '<') return angle(rest)
  if (first === '[' || rest.startsWith('![')) return link(rest, labels)
  if (first === '`') return [/^`+/.exec(rest)?.[0].length ?? 1, '']
  if (rest.startsWith('~~')) return [2, '']
  if (first === '*' || first === '_') return emphasis(text, at)
  return null
}

function entity(rest: string): Mark | null {
  const [all = '', decimal, hex, name = ''] = /^&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,31}));/.exec(rest) ?? []
  if (all === '') return null
  const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : null
  if (code === null) return names[name] === undefined ? null : [all.length, names[name]]
  return code === 0 || code > 0x10ffff ? null : [all.length, String.fromCodePoint(code)]
}

function angle(rest: string): Mark | null {
  if (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4)
    return end < 4 ? null : [end + 3, '']
  }
  const [tag, name = ''] = /^<\/?([a-z][a-z\d-]{0,30})(?:\s(?:[^<>"']|"[^"]*"|'[^']*')*)?\/?>/i.exec(rest) ?? []
  if (tag !== undefined) return [tag.length, blockNames.includes(name.toLowerCase()) ? ' ' : '']
  const [address, inside = ''] = /^<([a-z][a-z\d+.-]+:[^<>\s]*|[^<>\s@]+@[^<>\s]+)>/i.exec(rest) ?? []
  return address === undefined ? null : [address.length, inside]
}

function link(rest: string, labels: boolean): Mark | null {
  const [all, text = '', target = ''] =
    /^!?\[((?:[^[\]]|\[[^[\]]*\])*)\](\((?:<[^<>\n]*>|(?:[^()<>\s]|\([^()\s]*\))*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)|\[[^[\]\n]*\])/.exec(
      rest,
    ) ?? []
  return all === undefined || (target.startsWith('[') && !labels) ? null : [all.length, unmarked(text)]
}

function emphasis(text: string, at: number): Mark | null {
  const sign = text[at] ?? ''
  let end = at
  while (text[end] === sign) end += 1
  let start = at
  while (text[start - 1] === sign) start -= 1
  const [before, after] = [text[start - 1] ?? ' ', text[end] ?? ' ']
  const within = /[\p{L}\p{N}]/u
  if (/\s/.test(before) && /\s/.test(after)) return [end - at, text.slice(at, end)]
  if (sign === '_' && within.test(before) && within.test(after)) return [end - at, text.slice(at, end)]
  return [end - at, '']
}
