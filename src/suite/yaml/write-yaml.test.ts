import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readYaml } from './read-yaml.ts'
import { quoteComment, writeTextScalar } from './write-yaml.ts'

/** Texts of all kinds: any code unit, and pieces with a meaning in YAML. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'[]{}#:-?!&*|>%@`"\'\\\n\r\t ,a0\u0085\u2028\ufeff\ud800'), maxLength: 80 }),
  fc.constantFrom(
    'none',
    'yes',
    'null',
    '~',
    '012',
    '1e3',
    '22:00',
    '- - - '.repeat(60),
    '['.repeat(150),
    '{'.repeat(150),
  ),
)

function readBack(yaml: string): string {
  const read = readYaml(yaml, 'text.yaml')
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const { root } = read
  if (root.kind !== 'map') throw new Error('no mapping')
  const value = root.entries[0]?.value
  const node = value?.kind === 'list' ? value.items[0] : value
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : JSON.stringify(node)
}

describe('writeText', () => {
  it('writes any text so that it reads back as it was', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(readBack(`key: ${writeTextScalar(text, false)}\n`)).toBe(text)
        expect(readBack(`key: [${writeTextScalar(text, true)}]\n`)).toBe(text)
      }),
      { seed: 16, numRuns: 500 },
    )
  })

  it('keeps many brackets that are never closed from adding up', () => {
    const many = Array.from({ length: 150 }, () => writeTextScalar('[', true))
    expect(readBack(`key: [${many.join(', ')}]\n`)).toBe('[')
  })

  it('leaves words alone, and quotes what YAML or a suite would take for something else', () => {
    expect(writeTextScalar('Hi, who are you?', false)).toBe('Hi, who are you?')
    expect(writeTextScalar('Hi, who are you?', true)).toBe('"Hi, who are you?"')
    expect(['none', 'Yes', '42', 'a: b', 'a #b', ''].map((text) => writeTextScalar(text, false))).toEqual(
      ['none', 'Yes', '42', 'a: b', 'a #b', ''].map((text) => JSON.stringify(text)),
    )
  })
})

describe('what cannot be seen', () => {
  it('is escaped: marks that turn the direction, that have no width, and tags; joiners of letters and pictures are not', () => {
    for (const mark of ['\u202e', '\u2066', '\u061c', '\u200b', '\ufeff', '\u009b', '\u{e0041}']) {
      const codes = [writeTextScalar(`a${mark}b`, false), quoteComment(`a${mark}b`)]
      for (const code of codes) expect([code.includes(mark), readBack(`key: ${code}\n`)]).toEqual([false, `a${mark}b`])
    }
    expect(writeTextScalar('a: 👩\u200d🚀', false)).toBe('"a: 👩\u200d🚀"')
  })
})

describe('quoteComment', () => {
  it('stays on one line whatever it holds', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(readBack(`# note ${quoteComment(text)}: why\nkey: "x"\n`)).toBe('x')
      }),
      { seed: 16, numRuns: 300 },
    )
  })
})
