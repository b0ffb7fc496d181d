import { describe, expect, it } from 'vitest'
import { jsonMatcher } from '../../suite/language/matchers/read-matcher.ts'
import { writeTexts } from '../../suite/language/matchers/text-or-pattern.ts'
import { fillVariables } from '../../suite/language/script/fill-variables.ts'
import { match } from './match.ts'
import { readPiece } from './read-expectation.fixture.ts'

const holds = (yaml: string, value: unknown): boolean =>
  match(readPiece(jsonMatcher, yaml), value as never, '').length === 0

describe('a scalar that is a pattern', () => {
  it.each([
    ['/sorry/i', 'Sorry, no', 'no'],
    ['{ not: /sorry/i }', 'no', 'Sorry, no'],
    ['{ none: [/sorry/i] }', 'no', 'Sorry, no'],
    ['{ contains: /ss./ }', { ssn: 1 }, { name: 1 }],
    ['{ not: { contains: /ssn/ } }', { name: 1 }, { ssn: 1 }],
    ['{ contains: /a.c/ }', ['x', 'abc'], ['x']],
    ['{ contains: { one of: [/x/, /y/] } }', { y: 1 }, { z: 1 }],
    ['[/a/, b]', ['cat', 'b'], ['dog', 'b']],
    ['{ each: /a/ }', ['a', 'ba'], ['a', 'b']],
    ['{ who: /sorry/i }', { who: 'SORRY' }, { who: 'x' }],
    ['/sorry/i', 'sorry', 12],
  ])('%s holds for %j and not for %j', (yaml, right, wrong) => {
    expect([holds(yaml, right), holds(yaml, wrong)]).toEqual([true, false])
  })

  it('never comes from a variable', () => {
    for (const yaml of ['"{{code}}"', '{ contains: "{{code}}" }', '{ equals: "{{code}}" }']) {
      const matcher = fillVariables(readPiece(jsonMatcher, yaml), { code: '/x/i' })
      expect([match(matcher, '/x/i', ''), match(matcher, 'X', '').length]).toEqual([[], 1])
    }
  })

  it.each(['/a/i', '/.*/', '/a|b/', '/x/g'])('does not come from what is written for the text %s', (text) => {
    const yaml = JSON.stringify(writeTexts(text))
    expect([holds(yaml, text), holds(yaml, 'a')]).toEqual([true, false])
    const part = JSON.stringify(writeTexts({ contains: text }))
    expect([holds(part, `see ${text}.`), holds(part, 'see a.')]).toEqual([true, false])
  })
})
