import { describe, expect, it } from 'vitest'
import { hashScript } from './hash-script.ts'
import { planOf, suiteWith } from './snapshot.fixture.ts'

const hashOf = (turns: string, more = '', version = 'default'): string =>
  hashScript(planOf(suiteWith(turns, more), version))
const turn = 'user: hello, expect: { calls: none }'

describe('hashScript', () => {
  const plain = hashOf(`{ ${turn} }`)
  it.each([
    ['another text', '{ user: hullo, expect: { calls: none } }', ''],
    ['another turn', `{ ${turn} }, { user: bye, expect: { calls: none } }`, ''],
    ['instructions', `{ ${turn}, context: Be brief. }`, ''],
    ['metadata', `{ ${turn} }`, 'metadata: { tier: gold },'],
    ['metadata of a turn', `{ ${turn}, metadata: { tier: gold } }`, ''],
    ['an attachment', `{ ${turn}, attachments: ["https://x.example/a.png"] }`, ''],
    ['a step', `{ ${turn} }, { wait: 1 ms }`, ''],
    ['a step before', `{ ${turn} }`, 'before: [{ wait: 1 ms }],'],
    ['a capture', `{ ${turn}, capture: { id: calls.look.output.id } }`, ''],
    ['a customer', `{ ${turn} }`, 'customer: { number: "+15550001111" },'],
    ['another agent', `{ ${turn} }`, 'agent: other,'],
  ])('changes with %s', (_, turns, more) => {
    expect(hashOf(turns, more)).not.toBe(plain)
  })
  it.each([
    ['another expectation', '{ user: hello, expect: { reply: { contains: x } } }', ''],
    [
      'tags, limits and laws',
      `{ ${turn}, time limit: 9 s }`,
      'tags: [smoke], time limit: 9 s, stop after failure: false,',
    ],
    ['repeats', `{ ${turn} }`, 'repeat: { times: 3, pass: 2 },'],
    [
      'a value that a variable gives',
      '{ user: "{{greeting}}", expect: { calls: none } }',
      'variables: { greeting: hello },',
    ],
    ['a variable that nothing sends', `{ ${turn} }`, 'variables: { unused: 1 },'],
  ])('does not change with %s', (_, turns, more) => {
    expect(hashOf(turns, more)).toBe(plain)
  })
  it('does not change with a precondition', () => {
    const two = (more: string): string => hashOf(`{ ${turn} }, { user: bye${more} }`)
    expect(two(', requires: { reply: { contains: x } }')).toBe(two(''))
  })
  it('is one for all versions, also where the text names the version', () => {
    const asks = '{ user: "are you {{version}}?", expect: { calls: none } }'
    expect(hashOf(asks, '', 'draft')).toBe(hashOf(asks, '', '3'))
  })
  it('does not depend on the order of metadata, nor on the environment and the seed', () => {
    const turns = '{ user: "{{random.email}}", expect: { calls: none } }'
    expect(hashOf(turns, 'metadata: { a: 1, b: { c: 2, d: 3 } },')).toBe(
      hashOf(turns, 'metadata: { b: { d: 3, c: 2 }, a: 1 },'),
    )
    const plan = planOf(suiteWith(turns))
    expect(hashScript({ ...plan, variables: { ...plan.variables, 'random.email': 'x@y.z' } })).toBe(hashScript(plan))
  })
  it('tells the rows of a conversation with parameters apart', () => {
    const yaml = suiteWith(
      '{ user: "to {{city}}", expect: { calls: none } }',
      'parameters: [{ city: Rome }, { city: Oslo }],',
    )
    expect(hashScript(planOf(yaml))).toBe(hashOf('{ user: to Rome, expect: { calls: none } }'))
  })
})
