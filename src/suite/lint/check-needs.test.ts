import { describe, expect, it } from 'vitest'
import type { ToolFacts } from './known-agents.ts'
import { agentsWith, facts, lintText } from './lint-text.fixture.ts'

const needs = (...names: string[]) => names.map((name) => ({ name, oneOf: [] }))

/** The lint messages for a user who waits for `book`, which needs these arguments; `others` are further tools. */
function told(card: string, names: string[], others: Record<string, ToolFacts> = {}, goal = 'book'): string[] {
  const takes = new Map<string, ToolFacts>([
    ['book', { needs: needs(...names), named: new Map(), gives: new Map() }],
    ...Object.entries(others),
  ])
  const agents = agentsWith({ 'desk default': facts({ during: [...takes.keys()] }, { takes }) })
  const user = card.replace(/^/gm, '      ')
  return lintText(
    `suite: S\nagent: desk\nconversations:\n  - name: n\n    simulated user:\n${user}\n      done when: { calls: [${goal}] }\n`,
    agents,
  )
}

const warned = ['warning missing-fact: book']

describe('an argument that the tool of a goal needs', () => {
  it.each([
    ['no fact of that name', 'wants: a seat', ['order_id'], warned],
    ['a word of it alone', 'wants: my order cancelled', ['order_id'], warned],
    ['a fact', 'wants: a seat\nknows: { order: "1042" }', ['order_id', 'orderIds'], []],
    ['a number beside its word', 'wants: order 1042 cancelled', ['order_id'], []],
    ['an email', 'wants: a seat for asha@example.com', ['email'], []],
    ['an answer for its question', 'wants: a seat\nanswers: [{ when: /zip/i, says: I do not know }]', ['zip_code'], []],
    ['what an agent words itself', 'wants: a seat', ['reason', 'summary'], []],
    ['a plain word of its words', 'wants: a seat in the city of Leeds', ['city'], []],
  ])('is looked for: %s', (_, card, names, expected) => expect(told(card, names)).toEqual(expected))

  it('may be what a tool gives that the agent can call by what it is told', () => {
    const find = (gives: string[] | null): Record<string, ToolFacts> => ({
      find: { needs: needs('name'), named: new Map(), gives: gives && new Map(gives.map((name) => [name, new Map()])) },
    })
    expect(told('wants: a seat\nknows: { name: Mia }', ['seat_id'], find(['seats', 'seat_id']))).toEqual([])
    expect(told('wants: a place\nknows: { name: Mia }', ['seat_id'], find(['row']))).toEqual(warned)
    expect(told('wants: a place', ['seat_id'], find(['seat_id']))).toEqual(warned)
    expect(told('wants: a place\nknows: { name: Mia }', ['seat_id'], find(null))).toEqual([])
    expect(told('wants: a place', ['seat_id'], find(null))).toEqual(warned)
  })

  it('is no matter where the goal names its value', () => {
    const goal = '{ book: { with: { seat_id: "12" } } }'
    expect(told('wants: seat 12', ['seat_id'], {}, goal)).toEqual([])
  })
})
