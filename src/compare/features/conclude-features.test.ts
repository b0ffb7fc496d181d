import { describe, expect, it } from 'vitest'
import { summariseRun } from '../compare-conversation.ts'
import type { ConversationComparison } from '../model/conversation-comparison.ts'
import { concludeFeatures } from './conclude-features.ts'
import { madeRun, madeTurn } from './features.fixture.ts'
import { observeConversation } from './observe-conversation.ts'

const side = (label: string) => ({ label, agent: null, version: label, target: 'local' })
const sides = { a: side('default'), b: side('draft') }

function sentenceOf(
  conversations: number,
  pairs: number,
  make: (side: 'a' | 'b', conversation: number) => ReturnType<typeof madeTurn>,
  more: Partial<ConversationComparison> = {},
  shut?: Parameters<typeof concludeFeatures>[2],
): string | undefined {
  const all = Array.from({ length: conversations }, (_, index) => {
    const runs = (name: 'a' | 'b') => Array.from({ length: pairs }, () => madeRun([make(name, index)]))
    const { seen, parts } = observeConversation({ a: runs('a'), b: runs('b'), begins: 'a' }, pairs)
    const own = {
      id: `talk ${index}`,
      seen,
      excused: null,
      verdict: 'changed' as const,
      runs: { a: [], b: [] },
      ...more,
    }
    return parts === null ? own : { ...own, parts }
  })
  return concludeFeatures(all, sides, shut)?.sentence
}
const label = (carrier: string) => madeTurn(0, [['create_label', { carrier }]])

describe('the sentence on what changed', () => {
  it('names the cause and in how many conversations it is', () => {
    expect(sentenceOf(20, 3, (name, index) => label(name === 'b' && index < 4 ? 'Parcelio' : 'Posten'))).toBe(
      'draft calls create_label with carrier "Parcelio" instead of "Posten" in 4 of 20 conversations; nothing else is beyond chance.',
    )
  })
  it('says that nothing is beyond chance, or that nobody could tell', () => {
    expect(sentenceOf(4, 3, () => label('Posten'))).toBe(
      'In 12 pairs of runs, nothing certain tells calls, arguments and times on draft from those on default; what replies say is not counted here.',
    )
    expect(sentenceOf(1, 3, (name) => label(name))).toBe(
      'Over all conversations, 3 pairs of runs cannot tell what changed, which takes 6.',
    )
  })
  it('says how conversations that got worse for sure begin to differ, though it is too seldom to be listed', () => {
    expect(sentenceOf(1, 5, (name) => label(name), { verdict: 'regressed' })).toBe(
      'Where conversations got worse, draft calls create_label with carrier "b" instead of "a" (1 conversation).',
    )
  })
  it('leaves out what is excused, and is silent where nothing was looked at', () => {
    expect(sentenceOf(4, 3, (name) => label(name), { excused: 'known' })).toBeUndefined()
  })
  const failing = (way: string, times = 5) => ({
    a: [],
    b: Array.from({ length: times }, () => ({
      ...summariseRun(madeRun([madeTurn(0, [])])),
      verdict: 'failed' as const,
      way,
    })),
  })
  it('says what expectations found where no difference tells why conversations got worse', () => {
    const runs = failing('turn 1: reply')
    expect(sentenceOf(4, 5, () => label('Posten'), { verdict: 'regressed', runs })).toBe(
      'What expectations found: turn 1: reply (4 conversations).',
    )
    expect(sentenceOf(1, 5, () => label('Posten'), { verdict: 'regressed', runs })).toBe(
      'What expectations found: turn 1: reply (1 conversation).',
    )
    expect(sentenceOf(4, 5, () => label('Posten'), { verdict: 'regressed' })).toBe(
      '4 conversations got worse by what judges found.',
    )
  })
  it('says what shut the gate, where that is new failures or all conversations together', () => {
    const sentenceWith = (shut: Parameters<typeof concludeFeatures>[2]) =>
      sentenceOf(4, 5, () => label('Posten'), { verdict: 'flaky', runs: failing('turn 1: reply') }, shut)
    const begin = 'What expectations found:'
    expect(sentenceWith({ newFailures: [{ id: 'talk 2', way: 'turn 2: no call of look' }], together: false })).toBe(
      `${begin} turn 2: no call of look (1 conversation).`,
    )
    expect(sentenceWith({ newFailures: [], together: true })).toBe(`${begin} turn 1: reply (4 conversations).`)
    expect(sentenceWith(undefined)).toMatch(
      /^In \d+ pairs of runs, nothing certain tells calls, arguments and times on draft from those on default/,
    )
  })
  it('never says that nothing is beyond chance beside a list of what is', () => {
    const ends = (name: 'a' | 'b', index: number) => [
      madeTurn(0, []),
      ...(name === 'b' && index < 4 ? [] : [madeTurn(1, [], 'ok')]),
    ]
    const runs = (name: 'a' | 'b', index: number) => Array.from({ length: 3 }, () => madeRun(ends(name, index)))
    const all = Array.from({ length: 10 }, (_, index) => {
      const { seen } = observeConversation({ a: runs('a', index), b: runs('b', index), begins: 'a' }, 3)
      return { id: `talk ${index}`, seen, excused: null, verdict: 'changed' as const, runs: { a: [], b: [] } }
    })
    const features = concludeFeatures(all, sides)
    expect(features?.listed.map(({ level }) => level)).toEqual(['turns'])
    expect(features?.sentence).toBe(
      'draft ends conversations sooner in 4 of 10 conversations; nothing else is beyond chance.',
    )
  })
})
