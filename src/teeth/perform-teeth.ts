import { setImmediate as breathe } from 'node:timers/promises'
import type { PerformContext } from '../results/perform-conversation.ts'
import type { Plan } from '../runner/plan.ts'
import { runPool } from '../runner/pool.ts'
import type { Accepted } from './accepted.ts'
import { chooseBy } from './choose.ts'
import { hearTalk } from './hear-talk.ts'
import { listMutants } from './list-mutants.ts'
import type { MutantKind } from './mutant-kind.ts'
import { summarise } from './summarise.ts'
import { namesSeen, surround } from './surroundings.ts'
import type { Talk } from './talk.ts'
import type { ConversationTeeth, TeethResult } from './teeth-result.ts'
import { type Trial, whyUnscored } from './trial.ts'
import { tryMutant } from './try-mutant.ts'

/** What measuring works with, beyond what one conversation needs. */
export interface TeethSettings extends PerformContext {
  target: string
  tableread: string
  concurrency: number
  seed: string
  kinds: readonly MutantKind[]
  accepted: readonly Accepted[]
  /** Hears what goes on: conversations heard, or mutants tried. */
  onProgress?: (what: 'heard' | 'tried', done: number) => void
}

/**
 * Measures how well suites notice an agent that gets worse. Every conversation runs once as it is; each one that passes is
 * then judged again and again, each time with an agent that is worse in one thing, from what was heard: nothing more is
 * sent. An aborted signal leaves out what was not tried yet.
 */
export async function performTeeth(plans: readonly Plan[], settings: TeethSettings): Promise<TeethResult> {
  const [startedAt, began] = [new Date().toISOString(), performance.now()]
  const heard = new Map<Plan, { talk: Talk; unscored: ConversationTeeth['unscored'] }>()
  const { signal, client, reconcile, onProgress } = settings
  await runPool(
    plans,
    settings.concurrency,
    async (plan) => {
      const { talk, result } = await hearTalk(plan, settings)
      const again = result.verdict === 'passed' ? await tryMutant(client, talk, null, reconcile) : result
      heard.set(plan, { talk, unscored: whyUnscored(result, again) })
      onProgress?.('heard', heard.size)
    },
    signal,
  )
  const talks = [...heard.values()].flatMap(({ talk, unscored }) => (unscored === null ? [talk] : []))
  const trials = new Map<Talk, Trial[]>()
  let tried = 0
  for (const talk of talks) {
    if (signal?.aborted === true) break
    const { value: agent } = talk.plan.agent
    const seen = namesSeen(talks.filter(({ plan }) => plan.agent.value === agent))
    const choose = chooseBy(`${settings.seed} ${talk.plan.suite} > ${talk.plan.conversation.name.value}`)
    const own: Trial[] = []
    for (const mutant of listMutants(talk, surround(talk, choose, seen), settings.kinds)) {
      const { verdict } = await tryMutant(client, talk, mutant, reconcile)
      own.push({ mutant, survives: verdict === 'passed' })
      tried += 1
    }
    trials.set(talk, own)
    onProgress?.('tried', tried)
    await breathe()
  }
  const { target, tableread, seed, accepted } = settings
  const frame = { schemaVersion: 1 as const, tableread, startedAt, target, seed }
  const ordered = plans.flatMap((plan) => heard.get(plan) ?? [])
  const found = summarise(ordered, trials, accepted)
  return { ...frame, ms: performance.now() - began, ...found }
}
