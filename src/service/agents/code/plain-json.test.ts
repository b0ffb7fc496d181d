import { describe, expect, it } from 'vitest'
import { plainJson } from './plain-json.ts'

/** A message as frameworks hold it: with members that are undefined. */
const message = { role: 'assistant', content: [{ type: 'text', text: 'Hi', options: undefined }], name: undefined }
class Turn {
  readonly text = 'Hi'
}

describe('what user code keeps or gives', () => {
  it('leaves out members that are undefined, however deep, as JSON does', () => {
    expect(JSON.parse(plainJson({ messages: [message], last: undefined }, { plainOnly: true }))).toEqual({
      messages: [{ role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }],
    })
  })

  it('may be in two places, and may be empty', () => {
    const list: unknown[] = []
    expect(plainJson({ a: list, b: { list }, c: [list, message, message] })).toContain('"c":[[],{"role"')
  })

  const cycle: Record<string, unknown> = { messages: [{}] }
  ;(cycle.messages as object[])[0] = { turn: cycle }
  it.each<[string, unknown, string]>([
    ['a Date', { messages: [message, { at: new Date(0) }] }, 'it has as messages[1].at a Date, which JSON would'],
    ['a Map below a list', [[new Map()]], 'it has as [0][0] a Map, which JSON cannot hold'],
    ['an instance', { a: { b: new Turn() } }, 'it has as a.b a Turn, of which JSON would keep the members alone'],
    ['a function', { tools: { 'find order': () => 1 } }, 'it has as tools["find order"] a function, which JSON'],
    ['undefined in a list', { a: [1, undefined] }, 'it has as a[1] undefined, which JSON would change to null'],
    ['a gap', { a: new Array(1) }, 'it has as a[0] a gap, which JSON would change to null'],
    ['a BigInt after others', { a: { b: 1 }, c: {}, d: [{ e: 1n }] }, 'it has as d[0].e the number 1n, which JSON'],
    ['what contains it', cycle, 'it has as messages[0].turn what contains it, which JSON cannot hold'],
    ['nothing but itself', new Map(), 'it is a Map, which JSON cannot hold'],
    ['undefined', undefined, 'it is undefined, which JSON cannot hold'],
  ])('names the path of %s', (_, value, words) => {
    expect(() => plainJson(value, { plainOnly: true })).toThrow(words)
  })
})
