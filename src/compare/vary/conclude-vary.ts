import { scopeOf } from '../../engine/verdict/conceal.ts'
import { sumUsage } from '../../wire/api/usage.ts'
import { brittleShare, emptyTally, judgeVariation, sumTallies, tallyFamilies } from './judge-variation.ts'
import type { Family } from './operators/operator.ts'
import type { Brittleness, ConversationVariation, VaryResult, VaryTally } from './vary-result.ts'
import type { VariantTrial, VariedWork, VarySettings } from './work.ts'

export function concludeVary(
  works: readonly VariedWork[],
  settings: VarySettings,
  { startedAt, ms }: Pick<VaryResult, 'startedAt' | 'ms'>,
): VaryResult {
  const { tableread, target, seed, alpha, brittle, simulated, paraphrasedBy } = settings
  const tallies = works.map((work) => sumTallies([...familyTallies([work]).values()]))
  const total = sumTallies(tallies)
  const conversations = works.map((work, index) => concludeConversation(work, tallies[index] ?? emptyTally(), settings))
  const usage = sumUsage(works.flatMap((work) => work.usage))
  return {
    kind: 'variation',
    schemaVersion: 1,
    tableread,
    startedAt,
    ms,
    target,
    seed,
    alpha,
    turns: works.reduce((sum, { sent }) => sum + sent, 0),
    paraphrasedBy,
    total,
    rate: brittleShare(total),
    families: tallyFamilies(familyTallies(works)),
    conversations,
    brittle: works.flatMap((work) => work.brittle.map((each) => concealed(work, each, settings))),
    unconfirmed: works.flatMap((work) => unconfirmedIn(work, settings)),
    dropped: works.flatMap(({ plan, dropped }) =>
      dropped.map(({ id, reason }) => ({
        id: plan.id,
        variant: id,
        reason: rest(settings, reason, scopeOfPlan(plan)),
      })),
    ),
    gate: judgeVariation(brittle, total, conversations),
    simulated,
    ...(usage.length === 0 ? {} : { usage }),
  }
}

function concludeConversation(
  { plan, language, original, unjudged }: VariedWork,
  tally: VaryTally,
  settings: VarySettings,
): ConversationVariation {
  return {
    id: plan.id,
    file: plan.file,
    line: plan.conversation.at.line,
    suite: plan.suite,
    name: plan.conversation.name.value,
    agent: plan.agent.value,
    version: plan.version,
    language,
    original,
    unjudged: unjudged === null ? null : { ...unjudged, reason: rest(settings, unjudged.reason, scopeOfPlan(plan)) },
    ...tally,
  }
}

function familyTallies(works: readonly VariedWork[]): Map<Family, VaryTally> {
  const tallies = new Map<Family, VaryTally>()
  const of = (family: Family): VaryTally => {
    const tally = tallies.get(family) ?? emptyTally()
    tallies.set(family, tally)
    return tally
  }
  for (const { trials, dropped } of works) {
    for (const trial of trials) countTrial(of(trial.variant.family), trial)
    for (const { family } of dropped) of(family).dropped += 1
  }
  return tallies
}

function countTrial(tally: VaryTally, { state }: VariantTrial): void {
  if (state === 'same' || state === 'brittle') tally.judged += 1
  if (state === 'brittle') tally.brittle += 1
  if (state === 'seen') tally.unconfirmed += 1
  if (state === 'errored' || state === 'unrun') tally[state] += 1
}

function unconfirmedIn({ plan, trials }: VariedWork, settings: VarySettings): VaryResult['unconfirmed'] {
  return trials
    .filter(({ state }) => state === 'seen')
    .map(({ variant, what }) => ({
      id: plan.id,
      file: plan.file,
      line: plan.conversation.at.line,
      conversation: plan.conversation.name.value,
      variant: variant.id,
      what: rest(settings, what ?? '', scopeOfPlan(plan)),
    }))
}

const scopeOfPlan = ({ file, conversation }: VariedWork['plan']): string => scopeOf({ file, at: conversation.at })

const rest = <T>({ conceal }: VarySettings, value: T, scope: string): T => conceal?.rest(value, scope) ?? value

/** Redacts the runs first, so that the private values they contain are also known when the summary is redacted. */
function concealed({ plan }: VariedWork, brittleness: Brittleness, settings: VarySettings): Brittleness {
  const { conceal } = settings
  if (conceal === undefined) return brittleness
  const runs = {
    original: conceal.conversation(brittleness.runs.original, plan),
    variant: conceal.conversation(brittleness.runs.variant, plan),
  }
  const scope = scopeOfPlan(plan)
  const { typed, edits, difference } = brittleness
  return {
    ...brittleness,
    typed: conceal.rest(typed, scope),
    edits: conceal.rest(edits, scope),
    difference: conceal.rest(difference, scope),
    runs,
  }
}
