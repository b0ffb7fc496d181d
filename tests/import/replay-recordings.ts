import { performConversation } from '../../src/engine/perform/perform-conversation.ts'
import { runPool } from '../../src/engine/run/pool.ts'
import type { ConversationResult } from '../../src/engine/verdict/conversation-result.ts'
import { createService } from '../../src/service/app.ts'
import type { Agent } from '../../src/service/workspace/agent.ts'
import { defaultConfig } from '../../src/service/workspace/build-agent.ts'
import type { Recording } from '../../src/service/workspace/recordings-file.ts'
import { bareWorkspace } from '../../src/service/workspace/workspace.ts'
import { parseScript } from '../../src/suite/language/script/parse.ts'
import { type Plan, planScript } from '../../src/suite/plan/plan.ts'
import { createClient } from '../../src/wire/client/client.ts'
import type { Transport } from '../../src/wire/client/transport.ts'

/** The conversations of an imported suite, with its masking marked as reviewed. @throws when it is broken */
export function plansOf(text: string | null): Plan[] {
  const parsed = parseScript((text ?? '').replace('reviewed: false', 'reviewed: true'), 'imported.yaml')
  if (!parsed.ok) throw new Error(`the imported suite is broken: ${JSON.stringify(parsed.problems[0])}`)
  const defaults = { versions: ['default'], versionsGiven: false, timeLimitMs: 30_000, stopAfterFailure: true }
  return planScript(parsed.script, defaults)
}

/**
 * Runs each plan against an agent of the local service that repeats the recording next to it, without a
 * network; returns the results in order.
 */
export async function replayRecordings(
  pairs: readonly { plan: Plan; recording: Recording }[],
): Promise<ConversationResult[]> {
  const agents = pairs.map(({ recording }, index) => replayAgent(`agent-${index}`, recording))
  const service = createService({ workspaces: [bareWorkspace({ name: 'imported', keys: ['import-key'], agents })] })
  const transport: Transport = async ({ method, url, headers, body }) => {
    const answer = await service.fetch(new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }))
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
  }
  const client = createClient({ baseUrl: 'http://127.0.0.1', apiKey: 'import-key', transport })
  const results: ConversationResult[] = []
  try {
    await runPool([...pairs.keys()], 4, async (index) => {
      const pair = pairs[index]
      if (pair === undefined) return
      const plan = { ...pair.plan, agent: { ...pair.plan.agent, value: `agent-${index}` } }
      results[index] = await performConversation(plan, { client, reconcile: false })
    })
  } finally {
    service.close()
  }
  return results
}

function replayAgent(name: string, recording: Recording): Agent {
  const behaviour = { kind: 'replay' as const, recordings: [recording] }
  const version = { label: '1', number: 1, description: '', config: defaultConfig(), behaviour }
  return { name, agentId: name, versions: new Map([[1, version]]), published: 1, draft: null }
}
