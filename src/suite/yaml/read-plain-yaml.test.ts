import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineCounter, parseDocument } from 'yaml'
import { buildNode } from './build-node.ts'
import { findCutTexts } from './cut-text.ts'
import type { YamlNode } from './node.ts'
import type { Place } from './place.ts'
import { readPlainYaml } from './read-plain-yaml.ts'

const root = resolve(import.meta.dirname, '../../..')
const texts = ['suites', 'fixtures/workspace', 'tests']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((each) => each.isFile() && /\.ya?ml$/.test(each.name) && !each.parentPath.includes('node_modules'))
  .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  .filter((text) => text.length < 20_000)

const nowhere: Place = { line: 1, column: 1, length: 1 }

/** The full parser's result; null if it refuses the text. */
function readWhole(text: string): YamlNode | null {
  const lines = new LineCounter()
  const placeAt = (from: number, to: number): Place => {
    const { line, col } = lines.linePos(from)
    return { line, column: col, length: Math.max(1, text.slice(from, to).split('\n', 1)[0]?.length ?? 1) }
  }
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' })
  if (document.errors.length > 0 || document.warnings.length > 0 || document.contents === null) return null
  return buildNode(document, placeAt)
}

describe('the reader of plain YAML', () => {
  it('reads nearly every suite there is, as the whole parser does, places included', { tags: 'stress' }, () => {
    const sound = texts.flatMap((text) => {
      try {
        const whole = readWhole(text)
        return whole === null ? [] : [{ whole, plain: readPlainYaml(text) }]
      } catch {
        return [] // refused with a place: not valid
      }
    })
    const read = sound.filter(({ plain }) => plain !== null)
    for (const { whole, plain } of read) expect(plain).toEqual(whole)
    expect(sound.length).toBeGreaterThan(150)
    expect(read.length / sound.length).toBeGreaterThan(0.8)
  })

  it('leaves a text alone or reads it as the whole parser does, however it is spoilt', { tags: 'slow' }, () => {
    const pieces = [
      ...[
        '\n',
        '  ',
        ' ',
        '- ',
        ': ',
        ':',
        '#',
        ' # note',
        ' #1',
        '"',
        "'",
        '{',
        '}',
        '[',
        ']',
        ',',
        '1',
        '~',
        '|',
        '>',
      ],
      ...['&a', '*a', '!t', '\n\n', '\n  - x', '\n    y: 2', '\\', '\\n', 'é', '😀', '? ', 'null', '0x1', '1e3', '.5'],
      ...['-', '--', '\n---\n', '\t', '\r\n', '\u0085', '\u2028', '\ufeff', '\ud800', '<<: ', '{{x}}', '\u0000'],
    ]
    const spoilt = fc
      .tuple(
        fc.constantFrom(...texts),
        fc.nat(),
        fc.integer({ min: 4, max: 20 }),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom('', ...pieces), fc.nat(3)), { minLength: 1, maxLength: 3 }),
      )
      .map(([text, first, length, changes]) => {
        const lines = text.split('\n')
        const from = first % lines.length
        return changes.reduce(
          (changed, [at, piece, cut]) => {
            const place = at % (changed.length + 1)
            return changed.slice(0, place) + piece + changed.slice(place + cut)
          },
          lines.slice(from, from + length).join('\n'),
        )
      })
    let read = 0
    fc.assert(
      fc.property(spoilt, (text) => {
        const plain = readPlainYaml(text)
        if (plain === null) return
        read += 1
        expect(plain).toEqual(readWhole(text))
        expect(findCutTexts(parseDocument(text), text, 's', () => nowhere)).toEqual([])
      }),
      { numRuns: 4_000, seed: 20261121 },
    )
    expect(read).toBeGreaterThan(400)
  })

  it.each([
    ['numbers and words', 'a: [1, -2, +3, 1.5, .5, 5., 1e3, 012, 1_000, 22:00, yes, null, ~, True, false]'],
    ['quotes', `a: 'it''s'\nb: "say \\"hi\\" \\u00e9\\n"\n"c d": e\n'f': "#no: comment"`],
    ['lists in lists of mappings', '- a: 1\n  b:\n  - c\n  - d: [x, { y: "z" }]\n\n# note\n- e'],
    ['nested braces', 'a: { b: { c: [d, e] }, "f": {} , g: [] }   # note'],
    ['text with marks in it', 'a: what? no:no#t, {{name}} [x] & more - end'],
    ['letters of all kinds', 'a: héllo 日本 😀\nключ: значение'],
  ])('reads %s', (_, text) => {
    const plain = readPlainYaml(text)
    expect(plain).toEqual(readWhole(text))
    expect(plain).not.toBeNull()
  })

  it('counts lines from the one it is told', () => {
    expect(readPlainYaml('\n- a', 41)?.at).toEqual({ line: 42, column: 1, length: 3 })
  })

  it.each(['a: |\n  text', 'a: &x 1\nb: *x', 'a: !t b', 'a: b\n  c', 'a:\n', '? a\n: b', 'a: 1\na: 2', '', '# only'])(
    'leaves %j to the whole parser',
    (text) => {
      expect(readPlainYaml(text)).toBeNull()
    },
  )
})
