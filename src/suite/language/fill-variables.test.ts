import { describe, expect, it } from 'vitest'
import { match } from '../../engine/expect/match.ts'
import { readPiece } from '../../engine/expect/read-expectation.fixture.ts'
import { fillVariables } from './fill-variables.ts'
import { jsonMatcher } from './read-matcher.ts'
import { turn } from './turn.ts'

const variables = { total: 89.5, order: '1042', list: [1, 'a'], yes: true, limit: '3' }
const held = (yaml: string, value: Parameters<typeof match>[1]): number =>
  match(fillVariables(readPiece(jsonMatcher, yaml), variables), value, 'v').length

describe('a variable', () => {
  it('keeps its kind where it stands alone in JSON, and is text in text', () => {
    expect([held('"{{total}}"', 89.5), held('"{{total}}"', '89.5'), held('"{{total}}"', 90)]).toEqual([0, 1, 1])
    expect([held('"{{order}}"', '1042'), held('"{{order}}"', 1042)]).toEqual([0, 1])
    expect([held('equals: { of: "{{list}}" }', { of: [1, 'a'] }), held('"{{yes}}"', true)]).toEqual([0, 0])
    expect(held('"is {{total}}"', 'is 89.5')).toBe(0)
  })
  it('may be what a number is compared with', () => {
    expect([held('at most: "{{total}}"', 89.5), held('at most: "{{total}}"', 90)]).toEqual([0, 1])
    expect([held('between: ["{{limit}}", "{{total}}"]', 3), held('between: ["{{limit}}", "{{total}}"]', 2)]).toEqual([
      0, 1,
    ])
    expect(held('less than: "{{yes}}"', 0)).toBe(1)
  })
  it('keeps its kind in the bodies of steps and in metadata, never in what is said', () => {
    const step = fillVariables(
      readPiece(turn, 'call: { phoneNumber: "+{{order}}", noOfRetries: "{{total}}" }'),
      variables,
    )
    expect(step.step?.body.value).toEqual({ phoneNumber: '+1042', noOfRetries: 89.5 })
    const said = fillVariables(readPiece(turn, '{ user: "{{total}}", metadata: { sum: "{{total}}" } }'), variables)
    expect([said.user?.value, said.metadata]).toEqual(['89.5', { sum: 89.5 }])
  })
})
