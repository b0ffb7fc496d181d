import { runPool } from '../../src/engine/run/pool.ts'
import type { ConversationResult } from '../../src/engine/verdict/conversation-result.ts'
import { performConversation } from '../../src/engine/verdict/perform-conversation.ts'
import { createService } from '../../src/service/app.ts'
import { listen } from '../../src/service/listen.ts'
import type { Agent, Recording } from '../../src/service/workspace/agent.ts'
import { defaultConfig } from '../../src/service/workspace/blueprint-defaults.ts'
import { bareWorkspace } from '../../src/service/workspace/workspace.ts'
import { parseScript } from '../../src/suite/language/parse.ts'
import { type Plan, planScript } from '../../src/suite/plan/plan.ts'
import { createClient } from '../../src/wire/client/client.ts'
import { openNetwork } from '../../src/wire/client/undici-transport.ts'
import { toSuite } from './to-suite.ts'

/** One recording to replay, judged by the suite of `pinned` (itself, unless it is a mutant). */
export interface Replay {
  recording: Recording
  pinned: Recording
}

/** Replays everything over HTTP against one local service with an agent for each, and gives the results in order. @throws when a generated suite is broken */
export async function replayAll(replays: readonly Replay[]): Promise<ConversationResult[]> {
  const agents = replays.map(({ recording }, index) => replayAgent(`agent-${index}`, recording))
  const workspace = bareWorkspace({ name: 'corpus', keys: ['corpus-key'], agents })
  const service = await listen(createService({ workspaces: [workspace] }), { port: 0 })
  const network = openNetwork({ connections: 16 })
  const client = createClient({ baseUrl: service.url, apiKey: 'corpus-key', transport: network.send })
  const results: ConversationResult[] = []
  try {
    await runPool([...replays.keys()], 16, async (index) => {
      const replay = replays[index] as Replay
      results[index] = await performConversation(planOf(replay.pinned, `agent-${index}`), { client, reconcile: true })
    })
  } finally {
    await network.close()
    await service.close()
  }
  return results
}

function planOf(pinned: Recording, agent: string): Plan {
  const parsed = parseScript(toSuite(pinned, agent), `${pinned.id}.yaml`)
  if (!parsed.ok) throw new Error(`the suite of ${pinned.id} is broken: ${JSON.stringify(parsed.problems[0])}`)
  const [plan] = planScript(parsed.script, {
    versions: ['default'],
    versionsGiven: false,
    timeLimitMs: 30_000,
    stopAfterFailure: true,
  })
  if (plan === undefined) throw new Error(`${pinned.id} has no conversation`)
  return plan
}

function replayAgent(name: string, recording: Recording): Agent {
  const version = {
    label: '1',
    number: 1,
    description: '',
    config: defaultConfig(),
    behaviour: { kind: 'replay' as const, recordings: [recording] },
  }
  return { name, agentId: name, versions: new Map([[1, version]]), published: 1, draft: null }
}
