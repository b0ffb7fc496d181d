import { expect, it } from 'vitest'
import type { JsonValue } from '../src/base/json/json.ts'
import { findCutParts } from '../src/base/privacy/cut-parts.ts'
import { findPrivate } from '../src/base/privacy/find.ts'
import { createNames } from '../src/base/privacy/stand-ins.ts'
import { createRandom } from '../src/service/answer/random.ts'
import { corpus, readCorpus } from './import/corpus.ts'

const marks = ['…', '...', '[…]', '***']
const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

it.skipIf(!corpus.there)(
  `no word of real dialogues is taken for a part of a value that was cut${corpus.note}`,
  { tags: 'stress' },
  () => {
    const { pick } = createRandom('1')
    const sessions = corpus.files.flatMap((file) => readCorpus(file, 8).talks.map(({ session }) => session))
    const texts = sessions.flatMap(({ transcript }) =>
      transcript.flatMap((entry) =>
        entry.type === 'message' ? entry.content.flatMap((item) => (item.type === 'text' ? [item.text] : [])) : [],
      ),
    )
    expect(texts.length).toBeGreaterThan(500)
    // Random keys, personal data from the dialogues themselves, and values that share their first and last
    // words with the sentences.
    const keys = Array.from({ length: 200 }, () => Array.from({ length: 20 }, () => pick([...signs])).join(''))
    const sentences = texts.map((text) => text.split(/\s+/)).filter((words) => words.length > 4)
    const worded = sentences
      .flatMap((words) => [
        [...words.slice(0, 4), `${pick(keys)}${pick(keys)}`],
        [`${pick(keys)}${pick(keys)}`, ...words.slice(-4)],
      ])
      .filter((words) => words.every((word) => word.length === 40 || /^[\p{L}'’“”".,!?]+$/u.test(word)))
      .map((words) => words.join(' '))
    const secrets = [...keys, ...worded].map((value) => ({ kind: 'env.SHOP', value, named: true as const }))
    const values = findPrivate(sessions as unknown as JsonValue, { named: [], custom: [] })
    const partsOf = findCutParts(createNames().add([...secrets, ...values]))
    let cuts = 0
    // Whole, and cut before and after every word, as a message that quotes them would.
    const leaks = texts.flatMap((text) => {
      const places = [...text.matchAll(/(?<=\p{L})(?=\s|$)/gu)].map(({ index }) => index)
      const ends = places.map((at) => `${text.slice(0, at)}${pick(marks)}`)
      const begins = places.map((at) => `${pick(marks)}${text.slice(at).trimStart()}`)
      cuts += ends.length + begins.length
      return [text, ...ends, ...begins].filter((each) => partsOf(each).length > 0)
    })
    expect(cuts).toBeGreaterThan(10_000)
    expect(leaks).toEqual([])
  },
)
