import { quotePath } from '../../base/json/quoting.ts'
import { addressOf } from '../../engine/verdict/conversation-result.ts'
import { findStale, tapedBlueprint } from '../../records/tape/check-tape.ts'
import { readTape, type TapeRead } from '../../records/tape/read-tape.ts'
import type { Tape } from '../../records/tape/tape.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import type { ShownBlueprints } from '../target/load-shown-blueprints.ts'
import type { PlanFacts } from './tape-facts.ts'

/** If not, why: `broken` is about the file, the others about its content. */
export type TapeState =
  | { kind: 'fresh'; tape: Tape }
  | { kind: 'not comparable'; reason: string }
  | (TapeRead & { kind: 'broken' })

/** Compares a tape with what would run now; `now` is the service's listing, if it could be read. */
export function examineTape(plan: Plan, facts: PlanFacts, now: ShownBlueprints | null): TapeState {
  const read = readTape(facts.path, facts.shown)
  if (read.kind === 'broken') return read
  if (read.kind === 'none') {
    const reason = `there is no tape of this conversation at ${facts.shown}\n  record it: ${recordCommand(plan, facts)}`
    return { kind: 'not comparable', reason }
  }
  const again = recordAgain(plan, facts)
  if (read.kind === 'future') {
    const reason = `${facts.shown} has format ${read.format}, which a later Tableread wrote\n  update Tableread, or ${again}`
    return { kind: 'not comparable', reason }
  }
  const { tape } = read
  const agents = now?.service === tape.header.service ? now : { agents: [] }
  const stale = findStale(tape.header, { ...facts, blueprint: tapedBlueprint(agents, facts) })
  return stale === null
    ? { kind: 'fresh', tape }
    : { kind: 'not comparable', reason: `the tape ${facts.shown} is stale: ${stale}\n  ${again}` }
}

/** What to do about a tape that no longer fits. */
export const recordAgain = (plan: Plan, facts: Pick<PlanFacts, 'again'>): string =>
  `record it again: ${recordCommand(plan, facts)}`

const recordCommand = (plan: Plan, { again }: Pick<PlanFacts, 'again'>): string =>
  ['npx tableread record', ...chosenAgain(plan), ...again].join(' ')

/** The conversation of a plan and its version, as words of a command. */
export function chosenAgain(plan: Plan): string[] {
  const { version } = plan
  return [quotePath(addressOf(plan)), ...(version === 'default' ? [] : [`-v ${version}`])]
}
