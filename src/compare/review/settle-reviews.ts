import { groupByKey } from '../../base/group-by.ts'
import { count } from '../../base/text/wording.ts'
import { isJudged } from '../../engine/verdict/verdict.ts'
import type { ConversationComparison } from '../model/conversation-comparison.ts'
import { decidedIds, describeDecision } from '../model/describe-decision.ts'
import type { Review, ReviewDifference } from '../model/review-shape.ts'
import { wordOf } from './word-of.ts'

export interface ReviewEntry {
  suite: string
  conversation: string
  agent: string
  /** What differs, as a person reads it. */
  differs: readonly string[]
  /** The fingerprints of all that differed when it was decided; with ? behind what need not be there again. */
  fingerprint: readonly string[]
  decision: 'approved' | 'rejected'
  by: string
  on: string
  why: string
  /** A date (YYYY-MM-DD) from which it no longer holds. */
  until?: string
}

type Compared = Pick<
  ConversationComparison,
  'suite' | 'name' | 'agent' | 'verdict' | 'certainty' | 'runs' | 'differences' | 'changes'
>

/** A conversation with what was decided about it. An approval excuses what fails; nothing else does. */
function withReview(
  conversation: ConversationComparison,
  decisions: readonly ReviewEntry[],
  today: string = new Date().toISOString().slice(0, 10),
): ConversationComparison {
  const { review: before, ...bare } = conversation
  const own = before?.decision === 'approved' && bare.excused === describeDecision(before) ? null : bare.excused
  const review = own === null ? settleReview(bare, decisions, today) : null
  if (review === null) return { ...bare, excused: own }
  const isFailing = bare.runs.b.some(({ verdict }) => verdict === 'failed')
  return { ...bare, review, excused: review.decision === 'approved' && isFailing ? describeDecision(review) : null }
}

/** How much may be chance and needs no decision: a new failure in a quarter of the runs that matter, else in half. */
const byChance = { failure: 1 / 4, other: 1 / 2 }

/** What was decided about a conversation's differences; null: nothing to. What cannot be compared is undecided. */
function settleReview(conversation: Compared, entries: readonly ReviewEntry[], today: string): Review | null {
  const { differences = [], verdict, runs, name, suite, agent } = conversation
  if (differences.length === 0) return null
  const own = entries.filter((each) => isAbout(each, conversation) && !isOver(each, today))
  const ids = new Set(differences.map(({ id }) => id))
  const [approvals, rejections] = [own.filter(isApproval), own.filter((each) => !isApproval(each))]
  const approved = new Set(approvals.flatMap(decidedIds))
  const common = { id: wordOf([suite, name, agent, [...ids].sort()], 8), group: nameGroup(kindsOf(differences)) }
  const decided = ({ decision, by, on, why }: ReviewEntry): Review => ({ ...common, decision, by, on, why })
  const rejection = rejections.find((each) => {
    const there = decidedIds(each).filter((id) => ids.has(id) && !approved.has(id))
    return there.length > 0 && 2 * there.length >= each.fingerprint.length
  })
  if (rejection !== undefined) return decided(rejection)
  if (verdict === 'not comparable') return { ...common, decision: 'undecided' }
  const failed = runs.b.flatMap((run, index) => (run.verdict === 'failed' ? [index] : []))
  // A run that fails now and then as those of a do shows nothing of what was approved, unless it fails more often.
  const failing = isWorse(conversation)
    ? failed
    : failed.filter((index) => differences.some((each) => isFailure.has(each.level) && each.runs.includes(index)))
  const matter = failing.length > 0 ? failing : runs.b.flatMap((run, index) => (isJudged(run.verdict) ? [index] : []))
  const shareOf = (has: (index: number) => boolean): number => matter.filter(has).length / matter.length
  const isBeyond = ({ id, level, runs: runIndexes }: ReviewDifference): boolean =>
    !approved.has(id) &&
    shareOf((index) => runIndexes.includes(index)) > (isFailure.has(level) ? byChance.failure : byChance.other)
  const unexplained = shareOf((index) => differences.every((each) => !each.runs.includes(index)))
  const isThere = (id: string): boolean =>
    shareOf((index) => differences.some((each) => each.id === id && each.runs.includes(index))) >= byChance.other
  const beyond = differences.filter(isBeyond)
  const approval = approvals.findLast((each) => decidedIds(each).some((id) => ids.has(id)))
  const missing = approvals.flatMap(({ fingerprint }) => fingerprint).filter((id) => !id.endsWith('?') && !isThere(id))
  const isWhole = missing.length === 0 && beyond.length === 0
  if (approval !== undefined && isWhole && (failing.length === 0 || unexplained <= byChance.failure))
    return { ...decided(approval), ...chanceMember(differences.flatMap(({ id }) => (approved.has(id) ? [] : [id]))) }
  if (verdict === 'same' && !isChanged(conversation)) return null
  if (approval === undefined) return { ...common, decision: 'undecided' }
  const plain = beyond.filter(({ quiet }) => quiet !== true)
  const others = (plain.length > 0 ? plain : beyond).map(({ text }) => text)
  const goneNote = missing.length === 0 ? [] : ['part of what was approved is gone']
  const odd = isWhole ? ['runs fail that show nothing of what was approved'] : []
  return { ...common, decision: 'undecided', beyond: [...others, ...goneNote, ...odd] }
}

const chanceMember = (chance: string[]): Pick<Review, 'chance'> => (chance.length === 0 ? {} : { chance })

const isFailure: ReadonlySet<string> = new Set(['laws', 'expectations'])

/** Whether b breaks what a keeps, for certain or as it looks. */
export function isWorse({ verdict, certainty }: Pick<Compared, 'verdict' | 'certainty'>): boolean {
  return verdict === 'regressed' || certainty === 'unconfirmed'
}

/** The fingerprint of all that differs; what is only said, or not in every run, need not be there again. */
export function fingerprintOf({ differences = [], runs }: Pick<Compared, 'differences' | 'runs'>): string[] {
  const judged = countJudged(runs.b)
  const isSteady = ({ level, quiet, runs: runIndexes }: ReviewDifference): boolean =>
    quiet !== true && runIndexes.length === judged && !isFailure.has(level) && !quietLevels.has(level)
  return differences.map((each) => `${each.id}${isSteady(each) ? '' : '?'}`)
}

/** What some runs of b do and others do not, in words: `calls refund (2 of 5 runs)`. What is only said is left out. */
export function describeUnsteady({ differences = [], runs }: Pick<Compared, 'differences' | 'runs'>): string[] {
  const judged = countJudged(runs.b)
  return differences
    .filter(
      ({ level, quiet, runs: runIndexes }) => quiet !== true && runIndexes.length < judged && !quietLevels.has(level),
    )
    .map(({ text, runs: runIndexes }) => `${text} (${runIndexes.length} of ${count(judged, 'run')})`)
}

const countJudged = (runs: Compared['runs']['b']): number => runs.filter(({ verdict }) => isJudged(verdict)).length

const quietLevels: ReadonlySet<string> = new Set(['reply', 'outputs', 'latency', 'other entries'])

function isAbout({ suite, conversation, agent }: ReviewEntry, of: Pick<Compared, 'suite' | 'name' | 'agent'>): boolean {
  return suite === of.suite && conversation === of.name && agent === of.agent
}

const isApproval = ({ decision }: ReviewEntry): boolean => decision === 'approved'

const isOver = ({ until }: ReviewEntry, today: string): boolean => until !== undefined && today >= until

/** The kinds of what differs but for chance, whatever turn and value: those of behaviour, if there are any. */
function kindsOf(differences: readonly ReviewDifference[]): string[] {
  const loud = differences.filter(({ quiet }) => quiet !== true)
  const most = Math.max(...loud.map(({ runs }) => runs.length))
  const usual = loud.filter(({ runs }) => 2 * runs.length > most)
  const behaviour = usual.filter(({ level }) => level !== 'reply' && level !== 'outputs' && level !== 'expectations')
  return [...new Set((behaviour.length > 0 ? behaviour : usual).map(({ kind }) => kind))].sort()
}

const nameGroup = (kinds: readonly string[]): string => `all-${wordOf(kinds, 6)}`

/**
 * What was decided about each. One that does what another does, and more, is of that other's group, whose id says whether
 * one of them got worse: a command that was meant for harmless changes does not reach a break that joined them.
 */
export function withReviews(
  conversations: readonly ConversationComparison[],
  decisions: readonly ReviewEntry[],
  today?: string,
): ConversationComparison[] {
  const all = conversations.map((each) => withReview(each, decisions, today))
  const open = new Map(all.filter(isOpen).map(({ differences = [] }) => [kindsOf(differences).join('\n'), differences]))
  const kindLists = [...open.values()].map(kindsOf).sort((one, other) => one.length - other.length)
  const sharedBy = ({ differences = [] }: Compared): string[] | undefined => {
    const own = new Set(kindsOf(differences))
    return kindLists.find((kinds) => kinds.every((kind) => own.has(kind)))
  }
  const broken = new Set(all.flatMap((each) => (isOpen(each) && isWorse(each) ? [sharedBy(each)] : [])))
  return all.map((each) => {
    const shared = each.review === undefined || !isOpen(each) ? undefined : sharedBy(each)
    if (each.review === undefined || shared === undefined) return each
    return { ...each, review: { ...each.review, group: nameGroup(broken.has(shared) ? ['worse', ...shared] : shared) } }
  })
}

/** Whether b does otherwise beyond chance: by the changes of behaviour, or by something in most runs of b and none of a. */
export function isChanged({ verdict, changes, differences = [], runs }: Compared): boolean {
  if (verdict === 'not comparable') return false
  const judged = runs.b.filter((run) => isJudged(run.verdict)).length
  return changes.length > 0 || differences.some((each) => 2 * each.runs.length > judged)
}

/** Whether somebody has to decide: it got worse or changed, and no decision holds. */
export function isOpen(conversation: ConversationComparison): boolean {
  return conversation.review?.decision === 'undecided' && (isWorse(conversation) || isChanged(conversation))
}

/** The conversations that somebody has to decide about, those that differ alike together. */
export function groupOpen(conversations: readonly ConversationComparison[]): ConversationComparison[][] {
  return [...groupByKey(conversations.filter(isOpen), ({ review }) => review?.group ?? '').values()]
}

/** A decision that decides nothing any more, and why. */
export interface StaleEntry {
  entry: ReviewEntry
  why: string
  /** Whether it still guards: what was rejected is gone, and the decision shuts the gate if it comes back. */
  guards?: true
}

/** The decisions about compared conversations whose differences are gone, and those whose time is over. */
export function listStale(
  conversations: readonly Compared[],
  decisions: readonly ReviewEntry[],
  today: string = new Date().toISOString().slice(0, 10),
): StaleEntry[] {
  return decisions.flatMap((decision): StaleEntry[] => {
    if (isOver(decision, today)) return [{ entry: decision, why: `it held until ${decision.until}` }]
    const about = conversations.filter((each) => isAbout(decision, each))
    if (about.length === 0 || about.some(({ verdict }) => verdict === 'not comparable')) return []
    const ids = new Set(about.flatMap(({ differences = [] }) => differences.map(({ id }) => id)))
    if (decidedIds(decision).some((id) => ids.has(id))) return []
    const guards = decision.decision === 'rejected' ? { guards: true as const } : {}
    return [{ entry: decision, why: 'what it is about is gone', ...guards }]
  })
}

/** `"cancels" (Order desk): approved by Ada on 2026-11-28: what it is about is gone`. */
export function describeStale({ entry, why }: StaleEntry): string {
  const { conversation, suite, decision, by, on } = entry
  return `"${conversation}" (${suite}): ${decision} by ${by} on ${on}: ${why}`
}
