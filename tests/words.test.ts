import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { best } from '../src/base/measure-growth.fixture.ts'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { compareLanguage, readLanguages } from '../src/engine/expect/words/language.ts'
import { similarity } from '../src/engine/expect/words/similarity.ts'
import { languageOf } from '../src/suite/language/matchers/text-measures.ts'
import { findShared } from './shared-data.ts'

type Said = readonly [code: string, text: string]

/** The replies in a file, below the code of their language. */
function readReplies(file: string): Said[] {
  let code = ''
  return readFileSync(join(import.meta.dirname, 'words', file), 'utf8')
    .split('\n')
    .flatMap((line): Said[] => {
      if (line.startsWith('# ')) code = line.slice(2)
      return line === '' || line.startsWith('# ') ? [] : [[code, line]]
    })
}

/** The first and the last words of each reply. */
function cutUp(replies: readonly Said[]): Said[] {
  const cut = replies.flatMap(([code, text]) =>
    [1, 2, 3, 4, 6, 8].flatMap((count): Said[] => {
      const words = text.split(' ')
      if (words.length <= count) return []
      return [words.slice(0, count), words.slice(-count)].map((some) => [code, some.join(' ')])
    }),
  )
  return [...new Map(cut.map((pieces) => [pieces.join('\n'), pieces])).values()]
}

/**
 * For texts in a known language, grouped by their number of letters: how many were recognized, and how many
 * remained open. Also the texts that were recognized wrongly.
 */
function measure(all: readonly Said[]) {
  const judged = all.map(([code, text]) => {
    const read = readLanguages(text)
    const own = languageOf(code) ?? code
    const letters = text.match(/\p{L}/gu)?.length ?? 0
    return { code, text, letters, read, answers: [compareLanguage(read, own, false), compareLanguage(read, own, true)] }
  })
  const rows = [0, 10, 16, 26, 41, 81].map((least, index, bounds) => {
    const below = bounds[index + 1] ?? Number.POSITIVE_INFINITY
    const answers = judged.flatMap(({ letters, answers }) => (letters >= least && letters < below ? [answers[0]] : []))
    const count = (answer: string): number => answers.filter((each) => each === answer).length
    return { letters: least, texts: answers.length, right: count('holds'), open: count('cannot tell') }
  })
  return { rows, wrong: judged.filter(({ answers }) => answers.includes('fails')) }
}

const replies = readReplies('replies.txt')

describe('the language of short replies', () => {
  it('is told of texts in many languages, and is wrong of fewer than one in two hundred', { tags: 'stress' }, () => {
    expect(new Set(replies.map(([code]) => code)).size).toBeGreaterThan(20)
    const { rows, wrong } = measure(replies)
    if (process.env.TABLEREAD_TALLY !== undefined) console.log(JSON.stringify(rows))
    expect(wrong).toEqual([])
    for (const { letters, texts, right } of rows)
      if (texts > 10) expect(right / texts, `from ${letters} letters`).toBeGreaterThan(letters < 26 ? 0.7 : 0.9)
  })
  it('is rarely wrong of a few words', () => {
    const cuts = cutUp(replies)
    const { rows, wrong } = measure(cuts)
    if (process.env.TABLEREAD_TALLY !== undefined) console.log(JSON.stringify(rows))
    expect(cuts.length).toBeGreaterThan(2_500)
    expect(wrong.length / cuts.length, JSON.stringify(wrong)).toBeLessThan(0.005)
  })
  it('is told beside numbers of orders, links, foreign names, emoji and code', () => {
    const hard = readReplies('hard-replies.txt')
    const { rows, wrong } = measure(hard)
    expect(wrong).toEqual([])
    expect(rows.reduce((sum, { open }) => sum + open, 0)).toBeLessThanOrEqual(2)
  })
  it.each([
    ['half of it', 'Guten Morgen! Wie kann ich Ihnen heute helfen? Please tell me the email address that you used.'],
    ['a quarter of it', 'Ihre Bestellung ist unterwegs und kommt morgen an. Thanks for waiting so long.'],
  ])('is neither of two where the other one is %s', (_, text) => {
    const read = readLanguages(text)
    for (const code of ['de', 'en']) {
      expect(compareLanguage(read, code, false)).toBe('fails')
      expect(compareLanguage(read, code, true)).toBe('holds')
    }
  })
  it('is that of a text with a word of another', () => {
    const read = readLanguages(
      `${replies
        .filter(([code]) => code === 'de')
        .map(([, text]) => text)
        .join(' ')} Enjoy!`,
    )
    expect([compareLanguage(read, 'de', false), compareLanguage(read, 'en', true)]).toEqual(['holds', 'fails'])
  })
  it.each(['', '1042', '👍👍', 'OK', 'https://example.com/a', 'ABC-12 `npm install`'])('is not told of %j', (text) => {
    expect(compareLanguage(readLanguages(text), 'en', false)).toBe('cannot tell')
    expect(compareLanguage(readLanguages(text), 'en', true)).toBe('cannot tell')
  })
})

describe('any amount of text', () => {
  eachByTier(1)(['a', 'A', 'Aa', '.', '\n', ' A', '`', '<a', '{', '@', 'a.', '漢', '\u0301', 'Ja. '])(
    'is read in time that grows with it: %j',
    async (piece) => {
      const [text, other] = [piece.repeat(1_000_000), piece.repeat(999_999)]
      expect(await best(1, () => [readLanguages(text), similarity(text, other)])).toBeLessThan(10_000_000)
    },
  )
})

const data = findShared(
  'dialogues/sgd.jsonl',
  'dialogues/star.jsonl',
  'dialogues/tau-bench.jsonl',
  'dialogues/tau2-bench.jsonl',
)

describe.runIf(data.there)('the language of public dialogues', () => {
  it('is English, and is taken for another one in fewer than one message of a thousand', () => {
    const messages = ['sgd', 'star', 'tau-bench', 'tau2-bench'].flatMap((name) =>
      readFileSync(data.at(`dialogues/${name}.jsonl`), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .flatMap((line) => (JSON.parse(line) as { turns?: { user?: unknown; assistant?: unknown }[] }).turns ?? [])
        .flatMap(({ user, assistant }) => [user, assistant].filter((text) => typeof text === 'string')),
    )
    const each = process.env.TABLEREAD_TALLY === undefined ? 5 : 1
    const texts = [...new Set(messages)].filter((_, at) => at % each === 0).map((text): Said => ['en', text])
    const { rows, wrong } = measure(texts)
    if (process.env.TABLEREAD_TALLY !== undefined) console.log(JSON.stringify(rows))
    expect(texts.length).toBeGreaterThan(1_000)
    expect(wrong.length / texts.length, JSON.stringify(wrong)).toBeLessThan(0.001)
  })
})
