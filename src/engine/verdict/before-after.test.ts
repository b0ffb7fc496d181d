import { describe, expect, it } from 'vitest'
import { useVirtualTime } from '../../base/virtual-time.fixture.ts'
import { performConversation } from '../perform/perform-conversation.ts'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import { echo, fakeClient, plansOf, type Script } from './fake-client.fixture.ts'

useVirtualTime()

const timeout = { kind: 'timed out', limitMs: 1 } as const
const suite = (more: string) =>
  `suite: S\nagent: desk\nconversations:\n  - name: talks\n${more}    turns: [{ user: middle, expect: { reply: You said middle } }]\n`

async function perform(more: string, play: Script = echo) {
  const { client, sent } = fakeClient(play)
  const [plan] = plansOf(suite(more))
  if (plan === undefined) throw new Error('no plan')
  const result = await performConversation(plan, { client, reconcile: true })
  return { result, sent: sent.map(({ message, sessionId }) => [message, sessionId]) }
}

const both = '    before: [{ user: first }]\n    after: [{ user: last }]\n'
const on =
  (word: string, what: (request: Parameters<Script>[0], turn: number) => ReturnType<Script>): Script =>
  (request, turn) =>
    request.message === word ? what(request, turn) : echo(request, turn)

describe('what comes before and after', () => {
  it('is said in the same session, is not judged, and adds up with the stored session', async () => {
    const { result, sent } = await perform(both)
    expect([result.verdict, result.turns.length]).toEqual(['passed', 1])
    expect(sent).toEqual([
      ['first', undefined],
      ['middle', 's-1'],
      ['last', 's-1'],
    ])
  })
  it('makes the conversation errored when it does not work, and the turns are not reached', async () => {
    const { result, sent } = await perform(
      both,
      on('first', () => timeout),
    )
    expect([result.verdict, result.turns[0]?.verdict]).toEqual(['errored', 'not reached'])
    expect(result.reason).toContain('a step before the first turn failed')
    expect(sent.map(([message]) => message)).toEqual(['first']) // the last one would begin a session of its own
  })
  it('comes after a failure as well', async () => {
    const { result, sent } = await perform(
      both,
      on('middle', ({ message = '' }, turn) => [
        said('user', message, turn * 2_000),
        said('assistant', 'No.', turn * 2_000 + 1),
      ]),
    )
    expect([result.verdict, sent.length]).toEqual(['failed', 3])
  })
  it('is no pass when what comes after did not work', async () => {
    const { result } = await perform(
      both,
      on('last', () => timeout),
    )
    expect(result.verdict).toBe('errored')
    expect(result.reason).toContain('a step after the last turn failed')
  })
  it('can capture what the turns need', async () => {
    const play = on('first', ({ message = '' }, turn) => [
      said('user', message, turn),
      called('find', '1', {}, 'during', turn + 1),
      gave('find', '1', '{"id":"7"}', { timestamp: called('x', '0', {}, 'during', turn + 2).timestamp }),
      said('assistant', 'Found.', turn + 20),
    ])
    const { client, sent } = fakeClient(play)
    const yaml =
      'suite: S\nagent: desk\nconversations:\n  - name: talks\n    before: [{ user: first, capture: { id: calls.find.output.id } }]\n    turns: [{ user: "about {{id}}", expect: { reply: "You said about {{id}}" } }]\n'
    const [plan] = plansOf(yaml)
    if (plan === undefined) throw new Error('no plan')
    expect((await performConversation(plan, { client, reconcile: false })).verdict).toBe('passed')
    expect(sent.map(({ message }) => message)).toEqual(['first', 'about 7'])
  })
  it('takes no expectations', () => {
    expect(() => plansOf(suite('    before: [{ user: first, expect: { reply: x } }]\n'))).toThrow(
      'what comes before and after is not judged',
    )
  })
})
