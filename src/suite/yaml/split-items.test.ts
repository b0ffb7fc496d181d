import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitItems } from './read-in-parts.ts'
import { readYaml } from './read-yaml.ts'

const item = (index: number, extra = '') =>
  `  - name: conversation ${index}\n    turns:\n      - user: "message ${index}"\n        expect: { reply: { contains: [a, "b: c"] } }\n${extra}`
const suite = (items: string[], tail = '') =>
  `suite: S\nagent: desk\n# a comment\nconversations:\n${items.join('')}${tail}`

/** Reads a document whole: a leading comment with a tie in it keeps it from being split, and moves every place one line down. */
function readWhole(text: string): unknown {
  return JSON.parse(JSON.stringify(readYaml(`# &x\n${text}`, 'f')), (key, value) =>
    key === 'line' ? value - 1 : value,
  )
}

describe('splitItems', () => {
  const many = Array.from({ length: 1_200 }, (_, index) => item(index))
  it('leaves short documents and those with anchors whole', () => {
    expect(splitItems(suite(many.slice(0, 10)))).toBeNull()
    expect(splitItems(suite(['  - &anchor\n    name: x\n', ...many]))).toBeNull()
  })
  it('cuts a long list into parts', () => {
    expect(splitItems(suite(many))?.parts.length).toBeGreaterThan(3)
  })
  it('changes nothing about what is read: values, places and problems', () => {
    const oddities = fc.constantFrom(
      '',
      '    skip: |\n      - not an item\n\n      text\n',
      '    skip: >-\n      folded\n       more\n',
      '\n  # comment\n\n',
      '    tags: [\n      a,\n      b ]\n',
      '  - broken: [\n',
      '    "quoted\n      text": 1\n',
      '   - odd\n',
      '    name: twice\n',
    )
    const tails = fc.constantFrom('', 'tags: [a]\n', 'tags:\n- a\n- b\n', '\n\n', 'conversations: []\n', '  nonsense\n')
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 1_199 }), oddities), { maxLength: 3 }), tails, (odd, tail) => {
        const items = [...many]
        for (const [index, extra] of odd) items[index] = item(index, extra)
        const text = suite(items, tail)
        expect(JSON.parse(JSON.stringify(readYaml(text, 'f')))).toEqual(readWhole(text))
      }),
      { seed: 3, numRuns: 25 },
    )
  }, 60_000)
})
