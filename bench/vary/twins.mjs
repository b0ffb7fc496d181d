/** Runs the desk of tests/vary without a service: a client whose sessions are answered by `answerOf`, as fast as code goes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerOf, failsByChance } from '../../tests/vary/desk.mjs'

const root = join(import.meta.dirname, '../..')
const from = (path) => import(join(root, 'dist', path))
const { parseScript } = await from('suite/language/parse.js')
const { planScript } = await from('suite/plan/plan.js')
const { highestRate, lowestRate } = await from('base/binomial.js')
const { performVary } = await from('compare/vary/perform-vary.js')
const { allOperators, listVariants } = await from('compare/vary/list-variants.js')

/** The plans of a suite file, of the root of the project. */
export function plansOf(path) {
  const parsed = parseScript(readFileSync(join(root, path), 'utf8'), path)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const given = { versions: ['default'], versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true }
  return planScript(parsed.script, given)
}

/** A client whose sessions are the desk's: robust, with a weakness, or failing in a share of its sessions. */
function deskClient({ weak = null, noise = 0, seed = 'one' }) {
  const sessions = new Map()
  const opened = () => `${seed}-${sessions.size + 1}`
  const client = {
    async converse(request) {
      const id = request.sessionId ?? opened()
      const session = sessions.get(id) ?? { state: {}, transcript: [], customer: request.metadata?.customer_name }
      sessions.set(id, session)
      const { calls, reply } = answerOf(request.message ?? '', session.state, weak, session.customer)
      const fails = failsByChance(id, noise)
      const timestamp = new Date(Date.UTC(2026, 0, 1) + session.transcript.length * 1_000).toISOString()
      const entries = [
        {
          type: 'message',
          role: 'user',
          content: [{ type: 'text', text: request.message ?? '' }],
          agentName: null,
          timestamp,
        },
        ...(fails ? [] : calls).flatMap(([name, given], index) => {
          const call_id = `c${session.transcript.length}-${index}`
          return [
            { type: 'function_call', name, call_id, arguments: given, phase: 'during', timestamp },
            {
              type: 'function_call_output',
              name,
              call_id,
              output: '{"ok":true}',
              is_error: false,
              executionTimeMs: 1,
              phase: 'during',
              timestamp,
            },
          ]
        }),
        {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'text', text: fails ? 'Something went wrong.' : reply }],
          agentName: 'front-desk',
          timestamp,
        },
      ]
      session.transcript.push(...entries)
      return { ok: true, data: { sessionId: id, transcript: entries }, status: 200, requestId: null, timeMs: 1 }
    },
  }
  return client
}

/** Varies the suite of the desk against one twin. */
export async function varyTwin(plans, { weak, noise, seed = 'one', turnBudget = 500, most = 60 }) {
  const { result } = await performVary(plans, {
    client: deskClient({ weak, noise, seed }),
    reconcile: false,
    target: 'desk',
    tableread: '0',
    concurrency: 1,
    seed,
    operators: allOperators,
    most,
    alpha: 0.05,
    times: 1,
    turnBudget,
    brittle: 0,
    simulated: 0,
    paraphrasedBy: null,
  })
  return result
}

/** The exact interval of a share. */
export const exactInterval = (count, of) => [lowestRate(count, of), highestRate(count, of)]

/** How many variants of a suite there are, and how many of them the check of meaning drops. */
export function countVariants(path) {
  const lists = plansOf(path)
    .filter(({ conversation }) => conversation.simulatedUser === undefined)
    .map((plan) => listVariants(plan, { seed: 'one', operators: allOperators, most: 10_000 }))
  const dropped = lists.reduce((sum, list) => sum + list.dropped.length, 0)
  return { made: dropped + lists.reduce((sum, list) => sum + list.variants.length, 0), dropped }
}
