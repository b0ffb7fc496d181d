import { createJudges, type JudgeModel } from '../../src/engine/judge/create-judges.ts'
import type { Judges } from '../../src/engine/judge/judges.ts'
import { performConversation } from '../../src/engine/perform/perform-conversation.ts'
import type { ConversationResult } from '../../src/engine/verdict/conversation-result.ts'
import { createService, type Service } from '../../src/service/app.ts'
import { listen } from '../../src/service/listen.ts'
import type { AgentTool } from '../../src/service/workspace/agent.ts'
import type { AgentFunction } from '../../src/service/workspace/agent-function.ts'
import { defaultConfig } from '../../src/service/workspace/build-agent.ts'
import { bareWorkspace } from '../../src/service/workspace/workspace.ts'
import { parseScript } from '../../src/suite/language/script/parse.ts'
import { type Plan, planScript } from '../../src/suite/plan/plan.ts'
import { createClient } from '../../src/wire/client/client.ts'
import { openNetwork } from '../../src/wire/client/undici-transport.ts'

/**
 * Two turns in which every layer can break something: calls and their phases, a capture, times, the stored
 * session.
 */
const suite = (judged: string): string => `suite: Causes
agent: desk
conversations:
  - name: tracks an order
    turns:
      - user: Where is my order 1042?
        expect:
          reply: { contains: shipped }
          calls:
            during:
              exactly:
                - lookup_order: { with: { order_id: "1042" } }
                - find_parcel
        capture: { status: calls.lookup_order.output.status }
      - user: It is {{status}}, so send me the link
        expect:
          reply: { contains: link${judged} }
          calls: { exactly: [send_link], never: [issue_refund] }
    session:
      agent: desk
      calls: { in order: [lookup_order, send_link] }
`

function planOf(script: string, timeLimitMs: number): Plan {
  const parsed = parseScript(script, 'causes.yaml')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const settings = { versions: ['default'], versionsGiven: true, timeLimitMs, stopAfterFailure: true }
  const [plan] = planScript(parsed.script, settings)
  if (plan === undefined) throw new Error('the script holds no conversation')
  return plan
}

/** The agent that does everything right. */
export const soundAgent: AgentFunction = async function* ({ message, call }) {
  if (message?.includes('1042') === true) {
    const { value } = await call('lookup_order', { order_id: '1042' })
    await call('find_parcel', { order_id: '1042' })
    yield `Your order 1042 is ${(value as { status?: string } | null)?.status ?? 'not found'}.`
    return
  }
  await call('send_link', { order_id: '1042' })
  yield 'Here is the link.'
}

const tool = (name: string, output: object): AgentTool => ({
  ...{ name, description: '', parameters: { type: 'object' }, timeMs: 20 },
  cases: [{ with: {}, output: output as AgentTool['cases'][number]['output'], isError: false }],
})
const tools = [
  tool('lookup_order', { status: 'shipped' }),
  tool('find_parcel', { place: 'Leeds' }),
  tool('send_link', { sent: true }),
  tool('issue_refund', { done: true }),
]

/** How long the agent itself may take for a turn, and how long the client waits for an answer, in milliseconds. */
export const [agentLimitMs, clientLimitMs] = [500, 3_000]

/** What to inject into one layer, and what that requires of the others. */
export interface Injected {
  agent?: AgentFunction
  /** Makes the service misbehave. */
  spoil?: (service: Service) => Service
  /** Puts something between client and service; returns the address to use instead of the service's. */
  between?: (url: string) => Promise<{ url: string; close(): Promise<void> }>
  judges?: Judges
  /** The suite, if not the usual one. */
  script?: string
}

/** Runs the conversation once, against its own local service on a port of this machine. */
export async function talk({
  agent = soundAgent,
  spoil,
  between,
  judges,
  script,
}: Injected): Promise<ConversationResult> {
  const behaviour = {
    ...{ kind: 'code' as const, from: agent, tools, before: [], after: [], limitMs: agentLimitMs, analysis: {} },
  }
  const version = { label: '1', number: 1, description: '', config: defaultConfig(), behaviour }
  const desk = { name: 'desk', agentId: 'a-1', versions: new Map([[1, version]]), published: 1, draft: null }
  const service = createService({ workspaces: [bareWorkspace({ name: 'w', keys: ['key'], agents: [desk] })] })
  const listening = await listen(spoil?.(service) ?? service, { port: 0 })
  const way = await between?.(listening.url)
  const network = openNetwork({ connections: 2 })
  const client = createClient({ baseUrl: way?.url ?? listening.url, apiKey: 'key', transport: network.send })
  try {
    const yaml = script ?? suite(judges === undefined ? '' : ' }\n          judge: { criterion: is kind')
    return await performConversation(planOf(yaml, clientLimitMs), {
      ...{ client, reconcile: true, storedLateMs: 50 },
      ...(judges === undefined ? {} : { judges }),
    })
  } finally {
    await network.close()
    await way?.close()
    await listening.close()
    service.close()
  }
}

/** Judges that ask models, licensed for everything unless `licensed` is false. */
export function judgesOf(models: JudgeModel[], votes: number, licensed = true): Judges {
  const right = { right: 40, of: 40, interval: [0.9, 1] as [number, number] }
  return createJudges({
    open: async () => models,
    votes,
    keeper: { recall: () => undefined, keep: () => undefined, sealed: null },
    hide: (value) => ({ value, reveal: (text) => text }),
    licenceOf: () =>
      licensed
        ? { kind: 'licensed', given: '2026-01-01', met: right, notMet: right }
        : { kind: 'unlicensed', why: 'nobody has checked it' },
    charge: () => null,
    spent: () => undefined,
    prices: {},
  })
}
