import { expect, it } from 'vitest'
import { match } from '../../../engine/expect/match.ts'
import { nodeFromJson } from '../../yaml/node.ts'
import type { Reading } from '../../yaml/shape.ts'
import { callExpectation } from '../expectations/call-expectation.ts'
import { jsonOperators, writeArguments, writeText } from './read-matcher.ts'

const read = (args: Parameters<typeof writeArguments>[0]) => {
  const reading: Reading = { file: 'f', problems: [] }
  const call = callExpectation.read(nodeFromJson({ tool: { with: writeArguments(args) } }), reading)
  expect(reading.problems).toEqual([])
  return call?.with
}

it.each([...Object.keys(jsonOperators()), 'oneOf', 'contian', 'fields'])(
  'an argument that is called %s is written so that it is read as one',
  (name) => {
    for (const value of ['x', 3, true, 'now']) {
      const matcher = read({ [name]: value })
      expect(matcher).toMatchObject({ kind: 'fields', fields: [{ key: name }] })
      if (matcher === undefined) throw new Error('unread')
      expect(match(matcher, { [name]: value }, '')).toEqual([])
      expect(match(matcher, { [name]: 'another' }, '')).not.toEqual([])
    }
  },
)

it('other names stay as they are, also beside one that is an operator', () => {
  expect(writeArguments({ order_id: '1', contains: 2 })).toEqual({ order_id: '1', contains: 2 })
  expect(read({ order_id: '1', contains: 2 })).toMatchObject({ fields: [{ key: 'order_id' }, { key: 'contains' }] })
  expect(writeArguments({})).toEqual({})
})

it('a text that looks like a comparison says that it is none', () => {
  expect(read({ amount: writeText('> 100') })).toMatchObject({
    fields: [{ matcher: { kind: 'equals', value: '> 100' } }],
  })
  expect(writeText('100')).toBe('100')
})
