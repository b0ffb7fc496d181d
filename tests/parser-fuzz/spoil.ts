import type { Pick } from '../corpus/pick.ts'

/** One way to spoil a text. `sources` are intact texts to splice from. */
type Spoil = (text: string, pick: Pick, sources: readonly string[]) => string

/** Text with a special meaning in YAML, the matcher language or JavaScript. */
const specials = [
  ...['&a ', '*a', '<<: *a', '!!set ', '!x ', '%YAML 1.1\n', '---\n', '...\n', '? ', ': ', ' #', '@', '`', '\t'],
  ...['| ', '>-\n', '|9\n', '"', "'", '[', ']', '{', '}', ', ', '- ', '~', '\\', '"\\ud800"', '"\\x', '\r', '\r\n'],
  ...['{{', '}}', '{{a}}', '${x}', 'none', 'null', '1e999', '.nan', '.inf', '0x1F', '012', '-0', '22:00', '2026-02-30'],
  ...[
    '__proto__: { a: 1 }\n',
    'constructor: 1\n',
    'toString: [',
    'hasOwnProperty',
    '/(a+)+$/',
    '/(?<=x)/',
    '/[/',
    '/a/zz',
  ],
  ...[
    'schema: { type: 7 }',
    'schema: { $ref: "#/x" }',
    'between: [2, 1]',
    'reply: {}',
    'calls: []',
    'parameters: [{}]',
  ],
]

/** Characters that editors and parsers treat differently. */
const odd = [
  ...['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u00a0', '\u00ad', '\u0301', '\u061c', '\u200b', '\u200d'],
  ...['\u2028', '\u2029', '\u202e', '\u2066', '\u3000', '\ufeff', '\ufffd', '\uffff', '\ud800', '\udfff', '\u{1f600}'],
  ...['\u{10ffff}', '\u{e0041}', '꼭', '势必要', 'ﬀ', 'İ', 'ß'],
]

const spoils: Record<string, Spoil> = {
  'byte flip': (text, pick) => {
    const bytes = Buffer.from(text)
    for (let rounds = 1 + pick(4); rounds > 0 && bytes.length > 0; rounds -= 1) {
      const at = pick(bytes.length)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << pick(8))
    }
    return bytes.toString('utf8')
  },
  'line deleted': (text, pick) => onLines(text, pick, (lines, at) => lines.toSpliced(at, 1 + pick(3))),
  'line twice': (text, pick) => onLines(text, pick, (lines, at) => lines.toSpliced(at, 0, lines[at] ?? '')),
  'lines swapped': (text, pick) =>
    onLines(text, pick, (lines, at) => lines.with(at, lines[0] ?? '').with(0, lines[at] ?? '')),
  'indentation swapped': (text, pick) =>
    onLines(text, pick, (lines, at) => {
      const [one, other] = [lines[at] ?? '', lines[pick(lines.length)] ?? '']
      return lines.with(at, (/^\s*/.exec(other)?.[0] ?? '') + one.trimStart())
    }),
  'special inserted': (text, pick) => insert(text, pick, specials[pick(specials.length)] ?? ''),
  'special for a value': (text, pick) =>
    onLines(text, pick, (lines, at) =>
      lines.with(
        at,
        (lines[at] ?? '').replace(/: .*$/, () => `: ${specials[pick(specials.length)] ?? ''}`),
      ),
    ),
  'odd character': (text, pick) => insert(text, pick, odd[pick(odd.length)] ?? ''),
  truncated: (text, pick) => text.slice(0, pick(text.length + 1)),
  'beginning lost': (text, pick) => text.slice(pick(text.length + 1)),
  'other line ends': (text, pick) => text.replaceAll('\n', ['\r\n', '\r', '\u2028', '\n\n'][pick(4)] ?? '\n'),
  'files glued': (text, pick, sources) => {
    const other = sources[pick(sources.length)] ?? ''
    return [text + other, `${text}---\n${other}`, insert(text, pick, other), `${text}\n${text}`][pick(4)] ?? text
  },
  'part many times': (text, pick) => {
    const lines = text.split('\n')
    const from = pick(lines.length)
    const part = lines.slice(from, from + 1 + pick(lines.length)).join('\n')
    const times = Math.min(1 + pick(400), Math.ceil(200_000 / (part.length + 1)))
    return [...lines.slice(0, from), ...Array.from({ length: times }, () => part), ...lines.slice(from)].join('\n')
  },
  'long line': (text, pick) => {
    const piece =
      ['x', 'word ', '[', '{a: ', '"', '- ', '{{', 'a: ', '[1,', '😀', ' ', '\t', '#', '(', '/', ','][pick(16)] ?? ''
    return insert(text, pick, piece.repeat(1 + pick([100, 2_000, 50_000][pick(3)] ?? 1)))
  },
  'nested brackets': (text, pick) => {
    const depth = 1 + pick(150)
    const [open, shut] = [
      ['[', ']'],
      ['{a: ', '}'],
      ['{not: ', '}'],
      ['[{contains: ', '}]'],
    ][pick(4)] ?? ['', '']
    return insert(text, pick, `${open?.repeat(depth)}1${pick(4) === 0 ? '' : shut?.repeat(depth)}`)
  },
  'nested aliases': (text, pick) => {
    const names = Array.from({ length: 2 + pick(9) }, (_, index) => `a${index}`)
    const lines = names.map((name, index) => `${name}: &${name} [${`*a${index - 1}, `.repeat(index === 0 ? 0 : 9)}1]`)
    return onLines(text, pick, (list, at) => list.toSpliced(pick(2) * at, 0, ...lines))
  },
}

/** The names of the ways to spoil a text. */
export const spoilNames: string[] = Object.keys(spoils)

/** Spoils a text one to four times, mostly once; returns the result and the ways used. */
export function spoil(sources: readonly string[], pick: Pick): { text: string; ways: string[] } {
  const ways = Array.from({ length: 1 + pick(1 + pick(4)) }, () => spoilNames[pick(spoilNames.length)] ?? '')
  const start = sources[pick(sources.length)] ?? ''
  return { text: ways.reduce((text, way) => spoils[way]?.(text, pick, sources) ?? text, start), ways }
}

function onLines(text: string, pick: Pick, change: (lines: string[], at: number) => string[]): string {
  const lines = text.split('\n')
  return change(lines, pick(lines.length)).join('\n')
}

function insert(text: string, pick: Pick, piece: string): string {
  const at = pick(text.length + 1)
  return text.slice(0, at) + piece + text.slice(at)
}
