import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toReaderText, toSoughtPattern, toSoughtText } from '../src/base/text/reader-text.ts'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { compareMany, type Tally, tellDifferences } from './evaluator/compare-many.ts'
import { exercised } from './evaluator/operators-exercised.ts'
import { seenBy, soughtIn, soughtPattern } from './evaluator/reader.ts'

const seed = Number(process.env.TABLEREAD_SEED ?? 20_261_122)
/** How many pairs: few in `npm test`, and many in stress. */
const counts = process.env.TABLEREAD_PAIRS === undefined ? [200, 5_000] : [Number(process.env.TABLEREAD_PAIRS)]

const marks = [
  ...[
    'full',
    'a',
    'B',
    '1',
    ' ',
    '\n',
    '\t',
    '\r\n',
    '\u00a0',
    '\u200b',
    '\u00ad',
    '*',
    '**',
    '_',
    '__',
    '~~',
    '`',
    '```',
  ],
  ...['~~~', '[', '](', '](b)', ')', '![', '[x](y)', '[x][y]', '[y]: z', '<b>', '</b>', '<br>', '<p>', '<!--', '-->'],
  ...['<a b="c>d">', '<https://a.b>', '&nbsp;', '&amp;', '&#65;', '&#xA0;', '&', '\\', '>', '# ', '- ', '+ ', '-', '='],
  ...['---', '’', '“', '…', '\u2011', '\ufb01', '\u{1d41f}', '"', "'", '(', ':', '.', '\u2800', 'e\u0301'],
]

/**
 * A second evaluator, written from the docs alone, must give every generated pair of suite and agent the
 * verdict that the product gives it. To play more of them:
 * `TABLEREAD_PAIRS=200000 npx vitest run tests/evaluator.test.ts`
 */
eachByTier(1, describe)(counts)(`the product and the docs, from seed ${seed}, %i pairs`, (pairs) => {
  let tally: Tally

  it('agree on each pair', { timeout: 24 * 3_600_000 }, async () => {
    tally = await compareMany(seed, pairs)
    if (process.env.TABLEREAD_TALLY !== undefined)
      console.log(JSON.stringify({ ...tally, differences: undefined }, null, 1))
    expect(tally.differences.size, await tellDifferences(tally)).toBe(0)
  })

  it('agree on how a reader sees any text', () => {
    const texts = fc.array(fc.constantFrom(...marks), { maxLength: 12 }).map((parts) => parts.join(''))
    const property = fc.property(texts, (text) => {
      expect([text, seenBy(text).normalize('NFC'), soughtIn(text), soughtPattern(text)]).toEqual([
        text,
        toReaderText(text),
        toSoughtText(text),
        toSoughtPattern(text),
      ])
    })
    fc.assert(property, { seed, numRuns: pairs })
  })

  it('are compared on passes, failures, what cannot be judged and what is refused', () => {
    for (const verdict of ['passed', 'failed', 'errored', 'broken'])
      expect(tally.verdicts[verdict] ?? 0, verdict).toBeGreaterThan(pairs / 60)
    expect(tally.verdicts.open ?? 0, 'cases where the docs are silent').toBeLessThan(pairs / 6)
  })

  it('are compared on each operator and key, where it holds and where it does not', () => {
    const least = Math.min(5, Math.floor(pairs / 2_500))
    const rare = exercised.filter((name) => {
      const { held, failed } = tally.operators[name] ?? { held: 0, failed: 0 }
      return held < least || failed < least
    })
    expect(rare.map((name) => `${name} ${JSON.stringify(tally.operators[name])}`)).toEqual([])
  })
})
