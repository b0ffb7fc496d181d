import { hashJson } from '../../base/json/hash-json.ts'
import { type LawName, lawNames } from '../../base/law-name.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import { type ConversationResult, endedByItself, type TurnResult } from '../../engine/verdict/conversation-result.ts'
import { theLaws } from '../../engine/verdict/evaluator.ts'
import { lawsOfTurns } from '../../engine/verdict/laws/laws-not-judged.ts'
import { isJudged } from '../../engine/verdict/verdict.ts'
import { countedFindings } from '../diff/describe-changes.ts'
import type { SideKey } from '../model/conversation-comparison.ts'
import type { Aspect } from '../model/feature-evidence.ts'
import { endsInError, type Feature, type Features } from './collect-features.ts'
import { placeRunTimes, timesOfRun } from './run-times.ts'

/** What a run does in one aspect of a turn. */
export interface AspectValue {
  aspect: Aspect
  /** Null where it could not be judged or was not checked: no evidence either way. */
  values: readonly string[] | null
  /** The value of a run that does nothing of the kind in the turn; null where such a run was not judged on it. */
  absent: string | null
  /** The key of the aspect without which there is nothing to compare, such as the call for its argument. */
  requires: string | null
  /** What a judge was shown, without numbers, and how often it errs; null where that is not known. */
  judged?: { words: string; error: number | null }
}

/** What a run does, turn by turn. */
export interface RunAspects {
  /** The turns that were judged, by index, each with its aspects by key. */
  turns: Map<number, Map<string, AspectValue>>
  /** The turns that it reached but that could not be judged. */
  unjudged: Set<number>
  /** Whether the talk ended by itself after these turns; further ones may have been left unsent otherwise. */
  ended: boolean
  failed: Set<number>
  /** The times by their place. */
  times: Map<string, { aspect: Aspect; turn: number; ms: number }>
}

/** The two runs of a pair, as aspects. */
export interface AspectPair {
  /** The side that ran first. */
  first: SideKey
  a: RunAspects
  b: RunAspects
}

/** The key of an aspect, the same in every turn and conversation; the length of the tool's name ends it. */
export function keyOfAspect({ level, tool, name }: Aspect): string {
  return `${level} ${tool?.length ?? '-'} ${tool ?? ''}${name === undefined ? '' : ` ${name}`}`
}

/** The call without which an aspect has nothing to compare. */
export function callOf({ level, tool }: Aspect): Aspect | null {
  return tool === undefined || level === 'calls' || level === 'latency' ? null : { level: 'calls', tool }
}

/** The value of a run that does nothing of the kind; null where every run has one. */
export function absentOf({ level, name }: Aspect): string | null {
  return level === 'outputs' && name === endsInError ? 'no' : (absent[level] ?? null)
}

const absent: Readonly<Partial<Record<Aspect['level'], string>>> = {
  ...{ calls: '0', 'other entries': '0', laws: 'held', items: '', arguments: '', outputs: '' },
}

/** Stands for any wording: that there is a text counts, how it is worded does not. */
const someText = 'some text'

/** The laws not checked in a turn of a run, by the turn's index. */
export type LawsNotJudged = (turn: number) => ReadonlySet<LawName>

const allJudged: LawsNotJudged = () => new Set()

/** Reads what a run does from its turns and outcomes; the wording of replies is left out. */
export function readAspects(
  run: ConversationResult,
  features: Features,
  lawsNotJudged: LawsNotJudged = allJudged,
): RunAspects {
  const judged = run.turns.filter(({ verdict }) => isJudged(verdict))
  const turns = new Map(judged.map(({ index }) => [index, new Map<string, AspectValue>()] as const))
  const add = (turn: number, value: AspectValue): void => void turns.get(turn)?.set(keyOfAspect(value.aspect), value)
  for (const { feature, value } of features.values())
    for (const each of valuesOf(feature, value)) add(feature.turn, each)
  for (const turn of judged) {
    const wasAnswered = turn.step === undefined && turn.failure === null
    for (const law of [...lawsNotJudged(turn.index), ...(wasAnswered ? [] : lawsOfTurns)])
      add(turn.index, { ...aboutLaw(law), values: null })
    addOutcomes(turn.outcomes, wordsOf([turn]), (value) => add(turn.index, value))
  }
  const last = run.turns.length - 1 // what concerns the whole session is known at its end
  if (turns.has(last)) addOutcomes(run.outcomes, wordsOf(judged), (value) => add(last, value))
  const times = [...placeRunTimes(timesOfRun(run))].map(([place, { subject, tool, turn, ms }]) => {
    const aspect: Aspect = { level: 'latency', ...(tool === null ? { name: subject } : { tool }) }
    return [place, { aspect, turn, ms }] as const
  })
  const failed = judged.filter(({ verdict }) => verdict === 'failed').map(({ index }) => index)
  const unjudged = run.turns.filter(({ verdict }) => verdict === 'errored').map(({ index }) => index)
  const ended = endedByItself(run)
  return { turns, unjudged: new Set(unjudged), ended, failed: new Set(failed), times: new Map(times) }
}

/** Turns a feature of a run into values of aspects: items by their kind, wordings as some text, null as not known. */
function valuesOf({ level, tool, name, graded, absent }: Feature, value: string | null): AspectValue[] {
  if (level === 'turns' || level === 'reply' || level === 'judged') return []
  if (level === 'items') return value === null ? [] : itemsByKind(value)
  const aspect = { level, ...(tool === undefined ? {} : { tool }), ...(name === undefined ? {} : { name }) }
  const isOfOutput = level === 'outputs' && name !== endsInError // compared where the outputs are shown
  // The order of calls is known in every turn whose calls can be seen.
  const basis = callOf(aspect) ?? (level === 'calls' ? ({ level: 'order' } as const) : null)
  const needed = isOfOutput ? { ...aspect, name: endsInError } : basis
  const requires = needed === null ? null : keyOfAspect(needed)
  const values = value === null ? null : [graded && value !== '' ? someText : short(value)]
  return [{ aspect, values, absent, requires }]
}

/** Shortens kilobytes to their beginning and a hash: values are only tested for equality, so nothing is lost. */
function short(value: string): string {
  return value.length <= longest ? value : `${cutText(value, longest)} ${hashJson(value).slice(0, 12)}`
}

const longest = 200

/** Items of a turn by kind, so that lost buttons are one feature even where their texts differ. */
function itemsByKind(value: string): AspectValue[] {
  const kinds = new Map<string, string[]>()
  for (const line of JSON.parse(value) as string[]) {
    const [word = ''] = line.split(' ', 1)
    const kind = word === 'an' ? 'item of an unknown type' : word
    kinds.set(kind, [...(kinds.get(kind) ?? []), short(line)])
  }
  return [...kinds].map(([name, lines]) => ({
    aspect: { level: 'items', name },
    values: [...new Set(lines)],
    absent: '',
    requires: null,
  }))
}

function aboutLaw(name: LawName): Omit<AspectValue, 'values'> {
  return { aspect: { level: 'laws', name }, absent: 'held', requires: null }
}

/** Adds laws broken or not judged, ungrounded facts, and judges' findings that count; without one, not judged. */
function addOutcomes(outcomes: TurnResult['outcomes'], words: string, add: (value: AspectValue) => void): void {
  const laws = outcomes.flatMap((outcome) => lawsIn(outcome).map((law) => ({ law, verdict: outcome.verdict })))
  for (const { law, verdict } of laws) if (verdict === 'not judged') add({ ...aboutLaw(law), values: null })
  for (const { law, verdict } of laws) if (verdict === 'failed') add({ ...aboutLaw(law), values: ['broken'] })
  for (const [criterion, says] of countedFindings(outcomes))
    add({
      aspect: { level: 'judged', name: criterion },
      ...{ values: [says], absent: null, requires: null },
      judged: { words, error: errorOf(outcomes, criterion) },
    })
}

function lawsIn(outcome: TurnResult['outcomes'][number]): readonly LawName[] {
  if (outcome.kind === 'law') return [outcome.finding.law]
  if (outcome.kind === 'value' && outcome.subject === theLaws) return lawNames
  const isGrounded = (outcome.kind === 'reply' || outcome.kind === 'value') && outcome.subject === 'grounded'
  return isGrounded ? ['grounded'] : []
}

/** How often the judge of a criterion errs, at most: the unfavourable end of its licence's intervals. */
function errorOf(outcomes: TurnResult['outcomes'], criterion: string): number | null {
  for (const outcome of outcomes)
    if (outcome.kind === 'judge' && outcome.criterion === criterion && outcome.licence.kind === 'licensed')
      return 1 - Math.min(outcome.licence.met.interval[0], outcome.licence.notMet.interval[0])
  return null
}

/** The words of replies with every number replaced: another order number is not another wording. */
function wordsOf(turns: readonly TurnResult[]): string {
  const text = turns.map(({ entries }) => viewTurn(entries).replyText).join('\n')
  return text.toLowerCase().replace(/\d+/g, '0').replace(/\s+/g, ' ')
}
