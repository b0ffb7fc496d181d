import { expect, it } from 'vitest'
import { conversationOf } from '../gate/conversation.fixture.ts'
import type { ConversationComparison } from '../model/conversation-comparison.ts'
import { groupOpen, withReviews } from './settle-reviews.ts'

const shorter = { level: 'reply', turn: 0, text: 'the reply is shorter', kind: 'reply length' } as const

function changed(name: string, verdict: 'changed' | 'regressed', ...what: (typeof shorter)[]) {
  const { runs } = conversationOf({ verdict })
  const differences = what.map((each, index) => ({ ...each, id: `${name}${index}`, runs: [...runs.b.keys()] }))
  return conversationOf({ name, id: name, verdict, changes: [], differences }) satisfies ConversationComparison
}

const groupsOf = (...conversations: ConversationComparison[]) =>
  groupOpen(withReviews(conversations, [])).map((group) => [group[0]?.review?.group, group.length])

it('a break that joins harmless changes gives their group another id, which an earlier command does not name', () => {
  const [[harmless, two] = []] = groupsOf(changed('one', 'changed', shorter), changed('two', 'changed', shorter))
  expect(two).toBe(2)
  const [[id, members] = []] = groupsOf(changed('one', 'changed', shorter), changed('two', 'regressed', shorter))
  expect([members, id === harmless]).toEqual([2, false])
})
