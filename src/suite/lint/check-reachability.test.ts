import { describe, expect, it } from 'vitest'
import { lintText } from './lint-text.fixture.ts'

const suite = (first: string, requires: string, settings = ''): string =>
  `suite: Desk\nagent: desk\n${settings}conversations:\n  - name: one\n    turns:\n      - user: Hi\n        expect: ${first}\n      - user: More\n        requires: ${requires}\n        expect: { reply: x }\n`

describe('turns that are never sent', () => {
  it.each([
    ['{ calls: none }', '{ calls: [a] }', 'a'],
    ['{ calls: { never: [a] } }', '{ calls: { any order: [{ a: { with: { x: 1 } } }] } }', 'a'],
    ['{ reply: x }', '{ error: messageRequired }', 'messageRequired'],
  ])('finds one after %s that requires %s', (first, requires, text) => {
    expect(lintText(suite(first, requires))).toEqual([`unreachable-turn: ${text}`])
  })

  it.each([
    ['{ calls: none }', '{ calls: none }'],
    ['{ calls: { never: [{ a: { with: { x: 1 } } }] } }', '{ calls: [a] }'],
    ['{ error: messageRequired }', '{ error: { status: 400 } }'],
  ])('accepts one after %s that requires %s', (first, requires) => {
    expect(lintText(suite(first, requires))).toEqual([])
  })

  it('counts guardrails among what the turn before rules out', () => {
    expect(lintText(suite('{ reply: x }', '{ calls: [a] }', 'every turn: { calls: { never: [a] } }\n'))).toEqual([
      'unreachable-turn: a',
    ])
  })

  it('accepts what is reached only after a failure, where failures do not stop the talk', () => {
    expect(lintText(suite('{ calls: none }', '{ calls: [a] }', 'stop after failure: false\n'))).toEqual([])
  })
})
