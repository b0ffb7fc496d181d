import { describe, expect, it } from 'vitest'
import { echo, fakeClient, plansOf } from '../../engine/verdict/fake-client.fixture.ts'
import { performConversation } from '../../engine/verdict/perform-conversation.ts'
import { asksForTrace, traceNote } from './trace-note.ts'

async function noted(reply: string): Promise<string | null> {
  const yaml = `suite: S\nagent: desk\nconversations:\n  - name: n\n    turns: [{ user: hi, expect: { reply: ${reply} } }]\n`
  const [plan] = plansOf(yaml)
  if (plan === undefined) throw new Error('no plan')
  return traceNote(await performConversation(plan, { client: fakeClient(echo).client, reconcile: false }))
}

describe('the trace under a failed test', () => {
  it('is that of the terminal, indented below the note', async () => {
    expect(await noted('{ contains: bye }')).toBe(
      ['', 'turn 1  user "hi"', '        reply "You said hi"   failed contains "bye": not in it'].join('\n       '),
    )
  })
  it('is not there for one that passed', async () => {
    expect(await noted('You said hi')).toBeNull()
  })
  it.each([
    [{}, false],
    [{ TABLEREAD_TRACE: '0' }, false],
    [{ TABLEREAD_TRACE: 'false' }, false],
    [{ TABLEREAD_TRACE: '1' }, true],
  ])('is asked for by the environment: %j', (environment, asked) => {
    expect(asksForTrace(environment)).toBe(asked)
  })
})
