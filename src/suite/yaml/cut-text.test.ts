import { describe, expect, it } from 'vitest'
import { readPlainYaml } from './read-plain-yaml.ts'
import { readYaml } from './read-yaml.ts'

const problemsOf = (text: string): string[] => {
  const read = readYaml(text, 's.yaml')
  if (read.ok) return []
  return read.problems.map(({ code, at, message, hint }) => `${at.line}:${at.column} ${code}: ${message}; ${hint}`)
}

describe('a # that cuts a text off', () => {
  it.each([
    ['a value', 'a: order #1042', '1:10', '"order"', '"order #1042"'],
    ['a whole value', 'a: #1042\nb: 2', '1:4', 'nothing', '"#1042"'],
    ['an item', 'a:\n  - x #1 ', '2:7', '"x"', '"x #1"'],
    ['a whole item', '- #1', '1:3', 'nothing', '"#1"'],
    ['a key', 'b: 1\norder #1: x', '2:7', '"order"', '"order #1: x"'],
    ['a value in braces', 'a: { b: c #1 }', '1:11', '"c"', '"c #1"'],
    ['an item in brackets', 'a: [ x #1, y ]', '1:8', '"x"', '"x #1"'],
    ['a text of two lines', 'a: b\n  c #2\nd: 1', '2:5', '"b c"', '"b c #2"'],
    ['a number', 'a: 1 #2', '1:6', '"1"', '"1 #2"'],
    ['several marks', 'a: b ## c', '1:6', '"b"', '"b ## c"'],
    ['several blanks', 'a: b   #c #d', '1:8', '"b"', '"b   #c #d"'],
  ])('%s', (_, text, place, message, hint) => {
    const [first = ''] = problemsOf(text)
    const quoted = hint.replace(/ {2,}/g, ' ')
    expect(first).toBe(
      `${place} ambiguous-scalar: a # after a space begins a comment, so this would say ${message}; write ${quoted} for the text, or a space after the # for a comment`,
    )
    expect(readPlainYaml(text)).toBeNull()
  })

  it('is told for each text', () => {
    expect(problemsOf('a: b #1\nc: d #2\n').map((each) => each.slice(0, 4))).toEqual(['1:6 ', '2:6 '])
  })

  it.each([
    ['a comment', 'a: b # c'],
    ['a mark alone', 'a: b #\nc: d'],
    ['lines of comments', '#!/usr/bin/tableread\n#a\n## b\na: b\n  #c\n#d'],
    ['quotes', 'a: "b" #c'],
    ['quotes and a mark in them', "a: 'b #c'"],
    ['a mark in a word', 'a: b#c'],
    ['a key with lines below it', 'a: #note\n  b: c'],
    ['brackets', 'a: [b] #c'],
    ['a text of lines', 'a: |\n  b #c\nd: e'],
  ])('is none in %s', (_, text) => {
    expect(problemsOf(text)).toEqual([])
  })

  it('is found in a long list as well', { tags: 'slow' }, () => {
    const items = Array.from({ length: 20_000 }, (_, index) => `  - item ${index}\n`)
    const list = `a:\n${items.join('')}`
    expect(problemsOf(list)).toEqual([])
    expect(problemsOf(`${list}  - order #1042\n  - |\n    x\n`).length).toBe(1)
  })
})
