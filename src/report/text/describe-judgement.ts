import { unique } from '../../base/group-by.ts'
import type { Agreement, Judgement, LicenceSeen, Quotation, Vote } from '../../engine/expect/outcome/judgement.ts'
import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { lineOf, quote } from './line.ts'

/** The outcome of a criterion for a judge. */
export type JudgedOutcome = Outcome & { kind: 'judge' }

/** A criterion with the turn that it is about, counted from 0; null for the whole conversation. */
export interface JudgedAt {
  turn: number | null
  outcome: JudgedOutcome
}

/** All criteria of a conversation, turn by turn; those of the whole conversation come last. */
export function listJudged({ turns, outcomes }: Pick<ConversationResult, 'turns' | 'outcomes'>): JudgedAt[] {
  const judgedIn = (list: readonly Outcome[], turn: number | null): JudgedAt[] =>
    list.flatMap((outcome) => (outcome.kind === 'judge' ? [{ turn, outcome }] : []))
  return [...turns.flatMap((turn) => judgedIn(turn.outcomes, turn.index)), ...judgedIn(outcomes, null)]
}

/** Those of `listJudged` that are advice, which has no effect. */
export function listAdvice(result: Pick<ConversationResult, 'turns' | 'outcomes'>): JudgedAt[] {
  return listJudged(result).filter(({ outcome }) => outcome.verdict === 'advice')
}

/** Whether a judge found what the script expects; no finding means no. */
export function isAsExpected({ judgement, expected }: JudgedOutcome): boolean {
  return judgement.says === expected
}

/** What a judge or panel said, with reason, quotes, votes and licence; its age relative to `on`, else its date. */
export function describeJudgement(outcome: JudgedOutcome, on?: string): string {
  const { criterion, judgement, licence, verdict } = outcome
  const quotations = quotationsOf(judgement).slice(0, 3).map(describeQuotation)
  const split = new Set(judgement.votes.map(({ says }) => says)).size > 1
  const because = split ? undefined : judgement.votes[0]?.reason
  return [
    headlineOf(outcome),
    row('criterion', textOf(criterion)),
    ...(because === undefined || judgement.says === 'unjudged' ? [] : [row('because', textOf(because))]),
    ...quotations.map((text) => row('quotes', text)),
    ...(judgement.votes.length > 1 ? [row('votes', countVotes(judgement.votes))] : []),
    ...(split
      ? judgement.votes.map(({ model, says, reason }) => `  - ${textOf(model)} says ${says}: ${textOf(reason)}`)
      : []),
    ...(verdict === 'not judged' ? [] : [row('licence', describeLicence(licence, on))]),
  ].join('\n')
}

/** The same in a few words: `the judge says not met: blames the customer`. */
export function summariseJudgement({ judgement, criterion }: JudgedOutcome): string {
  const words = judgement.says === 'unjudged' ? 'could not judge' : saysOf(judgement)
  return `${who(judgement)} ${words}: ${lineOf(criterion, 160)}`
}

/** With the verdict, or that it is advice: `failed judge: the judge says not met: blames the customer`. */
export function describeJudgedOutcome(outcome: JudgedOutcome): string {
  return `${outcome.verdict === 'advice' ? 'advice' : `${outcome.verdict} judge`}: ${summariseJudgement(outcome)}`
}

/** A criterion with its turn, in a few words: `turn 2: the judge says met: is sorry`. */
export function describeJudgedAt({ turn, outcome }: JudgedAt): string {
  const where = turn === null ? 'the whole conversation' : `turn ${turn + 1}`
  return `${where}: ${describeJudgedOutcome(outcome)}`
}

/** All on one line: `turn 2: the judge says met, as expected; criterion is sorry; …`. */
export function describeInLine({ turn, outcome }: JudgedAt, on: string): string {
  const [first = '', ...rest] = describeJudgement(outcome, on).split('\n')
  const where = turn === null ? 'the whole conversation' : `turn ${turn + 1}`
  return [`${where}: ${first}`, ...rest.map((line) => line.trim().replace(/\s+/g, ' '))].join('; ')
}

/** How many criteria were judged, and how many are advice, in one sentence; null if no judge has any. */
export function describeJudged(
  conversations: readonly Pick<ConversationResult, 'turns' | 'outcomes'>[],
): string | null {
  const outcomes = conversations.flatMap((each) => listJudged(each).map(({ outcome }) => outcome))
  if (outcomes.length === 0) return null
  const having = (one: Outcome['verdict']): JudgedOutcome[] => outcomes.filter(({ verdict }) => verdict === one)
  const advice = having('advice')
  const unfound = advice.filter(({ judgement: { says } }) => says === 'unjudged' || says === 'cannot tell').length
  const against = advice.filter((each) => !isAsExpected(each)).length - unfound
  const [heldCount, missed, unjudged] = [having('passed').length, having('failed').length, having('not judged').length]
  const parts = [
    ...(heldCount + missed === 0
      ? []
      : [`${heldCount + missed} counted${missed === 0 ? '' : `, ${missed} of them not as expected`}`]),
    ...(unjudged === 0 ? [] : [`${unjudged} not judged`]),
    ...(advice.length === 0
      ? []
      : [
          `${advice.length} advice without a licence${against === 0 ? '' : `, ${against} of them not as expected`}${unfound === 0 ? '' : `, ${unfound} not judged`}`,
        ]),
  ]
  return `criteria for judges: ${parts.join('; ')}`
}

const mostReasons = 3

/** Why criteria are advice, each reason once: somebody may rely on an invalid licence. Empty if all count. */
export function listUnlicensed(conversations: readonly Pick<ConversationResult, 'turns' | 'outcomes'>[]): string[] {
  const reasons = conversations.flatMap((each) =>
    listAdvice(each).flatMap(({ outcome: { licence } }) => (licence.kind === 'unlicensed' ? [licence.why] : [])),
  )
  const all = unique(reasons).map(textOf)
  const more = all.length - mostReasons
  return more <= 0 ? all : [...all.slice(0, mostReasons), `${more} more: tableread judge status`]
}

/** A judge's known error rates, or why its finding is advice. */
export function describeLicence(licence: LicenceSeen, on?: string): string {
  if (licence.kind === 'not asked for') return 'none: the config lets judges count without one'
  if (licence.kind === 'unlicensed') return `none, so this is advice: ${textOf(licence.why)}`
  const { given, met, notMet } = licence
  return `${describeAge(given, on)}: finds ${describeRate(met)} of what is met${describeRange(met)}, ${describeRate(notMet)} of what is not${describeRange(notMet)}`
}

function describeAge(day: string, on: string | undefined): string {
  const days = on === undefined ? Number.NaN : Math.floor((Date.parse(on) - Date.parse(day)) / 86_400_000)
  if (Number.isNaN(days)) return `licensed on ${day.slice(0, 10)}`
  if (days <= 0) return 'licensed today'
  return `licensed ${days === 1 ? '1 day' : `${days} days`} ago`
}

/** Rounded against the judge: only what was always right is 100 %. */
const describeRate = ({ right, of }: Agreement): string => `${Math.floor((right / of) * 100)} %`

function describeRange({ interval: [from, to] }: Agreement): string {
  return ` (${Math.floor(from * 100)} to ${Math.ceil(to * 100)})`
}

function headlineOf({ verdict, expected, judgement }: JudgedOutcome): string {
  const advice = verdict === 'advice' ? 'advice: ' : ''
  const why = textOf(judgement.why ?? 'no answer came')
  if (judgement.says === 'unjudged')
    return advice === ''
      ? `the criterion is not judged: ${why}`
      : `advice: ${who(judgement)} could not judge, and would count for nothing without a licence: ${why}`
  if (judgement.says === 'cannot tell')
    return advice === ''
      ? `${who(judgement)} cannot tell, so the criterion is not judged (expected is ${expected})`
      : `advice: ${who(judgement)} cannot tell, and would count for nothing without a licence (expected is ${expected})`
  const expectationNote = judgement.says === expected ? ', as expected' : `, expected is ${expected}`
  return `${advice}${who(judgement)} ${saysOf(judgement)}${expectationNote}`
}

function saysOf({ says, votes }: Judgement): string {
  return says === 'cannot tell' ? says : `${isPanel(votes) ? 'say' : 'says'} ${says}`
}

const who = ({ votes }: Judgement): string => (isPanel(votes) ? 'the judges' : 'the judge')
const isPanel = (votes: readonly Vote[]): boolean => new Set(votes.map(({ model }) => model)).size > 1

/** The quotations of the votes that agree with the finding, each once. */
export function quotationsOf({ says, votes }: Judgement): Quotation[] {
  const all = votes.filter((vote) => vote.says === says).flatMap(({ quotations }) => quotations)
  return [...new Map(all.map((each) => [`${each.turn} ${each.entry} ${each.words}`, each])).values()]
}

function describeQuotation({ turn, words }: Quotation): string {
  return `${quote(words)} (${turn < 0 ? 'history' : `turn ${turn + 1}`})`
}

function countVotes(votes: readonly Vote[]): string {
  return (['met', 'not met', 'cannot tell', 'void'] as const)
    .flatMap((says) => {
      const count = votes.filter((vote) => vote.says === says).length
      return count === 0 ? [] : [`${count} ${says}`]
    })
    .join(', ')
}

const row = (label: string, text: string): string => `  ${label.padEnd(9)}  ${text}`

/** Text of a model or a script on one line, however it was written. */
const textOf = (text: string): string => lineOf(text, 600)
