import { describe, expect, it } from 'vitest'
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
  return concludeFeatures(all, sides)?.sentence
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
      'Nothing that draft does otherwise than default is beyond chance in 12 pairs of runs.',
    )
    expect(sentenceOf(1, 3, (name) => label(name))).toBe('Too few pairs of runs to tell what changed: 3 of at least 6.')
  })
  it('says how conversations that got worse for sure begin to differ, though it is too seldom to be listed', () => {
    expect(sentenceOf(1, 5, (name) => label(name), { verdict: 'regressed' })).toBe(
      'Where conversations got worse, draft calls create_label with carrier "b" instead of "a" (1 conversation).',
    )
  })
  it('leaves out what is excused, and is silent where nothing was looked at', () => {
    expect(sentenceOf(4, 3, (name) => label(name), { excused: 'known' })).toBeUndefined()
  })
})
