/**
 * Runs the desk of tests/vary without a service, through a client whose sessions `answerOf` answers, as fast
 * as the code runs.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerOf, failsByChance } from '../../tests/vary/desk.mjs'
import { deskClient } from '../desk-client.mjs'

const root = join(import.meta.dirname, '../..')
const from = (path) => import(join(root, 'dist', path))
const { parseScript } = await from('suite/language/script/parse.js')
const { planScript } = await from('suite/plan/plan.js')
const { performVary } = await from('compare/vary/perform-vary.js')
const { allOperators, listVariants } = await from('compare/vary/list-variants.js')

/** The plans of a suite file; the path is relative to the root of the project. */
export function plansOf(path) {
  const parsed = parseScript(readFileSync(join(root, path), 'utf8'), path)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const given = { versions: ['default'], versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true }
  return planScript(parsed.script, given)
}

/** A client whose sessions belong to the desk: robust, with a weakness, or failing in a share of its sessions. */
function deskOf({ weak = null, noise = 0, seed = 'one' }) {
  return deskClient(seed, ({ id, message, state, metadata }) => {
    if (failsByChance(id, noise)) return { calls: [], reply: 'Something went wrong.' }
    return answerOf(message, state, weak, metadata.customer_name)
  })
}

/** Varies the desk's suite against one twin. */
export async function varyTwin(plans, { weak, noise, seed = 'one', turnBudget = 500, most = 60 }) {
  const { result } = await performVary(plans, {
    client: deskOf({ weak, noise, seed }),
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

/** How many variants a suite has, and how many of them the check of meaning drops; those that come too early are none. */
export function countVariants(path) {
  const lists = plansOf(path)
    .filter(({ conversation }) => conversation.simulatedUser === undefined)
    .map((plan) => listVariants(plan, { seed: 'one', operators: allOperators, most: 10_000 }))
  const dropped = lists.reduce((sum, list) => sum + list.dropped.filter(({ early }) => early !== true).length, 0)
  return { made: dropped + lists.reduce((sum, list) => sum + list.variants.length, 0), dropped }
}
