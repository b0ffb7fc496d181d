import { groupBy } from '../../base/group-by.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { describeStumble } from '../../engine/verdict/describe-stumble.ts'
import { type AcceptedMutants, accepts } from './accepted.ts'
import { allKinds, type Mutant, type MutantKind, rankOf } from './mutant/mutant.ts'
import type { MutableTalk } from './mutant/talk.ts'
import type { ConversationTeeth, MutantTally, SuiteTeeth, Survivor, TeethResult } from './mutant/teeth-result.ts'
import { type Living, type MaskTalks, suggestFor } from './suggest/suggest.ts'

type Found = Pick<
  TeethResult,
  'total' | 'score' | 'kinds' | 'suites' | 'conversations' | 'survivors' | 'unjudged' | 'suggestions' | 'obsolete'
>

/** What a summary works with besides the trials: the kinds that were asked for, and what reports mask. */
interface SummarySettings {
  kinds: readonly MutantKind[]
  accepted: readonly AcceptedMutants[]
  mask: MaskTalks
}

/** Tallies, survivors, what would have caught them, and accepted entries that are no longer needed. */
export function summariseTrials(
  plansHeard: readonly { talk: MutableTalk; unscored: ConversationTeeth['unscored'] }[],
  trials: ReadonlyMap<MutableTalk, readonly MutantTrial[]>,
  { kinds, accepted, mask }: SummarySettings,
): Found {
  const all = plansHeard.flatMap(({ talk }) =>
    (trials.get(talk) ?? []).map((trial) => ({ talk, trial, survivor: describe(talk, trial, accepted) })),
  )
  const living: Living[] = all
    .filter(({ trial }) => trial.survives && trial.unjudged === undefined)
    .map(({ talk, trial, survivor }, number) => ({ number, talk, mutant: trial.mutant, survivor }))
  const count = (some: typeof all): MutantTally => {
    const those = some.filter(({ trial }) => trial.unjudged === undefined)
    const unjudgedCount = some.length - those.length
    return {
      caught: those.filter(({ trial }) => !trial.survives).length,
      survived: those.filter(({ trial, survivor }) => trial.survives && survivor.accepted === null).length,
      accepted: those.filter(({ trial, survivor }) => trial.survives && survivor.accepted !== null).length,
      ...(unjudgedCount === 0 ? {} : { unjudged: unjudgedCount }),
    }
  }
  const unjudged = all.flatMap(({ trial, survivor }) =>
    trial.unjudged === undefined ? [] : [{ ...survivor, why: trial.unjudged }],
  )
  const conversations = plansHeard.map(({ talk, unscored }): ConversationTeeth => {
    const { id, file, suite, conversation, version } = talk.plan
    const frame = { id, file, line: conversation.at.line, suite, name: conversation.name.value, version, unscored }
    return { ...frame, ...count(all.filter((each) => each.talk === talk)) }
  })
  const bySuite = groupBy(all, ({ talk: { plan } }) => `${plan.file} ${plan.suite} ${plan.version}`)
  const suites = bySuite.map((those): SuiteTeeth => {
    const { plan } = those[0].talk
    const tally = count(those)
    const ofKinds = allKinds.map((kind) => ({ kind, own: those.filter(({ trial }) => trial.mutant.kind === kind) }))
    const { suite, file, version } = plan
    const tried = ofKinds.flatMap(({ kind, own }) => (own.length === 0 ? [] : [{ kind, ...count(own) }]))
    return { suite, file, version, score: scoreOf(tally), ...tally, kinds: tried }
  })
  const inAllVersions = groupBy(all, ({ talk: { plan } }) => `${plan.file} ${plan.suite}`)
  const suggestions = inAllVersions.flatMap((those) => {
    const talks = new Set(those.map(({ talk }) => talk))
    const open = living.filter(({ talk, survivor }) => talks.has(talk) && survivor.accepted === null)
    return suggestFor(open, [...talks], mask)
  })
  const total = count(all)
  const tried = new Set(all.map(({ trial }) => trial.mutant.kind))
  return {
    total,
    score: scoreOf(total),
    kinds: {
      tried: kinds.filter((kind) => tried.has(kind)),
      absent: trials.size === 0 ? [] : kinds.filter((kind) => !tried.has(kind)),
    },
    suites,
    conversations,
    survivors: living.map(({ survivor }) => survivor),
    ...(unjudged.length === 0 ? {} : { unjudged }),
    suggestions: suggestions.sort(
      (one, other) => rankIn(one, living) - rankIn(other, living) || other.catches.length - one.catches.length,
    ),
    obsolete: obsoleteOf(accepted, living, plansHeard),
  }
}

const rankIn = ({ catches }: Found['suggestions'][number], living: readonly Living[]): number =>
  Math.min(...living.filter(({ number }) => catches.includes(number)).map(({ mutant }) => rankOf(mutant.kind)))

/** The share of mutants that were caught, leaving accepted ones out. */
function scoreOf({ caught, survived }: MutantTally): number | null {
  return caught + survived === 0 ? null : caught / (caught + survived)
}

function describe(
  { plan }: MutableTalk,
  { mutant, advice }: MutantTrial,
  accepted: readonly AcceptedMutants[],
): Survivor {
  const { id, file, suite, conversation, version } = plan
  const turn = mutant.turn === null ? null : mutant.turn + 1
  const line = (mutant.turn === null ? undefined : conversation.turns[mutant.turn]?.at.line) ?? conversation.at.line
  const { kind, what } = mutant
  const subject = { suite, conversation: conversation.name.value, turn, kind, what }
  const reason = accepted.find((entry) => accepts(entry, subject))?.reason ?? null
  return { id, file, version, line, ...subject, accepted: reason, ...(advice === undefined ? {} : { advice }) }
}

/** Accept entries that match conversations of this run and excuse no survivor. */
function obsoleteOf(
  accepted: readonly AcceptedMutants[],
  living: readonly Living[],
  talks: readonly { talk: MutableTalk; unscored: unknown }[],
): TeethResult['obsolete'] {
  return accepted.flatMap((entry) => {
    const { suite, conversation, kind, what, turn } = entry
    const tried = talks.some(
      ({ talk: { plan }, unscored }) =>
        unscored === null &&
        plan.suite === suite.value &&
        (conversation === undefined || plan.conversation.name.value === conversation.value),
    )
    if (!tried || living.some(({ survivor }) => accepts(entry, survivor))) return []
    const where = [suite.value, conversation?.value, turn === undefined ? undefined : `turn ${turn}`]
    const text = `${where.filter((each) => each !== undefined).join(' > ')}: ${kind}${what === undefined ? '' : ` (${what})`}`
    return [{ line: suite.at.line, text }]
  })
}

/** A mutant with the result of judging it. */
export interface MutantTrial {
  mutant: Mutant
  survives: boolean
  /** Whether something that the script asks for broke, and not only a law that holds of every agent. */
  isAskedFor?: boolean
  /** Whether a judge or a law alone noticed it, which look at what a reply says. */
  isSpecific?: true
  /** Whether most other replies would meet what the script asks for, too, so that it proves little. */
  isVague?: true
  /** Why only a judge could have noticed it, and did not. */
  unjudged?: string
  /** What judges without a licence object to in it. */
  advice?: string
}

/** Why a conversation cannot be scored, from its run and from judging the recording once more; null where it can. */
export function whyUnscored(result: ConversationResult, again: ConversationResult): ConversationTeeth['unscored'] {
  switch (result.verdict) {
    case 'passed':
      if (again.verdict === 'passed') return null
      return {
        kind: 'not played',
        reason: `the recorded conversation does not pass when played back: it is ${again.verdict}`,
      }
    case 'failed':
    case 'flaky':
    case 'expected fail': {
      const how = result.verdict === 'failed' ? 'fails' : `is ${result.verdict}`
      const why = result.cause === undefined ? '' : `: ${result.cause.why}`
      return { kind: 'failed', reason: `it ${how} as it is${why}${byCause(result)}` }
    }
    case 'skipped':
      return { kind: 'skipped', reason: `skipped: ${result.reason}` }
    default:
      return { kind: 'errored', reason: because(result) }
  }
}

function because(result: ConversationResult): string {
  const why = result.reason ?? describeStumble(result)
  return `it is ${result.verdict}${why === null || why === result.verdict ? '' : `: ${why}`}${byCause(result)}`
}

/** The cause of a failure in brackets, where it is known. */
export function byCause({ cause }: ConversationResult): string {
  return cause === undefined ? '' : ` (cause: ${cause.kind})`
}
