import { describe, expect, it } from 'vitest'
import { serveRemote } from '../agents/remote/remote.fixture.ts'
import { createService } from '../app.ts'
import { twoWorkspaces } from '../demo-agent.fixture.ts'
import type { OutboxMessage, SessionRecord } from '../store/store.ts'
import { forgetSession } from './session.ts'

async function talk(): Promise<{ context: ReturnType<typeof createService>['context']; sessionId: string }> {
  const { context, fetch } = createService({ workspaces: twoWorkspaces() })
  const answer = await fetch(
    new Request('http://local/api/chat-agent/trigger', {
      method: 'POST',
      headers: { 'x-api-key': 'key-a', 'content-type': 'application/json' },
      body: JSON.stringify({ doReturnResponse: true, agentName: 'desk', message: 'Hello' }),
    }),
  )
  expect(answer.status).toBe(200)
  return { context, sessionId: context.store.newestSessions(1)[0]?.sessionId ?? '' }
}

describe('a session that is forgotten', () => {
  it('leaves nothing behind, its timers included', async () => {
    const { context, sessionId } = await talk()
    const { store } = context
    expect([store.transcript(sessionId).length > 0, store.nextTimer()?.subject]).toEqual([true, sessionId])
    forgetSession(context, sessionId)
    forgetSession(context, 'never there')
    expect([store.countSessions(), store.transcript(sessionId), store.nextTimer()]).toEqual([0, [], undefined])
  })
  it('stays where a message was sent in it', async () => {
    const { context, sessionId } = await talk()
    context.store.putMessage({ id: 'm', sessionId } as OutboxMessage)
    forgetSession(context, sessionId)
    expect(context.store.session(sessionId)?.sessionId).toBe(sessionId)
  })
  it('stays where an agent elsewhere is told of its end', async () => {
    for (const tellEnd of [true, false]) {
      const { context } = serveRemote({ protocol: 'webhook', url: 'http://127.0.0.1:1/', tellEnd })
      context.store.putSession({ sessionId: 's', workspace: 'demo', call: null } as SessionRecord)
      forgetSession(context, 's')
      expect(context.store.countSessions()).toBe(tellEnd ? 1 : 0)
    }
  })
})
