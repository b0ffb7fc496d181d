import { hashJson } from '../../base/hash-json.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import type { ConversationResult, TurnResult } from '../../engine/verdict/conversation-result.ts'
import { isJudged } from '../../engine/verdict/verdict.ts'
import { countedFindings } from '../diff/describe-changes.ts'
import type { SideKey } from '../model/conversation-comparison.ts'
import type { Aspect, FeatureLevel } from '../model/feature-evidence.ts'
import { endsInError, type Feature, type Features } from './collect-features.ts'
import { placeRunTimes, timesOfRun } from './run-times.ts'

/** What a run does in a turn in one aspect. */
export interface AspectValue {
  aspect: Aspect
  values: readonly string[]
  /** The value of a run that does nothing of the kind in the turn. */
  absent: string
  /** The key of the aspect without which there is nothing to look at, such as the call of an argument. */
  requires: string | null
  /** What a judge was shown, without numbers, and how often it errs; null where that is not known. */
  judged?: { words: string; error: number | null }
}

/** What a run does, turn by turn. */
export interface RunAspects {
  /** The turns that were judged, by index, each with its aspects by key. */
  turns: Map<number, Map<string, AspectValue>>
  /** The turns that failed. */
  failed: Set<number>
  /** The times by their place. */
  times: Map<string, { aspect: Aspect; turn: number; ms: number }>
}

/** Two runs of a pair, as what they do. */
export interface AspectPair {
  /** The side that ran first. */
  first: SideKey
  a: RunAspects
  b: RunAspects
}

/** The key of an aspect, the same in every turn and conversation. */
export function keyOfAspect({ level, tool, name }: Aspect): string {
  return JSON.stringify([level, tool ?? null, name ?? null])
}

/** The call without which there is nothing to look at in an aspect. */
export function callOf({ level, tool }: Aspect): Aspect | null {
  return tool === undefined || level === 'calls' || level === 'latency' ? null : { level: 'calls', tool }
}

/** The value of a run that does nothing of the kind; null where every run has one. */
export function absentOf({ level, name }: Aspect): string | null {
  switch (level) {
    case 'calls':
    case 'other entries':
      return '0'
    case 'laws':
      return 'held'
    case 'items':
    case 'arguments':
      return ''
    case 'outputs':
      return name === endsInError ? 'no' : ''
    default:
      return null
  }
}

/** What stands for a wording: that there is one counts, how it goes does not. */
const someText = 'some text'

/** Reads what a run does out of its turns and outcomes; how replies are worded is none of it. */
export function readAspects(run: ConversationResult, features: Features): RunAspects {
  const judged = run.turns.filter(({ verdict }) => isJudged(verdict))
  const turns = new Map(judged.map(({ index }) => [index, new Map<string, AspectValue>()] as const))
  const add = (turn: number, value: AspectValue): void => void turns.get(turn)?.set(keyOfAspect(value.aspect), value)
  for (const { feature, value } of features.values())
    for (const each of valuesOf(feature, value)) add(feature.turn, each)
  for (const turn of judged) addOutcomes(turn.outcomes, wordsOf([turn]), (value) => add(turn.index, value))
  const last = run.turns.length - 1 // what concerns the whole session is seen at its end
  if (turns.has(last)) addOutcomes(run.outcomes, wordsOf(judged), (value) => add(last, value))
  const times = [...placeRunTimes(timesOfRun(run))].map(([place, { subject, tool, turn, ms }]) => {
    const aspect: Aspect = { level: 'latency', ...(tool === null ? { name: subject } : { tool }) }
    return [place, { aspect, turn, ms }] as const
  })
  const failed = judged.filter(({ verdict }) => verdict === 'failed').map(({ index }) => index)
  return { turns, failed: new Set(failed), times: new Map(times) }
}

/** A feature of a run as values of aspects: items by their kind, wordings as some text. */
function valuesOf({ level, tool, name, graded, absent }: Feature, value: string): AspectValue[] {
  if (level === 'turns' || level === 'reply' || level === 'judged') return []
  if (level === 'items') return itemsByKind(value)
  const aspect = { level, ...(tool === undefined ? {} : { tool }), ...(name === undefined ? {} : { name }) }
  const call = callOf(aspect)
  const requires = call === null ? null : keyOfAspect(call)
  return [{ aspect, values: [graded && value !== '' ? someText : short(value)], absent, requires }]
}

/** A value of kilobytes by its begin, and by a hash that tells it from others; nothing is lost where values are only equal or not. */
function short(value: string): string {
  return value.length <= longest ? value : `${cutText(value, longest)} ${hashJson(value).slice(0, 12)}`
}

const longest = 200

/** Items of a turn by kind, so that a lost button is one even where its text differs by conversation. */
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

/** Adds broken laws, what replies say that rests on nothing, and what judges find where it counts. */
function addOutcomes(outcomes: TurnResult['outcomes'], words: string, add: (value: AspectValue) => void): void {
  const of = (level: FeatureLevel, name: string, value: string, absent: string): AspectValue => {
    return { aspect: { level, name }, values: [value], absent, requires: null }
  }
  for (const outcome of outcomes) {
    if (outcome.verdict === 'failed' && outcome.kind === 'law') add(of('laws', outcome.finding.law, 'broken', 'held'))
    if (outcome.verdict === 'failed' && outcome.kind === 'reply' && outcome.subject === 'grounded')
      add(of('laws', 'grounded', 'broken', 'held'))
  }
  for (const [criterion, says] of countedFindings(outcomes))
    add({ ...of('judged', criterion, says, says), judged: { words, error: errorOf(outcomes, criterion) } })
}

/** How often the judge of a criterion errs, at most: the unfavourable end of its licence's intervals. */
function errorOf(outcomes: TurnResult['outcomes'], criterion: string): number | null {
  for (const outcome of outcomes)
    if (outcome.kind === 'judge' && outcome.criterion === criterion && outcome.licence.kind === 'licensed')
      return 1 - Math.min(outcome.licence.met.interval[0], outcome.licence.notMet.interval[0])
  return null
}

/** The words of replies without the numbers in them: another order number is no other wording. */
function wordsOf(turns: readonly TurnResult[]): string {
  const text = turns.map(({ entries }) => viewTurn(entries).replyText).join('\n')
  return text.toLowerCase().replace(/\d+/g, '0').replace(/\s+/g, ' ')
}
