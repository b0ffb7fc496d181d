import { describe, expect, it } from 'vitest'
import { measureGrowth, mostGrowth } from '../../base/measure-growth.fixture.ts'
import type { YamlNode } from './node.ts'
import { readYaml } from './read-yaml.ts'

describe('reading YAML', () => {
  it.each([
    ['many aliases of one anchor', (size: number) => `- &a { b: 1 }\n${'- *a\n'.repeat(size)}`],
    ['as many anchors as aliases', (size: number) => repeated(size, (at) => `- &a${at} [1]\n- *a${at}\n`)],
    ['aliases of an anchor that is set again and again', (size: number) => '- &a 1\n- *a\n'.repeat(size)],
    ['many keys in one mapping', (size: number) => `a: &a 1\n${repeated(size, (at) => `k${at}: 1\n`)}`],
    ['a key given again and again', (size: number) => `a: &a 1\n${'b: 1\n'.repeat(size)}`],
    ['mappings that open one another in one line', (size: number) => `a: ${'b: '.repeat(Math.ceil(size / 2))}c`],
  ])('takes linear time for %s', { tags: 'slow' }, async (_, textOf) => {
    expect(await measureGrowth(1_000, (size) => readYaml(textOf(size), 'file'))).toBeLessThan(mostGrowth)
  })

  it.each([
    ['- &a 1\n- *a\n- &a 2\n- *a\n', [1, 1, 2, 2]],
    [
      '- &a { b: &c [1] }\n- *c\n- *a\n- &d [*a, *c]\n- *d\n',
      [{ b: [1] }, [1], { b: [1] }, ...twice([{ b: [1] }, [1]])],
    ],
    ['- &a 1\n- &b [*a]\n- &a 2\n- *b\n', [1, [1], 2, [1]]],
    ['- &a [&b 1]\n- &b 2\n- *a\n- *b\n', [[1], 2, [1], 2]],
    ['- { &k key: &v value }\n- *k\n- *v\n', [{ key: 'value' }, 'key', 'value']],
  ])('gives an alias the value of the last anchor before it: %j', (text, value) => {
    const read = readYaml(text, 'file')
    expect(read.ok && plainOf(read.root)).toEqual(value)
  })

  it.each([
    ['- *a\n- &a 1\n', 'unknown-alias', ['1:3']],
    ['- &a [*a]\n', 'unknown-alias', ['1:7']],
    [bomb(), 'alias-bomb', ['7:8']],
    ['a: &a 1\na: 2\n"a": 3\nb: { c: 1, c: 2 }\n', 'duplicate-key', ['2:1', '3:1', '4:12']],
    ['a: &a 1\na: 2\nb: [\n', 'duplicate-key', ['2:1']],
    ['a: &a [1]]\na: 2\n', 'yaml-syntax', ['1:10']],
    ['- a: 1\n<<<<<<< HEAD\n- a: 2\n=======\n- a: 3\n>>>>>>> draft\n', 'yaml-syntax', ['2:1']],
    ['a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> draft\n', 'yaml-syntax', ['2:1']],
    ['<<<<<<< ours\na: 2\n=======\na: 3\n>>>>>>> theirs\n', 'yaml-syntax', ['1:1']],
  ])('refuses %j as %s', (text, code, places) => {
    const read = readYaml(text, 'file')
    const problems = read.ok ? [] : read.problems
    expect(problems.map(({ at }) => `${at.line}:${at.column}`)).toEqual(places)
    expect(new Set(problems.map((each) => each.code))).toEqual(new Set([code]))
  })
})

it('says that a merge is not resolved, and leaves a text that looks like one alone', () => {
  const read = readYaml('a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> draft\n', 'file')
  expect(read.ok || read.problems.map(({ message }) => message)).toEqual(['a merge is not resolved'])
  expect(readYaml('a: |\n  <<<<<<< HEAD\n  b\nb: "<<<<<<< x"\n', 'file').ok).toBe(true)
})

function plainOf(node: YamlNode): unknown {
  if (node.kind === 'list') return node.items.map(plainOf)
  if (node.kind === 'map') return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainOf(value)]))
  return node.value
}

function repeated(size: number, lineOf: (at: number) => string): string {
  return Array.from({ length: size }, (_, at) => lineOf(at)).join('')
}

function twice<T>(value: T): [T, T] {
  return [value, value]
}

/** Ten aliases of each line on the next, six times over. */
function bomb(): string {
  const lines = repeated(6, (at) => `- &a${at + 1} [${Array(10).fill(`*a${at}`).join(', ')}]\n`)
  return `- &a0 x\n${lines}`
}
