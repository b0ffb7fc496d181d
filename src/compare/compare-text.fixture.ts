import { type Budgets, createAllowance } from '../engine/verdict/budget/allowance.ts'
import { echo, fakeClient, plansOf } from '../engine/verdict/fake-client.fixture.ts'
import type { Failure } from '../wire/client/failure.ts'
import type { Comparison, ComparisonEvent } from './comparison.ts'
import { defaultPolicy } from './gate/gate-policy.ts'
import { pairPlans } from './pairing.ts'
import { performComparison } from './perform-comparison.ts'
import type { ComparisonSettings } from './run-rounds.ts'

/**
 * The result of a comparison of fake services, the events along the way, and the order in which the sides were
 * called.
 */
export interface Compared {
  comparison: Comparison
  events: ComparisonEvent[]
  order: string
}

const timeout = { kind: 'timed out', limitMs: 1 } as const
/** What the agent's own code threw, as the local service tells it, and the same of what that code asks. */
const refusal = { kind: 'refused', status: 502, responseCode: 502, errorCode: 'localAgentErrored' } as const
const crash = 'the agent desk failed: TypeError: policy is undefined (agents/desk.mjs:23:24)'
const down = 'the agent desk failed: Error: connect ECONNREFUSED 127.0.0.1:9'
const failures: Readonly<Record<string, Failure>> = {
  e: timeout,
  c: { ...refusal, message: crash, requestId: null, layer: 'agent' },
  n: { ...refusal, message: down, requestId: null, layer: 'network' },
}

/**
 * Compares one-turn conversations named by keys: each value plays its runs on side a and on side b, one letter
 * per run (`p` passes, `f` fails, `e` cannot be judged, `c` crashes,
 * `n` reaches nothing); the last letter repeats for ever.
 */
export async function compareRuns(
  scripts: Record<string, [a: string, b: string]>,
  settings: Partial<ComparisonSettings> = {},
  pairs: number | null = null,
  marks: Record<string, string> = {},
  budgets: Budgets = { turns: null, timeMs: null },
): Promise<Compared> {
  const conversations = Object.keys(scripts).map(
    (name) =>
      `  - name: ${name}\n${marks[name] ?? ''}    turns: [{ user: ${name}, expect: { reply: You said ${name} } }]\n`,
  )
  const yaml = `suite: S\nagent: desk\nlaws: { message echoed: the fake says what it likes }\nconversations:\n${conversations.join('')}`
  const order: string[] = []
  const clientOf = (side: 0 | 1) => {
    const ran = new Map<string, number>()
    return fakeClient((request) => {
      const name = request.message ?? ''
      const run = ran.get(name) ?? 0
      ran.set(name, run + 1)
      order.push('ab'[side] ?? '')
      const letters = scripts[name]?.[side] ?? ''
      const letter = letters[Math.min(run, letters.length - 1)]
      return failures[letter ?? ''] ?? echo(letter === 'f' ? { ...request, message: 'something else' } : request, 0)
    }).client
  }
  const events: ComparisonEvent[] = []
  const other = plansOf(yaml, ['draft'])
  const pairings = plansOf(yaml).flatMap((plan, index) => {
    const b = other[index]
    return b === undefined ? [] : [pairPlans(plan, b, pairs, new Date('2026-06-01'))]
  })
  const allowance = createAllowance(budgets)
  const comparison = await performComparison(pairings, {
    sides: {
      a: { label: 'default', agent: null, version: 'default', target: 'fake' },
      b: { label: 'draft', agent: null, version: 'draft', target: 'fake' },
    },
    contexts: {
      a: { client: clientOf(0), reconcile: false, allowance },
      b: { client: clientOf(1), reconcile: false, allowance },
    },
    calibrate: 'no',
    alpha: 0.05,
    concurrency: 1,
    confirm: true,
    untilSure: null,
    policy: defaultPolicy,
    agents: [],
    problems: [],
    tableread: '0.0.0',
    listen: (event) => events.push(event),
    ...settings,
  })
  return { comparison, events, order: order.join('') }
}
