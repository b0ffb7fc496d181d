import { describe, expect, it } from 'vitest'
import type { ConversationComparison } from '../model/conversation-comparison.ts'
import { conversationOf, passOf } from './conversation.fixture.ts'
import { countRules } from './count-rules.ts'
import { defaultPolicy, type GatePolicy } from './gate-policy.ts'

const regressed = (name: string) => conversationOf({ name, verdict: 'regressed', certainty: 'hard break' })

function rules(conversations: ConversationComparison[], policy: Partial<GatePolicy> = {}) {
  return countRules({ ...defaultPolicy, ...policy }, conversations)
}

/** The rules that do not hold, by name. */
function broken(conversation: Partial<ConversationComparison>) {
  return rules([conversationOf(conversation)]).flatMap(({ name, verdict }) => (verdict === 'held' ? [] : [name]))
}

describe('the rules that count conversations', () => {
  it('say what they wanted and that they saw none where all is well', () => {
    expect(rules([conversationOf()], { unconfirmed: 2, notComparable: null })).toEqual([
      { name: 'hard breaks', verdict: 'held', wanted: 'none', seen: 'none' },
      { name: 'regressions', verdict: 'held', wanted: 'none', seen: 'none' },
      { name: 'unconfirmed breaks', verdict: 'held', wanted: 'at most 2', seen: 'none' },
    ])
  })
  it('count what regressed, by how sure it is', () => {
    expect(broken({ verdict: 'regressed', certainty: 'hard break' })).toEqual(['hard breaks'])
    expect(broken({ verdict: 'regressed', certainty: 'statistical' })).toEqual(['regressions'])
    expect(broken({ verdict: 'not comparable' })).toEqual(['not comparable'])
  })
  it('never count what improved, however sure', () => {
    expect(broken({ verdict: 'improved', certainty: 'hard break', pass: passOf('bbbb') })).toEqual([])
    expect(broken({ verdict: 'improved', certainty: 'statistical', pass: passOf('bbbb') })).toEqual([])
  })
  it('count as an unconfirmed break only what is called unconfirmed and passes less often', () => {
    expect(broken({ verdict: 'changed', certainty: 'unconfirmed', pass: passOf('ppa') })).toEqual([
      'unconfirmed breaks',
    ])
    expect(broken({ verdict: 'flaky', certainty: null, pass: passOf('ppa') })).toEqual([])
    expect(broken({ verdict: 'changed', certainty: 'unconfirmed', pass: passOf('pab') })).toEqual([])
    expect(broken({ verdict: 'changed', certainty: 'unconfirmed', pass: passOf('ppb') })).toEqual([])
    expect(broken({ verdict: 'changed', certainty: 'unconfirmed', pass: null })).toEqual([])
  })
  it('name three of those that got worse, and how many more there are', () => {
    const hard = (...names: string[]) => rules(names.map(regressed), { hardBreaks: 3 })[0]
    expect(hard('one', 'two', 'three')).toEqual({
      name: 'hard breaks',
      verdict: 'held',
      wanted: 'at most 3',
      seen: '3: "one", "two", "three"',
    })
    expect(hard('one', 'two', 'three', 'four', 'five')).toMatchObject({
      verdict: 'broken',
      seen: '5: "one", "two", "three" and 2 more',
    })
  })
})
