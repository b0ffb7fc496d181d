import { count } from '../../base/text/wording.ts'
import { nameTarget } from '../../records/history/run-record.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { RunSettled } from '../config/settings.ts'
import { complain } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'
import { showPath } from '../files/find-suites.ts'

interface LastFailed {
  plans: readonly Plan[]
  /** Whether nothing is left to run, since all that was asked for passed the last time: that is no failure. */
  allPassed: boolean
}

/** Not passed in the newest run that reached them, or reached by none. @throws UsageError without a history */
export async function chooseLastFailed(
  plans: readonly Plan[],
  { history, folder, target }: Pick<RunSettled, 'history' | 'folder' | 'target'>,
  lastFailed = false,
): Promise<LastFailed> {
  if (!lastFailed || plans.length === 0) return { plans, allPassed: false }
  const again = 'run once without --last-failed: what fails then is kept'
  if (history === null)
    throw new UsageError('--last-failed reads the history, and none is kept', 'leave out --no-history')
  const { readLatest } = await import('../../records/history/read-latest.ts')
  const service = target === null ? 'local' : nameTarget(target)
  const conversations = plans.map(({ id, suite, conversation, agent, version }) => {
    return { id, suite, name: conversation.name.value, agent: agent.value, version, target: service }
  })
  const read = readLatest(history, conversations)
  const file = showPath(history, folder)
  if (!read.ok) throw new UsageError(`--last-failed cannot read the history (${file}): ${read.trouble.message}`, again)
  const latest = read.read
  if (latest.size === 0) throw new UsageError(`${file} has no run of ${describeAsked(plans)}`, again)
  const failures = plans.filter(({ id }) => latest.get(id) !== 'passed')
  const fresh = failures.filter(({ id }) => !latest.has(id)).length
  const those = `${failures.length} of ${count(plans.length, 'conversation')} did not pass the last time`
  const line = fresh === 0 ? those : `${those}, ${fresh} of them never ran`
  complain(failures.length === 0 ? `nothing to run again: ${describeAsked(plans)} passed the last time\n` : `${line}\n`)
  return { plans: failures, allPassed: failures.length === 0 }
}

function describeAsked(plans: readonly Plan[]): string {
  return plans.length === 1 ? 'the conversation asked for' : `the ${plans.length} conversations asked for`
}
