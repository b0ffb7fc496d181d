import { describe, expect, it } from 'vitest'
import { useVirtualTime } from '../../../base/virtual-time.fixture.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import { performConversation } from '../../perform/perform-conversation.ts'
import { called, gave, said } from '../../transcript/entries.fixture.ts'
import { fakeClient, plansOf } from '../fake-client.fixture.ts'

useVirtualTime()

const head = 'suite: S\nagent: desk\nconversations:\n  - name: one\n'
const dance: TranscriptEntry = { type: 'unknown', original: { type: 'dance' } } as never
const hologram = {
  ...said('assistant', '', 500),
  content: [{ type: 'unknown', original: { type: 'hologram' } }],
} as never

async function judged(conversation: string, entries: TranscriptEntry[]) {
  const [plan] = plansOf(`${head}${conversation}\n`)
  if (plan === undefined) throw new Error('no plan')
  const { client } = fakeClient(({ message = '' }) => [said('user', message), ...entries])
  const { verdict, cause } = await performConversation(plan, { client, reconcile: true })
  return [verdict, cause?.kind]
}

describe('a turn of which something cannot be read', () => {
  it.each([
    ['a call of the turn', '    turns: [{ user: hi, expect: { calls: [find] } }]', dance],
    ['so many calls', '    turns: [{ user: hi, expect: { calls: { count: 1 } } }]', dance],
    ['a call of the session', '    turns: [{ user: hi }]\n    session: { calls: [find] }', dance],
    ['a text', '    turns: [{ user: hi, expect: { reply: { contains: Hello } } }]', hologram],
    ['a picture', '    turns: [{ user: hi, expect: { reply: { image: { name: a.png } } } }]', hologram],
    [
      'what a simulated user waits for',
      '    simulated user: { wants: x, knows: { a: b }, opens with: hi, patience: 1 turns, done when: { calls: [find] } }',
      dance,
    ],
  ])(
    'may hold %s that is missed: the service is what is wrong',
    { tags: 'slow' },
    async (_, conversation, stranger) => {
      expect(await judged(conversation, [stranger])).toEqual(['errored', 'service'])
    },
  )
  it.each([
    ['a forbidden call', '    turns: [{ user: hi, expect: { calls: { never: [find] } } }]'],
    ['a forbidden word', '    turns: [{ user: hi, expect: { reply: { not: { contains: bye } } } }]'],
    ['too many calls', '    turns: [{ user: hi, expect: { calls: { count: 0 } } }]'],
  ])('shows %s all the same', async (_, conversation) => {
    const entries = [called('find', 'c-1', {}), gave('find', 'c-1'), said('assistant', 'bye', 500), dance]
    expect(await judged(conversation, entries)).toEqual(['failed', expect.anything()])
  })
})
