import { expect, it } from 'vitest'
import { called, gave } from '../../../engine/transcript/entries.fixture.ts'
import { viewTurn } from '../../../engine/transcript/turn-view.ts'
import { plansOf } from '../../../engine/verdict/fake-client.fixture.ts'
import type { MutableTalk } from '../mutant/talk.ts'
import { type Living, suggestFor } from './suggest.ts'

/** Mutants of a turn with so many different calls, each of which gives one of them another argument. */
function changeEach(calls: number): { living: Living[]; talks: MutableTalk[] } {
  const numbers = Array.from({ length: calls }, (_, number) => number)
  const entries = (changed: number) =>
    numbers.flatMap((number) => [
      called('look_up', `c${number}`, { order: `order-${number === changed ? 'wrong' : number}` }),
      gave('look_up', `c${number}`),
    ])
  const [plan] = plansOf(
    'suite: S\nagent: desk\nconversations: [{ name: c, turns: [{ user: hi, expect: { calls: [look_up] } }] }]',
  )
  if (plan === undefined) throw new Error('it has one conversation')
  const turn = { index: 0, view: viewTurn(entries(-1)), turnMs: 5, refusal: null }
  const talk: MutableTalk = { plan, exchanges: [], turns: [turn], session: null, functions: null }
  const living = numbers.map((number): Living => {
    const change = { kind: 'change argument' as const, what: `call ${number} gets another order` }
    const place = {
      id: plan.id,
      file: plan.file,
      version: plan.version,
      line: 1,
      suite: 'S',
      conversation: 'c',
      turn: 1,
    }
    const mutant = { ...change, turn: 0, entries: entries(number), lateMs: 0 }
    return { number, talk, mutant, survivor: { ...place, ...change, accepted: null } }
  })
  return { living, talks: [talk] }
}

it('suggests an expectation for each of few mutants', () => {
  const { living, talks } = changeEach(20)
  const caught = new Set(suggestFor(living, talks, (value) => value).flatMap(({ catches }) => catches))
  expect(caught).toEqual(new Set(living.map(({ number }) => number)))
})

it('looks at a hundred mutants of a turn, from all its parts', { tags: 'stress' }, () => {
  const { living, talks } = changeEach(150)
  const caught = [...new Set(suggestFor(living, talks, (value) => value).flatMap(({ catches }) => catches))].sort(
    (a, b) => a - b,
  )
  expect(caught.length).toBeGreaterThan(50)
  expect(caught.length).toBeLessThanOrEqual(100)
  expect(caught.at(-1)).toBeGreaterThan(140)
})
