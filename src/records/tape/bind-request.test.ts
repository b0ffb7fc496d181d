import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../base/json/json.ts'
import { measureGrowth, mostGrowth } from '../../base/measure-growth.fixture.ts'
import { bindRequest, bindText } from './bind-request.ts'
import type { TapedRequest } from './tape.ts'

const request = (body: JsonValue, path = '/api/chat-agent/trigger'): TapedRequest => ({ method: 'POST', path, body })
const table = (...standIns: string[]) => ({ standIns, bound: new Map<string, string>() })

describe('a request', () => {
  it('is the same in any order of its members', () => {
    const recorded = request({ message: 'Hi', metadata: { tier: 'gold', name: 'Asha' }, list: [{ a: 1, b: null }] })
    const sent = request({ list: [{ b: null, a: 1 }], metadata: { name: 'Asha', tier: 'gold' }, message: 'Hi' })
    expect(bindRequest(recorded, sent, table())).toEqual([])
  })
  it('differs where a member, its kind or the order of a list does', () => {
    const recorded = request({ message: 'Hi', tags: ['a', 'b'], count: 1 })
    const sent = request({ message: 'Ho', tags: ['b', 'a'], count: '1', extra: true }, '/other')
    expect(bindRequest(recorded, sent, table()).map(({ at }) => at)).toEqual([
      'path',
      'body.message',
      'body.tags[0]',
      'body.tags[1]',
      'body.count',
      'body.extra',
    ])
  })
  it('does not take inherited members for its own', () => {
    expect(bindRequest(request({}), request({ toString: 'x' }), table())).toHaveLength(1)
  })
  it('binds what stands for private values, the same everywhere', () => {
    const bindings = table('email-1@redacted.invalid', '999000000001')
    const recorded = request({
      message: 'I am email-1@redacted.invalid, call +99 90000 00001.',
      metadata: { phone: 999000000001, json: '{"mail":"email-1@redacted.invalid"}' },
    })
    const sent = request({
      message: 'I am asha@shop.example, call +91 98765 43210.',
      metadata: { phone: 919876543210, json: '{ "mail": "asha@shop.example" }' },
    })
    expect(bindRequest(recorded, sent, bindings)).toEqual([])
    expect(Object.fromEntries(bindings.bound)).toEqual({
      'email-1@redacted.invalid': 'asha@shop.example',
      '999000000001': '919876543210',
    })
    expect(bindRequest(recorded, request({ ...(sent.body as object), message: 'Hi' }), bindings)).toHaveLength(1)
  })
})

describe('a text with stand-ins', () => {
  it.each([
    ['<key 1>', 'sk-live-1', true],
    ['<key 1>', '', false],
    ['a <key 1> b <key 1>', 'a x b x', true],
    ['a <key 1> b <key 1>', 'a x b y', false],
    ['a <key 1> b', 'a x c', false],
    ['call 9990001', 'call 1234567', true],
    ['call 999-0001', 'call 123-4567', true],
    ['call 9990001', 'call 123456', false],
    ['plain', 'plain', true],
    ['plain', 'plane', false],
  ])('%j is %j: %s', (recorded, sent, same) => {
    expect(bindText(recorded, sent, table('<key 1>', '9990001'))).toBe(same)
  })
  it('takes no longer for hostile texts than they are long', async () => {
    const growth = await measureGrowth(20_000, (size) =>
      expect(bindText('<key 1>a'.repeat(size / 10), `${'a'.repeat(size)}!`, table('<key 1>'))).toBe(false),
    )
    expect(growth).toBeLessThan(mostGrowth)
  })
})
