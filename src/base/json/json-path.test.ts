import { describe, expect, it } from 'vitest'
import type { JsonValue } from './json.ts'
import { cutThrough, findAt, flawOfPath, meansNone } from './json-path.ts'

const answer: JsonValue = {
  'a/b': { '~': 1 },
  list: [
    { kind: 'x', n: 1 },
    { kind: 'y', n: 2 },
    { kind: 'x', n: 3 },
  ],
  empty: [],
  nothing: null,
  '0': 'zero',
}

describe('a path into JSON', () => {
  it.each<[string, JsonValue[]]>([
    ['/a~1b/~0', [1]],
    ['/list/1/n', [2]],
    ['/0', ['zero']],
    ['/nothing', [null]],
    ['', [answer]],
    ['$', [answer]],
    ["$['a/b']['~']", [1]],
    ['$.list[2].n', [3]],
    ['$.list[-1].n', [3]],
    ["$.list[?@.kind=='x'].n", [1, 3]],
    ['$.empty[*]', []],
    ["$.list[?@.kind=='z']", []],
    ['$..kind', ['x', 'y', 'x']],
    ['$..nowhere', []],
  ])('%s finds %j', (path, values) => {
    expect(flawOfPath(path)).toBeNull()
    expect(findAt(path, answer)).toEqual({ values })
  })

  it.each<[string, string, string]>([
    ['/list/3', '/list/3', 'a list of 3'],
    ['/list/01', '/list/01', 'a list of 3'],
    ['/list/length', '/list/length', 'a list of 3'],
    ['/nothing/x', '/nothing/x', 'null'],
    ['/a~1b/x/y', '/a~1b/x', 'an object with the members ~'],
    ['/0/x', '/0/x', 'a text'],
    ['/toString', '/toString', 'an object with the members 0, a/b, list, empty, nothing'],
    ['$.lists[*].n', '$.lists', 'an object with the members 0, a/b, list, empty, nothing'],
    ["$.list[0]['m'][?@.x]", "$.list[0]['m']", 'an object with the members kind, n'],
  ])('%s finds nothing at %s', (path, missing, instead) => {
    expect(findAt(path, answer)).toEqual({ missing, instead })
  })

  it.each(['text', '/a~2', '$.', '$.a[', '$[?]', '$.a b'])('%s is none', (path) => {
    expect(flawOfPath(path)).not.toBeNull()
  })

  it.each<[string, boolean]>([
    ['/empty', true],
    ['$.empty', true],
    ['$.empty[*]', true],
    ["$.empty[?@.kind=='x']", true],
    ['$.list[*]', true],
    ["$.list[?@.kind=='z']", false],
    ['$.list[*].calls', false],
    ['$..calls', false],
    ['$[*]', false],
  ])('that finds nothing as %s means that there is nothing: %s', (path, means) => {
    expect(meansNone(path, answer)).toBe(means)
  })

  it('cuts a list through the last of what it finds, and changes nothing', () => {
    const before = structuredClone(answer)
    expect(cutThrough("$.list[?@.kind=='y']", answer)).toMatchObject({ list: [{ n: 3 }], empty: [] })
    expect(cutThrough("$.list[?@.kind=='z']", answer)).toEqual(answer)
    expect(answer).toEqual(before)
  })
})
