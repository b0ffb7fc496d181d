import { ran } from './play-row.ts'
import type { Act, Row } from './row.ts'
import { messageOf, refused, talk, withData } from './talk-parts.ts'

/** What both agents of a pair are held against: an `expect`, or from `-` on the turns; one turn's acts for each. */
type Pair = [about: string, suite: string, broken: readonly Act[], sound: readonly Act[], more?: Partial<Row>]
/** An expectation that is refused, one like it that is taken, an agent for which that one holds, and one (`?!`) for which not. */
type Refusal = [about: string, refused: string, taken: string, sound: readonly Act[], broken?: readonly Act[]]

const raw = String.raw
const button = (text: string, payload = 'p'): Act =>
  messageOf({ type: 'text', text: 'Hi' }, { type: 'button', text, payload })
const image = (caption: string): Act =>
  messageOf({ type: 'image', mimeType: 'image/png', url: 'https://x.example/a', caption })
const file = (filename: string): Act =>
  messageOf({ type: 'file', mimeType: 'text/plain', url: 'https://x.example/a', filename })
const by = (agentName: string): Act => ({ type: 'message', agentName, content: [{ type: 'text', text: 'Hi' }] })
const pay = (args: object): Act[] => [...ran('pay', args), 'Done.']
const got = (output: unknown): Act[] => [...ran('get', {}, output), 'Done.']

const patterns: Pair[] = [
  ['a pattern as a reply', '{ reply: /sorry/i }', ['No.'], ['So SORRY.']],
  ['a pattern in quotes', '{ reply: "/sorry/i" }', ['No.'], ['So SORRY.']],
  ['a pattern ruled out', '{ reply: { not: /sorry/i } }', ['So SORRY.'], ['No.']],
  ['patterns ruled out, quoted or not', '{ reply: { none: [/sorry/i, "/refund/"] } }', ['A refund.'], ['A Refund.']],
  ['a pattern beside a text', '{ reply: { one of: [/^Bye/, Done.] } }', ['Good Bye'], ['Bye now']],
  ['any pattern', '{ reply: { any: [/^Bye/, /^Done/] } }', ['Good Bye'], ['Done now']],
  ['all patterns', '{ reply: { all: [/Bye/, /now/] } }', ['Good Bye'], ['Bye now']],
  ['a pattern as a part', raw`{ reply: { contains: ['/\d{4}/', Friday] } }`, ['On Friday, 12'], ['On Friday, 1042']],
  ['a pattern as a part ruled out', '{ reply: { not: { contains: [/secret/i, pin] } } }', ['SECRET'], ['open']],
  ['a pattern for a button', '{ reply: { button: /refund/i } }', [button('Track')], [button('REFUND me')]],
  [
    'a pattern ruled out of buttons',
    '{ reply: { button: { not: { text: /refund/i } } } }',
    [button('Track'), button('Refund')],
    [button('Track')],
  ],
  [
    'a pattern ruled out of payloads',
    '{ reply: { button: { not: { payload: /^refund/ } } } }',
    [button('A', 'refund_1')],
    [button('A', 'no_refund')],
  ],
  [
    'a pattern for a caption',
    '{ reply: { image: { caption: /invoice/i } } }',
    [image('Receipt')],
    [image('Your Invoice')],
  ],
  [
    'a pattern ruled out of captions',
    '{ reply: { image: { not: { caption: /invoice/i } } } }',
    [image('Your Invoice')],
    [image('Receipt')],
  ],
  ['a pattern for a file', raw`{ reply: { file: /\.pdf$/ } }`, [file('a.pdf.exe')], [file('a.pdf')]],
  [
    'a reply pattern rules out a caption',
    '{ reply: { not: /invoice/i } }',
    ['Hi', image('Invoice')],
    ['Hi', image('Map')],
  ],
  ['a pattern for the name of an agent', '{ reply: { agentName: /^de/ } }', [by('order-desk')], [by('desk')]],
  [
    'a pattern ruled out of names',
    '{ reply: { agentName: { not: /human/i } } }',
    [by('Human'), by('desk')],
    [by('desk')],
  ],
  [
    'a pattern for an argument',
    raw`{ calls: [{ pay: { with: { id: /^\d+$/ } } }] }`,
    pay({ id: 'x1' }),
    pay({ id: '42' }),
  ],
  ['a pattern for a number', raw`{ calls: [{ pay: { with: { id: /^\d+$/ } } }] }`, pay({ id: 42 }), pay({ id: '42' })],
  [
    'a pattern under exactly',
    raw`{ calls: [{ pay: { exactly: { id: /^\d+$/ } } }] }`,
    pay({ id: '1', n: 1 }),
    pay({ id: '42' }),
  ],
  [
    'a pattern under never',
    '{ calls: { never: [{ pay: { with: { to: /mallory/i } } }] } }',
    pay({ to: 'MALLORY' }),
    pay({ to: 'bob' }),
  ],
  [
    'a pattern for a member of an output',
    '{ calls: [{ get: { returns: { state: /^ship/ } } }] }',
    got({ state: 'unshipped' }),
    got({ state: 'shipped' }),
  ],
  [
    'a pattern for an output',
    '{ calls: [{ get: { returns: /shipped/ } }] }',
    got({ state: 'open' }),
    got({ state: 'shipped' }),
  ],
  [
    'a pattern for an item',
    '{ calls: [{ get: { returns: { tags: { contains: /^vip$/i } } } }] }',
    got({ tags: ['vips'] }),
    got({ tags: ['a', 'VIP'] }),
  ],
  [
    'a pattern for a key',
    '{ calls: [{ get: { returns: { o: { contains: /^ref_/ } } } }] }',
    got({ o: { id: 'ref_1' } }),
    got({ o: { ref_id: 1 } }),
  ],
  [
    'a pattern for a key ruled out',
    '{ calls: [{ get: { returns: { o: { not: { contains: /^ref_/ } } } } }] }',
    got({ o: { ref_id: 1 } }),
    got({ o: { id: 'ref_1' } }),
  ],
  [
    'a pattern for each item',
    raw`{ calls: [{ get: { returns: { ids: { each: /^\d+$/ } } } }] }`,
    got({ ids: ['1', 'a'] }),
    got({ ids: ['1', '2'] }),
  ],
  [
    'patterns as a list',
    '{ calls: [{ get: { returns: { ids: [/^a/, "/^b/"] } } }] }',
    got({ ids: ['b', 'a'] }),
    got({ ids: ['a1', 'b1'] }),
  ],
  [
    'patterns under exactly, as a list',
    '{ calls: [{ get: { returns: { ids: { exactly: [/^a/] } } } }] }',
    got({ ids: ['a', 'b'] }),
    got({ ids: ['a1'] }),
  ],
  ['patterns for messages', '{ reply: { messages: [/hi/i, /bye/i] } }', ['Bye', 'Hi'], ['Hi', 'Bye']],
  [
    'a pattern for each message',
    '{ reply: { messages: { each: { not: /sorry/i } } } }',
    ['Hi', 'Sorry'],
    ['Hi', 'Bye'],
  ],
  [
    'a pattern for thinking',
    '{ reply: { thinking: { not: /secret/i } } }',
    [{ type: 'thinking', thinking: 'A SECRET' }, 'Hi'],
    [{ type: 'thinking', thinking: 'Plan' }, 'Hi'],
  ],
  ['a pattern that ignores case beside it', '{ reply: { ignore: case, contains: /sorry/ } }', ['No.'], ['SORRY']],
  [
    'a path is a text',
    '{ calls: [{ pay: { with: { at: /usr/bin } } }] }',
    pay({ at: '/usr/bin/node' }),
    pay({ at: '/usr/bin' }),
  ],
  [
    'a path with a slash at its end',
    '{ calls: [{ pay: { with: { at: /usr/bin/ } } }] }',
    pay({ at: '/usr/bin/node' }),
    pay({ at: '/usr/bin/' }),
  ],
  [
    'a path ruled out',
    '{ calls: { never: [{ pay: { with: { at: /etc/passwd } } }] } }',
    pay({ at: '/etc/passwd' }),
    pay({ at: '/etc/passwd.bak' }),
  ],
  ['a path as a part', '{ reply: { contains: /usr/bin } }', ['usr bin'], ['In /usr/bin it is.']],
  ['a text that looks like a pattern', raw`{ reply: { matches: "/^\\/sorry\\/i/" } }`, ['sorry'], ['/sorry/i']],
  ['a pattern for a member of JSON in a reply', '{ reply: { json: { a: /^x/ } } }', ['{"a":"yx"}'], ['{"a":"xy"}']],
  ['line flag', '{ reply: /^b$/m }', ['ab'], ['a\nb']],
  ['dot flag', '{ reply: /a.b/s }', ['ab'], ['a\nb']],
  ['no dot flag', '{ reply: /a.c/ }', ['a\n\nc'], ['abc']],
]

const scripts: Pair[] = [
  ['German words', raw`{ reply: { not: /\büber\b/i } }`, ['Es geht ÜBER alles.'], ['Es ist überall.']],
  [
    'decomposed letters',
    raw`{ reply: { not: /\büber\b/i } }`,
    ['Es geht u\u0308ber alles.'],
    ['Es ist u\u0308berall.'],
  ],
  ['Russian words', raw`{ reply: { not: /\bвозврат\b/i } }`, ['Возврат!'], ['Возвраты.']],
  ['Hindi words', raw`{ reply: /^\w+$/ }`, ['नमस्ते!'], ['नमस्ते']],
  ['the ends of Hindi words', raw`{ reply: /\bनमस्ते\b/ }`, ['नमस्तेजी'], ['नमस्ते जी']],
  ['part of a Hindi word', raw`{ reply: { not: /\bनमस\b/ } }`, ['नमस जी'], ['नमस्ते जी']],
  ['Arabic digits', raw`{ reply: { not: /\d/ } }`, ['رقم ١٢٣'], ['رقم']],
  ['Arabic words', raw`{ reply: { not: /\bمال\b/ } }`, ['هذا مال.'], ['هذا مالك.']],
  ['Greek capitals', '{ reply: { not: /ΣΟΦΟΣ/i } }', ['ο σοφος'], ['ο σοφό']],
  ['Greek words', raw`{ reply: { not: /\bοδός\b/i } }`, ['Η ΟΔΌΣ'], ['Η οδόςα']],
  ['a long property', raw`{ reply: { not: '/\p{Letter}/' } }`, ['да'], ['12!']],
  ['the property of a script', raw`{ reply: { not: '/\p{Cyrillic}/' } }`, ['да'], ['da']],
  ['a property negated', raw`{ reply: '/^\P{L}+$/' }`, ['1я'], ['12!']],
  ['what is no word', raw`{ reply: { not: '/[^\w\s]/' } }`, ['привет!'], ['привет мир']],
  ['capital classes', raw`{ reply: /^\W+$/ }`, ['я!'], ['?!']],
  ['digits negated', raw`{ reply: /^\D+$/ }`, ['а٣'], ['аб']],
  ['ASCII names', '{ reply: { not: "/[[:alpha:]]/" } }', ['да, yes'], ['да']],
  ['a range in any case', '{ reply: "/^[а-я]+$/i" }', ['DA'], ['ДА']],
  ['a capital sharp s', '{ reply: { not: /ß/i } }', ['STRAẞE'], ['STRASSE']],
  ['a Roman number', raw`{ reply: /^\w+$/ }`, ['Ⅳ.'], ['Ⅳ']],
  ['the patterns of a schema', raw`{ reply: { schema: { type: string, pattern: '^\w+$' } } }`, ['привет'], ['hello']],
  ['an emoji is one character', '{ reply: /^.$/ }', ['👍👍'], ['👍']],
  ['letters inside a word', raw`{ reply: /\Bов\b/ }`, ['ов'], ['слов']],
  ['white space', raw`{ reply: { matches: /^a\sb$/ } }`, ['ab'], ['a\u00a0b']],
]

const full = '{ reply: { not: { contains: full refund } } }'
const read: Pair[] = [
  ...[
    'full\u00a0refund',
    'full\u2009refund',
    'full re\u200bfund',
    'full re\u00adfund',
    'full **refund**',
    '**full** refund',
    'full re**fun**d',
    '[full](https://x.example) refund',
    '[full refund](<https://x.example/a b> "t")',
    '`full` refund',
    'full re<b>fund</b>',
    'full&nbsp;refund',
    'full&#160;refund',
    'full<br>refund',
    'full <span class="a>b">refund</span>',
    'full re<!-- x -->fund',
    '- full\n- refund',
    '> full\n> refund',
    '# full\nrefund',
    'full\nrefund',
    'full re~~f~~und',
    '![full refund](https://x.example/a.png)',
    '[full refund][1]\n\n[1]: https://x.example',
    '𝐟𝐮𝐥𝐥 𝐫𝐞𝐟𝐮𝐧𝐝',
    '*full*\n_refund_',
    'full\u2800refund',
    '<p>full</p><p>refund</p>',
    '\\full refund',
    'full re\u2060fund',
    'ful\u200dl refund',
    '&#102;ull refund',
    'full \\\nrefund',
    '1. **full\trefund**',
    'full \u202erefund',
    'full\r\nrefund',
    'full __refund__',
    'full re&shy;fund',
    'full re&zwnj;fund',
    'full&ensp;refund',
    'full&#8203; refund',
    '*full* *refund*',
    '[**full** refund](https://x.example)',
    '[full](mailto:a@x.example) refund',
    '[full](/refunds) refund',
    'full<br/>\nrefund',
  ].map(
    (text): Pair => [
      `ruled out as read: ${JSON.stringify(text)}`,
      full,
      [text],
      ['full_refund, 2 * 3, fullrefund, a full&amp;nbsp;refund, 5 < 6'],
    ],
  ),
  ['a curly quote', '{ reply: { not: { contains: "don\'t" } } }', ['I don’t'], ['I do not']],
  ['an entity for a quote', '{ reply: { not: { contains: "don\'t" } } }', ['I don&rsquo;t'], ['I dont']],
  ['a hyphen that does not break', '{ reply: { not: { contains: e-mail } } }', ['an e\u2011mail'], ['an email']],
  ['a ligature', '{ reply: { not: { contains: final } } }', ['the ﬁnal'], ['the fnal']],
  ['dots in one', '{ reply: { not: { contains: "wait..." } } }', ['wait…'], ['wait..']],
  ['a pattern as read', '{ reply: { not: /full refund/i } }', ['Full\u00a0**re**fund'], ['Full fund']],
  ['a beginning as read', '{ reply: { not: /^Refund/ } }', ['## Refund'], ['A Refund']],
  ['starts with, as read', '{ reply: { not: { starts with: Refund } } }', ['**Refund** it'], ['A Refund']],
  ['ends with, as read', '{ reply: { not: { ends with: refund. } } }', ['A **refund.**'], ['A refund']],
  ['equality as read', '{ reply: { not: Refund } }', ['**Refund**'], ['Refunds']],
  ['none, as read', '{ reply: { none: [Refund, { contains: full price }] } }', ['full\u00a0price'], ['price']],
  ['a button as read', full, [button('full\u00a0refund')], [button('refund')]],
  [
    'a text of buttons as read',
    '{ reply: { button: { not: { text: Refund } } } }',
    [button('Re\u200bfund')],
    [button('Track')],
  ],
  [
    'a caption as read',
    '{ reply: { image: { not: { caption: { contains: full refund } } } } }',
    [image('full **refund**')],
    [image('refund')],
  ],
  ['a caption in the reply as read', full, ['Hi', image('full **refund**')], ['Hi', image('refund')]],
  ['a file as read', full, ['Hi', file('full\u00a0refund')], ['Hi', file('refund')]],
  [
    'a message as read',
    '{ reply: { messages: { each: { not: { contains: full refund } } } } }',
    ['Hi', 'full **refund**'],
    ['Hi', 'refund'],
  ],
  [
    'thinking as read',
    '{ reply: { thinking: { not: { contains: full refund } } } }',
    [{ type: 'thinking', thinking: 'full **refund**' }, 'Hi'],
    [{ type: 'thinking', thinking: 'Plan' }, 'Hi'],
  ],
  [
    'an argument as read',
    '{ calls: { never: [{ pay: { with: { note: { contains: full refund } } } }] } }',
    pay({ note: 'full\u00a0refund' }),
    pay({ note: 'refund' }),
  ],
  [
    'an argument equal as read',
    '{ calls: { never: [{ pay: { with: { note: refund } } }] } }',
    pay({ note: 're\u200bfund' }),
    pay({ note: 'refunds' }),
  ],
  [
    'an argument, not, as read',
    '{ calls: [{ pay: { with: { note: { not: { contains: full refund } } } } }] }',
    pay({ note: 'full **refund**' }),
    pay({ note: 'refund' }),
  ],
  [
    'an output, not, as read',
    '{ calls: [{ get: { returns: { not: { note: /full refund/ } } } }] }',
    got({ note: 'full&nbsp;refund' }),
    got({ note: 'refund' }),
  ],
  [
    'an output text, not, as read',
    '{ calls: [{ get: { returns: { not: { contains: full refund } } } }] }',
    got('full <b>refund</b>'),
    got('refund'),
  ],
  [
    'an argument expected is as sent',
    '{ calls: [{ pay: { with: { note: { contains: full refund } } } }] }',
    pay({ note: 'full **refund**' }),
    pay({ note: 'a full refund' }),
  ],
  [
    'an argument negated twice is as sent',
    '{ calls: [{ pay: { with: { note: { not: { not: { contains: full refund } } } } } }] }',
    pay({ note: 'full **refund**' }),
    pay({ note: 'a full refund' }),
  ],
  [
    'an argument allowed by never, not',
    '{ calls: { never: [{ pay: { with: { note: { not: { contains: full refund } } } } }] } }',
    pay({ note: 'full **refund**' }),
    pay({ note: 'a full refund' }),
  ],
  ['a reply expected as read', '{ reply: { contains: full refund } }', ['full fund'], ['full **refund**']],
  ['a whole reply expected as read', '{ reply: Full refund. }', ['Full fund.'], ['**Full&nbsp;refund.**']],
  ['a beginning expected as read', '{ reply: { starts with: Hello } }', ['So, Hello'], ['# Hello']],
  ['marks expected', '{ reply: { contains: "**refund**" } }', ['refund'], ['a **refund**']],
  ['marks ruled out', '{ reply: { not: { contains: "**" } } }', ['a **refund**'], ['a refund']],
  ['a space ruled out', raw`{ reply: { not: { contains: "\u00a0" } } }`, ['a\u00a0refund'], ['a refund']],
  ['quotes ruled out', '{ reply: { not: { matches: "/[‘’]/" } } }', ['I don’t'], ["I don't"]],
  ['zero-width ruled out', raw`{ reply: { not: { contains: "\u200b" } } }`, ['re\u200bfund'], ['refund']],
  ['a hash ruled out', '{ reply: { not: /^#/m } }', ['Hi\n# Refund'], ['Hi #1']],
  ['tags ruled out', '{ reply: { not: "/<[a-z]+>/" } }', ['a <b>c</b>'], ['a < b']],
  ['a code fence ruled out', '{ reply: { not: { contains: "```" } } }', ['```\na\n```'], ['`a`']],
  ['a dash ruled out', raw`{ reply: { not: { contains: "\u2011" } } }`, ['e\u2011mail'], ['e-mail']],
  ['an entity ruled out', '{ reply: { not: { contains: "&nbsp;" } } }', ['a&nbsp;b'], ['a\u00a0b']],
]

const lists: Pair[] = [
  [
    'distinct parts',
    '{ calls: [{ get: { returns: { a: { contains: [{ role: admin }, { role: admin }] } } } }] }',
    got({ a: [{ role: 'admin' }, { role: 'x' }] }),
    got({ a: [{ role: 'admin' }, { role: 'admin' }] }),
  ],
  [
    'distinct texts',
    '{ calls: [{ get: { returns: { a: { contains: [x, x] } } } }] }',
    got({ a: ['x', 'y'] }),
    got({ a: ['x', 'y', 'x'] }),
  ],
  [
    'distinct patterns',
    '{ calls: [{ get: { returns: { a: { contains: [/a/, /ab/] } } } }] }',
    got({ a: ['ab'] }),
    got({ a: ['ab', 'a'] }),
  ],
  [
    'distinct parts of the output itself',
    '{ calls: [{ get: { returns: { contains: [{ r: 1 }, { r: 1 }] } } }] }',
    got([{ r: 1 }]),
    got([{ r: 1 }, { r: 1, s: 2 }]),
  ],
  [
    'distinct arguments',
    '{ calls: { never: [{ pay: { with: { to: { contains: [a, a] } } } }] } }',
    pay({ to: ['a', 'a'] }),
    pay({ to: ['a', 'b'] }),
  ],
  [
    'any order, one more',
    '{ calls: [{ get: { returns: { a: { in any order: [1, 2] } } } }] }',
    got({ a: [2, 1, 3] }),
    got({ a: [2, 1] }),
  ],
  [
    'any order, twice',
    '{ calls: [{ get: { returns: { a: { in any order: [1, 1, 2] } } } }] }',
    got({ a: [1, 2, 2] }),
    got({ a: [1, 2, 1] }),
  ],
  [
    'any order, assigned',
    '{ calls: [{ get: { returns: { a: { in any order: [{ type: number }, 2] } } } }] }',
    got({ a: [2, 'x'] }),
    got({ a: [2, 1] }),
  ],
  [
    'any order, ruled out',
    '{ calls: [{ get: { returns: { a: { not: { in any order: [1, 2] } } } } }] }',
    got({ a: [2, 1] }),
    got({ a: [2, 1, 1] }),
  ],
  [
    'any order under exactly',
    '{ calls: [{ get: { returns: { exactly: { a: { in any order: [{ id: 1 }, { id: 2 }] } } } } }] }',
    got({ a: [{ id: 2 }, { id: 1, x: 1 }] }),
    got({ a: [{ id: 2 }, { id: 1 }] }),
  ],
  [
    'any order of patterns',
    '{ calls: [{ get: { returns: { a: { in any order: [/^a/, /^b/] } } } }] }',
    got({ a: ['a1', 'a2'] }),
    got({ a: ['b1', 'a1'] }),
  ],
  [
    'any order under never',
    '{ calls: { never: [{ pay: { with: { a: { in any order: [1, 2] } } } }] } }',
    pay({ a: [2, 1] }),
    pay({ a: [2] }),
  ],
  [
    'any order of what is no list',
    '{ calls: [{ get: { returns: { a: { in any order: [1] } } } }] }',
    got({ a: 1 }),
    got({ a: [1] }),
  ],
  ['two buttons', '{ reply: { button: [Go, Go] } }', [button('Go')], [button('Go'), button('Go')]],
  ['neither part', '{ reply: { not: { contains: [a, b] } } }', ['xb'], ['x']],
  ['neither, under none', '{ reply: { none: [{ contains: [a, b] }] } }', ['xb'], ['x']],
  ['both, under not and all', '{ reply: { not: { all: [{ contains: [a, b] }] } } }', ['ab'], ['xb']],
  ['both, under not and any', '{ reply: { not: { any: [{ contains: [a, b] }] } } }', ['ab'], ['xb']],
  ['both, under not and one of', '{ reply: { not: { one of: [{ contains: [a, b] }, z] } } }', ['ab'], ['xb']],
  ['both patterns, under not and any', '{ reply: { not: { any: [{ matches: [/a/, /b/] }] } } }', ['ab'], ['xb']],
  [
    'both, under never',
    '{ calls: { never: [{ pay: { with: { to: { contains: [a, b] } } } }] } }',
    pay({ to: 'ab' }),
    pay({ to: 'a' }),
  ],
  ['a part under one of', '{ reply: { contains: { one of: [a, /b+/] } } }', ['x'], ['bb']],
]

const members: Pair[] = [
  [
    'a missing member under never',
    '{ calls: { never: [{ pay: { with: { ok: { not: true } } } }] } }',
    pay({}),
    pay({ ok: true }),
  ],
  [
    'another value under never',
    '{ calls: { never: [{ pay: { with: { ok: { not: true } } } }] } }',
    pay({ ok: 'true' }),
    pay({ ok: true }),
  ],
  [
    'a member negated twice under never',
    '{ calls: { never: [{ pay: { with: { ok: { not: { not: true } } } } }] } }',
    pay({ ok: true }),
    pay({}),
  ],
  [
    'none under never',
    '{ calls: { never: [{ pay: { with: { tier: { none: [gold, silver] } } } }] } }',
    pay({}),
    pay({ tier: 'gold' }),
  ],
  [
    'a missing member of each item',
    '{ calls: { never: [{ pay: { with: { a: { each: { ok: { not: true } } } } } }] } }',
    pay({ a: [{}] }),
    pay({ a: [{ ok: true }] }),
  ],
  [
    'members of a text under never',
    '{ calls: { never: [{ pay: { with: { to: { name: { not: bob } } } } }] } }',
    pay({ to: 'bob' }),
    pay({ to: { name: 'bob' } }),
  ],
  [
    'a missing member of a missing one',
    '{ calls: { never: [{ pay: { with: { to: { name: { not: bob } } } } }] } }',
    pay({}),
    pay({ to: { name: 'bob' } }),
  ],
  [
    'a missing member, not',
    '{ calls: [{ get: { returns: { not: { ok: { not: true } } } } }] }',
    got({}),
    got({ ok: true }),
  ],
  [
    'a missing member, none',
    '{ calls: [{ get: { returns: { none: [{ ok: { not: true } }] } } }] }',
    got({}),
    got({ ok: true }),
  ],
  [
    'a missing member expected',
    '{ calls: [{ get: { returns: { state: { not: gone } } } }] }',
    got({}),
    got({ state: 'here' }),
  ],
  [
    'a missing member or',
    '{ calls: [{ get: { returns: { state: { any: [{ present: false }, ok] } } } }] }',
    got({ state: 'bad' }),
    got({}),
  ],
  [
    'not present',
    '{ calls: [{ get: { returns: { state: { not: { present: true } } } } }] }',
    got({ state: null }),
    got({}),
  ],
  [
    'absence expected of a text',
    '{ calls: [{ get: { returns: { o: { state: { present: false } } } } }] }',
    got({ o: 'text' }),
    got({ o: {} }),
  ],
  [
    'absence ruled out',
    '{ calls: { never: [{ pay: { with: { ok: { present: false } } } }] } }',
    pay({}),
    pay({ ok: null }),
  ],
  [
    'presence ruled out',
    '{ calls: { never: [{ pay: { with: { ok: { present: true } } } }] } }',
    pay({ ok: null }),
    pay({}),
  ],
  [
    'a missing text under never',
    '{ calls: { never: [{ pay: { with: { note: { not: { contains: ok } } } } }] } }',
    pay({}),
    pay({ note: 'ok' }),
  ],
  [
    'a missing item under never',
    '{ calls: { never: [{ pay: { with: { a: [{ not: 1 }] } } }] } }',
    pay({ a: [2] }),
    pay({ a: [1] }),
  ],
  [
    'not all under never',
    '{ calls: { never: [{ pay: { with: { n: { not: { all: [{ more than: 1 }, { less than: 5 }] } } } } }] } }',
    pay({}),
    pay({ n: 3 }),
  ],
  [
    'one of two members under never',
    '{ calls: { never: [{ pay: { with: { n: { all: [{ ok: { not: true } }, { a: 1 }] } } } }] } }',
    pay({ n: { a: 1 } }),
    pay({ n: {} }),
  ],
  [
    'a member of some item under never',
    '{ calls: { never: [{ pay: { with: { a: { contains: { ok: { not: true } } } } } }] } }',
    pay({ a: [{}] }),
    pay({ a: [{ ok: true }] }),
  ],
  [
    'a member of an output under never',
    '{ calls: { never: [{ pay: { returns: { ok: { not: true } } } }] } }',
    [...ran('pay'), 'x'],
    [...ran('pay', {}, { ok: true }), 'x'],
  ],
  [
    'two missing members, not all',
    '{ calls: [{ get: { returns: { not: { all: [{ a: { not: 1 } }, { b: { not: 1 } }] } } } }] }',
    got({}),
    got({ a: 1 }),
  ],
  [
    'exactly under never',
    '{ calls: { never: [{ pay: { exactly: { n: { not: 1 } } } }] } }',
    pay({ n: 2 }),
    pay({ n: 2, m: 1 }),
  ],
]

const numbers: Pair[] = [
  [
    'cents',
    '{ calls: [{ get: { returns: { n: { schema: { type: number, multipleOf: 0.01 } } } } }] }',
    got({ n: 19.995 }),
    got({ n: 19.99 }),
  ],
  [
    'tenths',
    '{ calls: [{ get: { returns: { n: { schema: { type: number, multipleOf: 0.1 } } } } }] }',
    got({ n: 0.35 }),
    got({ n: 0.3 }),
  ],
  [
    'cents below zero',
    '{ calls: [{ get: { returns: { n: { schema: { type: number, multipleOf: 0.01 } } } } }] }',
    got({ n: -1.115 }),
    got({ n: -1.11 }),
  ],
  [
    'small steps',
    '{ calls: [{ get: { returns: { n: { schema: { type: number, multipleOf: 0.0000001 } } } } }] }',
    got('{"n":3.5e-7}'),
    got('{"n":3e-7}'),
  ],
  [
    'cents ruled out',
    '{ calls: [{ get: { returns: { n: { not: { schema: { type: number, multipleOf: 0.05 } } } } } }] }',
    got({ n: 1.15 }),
    got({ n: 1.16 }),
  ],
  [
    'a long number is no text',
    '{ calls: [{ get: { returns: { n: { type: text } } } }] }',
    got('{"n":12345678901234567890}'),
    got('{"n":"12345678901234567890"}'),
  ],
  [
    'a long decimal is no integer',
    '{ calls: [{ get: { returns: { n: { type: integer } } } }] }',
    got('{"n":0.1234567890123456789}'),
    got('{"n":9007199254740993}'),
  ],
  [
    'a long number is no text under schema',
    '{ calls: [{ get: { returns: { n: { schema: { type: string } } } } }] }',
    got('{"n":9007199254740993}'),
    got('{"n":"9007199254740993"}'),
  ],
  [
    'the digits of a long id',
    '{ calls: [{ get: { returns: { n: "9007199254740993" } } }] }',
    got('{"n":9007199254740992}'),
    got('{"n":9007199254740993}'),
  ],
  [
    'a long number above',
    '{ calls: [{ get: { returns: { n: { more than: 5 } } } }] }',
    got('{"n":-9007199254740993}'),
    got('{"n":9007199254740993}'),
  ],
  [
    'a long number of a schema: minimum',
    '{ calls: [{ get: { returns: { n: { schema: { type: number, minimum: 5 } } } } }] }',
    got('{"n":-9007199254740993}'),
    got('{"n":9007199254740993}'),
  ],
]

const refusals: Refusal[] = [
  ['equals a pattern', '{ reply: { equals: /sorry/i } }', '{ reply: { equals: sorry/i } }', ['sorry/i']],
  ['starts with a pattern', '{ reply: { starts with: /a/i } }', '{ reply: { starts with: /a/b } }', ['/a/b c']],
  ['ends with a pattern', '{ reply: { ends with: /a/ } }', '{ reply: { ends with: a/ } }', ['ba/']],
  ['similar to a pattern', '{ reply: { similar to: /sorry/i } }', '{ reply: { similar to: sorry } }', ['sorry']],
  [
    'equals a pattern deeper',
    '{ calls: [{ get: { returns: { equals: { a: [/x/i] } } } }] }',
    '{ calls: [{ get: { returns: { equals: { a: [x] } } } }] }',
    got({ a: ['x'] }),
  ],
  ['a tool like a pattern', '{ calls: [/get/i] }', '{ calls: [get] }', got({})],
  [
    'a tool like a pattern under never',
    '{ calls: { never: ["/pay/i"] } }',
    '{ calls: { never: ["*pay*"] } }',
    got({}),
    [...ran('repay'), 'Hi'],
  ],
  [
    'a member like a pattern',
    '{ calls: [{ pay: { with: { "/a/i": 1 } } }] }',
    '{ calls: [{ pay: { with: { fields: { "/a/i": 1 } } } }] }',
    pay({ '/a/i': 1 }),
  ],
  ['a flag of JavaScript', '{ reply: /sorry/g }', '{ reply: /sorry/s }', ['sorry']],
  [
    'a schema that names a pattern',
    '{ reply: { schema: { enum: [/a/i] } } }',
    '{ reply: { schema: { enum: [a] } } }',
    ['a'],
  ],
  ['every text', '{ reply: /.*/ }', raw`{ reply: /\w/ }`, ['a']],
  ['every text that is not blank', '{ reply: /./s }', '{ reply: /../s }', ['ab'], ['a']],
  ['every text, optional', '{ reply: /a?/ }', '{ reply: /^a?$/ }', ['a']],
  ['every text, in one half', '{ reply: /a|b*/ }', '{ reply: /a|b+/ }', ['b']],
  ['no text', '{ reply: { not: /a^/ } }', raw`{ reply: { not: /a\^/ } }`, ['a'], ['a^']],
  ['no text, at its end', '{ reply: { not: /$a/ } }', raw`{ reply: { not: /\$a/ } }`, ['a'], ['$a']],
  [
    'a part and not its part',
    '{ reply: { contains: ab, not: { contains: a } } }',
    '{ reply: { contains: a, not: { contains: ab } } }',
    ['a b'],
  ],
  [
    'a part or not',
    '{ reply: { any: [{ contains: a }, { not: { contains: ab } }] } }',
    '{ reply: { any: [{ contains: ab }, { not: { contains: a } }] } }',
    ['ab'],
    ['a b'],
  ],
  [
    'beginnings',
    '{ reply: { starts with: ab, not: { starts with: a } } }',
    '{ reply: { starts with: a, not: { starts with: ab } } }',
    ['a'],
  ],
  [
    'numbers',
    '{ calls: { never: [{ pay: { with: { n: { more than: 5, less than: 3 } } } }] } }',
    '{ calls: { never: [{ pay: { with: { n: { more than: 3, less than: 5 } } } }] } }',
    pay({ n: 5 }),
    pay({ n: 4 }),
  ],
  [
    'either side',
    '{ reply: { any: [{ length: { more than: 3 } }, { length: { at most: 3 } }] } }',
    '{ calls: [{ pay: { with: { n: { any: [{ more than: 3 }, { at most: 3 }] } } } }] }',
    pay({ n: 3 }),
  ],
  [
    'either length',
    '{ reply: { any: [{ words: < 3 }, { words: ">= 3" }] } }',
    '{ calls: [{ pay: { with: { n: { any: [{ length: < 3 }, { length: ">= 3" }] } } } }] }',
    pay({ n: 'abc' }),
  ],
  ['one of, but not it', '{ reply: { one of: [a], not: a } }', '{ reply: { one of: [a, b], not: a } }', ['b']],
  [
    'before and after one tool',
    '{ calls: [{ get: { before: pay, after: pay } }] }',
    '{ calls: [{ get: { before: pay } }] }',
    [...ran('get'), ...ran('pay'), 'Done.'],
  ],
  ['every schema', '{ reply: { schema: {} } }', '{ reply: { schema: { type: string, minLength: 2 } } }', ['ab'], ['a']],
  [
    'every text under schema',
    '{ reply: { schema: { type: string, minLength: 0 } } }',
    '{ calls: [{ pay: { with: { n: { schema: { type: string, minLength: 0 } } } } }] }',
    pay({ n: '' }),
  ],
  [
    'every object',
    '{ calls: [{ pay: { arguments: { type: object } } }] }',
    '{ calls: [{ pay: { arguments: { length: { at least: 1 } } } }] }',
    pay({ n: 1 }),
  ],
  [
    'no object',
    '{ calls: { never: [{ pay: { arguments: { type: list } } }] } }',
    '{ calls: { never: [{ pay: { arguments: { length: 2 } } }] } }',
    pay({ n: 1 }),
    pay({ n: 1, m: 2 }),
  ],
  ['every list', '{ reply: { content: { type: list } } }', '{ reply: { content: { length: 1 } } }', ['a'], ['a', 'b']],
  [
    'dates',
    '{ calls: { never: [{ pay: { with: { d: { after: 2026-01-02, before: 2026-01-01 } } } }] } }',
    '{ calls: { never: [{ pay: { with: { d: { after: 2026-01-01, before: 2026-01-03 } } } }] } }',
    pay({ d: '2026-01-04' }),
    pay({ d: '2026-01-02' }),
  ],
  ['any number of words', '{ reply: { words: { at least: 0 } } }', '{ reply: { words: { at least: 1 } } }', ['a']],
  ['any number of calls', '{ calls: { count: { at least: 0 } } }', '{ calls: { count: { at least: 1 } } }', got({})],
  [
    'present or not',
    '{ calls: [{ get: { returns: { a: { any: [{ present: true }, { present: false }] } } } }] }',
    '{ calls: [{ get: { returns: { a: { any: [{ present: false }, 1] } } } }] }',
    got({}),
  ],
  [
    'a kind or not',
    '{ calls: [{ get: { returns: { a: { any: [{ type: text }, { not: { type: text } }] } } } }] }',
    '{ calls: [{ get: { returns: { a: { any: [{ type: text }, { not: { type: number } }] } } } }] }',
    got({ a: 'x' }),
  ],
  [
    'a pattern or not',
    '{ reply: { any: [/a/, { not: /a/ }] } }',
    '{ reply: { any: [/a/, { not: /b/ }] } }',
    ['ab'],
    ['b'],
  ],
  [
    'a text that a pattern rules out',
    '{ reply: { one of: [a], not: /a/ } }',
    '{ reply: { one of: [a, b], not: /a/ } }',
    ['b'],
  ],
]

/** Calls that only the stored session shows, before its entry `at` or, without it, last. */
const stored = (at: number, ...acts: Act[]): Partial<Row> => ({
  wire: withData(null, (data) => {
    const transcript = data.transcript as { timestamp: string }[]
    const { timestamp } = transcript[Math.min(at, transcript.length - 1)] as { timestamp: string }
    const entries = acts.map((act) => ({ is_error: false, executionTimeMs: 1, timestamp, ...(act as object) }))
    transcript.splice(at, 0, ...entries)
  }),
})
const log = ran('log', { a: 1, note: 're\u200bfund' }, { b: 'SECRET' }, { phase: 'post' })
const load = ran('load', {}, {}, { phase: 'pre' })
const last = stored(99, ...log)
const between = stored(2, ...log)
const first = stored(0, ...load)
const one: Act[] = [...ran('get'), 'Hi']
const lateTurn = '- { user: Hi }\n- { user: Bye, expect: { calls: none } }'
const earlyTurn = '- { user: Hi, expect: { calls: none } }\n- { user: Bye }'
/** What is expected of an agent, which in the broken row calls something behind its back, and in the sound one something else or nothing. */
const unseen: [about: string, suite: string, acts: readonly Act[], broken: Partial<Row>, sound?: Partial<Row>][] = [
  ['none', '{ calls: none }', ['Hi'], last],
  ['never', '{ calls: { never: [log] } }', one, last, first],
  ['never, by a part of its name', '{ calls: { never: ["lo*g"] } }', one, last, first],
  ['never, by an argument', '{ calls: { never: [{ log: { with: { a: 1 } } }] } }', one, last, first],
  ['never, by an argument as read', '{ calls: { never: [{ log: { with: { note: refund } } }] } }', one, last, first],
  ['never, by a missing argument', '{ calls: { never: [{ log: { with: { b: { not: 1 } } } }] } }', one, last, first],
  ['never, by a pattern for its output', '{ calls: { never: [{ log: { returns: /secret/i } }] } }', one, last, first],
  ['exactly', '{ calls: { exactly: [get] } }', one, last],
  ['count', '{ calls: { count: 1 } }', one, last],
  ['count at most', '{ calls: { count: { at most: 1 } } }', one, last],
  ['times', '{ calls: { any order: [{ log: { times: 1 } }] } }', [...ran('log'), 'Hi'], last, first],
  ['before', '{ calls: [{ get: { before: load } }, load] }', [...ran('get'), ...ran('load'), 'Hi'], first, last],
  ['pre: none', '{ calls: { pre: none } }', one, first, last],
  ['post: none', '{ calls: { post: none } }', one, last, first],
  ['post: count', '{ calls: { post: { count: 0 } } }', one, last, first],
  ['none in the later turn', lateTurn, ['Hi'], last, between],
  ['none in the later turn, by its phase', lateTurn, ['Hi'], stored(2, ...load), between],
  ['none in the earlier turn', earlyTurn, ['Hi'], between, last],
  ['none in the earlier turn, by its phase', earlyTurn, ['Hi'], first, stored(2, ...load)],
]

/** What is expected of the stored session, of refusals, and of variables: whole scripts. */
const session = (of: string): string => talk(`session: { ${of}, within: 0 ms }`, '- { user: Hi }')
const variable = (value: string, reply: string): string =>
  talk(`variables: { w: ${value} }`, `- { user: Hi, expect: { reply: ${reply} } }`)
const others: [about: string, suite: string, broken: Partial<Row>, sound: Partial<Row>][] = [
  ['the pattern of a status', session('status: /^act/i'), { session: { status: 'completed' } }, {}],
  ['the pattern of a status ruled out', session('status: { not: /act/ }'), {}, { session: { status: 'completed' } }],
  [
    'the pattern of an analysis',
    session('analysis: { mood: /pos|neu/i }'),
    { session: { analysis: { mood: 'bad' } } },
    { session: { analysis: { mood: 'Positive' } } },
  ],
  [
    'an analysis as read',
    session('analysis: { note: { not: { contains: full refund } } }'),
    { session: { analysis: { note: 'full\u00a0refund' } } },
    { session: { analysis: { note: 'refund' } } },
  ],
  [
    'a missing member of an analysis',
    session('analysis: { not: { note: { not: ok } } }'),
    { session: { analysis: {} } },
    { session: { analysis: { note: 'ok' } } },
  ],
  [
    'a variable of the session as read',
    session('variables: { tier: { not: gold } }'),
    { session: { dynamicVariables: { tier: 'go\u200bld' } } },
    { session: { dynamicVariables: { tier: 'tin' } } },
  ],
  ['the pattern of a channel', session('channel type: /chat$/i'), { session: { communicationChannelType: 'sms' } }, {}],
  [
    'the pattern of a link',
    session('recordingUrl: { not: /secret/ }'),
    { session: { recordingUrl: 'https://x.example/secret' } },
    { session: { recordingUrl: 'https://x.example/a' } },
  ],
  [
    'the pattern of an error',
    '- { user: " ", expect: { error: /^message/ } }',
    { refuse: () => ({ status: 400, errorCode: 'noMessage' }) },
    { refuse: refused(0) },
  ],
  [
    'the pattern of an error ruled out',
    '- { user: " ", expect: { error: { errorCode: { not: /^message/ } } } }',
    { refuse: refused(0) },
    { refuse: () => ({ status: 400, errorCode: 'noMessage' }) },
  ],
  ['a variable is literal in a pattern', variable('a.c', '"/^{{w}}$/i"'), { acts: [['abc']] }, { acts: [['A.C']] }],
  [
    'a variable in a pattern as read',
    variable('full refund', '{ not: "/{{w}}/i" }'),
    { acts: [['full\u00a0**R**efund']] },
    { acts: [['refund']] },
  ],
  ['a variable of marks', variable('"**"', '{ not: { contains: "{{w}}" } }'), { acts: [['**a**']] }, { acts: [['a']] }],
  [
    'a word in a variable',
    variable('возврат', raw`{ not: '/\b{{w}}\b/i' }`),
    { acts: [['Возврат.']] },
    { acts: [['возвраты']] },
  ],
]

const rowsOf = ([about, suite, broken, sound, more]: Pair): Row[] => [
  { about, name: `broken: ${suite}`, suite: turns(suite), acts: [broken], verdict: 'failed', ...more },
  { about, name: `sound: ${suite}`, suite: turns(suite), acts: [sound], verdict: 'passed', ...more },
]
const turns = (suite: string): string => (/^-/.test(suite) ? suite : `- user: Hello\n  expect: ${suite}`)

export const rows: readonly Row[] = [
  ...[...patterns, ...scripts, ...read, ...lists, ...members, ...numbers].flatMap(rowsOf),
  ...refusals.flatMap(([about, refusal, yaml, sound, broken = ['?!']]): Row[] => [
    { about, name: `refused: ${refusal}`, suite: turns(refusal), acts: [sound], verdict: 'broken' },
    { about, name: `taken: ${yaml}`, suite: turns(yaml), acts: [sound], verdict: 'passed' },
    { about, name: `can fail: ${yaml}`, suite: turns(yaml), acts: [broken], verdict: 'failed' },
  ]),
  ...unseen.flatMap(([about, suite, acts, broken, sound]): Row[] => [
    {
      about: `unseen calls: ${about}`,
      name: `broken: ${suite}`,
      suite: turns(suite),
      acts: [acts],
      verdict: 'failed',
      ...broken,
    },
    {
      about: `unseen calls: ${about}`,
      name: `sound: ${suite}`,
      suite: turns(suite),
      acts: [acts],
      verdict: 'passed',
      ...sound,
    },
  ]),
  ...others.flatMap(([about, suite, broken, sound]): Row[] => [
    { about, name: 'broken', suite, verdict: 'failed', ...broken },
    { about, name: 'sound', suite, verdict: 'passed', ...sound },
  ]),
]
