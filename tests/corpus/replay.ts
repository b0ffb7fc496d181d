import { performConversation } from '../../src/engine/perform/perform-conversation.ts'
import { runPool } from '../../src/engine/run/pool.ts'
import type { ConversationResult } from '../../src/engine/verdict/conversation-result.ts'
import { createService, type Service } from '../../src/service/app.ts'
import { listen } from '../../src/service/listen.ts'
import type { Agent } from '../../src/service/workspace/agent.ts'
import { defaultConfig } from '../../src/service/workspace/build-agent.ts'
import type { Recording } from '../../src/service/workspace/recordings-file.ts'
import { bareWorkspace } from '../../src/service/workspace/workspace.ts'
import { parseScript } from '../../src/suite/language/script/parse.ts'
import { type Plan, planScript } from '../../src/suite/plan/plan.ts'
import { createClient } from '../../src/wire/client/client.ts'
import type { Transport } from '../../src/wire/client/transport.ts'
import { openNetwork } from '../../src/wire/client/undici-transport.ts'
import { toSuite } from './to-suite.ts'

/**
 * One recording to replay, and the recording whose suite judges it: `pinned` is itself, or the original of a
 * mutant.
 */
export interface Replay {
  recording: Recording
  pinned: Recording
}

/**
 * Replays everything against one local service with one agent each, over HTTP or in process, and returns the
 * results in order. @throws when a generated suite is broken
 */
export async function replayAll(replays: readonly Replay[], over: 'http' | 'memory'): Promise<ConversationResult[]> {
  const agents = replays.map(({ recording }, index) => replayAgent(`agent-${index}`, recording))
  const workspace = bareWorkspace({ name: 'corpus', keys: ['corpus-key'], agents })
  const service = createService({ workspaces: [workspace] })
  const listening = over === 'http' ? await listen(service, { port: 0 }) : null
  const network = openNetwork({ connections: 16 })
  const client = createClient({
    baseUrl: listening?.url ?? 'http://corpus.localhost',
    apiKey: 'corpus-key',
    transport: listening === null ? sendInside(service) : network.send,
  })
  const results: ConversationResult[] = []
  try {
    await runPool([...replays.keys()], 16, async (index) => {
      const replay = replays[index] as Replay
      results[index] = await performConversation(planOf(replay.pinned, `agent-${index}`), { client, reconcile: true })
    })
  } finally {
    await network.close()
    await listening?.close()
    service.close()
  }
  return results
}

function sendInside(service: Service): Transport {
  return async ({ method, url, headers, body }) => {
    const response = await service.fetch(new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }))
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
  }
}

/** One suite judges a recording and all its mutants; only the agent differs. */
function planOf(pinned: Recording, agent: string): Plan {
  const plan = plans.get(pinned) ?? makePlan(pinned, agent)
  plans.set(pinned, plan)
  return { ...plan, agent: { ...plan.agent, value: agent } }
}

const plans = new WeakMap<Recording, Plan>()

function makePlan(pinned: Recording, agent: string): Plan {
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
