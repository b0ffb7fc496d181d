import type { RunSettings } from '../../../engine/perform-run.ts'
import type { RunListener } from '../../../engine/run-event.ts'
import { tapedBlueprint } from '../../../records/tape/hash-blueprint.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import type { Problem } from '../../../suite/yaml/problem.ts'
import type { RunSettled } from '../settings.ts'
import { listAgents, showBlueprints } from '../shown-blueprints.ts'
import { planFacts } from '../tape-facts.ts'
import { openTarget, type Target } from '../target.ts'
import { UsageError } from '../usage-error.ts'
import { examineTape } from './examine-tape.ts'
import { fillUnset } from './fill-unset.ts'
import { playTalk, refuseTalk } from './play-talk.ts'
import { recordTalk } from './record-talk.ts'
import { refuseSharedPaths } from './refuse-shared-paths.ts'
import { surveyTapes, type TapeSurvey } from './survey-tapes.ts'
import type { Talk } from './talk.ts'
import { createTalks } from './talks.ts'
import { tapeTarget } from './tape-target.ts'

/** What to do with tapes. *auto*: play those that are fresh, and record the others. */
export type TapeMode = 'record' | 'replay' | 'auto'

/** A run through tapes. */
export interface Tapes {
  target: Target
  /** The plans as they run. */
  plans: Plan[]
  /** What is wrong with tape files. */
  problems: Problem[]
  /** What of the run's settings is another one with tapes. */
  settings: Pick<RunSettings, 'openAttempt' | 'functions'>
  /** Writes and puts away tapes as their conversations end. */
  listen: RunListener
  /** What a person should know of the tapes, each some lines. @throws UsageError when one could not be written */
  notes(): string[]
  /** Whether anything may be replayed: that is no news of the agent, and no history keeps it. */
  replays: boolean
  /** The plans, by id, whose tape was no recording of what ran. */
  notComparable: ReadonlySet<string>
}

/**
 * Looks at the tapes of all plans, and opens the service only where something must be recorded.
 * @throws UsageError as `openTarget` does, and when two conversations would share a tape
 */
export async function openTapes(
  given: readonly Plan[],
  settled: RunSettled,
  mode: TapeMode,
  offline = false,
): Promise<Tapes> {
  const all = given.map((plan) => ({ plan, facts: planFacts(plan, settled) }))
  const factsOf = new Map(all.map(({ plan, facts }) => [plan.id, facts]))
  const pathOf = ({ id }: Plan): string => factsOf.get(id)?.path ?? id
  refuseSharedPaths(given, settled.folder, { what: 'tape', pathOf })
  const now = mode === 'record' || offline ? null : await showBlueprints(settled)
  const survey = mode === 'record' ? null : surveyTapes(all, now)
  const records = ({ id }: Plan): boolean => mode === 'record' || (mode === 'auto' && survey?.refused.has(id) === true)
  const target = given.some(records) ? await openTarget(settled) : tapeTarget(settled)
  const agents = given.some(records) ? ((await listAgents(target.client)) ?? []) : []

  const troubles: string[] = []
  const begin = (plan: Plan): Talk => {
    const facts = factsOf.get(plan.id) ?? planFacts(plan, settled)
    if (records(plan))
      return recordTalk(plan, facts, target, tapedBlueprint(agents, facts), (trouble) => troubles.push(trouble))
    const reason = survey?.refused.get(plan.id)
    if (reason !== undefined) return refuseTalk(reason, target.baseUrl)
    const state = examineTape(plan, facts, now)
    if (state.kind === 'fresh') return playTalk(state.tape, facts, target.baseUrl, plan)
    return refuseTalk(`${facts.shown} was changed during the run`, target.baseUrl)
  }
  const { openAttempt, listen, notes, notComparable } = createTalks(begin)
  const listed = agents.map(({ agentId, config }) => [agentId, config.functionSettings] as const)
  return {
    target,
    replays: mode !== 'record',
    plans: given.map((plan) => (records(plan) ? plan : fillUnset(plan))),
    problems: mode === 'replay' ? (survey?.problems ?? []) : [],
    settings: { openAttempt, functions: new Map([...(survey?.functions ?? []), ...listed]) },
    listen,
    notComparable,
    notes() {
      if (troubles.length > 0) throw new UsageError(`a tape cannot be written: ${troubles.join('\n')}`)
      const broken = mode === 'replay' ? (survey?.told ?? []) : []
      const unseen = now === null && survey !== null && !offline
      return [
        ...broken,
        ...notes,
        ...describeDates(survey?.recorded ?? null),
        ...(unseen ? ['not checked: whether the agents changed since'] : []),
      ]
    },
  }
}

function describeDates(recorded: TapeSurvey['recorded']): string[] {
  if (recorded === null) return []
  const { from, to } = recorded
  return [`replayed from tapes recorded ${from === to ? `on ${from}` : `from ${from} to ${to}`}`]
}
