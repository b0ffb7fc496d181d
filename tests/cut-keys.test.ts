// @module-tag stress
import { afterEach, expect, it, vi } from 'vitest'
import { notations } from '../src/base/key-notations.fixture.ts'
import { redactCut, redactKeys, starKeys } from '../src/base/secrets/secret-keys.ts'
import { leastPart } from '../src/base/text/cut-mark.ts'
import { createRandom } from '../src/service/answer/random.ts'

afterEach(() => vi.unstubAllEnvs())

const hex = '0123456789abcdef'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const alphabets = [
  hex,
  letters,
  `${letters}0123456789`,
  `${letters}0123456789+/=`,
  `${letters}0123456789-_.~!#$%&*()[]{}`,
]
const marks = ['…', '...', '[…]', '***', '&hellip;']
/** Notations in which the start of a text becomes the start of the output. */
const stepwise = ['as it is', 'with every character escaped', 'for YAML', 'for every byte a URL', 'for HTML by numbers']

it('leaves no part of a key that a text was cut within: 2,000 keys of every alphabet', () => {
  const { pick } = createRandom('17')
  for (let count = 0; count < 2_000; count += 1) {
    const from = [...pick(alphabets)]
    const length = pick(Array.from({ length: 69 }, (_, index) => index + 12))
    const key = Array.from({ length }, () => pick(from)).join('')
    const partLength = pick(Array.from({ length: length - leastPart(length) }, (_, index) => index + leastPart(length)))
    const [mark, name] = [pick(marks), pick(stepwise)]
    const write = notations[name] ?? String
    const [head, tail] = [write(key.slice(0, partLength)), write(key.slice(-partLength))]
    vi.stubEnv('TABLEREAD_API_KEY', key)
    const at = `${count}: ${key} cut at ${partLength}, ${name}, ${mark}`
    expect(redactKeys(`bad key ${head}${mark} given`), at).not.toContain(head)
    expect(redactKeys(`bad key ${mark}${tail} given`), at).not.toContain(tail)
    expect(redactCut(`bad key ${head}`), at).not.toContain(head)
    const starred = starKeys(`bad key ${head}${mark} given`)
    expect([starred.length, starred.includes(head)], at).toEqual([`bad key ${head}${mark} given`.length, false])
  }
})
