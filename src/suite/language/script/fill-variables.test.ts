import { describe, expect, it } from 'vitest'
import { match } from '../../../engine/expect/match.ts'
import { readPiece } from '../../../engine/expect/read-expectation.fixture.ts'
import { sessionExpectation } from '../expectations/session-expectation.ts'
import { jsonMatcher } from '../matchers/read-matcher.ts'
import { fillVariables } from './fill-variables.ts'
import { turn } from './turn.ts'

const variables = { total: 89.5, order: '1042', list: [1, 'a'], yes: true, limit: '3' }
const structured = { list: ['secret'], map: { a: 'secret' } }

describe('a list or a mapping', () => {
  const kindsIn = (yaml: string): string[] => {
    const piece = yaml.startsWith('{ session')
      ? readPiece(sessionExpectation, yaml.slice('{ session:'.length, -1))
      : readPiece(turn, `{ user: x, expect: ${yaml} }`)
    const json = JSON.stringify(fillVariables(piece, structured))
    return [...json.matchAll(/"unjudgeable","why":"\{\{(\w+)\}\} is an? (\w+)/g)].map(
      ([, name, kind]) => `${name} ${kind}`,
    )
  }
  const places = [
    ...[
      'contains: "{{x}}"',
      'contains: "the {{x}}"',
      'contains: ["{{x}}", b]',
      'matches: "/^{{x}}$/"',
      'matches: "/a {{x}}/"',
    ],
    ...['starts with: "{{x}}"', 'starts with: "a {{x}}"', 'ends with: "{{x}}"', 'similar to: "like {{x}}"'],
  ]
  const texts = [
    ...places.flatMap((each) => [
      each,
      `not: { ${each} }`,
      `none: [{ ${each} }]`,
      `any: [{ not: { ${each} } }, other]`,
    ]),
    ...[
      'not: "{{x}}"',
      'none: ["{{x}}"]',
      'none: ["the {{x}}"]',
      'all: [{ not: "{{x}}" }]',
      'not: { ignore: case, equals: "{{x}}" }',
    ],
  ]
  const cells = texts.flatMap((text) => [
    `{ reply: { ${text} } }`,
    `{ reply: { thinking: { ${text} } } }`,
    `{ reply: { button: { text: { ${text} } } } }`,
    `{ session: { channel type: { ${text} } } }`,
  ])
  const inCalls = places.flatMap((each) => [
    `{ calls: { never: [{ f: { with: { a: { ${each} } } } }] } }`,
    `{ calls: [{ f: { with: { a: { ${each} } }, times: 0 } }] }`,
    `{ calls: [{ f: { returns: { not: { ${each} } } } }] }`,
  ])
  it.each([...cells, ...inCalls, '{ calls: { never: [{ f: { with: { a: "the {{x}}" } } }] } }'])(
    'is looked for in no text: %s',
    (yaml) => {
      expect(kindsIn(yaml.replaceAll('{{x}}', '{{list}}'))).toEqual(['list list'])
      expect(kindsIn(yaml.replaceAll('{{x}}', '{{map}}'))).toEqual(['map mapping'])
    },
  )
  it.each([
    '{ calls: { never: [{ f: { with: { a: "{{x}}" } } }] } }',
    '{ calls: [{ f: { with: { a: { not: "{{x}}" } } } }] }',
    '{ reply: { json: { not: "{{x}}" } } }',
    '{ reply: "say {{x}}" }',
  ])('is compared with, where a value may be one, and is text in what is said: %s', (yaml) => {
    expect(kindsIn(yaml.replaceAll('{{x}}', '{{map}}'))).toEqual([])
  })
})

const missesOf = (yaml: string, value: Parameters<typeof match>[1]): number =>
  match(fillVariables(readPiece(jsonMatcher, yaml), variables), value, 'v').length

describe('a variable', () => {
  it('keeps its kind where it stands alone in JSON, and is text in text', () => {
    expect([missesOf('"{{total}}"', 89.5), missesOf('"{{total}}"', '89.5'), missesOf('"{{total}}"', 90)]).toEqual([
      0, 1, 1,
    ])
    expect([missesOf('"{{order}}"', '1042'), missesOf('"{{order}}"', 1042)]).toEqual([0, 1])
    expect([missesOf('equals: { of: "{{list}}" }', { of: [1, 'a'] }), missesOf('"{{yes}}"', true)]).toEqual([0, 0])
    expect(missesOf('"is {{total}}"', 'is 89.5')).toBe(0)
  })
  it('may be what a number is compared with', () => {
    expect([missesOf('at most: "{{total}}"', 89.5), missesOf('at most: "{{total}}"', 90)]).toEqual([0, 1])
    expect([
      missesOf('between: ["{{limit}}", "{{total}}"]', 3),
      missesOf('between: ["{{limit}}", "{{total}}"]', 2),
    ]).toEqual([0, 1])
    expect(missesOf('less than: "{{yes}}"', 0)).toBe(1)
  })
  it('keeps its kind in the bodies of steps and in metadata, never in what is said', () => {
    const step = fillVariables(
      readPiece(turn, 'call: { phoneNumber: "+{{order}}", noOfRetries: "{{total}}" }'),
      variables,
    )
    expect(step.step?.body.value).toEqual({ phoneNumber: '+1042', noOfRetries: 89.5 })
    const filledTurn = fillVariables(
      readPiece(turn, '{ user: "{{total}}", metadata: { sum: "{{total}}" } }'),
      variables,
    )
    expect([filledTurn.user?.value, filledTurn.metadata]).toEqual(['89.5', { sum: 89.5 }])
  })
})
