import { unique } from '../../base/group-by.ts'
import { quoteWord } from '../../base/json/quoting.ts'
import { park } from '../../base/parking.ts'
import { count, listKnown, listSome, onOneLine } from '../../base/text/wording.ts'
import { addressOf, sharedId } from '../../engine/verdict/conversation-result.ts'
import { describeLeftOut } from '../../engine/verdict/part-of-run.ts'
import { type Plan, planScript } from '../../suite/plan/plan.ts'
import type { RunSettled } from '../config/settings.ts'
import { warn } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'
import { conversationsAt } from '../files/find-suites.ts'
import { placedCriteria } from './criteria.ts'
import { refuseUnknownJudges, refuseUnknownSpeakers } from './known-judges.ts'
import { refuseUnknownChecks } from './own-checks.ts'
import type { SuitesRead } from './read-suites.ts'
import { refuseOnly, type Selection, select } from './select.ts'

/** Version by version. @throws UsageError when filters leave nothing: running nothing must not look like passing */
export function choosePlans(read: SuitesRead, settings: RunSettled, selection: Selection): Plan[] {
  const { plans, notCompared } = choosePlansOfRun(read, settings, selection)
  if (notCompared !== undefined) warn(notCompared)
  return plans
}

/** The same, for a result that keeps why nothing was compared: no agent has the draft that the config names. */
export function choosePlansOfRun(
  read: SuitesRead,
  settings: RunSettled,
  selection: Selection,
): { plans: Plan[]; notCompared?: string } {
  const plans = chooseUnasked(read, settings, selection)
  const running = plans.filter(({ conversation }) => conversation.skip === undefined)
  refuseUnknownJudges(placedCriteria(running, settings), settings)
  refuseUnknownSpeakers(running, settings)
  refuseUnknownChecks(running, settings)
  const lack = describeDraftless(running, settings)
  if (lack === null) return { plans }
  const notCompared = `${lack}, so only what is published runs`
  if (plans.every(({ version }) => version !== 'draft')) return { plans, notCompared }
  warn(notCompared)
  return { plans }
}

/** Which agents run without the draft that the config's versions name, since they have none; null if none does. */
function describeDraftless(plans: readonly Plan[], { draftless = [], versionsGiven }: RunSettled): string | null {
  const agents = unique(plans.map(({ agent }) => agent.value).filter((name) => draftless.includes(name)))
  if (versionsGiven || agents.length === 0) return null
  return `${onOneLine(listSome(agents, 3))} ${agents.length === 1 ? 'has' : 'have'} no draft`
}

/** The same without checking models and checks. @throws UsageError as `choosePlans` does, except for these */
export function chooseUnasked(read: SuitesRead, settings: RunSettled, selection: Selection): Plan[] {
  const all = addressedPlans(read, settings)
  if (!settings.allowOnly && selection.ignoreOnly !== true) refuseOnly(all, read)
  const chosenPlans = select(all, selection)
  if (chosenPlans.length > 0 || read.problems.length > 0) return chosenPlans
  throw refusal(all, selection)
}

/** Explains why the filters matched nothing: `only: true` excludes what they match, or they match nothing at all. */
function refusal(all: readonly Plan[], selection: Selection): UsageError {
  const { name, tags } = selection
  const filters = [
    name === undefined ? [] : `-t "${name}"`,
    tags === undefined ? [] : `--tags ${tags.map(quoteWord).join(' ')}`,
  ].flat()
  const hidden = new Set(select(all, { ...selection, ignoreOnly: true }).map(addressOf)).size
  const onlyPlan = all.find(({ conversation }) => conversation.only?.value === true)
  if (hidden > 0 && onlyPlan !== undefined)
    return new UsageError(
      `${filters.join(' with ')} matches ${count(hidden, 'conversation')}, which "only: true" on another one leaves out`,
      `take "only: true" out at ${onlyPlan.file}:${onlyPlan.conversation.only?.at.line}`,
    )
  const tagNames = [...new Set(all.flatMap((plan) => plan.tags))].map((tag) => `"${tag}"`)
  const each = [...new Map(all.map((plan) => [addressOf(plan), `"${plan.conversation.name.value}"`])).values()]
  const tagHint = name === undefined && tagNames.length > 0 ? `the tags here are ${tagNames.join(', ')}` : undefined
  return new UsageError(
    `no conversation matches ${filters.join(' with ')}`,
    tagHint ??
      (each.length < 2
        ? listKnown(each)
        : `there are ${each.length}, ${each.length > 3 ? 'among them ' : ''}${each.slice(0, 3).join(', ')}`),
  )
}

/** All conversations of the files that were read, ignoring lines, names and tags. */
export function readPlans({ suites }: SuitesRead, settings: RunSettled): Plan[] {
  const scripts = new Set(suites.map(({ script }) => script))
  const now = settings.frozenAt ?? Date.now()
  return [...scripts].flatMap((script) => planScript(script, { ...settings, now, environment: process.env }))
}

/** Each once. @throws UsageError for a line, row or seed that does not exist */
function addressedPlans({ suites, texts, isHuge }: SuitesRead, settings: RunSettled): Plan[] {
  const now = settings.frozenAt ?? Date.now()
  const plans = suites.flatMap(({ script, address }) => {
    const { seed } = address ?? {}
    const seeds = seed === undefined ? {} : { seeds: Math.max(seed, settings.seeds ?? 0) }
    const plansOfScript = planScript(script, { ...settings, ...seeds, now, environment: process.env })
    const planned = isHuge === true ? park(plansOfScript, 'id') : plansOfScript
    if (address === undefined) return planned
    const conversations = conversationsAt(script, address, texts.get(script.file) ?? '')
    const chosenPlans = planned.filter(({ conversation: { at, row } }) =>
      conversations.some((each) => each.at.line === at.line && each.at.column === at.column && each.row === row),
    )
    if (seed === undefined) return chosenPlans
    const ofSeed = chosenPlans.filter((plan) => plan.seed === seed)
    if (ofSeed.length > 0) return ofSeed
    const place = `${script.file}:${address.line}`
    throw new UsageError(`${place} has no seed ${seed}`, `it has no simulated user: write ${place}`)
  })
  return [...new Map(plans.map((plan) => [plan.id, plan])).values()]
}

/** How many of those asked for `only: true` on others excludes; each counts once, however many versions it has. */
export function countLeftOut(read: SuitesRead, settings: RunSettled, selection: Selection): number {
  if (read.suites.every(({ script }) => script.conversations.every(({ only }) => only?.value !== true))) return 0
  const all = addressedPlans(read, settings)
  const running = new Set(select(all, selection))
  const others = select(all, { ...selection, ignoreOnly: true }).filter((plan) => !running.has(plan))
  return new Set(others.map(sharedId)).size
}

/** Reports that count on standard error, for verbs whose own output has no place for it. */
export function printLeftOut(read: SuitesRead, settings: RunSettled, selection: Selection): void {
  const line = describeLeftOut({ leftOutByOnly: countLeftOut(read, settings, selection) })
  if (line !== null) warn(line)
}
