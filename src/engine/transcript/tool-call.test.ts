import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { called, gave } from './entries.fixture.ts'
import { pairCalls } from './tool-call.ts'

describe('pairCalls', () => {
  it('pairs an output with the nearest open call when an id is reused', () => {
    const { calls, orphans } = pairCalls([
      called('a', '1', { n: 1 }),
      gave('a', '1', 'first'),
      called('a', '1', { n: 2 }),
      gave('a', '1', 'second'),
    ])
    expect(calls.map(({ arguments: args, output }) => [args.n, output?.text])).toEqual([
      [1, 'first'],
      [2, 'second'],
    ])
    expect(orphans).toEqual([])
  })
  it('closes the nearest of two open calls of one id first', () => {
    const { calls } = pairCalls([
      called('a', '1', { n: 1 }),
      called('a', '1', { n: 2 }),
      gave('a', '1', 'inner'),
      gave('a', '1', 'outer'),
    ])
    expect(calls.map(({ output }) => output?.text)).toEqual(['outer', 'inner'])
  })
  it('keeps an output without a call as an orphan, and a call without output open', () => {
    const { calls, orphans } = pairCalls([gave('a', '1'), called('b', '2')])
    expect(orphans.map(({ callId }) => callId)).toEqual(['1'])
    expect(calls.map(({ output }) => output)).toEqual([null])
  })
  it.each([
    ['{"a":1}', { a: 1 }],
    ['12', 12],
    ['"x"', 'x'],
    ['null', null],
  ])('parses the output %s', (text, json) => {
    expect(pairCalls([called('a', '1'), gave('a', '1', text)]).calls[0]?.output).toMatchObject({ text, json })
  })
  it.each(['', 'sold out', '{broken', 'Error: nope', 'true north'])('leaves the output "%s" text', (text) => {
    const output = pairCalls([called('a', '1'), gave('a', '1', text)]).calls[0]?.output
    expect([output?.text, output !== null && output !== undefined && 'json' in output]).toEqual([text, false])
  })
  it('loses no entry: every output is paired once or an orphan', () => {
    const entry = fc
      .tuple(fc.boolean(), fc.constantFrom('1', '2', '3'))
      .map(([call, id]) => (call ? called('t', id) : gave('t', id)))
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
        const { calls, orphans } = pairCalls(entries)
        const paired = calls.flatMap(({ output }) => (output === null ? [] : [output.index]))
        const outputs = [...entries.keys()].filter((index) => entries[index]?.type === 'function_call_output')
        expect([...paired, ...orphans.map(({ index }) => index)].sort((a, b) => a - b)).toEqual(outputs)
        expect(calls.every(({ index, output }) => output === null || output.index > index)).toBe(true)
      }),
      { seed: 7 },
    )
  })
})
