import { count } from '../base/text/wording.ts'
import { isJudged } from '../engine/verdict/verdict.ts'
import type { Comparison } from './comparison.ts'
import { lackOfBaseline } from './gate/evidence-rules.ts'
import type { GateRule } from './gate/gate-policy.ts'
import { describeNotRun, isUnchanged } from './gate/not-run.ts'
import { oneSide } from './gate/one-side.ts'
import { describeSpared } from './gate/small-drop.ts'
import {
  type ConversationComparison,
  failsOnBoth,
  isDoubtful,
  isWhole,
  listNames,
} from './model/conversation-comparison.ts'
import { countLost, describeLost } from './statistics/lost-runs.ts'

type Facts = Pick<
  Comparison,
  'sides' | 'gate' | 'totals' | 'calibration' | 'noise' | 'conversations' | 'quick' | 'changed' | 'skipped'
>

/** The verdict of a comparison as one sentence for a manager. */
export function writeSentence(facts: Facts): string {
  const { sides, gate, totals, calibration, quick, changed } = facts
  if (calibration) return calibrated(facts)
  const [a, b] = [sides.a.label, sides.b.label]
  const conversations = facts.conversations.filter(isWhole)
  const all = conversations.length
  const regressed = conversations.filter(({ verdict }) => verdict === 'regressed')
  const unapproved = regressed.filter(({ review }) => review?.decision !== 'approved')
  const broken = gate.verdict === 'open' ? regressed : unapproved
  const draft = sides.b.version === 'draft'
  if (all === 0 && isUnchanged(changed)) return nothingDiffers(facts)
  if (gate.verdict === 'open') {
    const may =
      changed !== undefined && changed.notRun.length > 0
        ? `No break of ${b} in what its difference touches`
        : conversations.some(isDoubtful)
          ? `No certain break of ${b}${quick === undefined ? '' : ' at a quick look'}`
          : quick !== undefined
            ? `No break of ${b} at a quick look`
            : draft
              ? `${b} may be published`
              : `${b} is no worse than ${a}`
    const spared = describeSpared(gate.rules)
    return `${may}: ${noneGotWorse(broken, conversations, quick)}${tellCrashes(facts)}${tail(facts)}${spared === null ? '' : `; what opens the gate is the smallest drop (${spared})`}.`
  }
  if (gate.verdict === 'not judged') {
    const judged = all - totals['not comparable']
    return judged === 0
      ? `Nothing could be compared: ${describeNone(facts)}.`
      : `It is not settled whether ${draft ? `${b} may be published` : `${b} is as good as ${a}`}: ${unsettled(facts)}${tellCrashes(facts)}.`
  }
  const not = draft ? `Do not publish ${b}` : `${b} is worse than ${a}`
  const approved = regressed.length > broken.length ? `; ${regressed.length - broken.length} approved` : ''
  if (broken.length > 0)
    return `${not}: ${broken.length} of ${count(all, 'conversation')} got worse (${listNames(broken)})${tellCrashes(facts)}${approved}${tail(facts)}.`
  const rules = gate.rules.filter((rule) => rule.verdict === 'broken')
  return `${not}: ${rules.map(({ name, seen, wanted }) => `${name}: ${seen} (wanted: ${wanted})`).join('; ')}${tellCrashes(facts)}.`
}

function calibrated({ sides, noise, gate }: Facts): string {
  if (noise === null || noise.pairs === 0)
    return `${sides.a.label} could not be held against itself: no pair was judged.`
  const { pairs, discordant, conversations } = noise
  const where = discordant === 0 ? '' : `, in ${count(conversations.length, 'conversation')}`
  const lack = lackOfBaseline(gate)
  const mute = lack === null ? '' : `; ${lack}`
  return `${sides.a.label} differs from itself in ${discordant} of ${pairs} pairs of runs${where}${mute}.`
}

/** If anything got worse although the gate is open, the gate excuses or allows it. */
function noneGotWorse(
  broken: readonly ConversationComparison[],
  conversations: readonly ConversationComparison[],
  quick: number | undefined,
): string {
  const all = conversations.length
  const surely = conversations.some(isDoubtful) ? 'surely ' : ''
  if (broken.length > 0) {
    const excused = broken.filter((each) => each.excused !== null).length
    const approved = broken.filter((each) => each.review?.decision === 'approved').length
    if (approved === broken.length)
      return `of ${count(all, 'conversation')} only what is approved ${surely}got worse (${listNames(broken)})`
    const why = excused === broken.length ? 'is excused' : excused === 0 ? 'the gate allows' : 'is excused or allowed'
    return `of ${count(all, 'conversation')} only what ${why} ${surely}got worse (${listNames(broken)})`
  }
  const none =
    all === 1 ? `the one conversation did not ${surely}get worse` : `none of ${all} conversations ${surely}got worse`
  return quick === undefined ? `${none}${describeRuns(conversations)}` : none
}

/** How many runs of the side in question this rests on: few show only what breaks often. */
function describeRuns(conversations: readonly ConversationComparison[]): string {
  const runCounts = conversations.map(({ runs }) => runs.b.filter(({ verdict }) => isJudged(verdict)).length)
  const least = Math.min(...runCounts)
  return ` in ${least < Math.max(...runCounts) ? 'at least ' : ''}${count(least, 'run')}${runCounts.length === 1 ? '' : ' each'}`
}

/** What `isDoubtful` finds, with what is to be done. */
function describeDoubtful(conversations: readonly ConversationComparison[], label: string): string[] {
  const doubtful = conversations.filter(isDoubtful)
  const [first, ...others] = doubtful
  if (first === undefined) return []
  const judged = first.runs.b.filter(({ verdict }) => isJudged(verdict))
  const failed = judged.filter(({ verdict }) => verdict === 'failed').length
  const often = others.length === 0 ? `in ${failed} of ${count(judged.length, 'run')} of ${label}` : `on ${label}`
  return [`; ${listNames(doubtful)} failed ${often} alone, and --until-sure goes on until that is certain or is not`]
}

/** That both sides are equal, behind what came of conversations that have one side. */
function nothingDiffers({ sides, gate, changed }: Facts): string {
  const seen = gate.rules.find(({ name }) => name === oneSide)?.seen
  const equal = `differs between ${sides.a.label} and ${sides.b.label}: ${count(changed?.notRun.length ?? 0, 'conversation')} not run.`
  return seen === undefined ? `Nothing ${equal}` : `${seen}; nothing else ${equal}`
}

/** In which conversations the agent's own code threw on b, with the first error: whoever reads no further has to look there. */
function tellCrashes({ conversations, sides }: Pick<Facts, 'conversations' | 'sides'>): string {
  const crashes = conversations.filter(({ runs }) => runs.b.some(({ crash }) => crash !== undefined))
  const first = crashes.flatMap(({ runs }) => runs.b.flatMap(({ crash }) => crash ?? []))[0]
  const areBoth = crashes.every(({ runs }) => runs.a.some(({ crash }) => crash !== undefined))
  return first === undefined
    ? ''
    : `; ${areBoth ? 'both sides' : sides.b.label} crashed in ${listNames(crashes)}: ${first}`
}

/** Further remarks: `; 2 improved, 3 changed; "a" fails on both sides, which says nothing of draft`. */
function tail({ totals, conversations: every, sides, gate, quick, changed, skipped = [] }: Facts): string {
  const conversations = every.filter(isWhole)
  const counts = (['improved', 'changed', 'flaky', 'not comparable'] as const)
    .filter((verdict) => totals[verdict] > 0)
    .map((verdict) => `${totals[verdict]} ${verdict}`)
  const mute = conversations.filter((each) => failsOnBoth(each, every))
  const fail = mute.length === 1 ? 'fails' : 'fail'
  const lacking = skipped.filter(({ lacksDraft }) => lacksDraft === true).length
  const lossNotes = describeLost(countLost(conversations), { a: sides.a.label, b: sides.b.label })
  return [
    ...(counts.length === 0 ? [] : [`; ${counts.join(', ')}`]),
    ...describeDoubtful(conversations, sides.b.label),
    ...(mute.length === 0
      ? []
      : [`; ${listNames(mute)} ${fail} on both sides, which says nothing of ${sides.b.label}`]),
    ...(lacking === 0
      ? []
      : [
          `; ${lacking} of ${count(conversations.length + lacking, 'conversation')} did not run, since agents have no draft`,
        ]),
    ...lossNotes.map((text) => `; ${text}`),
    ...tellTakenUp(every),
    ...describeNotRun(changed, conversations.length),
    ...(quick === undefined || gate.verdict !== 'open'
      ? []
      : [
          `; ${quick} of ${count(conversations.length, 'conversation')} ran once on each side, which shows only what always breaks`,
        ]),
  ].join('')
}

/** What was taken up, and what of it got worse. */
function tellTakenUp(conversations: readonly ConversationComparison[]): string[] {
  const further = conversations.filter((each) => !isWhole(each))
  if (further.length === 0) return []
  const broken = further.filter(({ verdict }) => verdict === 'regressed')
  const [approved, others] = split(broken, ({ review }) => review?.decision === 'approved')
  const [excused, worse] = split(others, (each) => each.excused !== null)
  const clauses = [
    ...(worse.length === 0 ? [] : [`${worse.length} got worse (${listNames(worse)})`]),
    ...(excused.length === 0 ? [] : [`${excused.length} got worse, which is excused (${listNames(excused)})`]),
    ...(approved.length === 0 ? [] : [`${approved.length} as approved (${listNames(approved)})`]),
  ]
  const outcome = broken.length === 0 ? 'none of it got worse' : clauses.join(', ')
  return [`; taken up ${further.length === 1 ? 'once' : `${further.length} times`} behind a break: ${outcome}`]
}

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

function unsettled({ gate, totals, sides, conversations }: Facts): string {
  const lossCount = totals['not comparable']
  const further = conversations.filter((each) => !isWhole(each) && each.verdict === 'not comparable')
  const open = gate.rules
    .filter(({ verdict }) => verdict === 'not judged')
    .map((rule) => describeOpen(rule, sides.b.label))
  const clauses = [
    ...(lossCount > 0 ? [`${count(lossCount, 'conversation')} could not be compared`] : []),
    ...(further.length > 0 ? [`what was taken up could not be judged (${listNames(further)})`] : []),
    ...open,
  ]
  return clauses.length === 0 ? 'the gate ignores every conversation' : clauses.join('; ')
}

/** Why a rule was not judged. Rules on evidence already say what is missing. */
function describeOpen({ name, seen }: GateRule, label: string): string {
  if (
    name === 'judged pairs' ||
    name === 'baseline' ||
    name === 'prompt' ||
    name === 'missing shards' ||
    name === 'new conversations'
  )
    return seen
  if (name === 'lost runs' || name === 'crashes') return `runs of ${label}: ${seen}`
  return `${name}: ${seen}`
}

/** Why none of the conversations could be compared: what all their runs or all of them say, or the first, and how many runs were lost. */
function describeNone({ conversations, sides }: Facts): string {
  const [one, ...others] = conversations
  if (one === undefined) return 'there are no conversations'
  if (others.length === 0) return one.reason
  const lossNotes = describeLost(countLost(conversations), { a: sides.a.label, b: sides.b.label })
  const unjudged = conversations.flatMap(({ runs }) => [...runs.a, ...runs.b]).filter((run) => !isJudged(run.verdict))
  const [first] = unjudged
  if (first?.verdict === 'errored' && first.reason !== null && unjudged.every(({ reason }) => reason === first.reason))
    return [first.reason, ...lossNotes].join('; ')
  if (others.every(({ reason }) => reason === one.reason))
    return `${one.reason}, in each of ${conversations.length} conversations`
  return [`"${one.name}": ${one.reason}`, ...lossNotes].join('; ')
}
