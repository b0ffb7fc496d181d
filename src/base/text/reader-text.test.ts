import { describe, expect, it } from 'vitest'
import { measureGrowth, mostGrowth } from '../measure-growth.fixture.ts'
import { eachByTier } from '../tiers.fixture.ts'
import { toPlainCharacters, toReaderText, toSoughtPattern, toSoughtText } from './reader-text.ts'

const hidden = [
  '\u00ad',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u200e',
  '\u202b',
  '\u2066',
  '\ufe0f',
  '\u034f',
]
const blanks = [
  '\u00a0',
  '\u1680',
  '\u2003',
  '\u2009',
  '\u202f',
  '\u205f',
  '\u3000',
  '\u2800',
  '\u3164',
  '\u0085',
  '\t',
]

describe('a text as its reader sees it', () => {
  it.each([
    ...[...blanks, '\n', '\r\n', '  ', ' \u200b ', '\u00ad\u2800', '  \n', '\\\n'].map((blank) => `full${blank}refund`),
    ...hidden.flatMap((each) => [`full re${each}fund`, `full${each} refund`]),
    ...['*full* refund', '**full refund**', 'full __refund__', '_full_ refund', '~~full~~ refund', '`full` refund'],
    ...[
      '# full refund',
      '###### full refund',
      '> full\n> refund',
      '- full refund',
      '* full refund',
      '+ full\n+ refund',
    ],
    ...[
      '> - # full refund',
      '```text\nfull refund\n```',
      '~~~\nfull refund\n~~~',
      'full refund\n===',
      '---\nfull refund',
    ],
    ...['[full](https://a.example/b_(c) "t") refund', '![full refund](<a b.png>)', '[![full](a.png)](b) refund'],
    ...[
      '[full refund][1]\n\n[1]: https://a.example "t"',
      '[full\nrefund](b)',
      '[**full** refund][]\n\n [a]: b',
      'f\\ull refund'.replace('\\', ''),
    ],
    ...[
      'full <b>refund</b>',
      'full<br>refund',
      '<p>full</p><p>refund</p>',
      'full <a href="x>y">re</a>fund',
      'f<!-- > -->ull refund',
    ],
    ...[
      'full<br/>refund',
      '<UL><LI>full</LI><LI class=a>refund</LI></UL>',
      'full re<wbr>fund',
      "full <i title='<'>refund</i>",
    ],
    ...[
      'full&nbsp;refund',
      'full&#160;refund',
      'full&#xA0;refund',
      'full&ensp;re&shy;fund',
      'full re&#8203;fund',
      '&#102;ull refund',
    ],
    ...['𝐟𝐮𝐥𝐥 𝑟𝑒𝑓𝑢𝑛𝑑', ' full refund ', '\u2028full refund\u2029'],
  ])('is the same: %j', (text) => {
    expect(toReaderText(text)).toBe('full refund')
  })
  it.each([
    ['Don’t ‘say’ “yes” „so“', `Don't 'say' "yes" "so"`],
    ['re\u2011open, 5 \u2212 3, wait…', 're-open, 5 - 3, wait...'],
    ['o\ufb03ce, ① 12 １２', 'office, ① 12 １２'],
    ['caf&eacute; f&uuml;r &amp;lt; &euro;5 &AElig; &rsquo;', "café für &lt; €5 Æ '"],
    ['\\*full\\* &lt;b&gt; &#42;', '*full* <b> *'],
    ['<https://a.example/b_c> <me@a.example>', 'https://a.example/b_c me@a.example'],
    ['full\n\nrefund\r\n \r\n\r\nnow', 'full\nrefund\nnow'],
    [
      '5 * 3, snake_case, a __ b, a < b > c, [note], 50 ~ 60, # 5',
      '5 * 3, snake_case, a __ b, a < b > c, [note], 50 ~ 60, # 5',
    ],
    ['1. First\n2) Second', '1. First 2) Second'],
    ['as in [1][2], [*x*][3]', 'as in [1][2], [x][3]'],
    ['a <!-- b, &unknown; &#0; &#9999999; \\a [x]: y', 'a <!-- b, &unknown; &#0; &#9999999; \\a [x]: y'],
    ['****\n___\n**', ''],
  ])('%j is %j', (text, readerText) => {
    expect(toReaderText(text)).toBe(readerText)
  })
  it('is the text itself where it is plain', () => {
    const text = "Your order 1042 was sent (it's on its way), see https://a.example/b?c=1-2."
    expect(toReaderText(text)).toBe(text)
  })
  const pieces = [
    ...[
      '[',
      '](',
      '[a](',
      '[a](b ',
      '[x](y "',
      '[[a] ',
      '[a]',
      '![',
      '![a] ',
      '[a](b(',
      '[x](<',
      '[a]: b ',
      '[a]: b "',
    ],
    ...[
      '<',
      '<a ',
      '<a "',
      `<a '"`,
      '<a""',
      '<!--',
      '<!-- -->',
      '<a@',
      '<a:',
      '</',
      '<a b=c',
      '&',
      '&#',
      '&a',
      '&#x',
      '&amp;',
    ],
    ...['*', '* ', '_', '`', '~', '> ', '- ', '#', '# ', '= ', '\n', '\n>', ' \n', '\n- -', '``` ', '\\', '\\\n', '|'],
    ...[' ', '\u00a0', '\u200b', '\u200b ', '’', '…', '\u{1d400}', 'e\u0301'],
  ]
  eachByTier(1)(pieces)('takes linear time for many %j', { tags: 'slow' }, async (piece) => {
    let fresh = 0
    const growth = await measureGrowth(2_000, (size) => {
      fresh += 1
      return [`${fresh}\n${piece.repeat(size)}`, `${fresh} <a [x](${piece.repeat(size)}\u00e9`].map(toReaderText)
    })
    expect(growth).toBeLessThan(mostGrowth)
  })
})

describe('a text to look for in one', () => {
  it.each([
    ['full\u00a0 refund ', 'full refund '],
    ['can’t re\u00adfund', "can't refund"],
    ['**full** <b>refund</b> &nbsp;', '**full** <b>refund</b> &nbsp;'],
    ['**', '**'],
    ...['\u00a0', ' ', '’', '“…”', '\u200b', '\u2011', '\ufb01', '', '\n'].map((each): [string, null] => [each, null]),
  ])('%j is sought as %j', (text, sought) => {
    expect(toSoughtText(text)).toBe(sought)
  })
  it.each([
    ['can’t\u00a0refund…', String.raw`can't refund\.\.\.`],
    ['[a\u2011z] x', String.raw`[a\-z] x`],
    [String.raw`\*\*|\u00a0`, String.raw`\*\*|\u00a0`],
    ['[‘’“”]', '[‘’“”]'],
    ['\u00a0+', '\u00a0+'],
  ])('the pattern /%s/ is /%s/', (source, sought) => {
    expect(toSoughtPattern(source)).toBe(sought)
  })
  it('is one that a reader sees', () => {
    for (const text of ['full\u00a0 refund', 'can’t\n\nsay', 're\u2011open…', 'plain'])
      expect(toReaderText(text)).toBe(toPlainCharacters(text))
  })
})
