import { groupByKey } from '../../base/group-by.ts'
import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { writeSorted } from '../../base/json/walk-json.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { maskEntry } from '../../engine/transcript/mask-volatile.ts'
import type { ToolCall } from '../../engine/transcript/tool-call.ts'
import { type TurnView, viewTurn } from '../../engine/transcript/turn-view.ts'
import type { VolatileFacts } from '../../engine/transcript/volatile-facts.ts'
import { type ConversationResult, endedByItself, type TurnResult } from '../../engine/verdict/conversation-result.ts'
import { memberPath } from '../align/tokens.ts'
import { describeCount } from '../diff/describe-call-changes.ts'
import { countedFindings, describeFinding, describeItemChange, describeSpeaker } from '../diff/describe-changes.ts'
import { describeWords } from '../diff/describe-difference.ts'
import { diffItems, listItems } from '../diff/diff-items.ts'
import { diffWords } from '../diff/diff-words.ts'
import type { ChangeLevel } from '../model/comparison-words.ts'
import { describeReached } from '../model/turn-comparison.ts'

/** One observable aspect of what an agent does in a turn, by which two runs can be compared. */
export interface Feature {
  level: ChangeLevel
  /** The turn of the script, from 0. */
  turn: number
  /** The tool concerned, if any. */
  tool?: string
  /** The path of a value, the criterion or the kind of entry, where several features of a turn are of one level. */
  name?: string
  /** The feature a run must have for this one to apply; null where it applies to every judged run. */
  requires: string | null
  /** The value of a run that has the required feature but not this one; null where that was not judged. */
  absent: string | null
  /** Whether values can be more or less alike, as wordings are; otherwise they are either equal or not. */
  graded: boolean
  /** Describes the change to a person, given the usual value of a and of b. */
  describe(a: string, b: string): string
}

/** The features of a run by key, with its values; null where it could not be judged. */
export type Features = Map<string, { feature: Feature; value: string | null }>

/** All a run can be compared by. A turn not sent gives nothing; one that errored leaves everything unknown. */
export function collectFeatures(run: ConversationResult, facts: VolatileFacts): Features {
  const features: Features = new Map()
  const common = { level: 'turns', graded: false } as const
  if (endedByItself(run)) {
    const feature: Feature = { ...common, turn: run.turns.length, requires: null, absent: null, describe: () => '' }
    features.set(endKey, { feature, value: 'ended' })
  }
  for (const turn of run.turns) {
    if (turn.verdict === 'not reached') continue
    const { index } = turn
    const isKnown = turn.verdict === 'passed' || turn.verdict === 'failed'
    features.set(reachedKey(index), {
      feature: {
        ...common,
        turn: index,
        requires: endKey,
        absent: 'not reached',
        describe: (_, b) =>
          describeReached({ turn: index + 1, way: b === 'reached' ? 'now reached' : 'no longer reached' }),
      },
      value: isKnown ? 'reached' : null,
    })
    if (isKnown) addTurn(features, turn, facts)
  }
  return features
}

const endKey = 'ended'

/** Whether a run shows what happens up to a turn: it was sent as far, or ended by itself before. */
export function isSentUntil(features: Features, turn: number): boolean {
  return features.has(endKey) || [...features.values()].some(({ feature }) => feature.turn >= turn)
}

/** The key of the feature "this turn was reached", which every other feature of the turn requires. */
const reachedKey = (turn: number): string => `${turn}`

function addTurn(features: Features, turn: TurnResult, facts: VolatileFacts): void {
  const { index, entries, outcomes, unseen } = turn
  const view = viewTurn(entries.map((entry) => maskEntry(entry, facts)))
  const common = { turn: index, requires: reachedKey(index) }
  callFeatures(features, unseen === undefined ? view.calls : null, common)
  messageFeatures(features, view, common)
  for (const [criterion, says] of countedFindings(outcomes)) {
    const describe = (a: string, b: string): string => describeFinding(criterion, a, b)
    features.set(`${index} judged ${criterion}`, {
      feature: { level: 'judged', name: criterion, describe, ...common, graded: false, absent: null },
      value: says,
    })
  }
}

/** Adds who answers, how often, with which items and words, and what other entries there are. */
function messageFeatures(features: Features, view: TurnView, common: TurnOfFeature): void {
  const { assistant, background, summaries, thinking, replyText } = view
  const add = adding(features, common)
  const speakers = assistant.map(({ agentName }) => agentName)
  const changes = speakers.filter((name, index) => name !== speakers[index - 1])
  add('handoff', changes.includes(null) ? null : changes.join(', then '), {
    level: 'handoff',
    describe: (a, b) => describeSpeaker(a === '' ? null : a, b === '' ? null : b),
  })
  add('messages', String(assistant.length), {
    level: 'messages',
    describe: (a, b) => `${b} ${b === '1' ? 'reply' : 'replies'} instead of ${a}`,
  })
  const lines = assistant.flatMap(({ items }) => listItems(items))
  add('items', JSON.stringify(lines), {
    level: 'items',
    describe: (a, b) => diffItems(readLines(a), readLines(b)).map(describeItemChange).join('; '),
  })
  add('reply', replyText, {
    level: 'reply',
    graded: true,
    describe: (a, b) => `the reply ${describeWords(diffWords(a, b))}`,
  })
  for (const [name, count] of [
    ['message of a background agent', background.length],
    ['summary', summaries.length],
    ['thought', thinking.length > 0 ? 1 : 0],
  ] as const) {
    add(name, String(count), {
      level: 'other entries',
      name,
      describe: (a, b) =>
        b === '0' ? `no ${name} any more` : a === '0' ? `a ${name} is new` : `${b} instead of ${a}: ${name}`,
    })
  }
}

const readLines = (value: string): string[] => (value === '' ? [] : (JSON.parse(value) as string[]))

type TurnOfFeature = Pick<Feature, 'turn' | 'requires'>

type Add = (
  name: string,
  value: string | null,
  feature: Pick<Feature, 'level' | 'describe'> & Partial<Feature>,
) => string

const adding =
  (features: Features, common: TurnOfFeature): Add =>
  (name, value, feature) => {
    const key = `${common.turn} ${name}`
    features.set(key, { feature: { graded: false, absent: '', ...common, ...feature }, value })
    return key
  }

/** The name of the output feature that is not a path: whether calls end in an error. */
export const endsInError = ' ends in an error'

/** At most this many paths of one tool's values are compared in a turn. */
const limit = 60

/** Of phases on two sides; '' where a side does not call the tool. */
function describePhases(tool: string, a: string, b: string): string {
  if (a !== '' && b !== '') return `${tool} runs in phase ${b} instead of ${a}`
  return b === '' ? `${tool} no longer runs in phase ${a}` : `${tool} now runs in phase ${b}`
}

/** Adds how often, in which order and how each tool is called; nothing where calls cannot be seen (null). */
function callFeatures(features: Features, calls: readonly ToolCall[] | null, common: TurnOfFeature): void {
  const add = adding(features, common)
  const order = add('order', calls?.map(({ name }) => name).join(', ') ?? null, {
    level: 'order',
    describe: (a, b) => `calls ${b === '' ? 'nothing' : b} instead of ${a === '' ? 'nothing' : a}`,
  })
  for (const [tool, same] of groupByKey(calls ?? [], ({ name }) => name)) {
    const requires = add(`calls ${tool}`, String(same.length), {
      ...{ level: 'calls', tool, requires: order, absent: '0' },
      describe: (a, b) => describeCount(tool, Number(a), Number(b)),
    })
    const phases = same.map(({ phase, output }) => phase ?? output?.phase ?? null)
    add(`phases ${tool}`, unlessMissing(phases, listOnce), {
      ...{ level: 'phases', tool, requires },
      describe: (a, b) => describePhases(tool, a, b),
    })
    const errors = same.map(({ output }) => output?.isError ?? null)
    const ending = add(`ending ${tool}`, unlessMissing(errors, howOftenTrue), {
      ...{ level: 'outputs', name: endsInError, tool, requires },
      describe: (_, b) => `${tool} ${b === 'no' ? 'no longer' : 'now'} ends in an error`,
    })
    const args = same.map((call) => call.arguments)
    const outputs = same.flatMap(({ output }) => (output === null ? [] : [output.json ?? output.text]))
    addValues(add, args, { level: 'arguments', tool, requires }, [`${tool}:`, 'its argument'])
    const all = outputs.length < same.length ? [] : outputs
    addValues(add, all, { level: 'outputs', tool, requires: ending }, [`${tool} gives:`, 'its output'])
  }
}

const howOftenTrue = (flags: readonly boolean[]): string =>
  flags.every((each) => each) ? 'yes' : flags.includes(true) ? 'sometimes' : 'no'

function addValues(
  add: Add,
  values: readonly JsonValue[],
  common: Pick<Feature, 'level' | 'requires'> & { tool: string },
  [subject, whole]: readonly [string, string],
): void {
  for (const [name, all] of listLeaves(values))
    add(`${common.level} ${common.tool} ${name}`, listOnce(all.map((value) => writeSorted(value))), {
      ...{ ...common, name },
      graded: all.some((value) => typeof value === 'string' && value.trim().split(/\s+/).length > 3),
      describe: (a, b) => `${subject} ${name === '' ? whole : name} ${describePair(a, b)}`,
    })
}

function describePair(a: string, b: string): string {
  if (b === '') return `is gone (was ${cut(a)})`
  return a === '' ? `is new: ${cut(b)}` : `is ${cut(b)} instead of ${cut(a)}`
}

const cut = (text: string): string => cutText(text, 81)

/** The values at each leaf path, over all calls of a tool; an empty list or object counts as a leaf. */
function listLeaves(values: readonly JsonValue[]): Map<string, JsonValue[]> {
  const leaves = new Map<string, JsonValue[]>()
  const walk = (value: JsonValue, path: string, depth: number): void => {
    const members: [string | number, JsonValue][] = Array.isArray(value)
      ? [...value.entries()]
      : isJsonObject(value)
        ? Object.entries(value)
        : []
    if (members.length > 0 && depth < 20)
      for (const [key, each] of members) walk(each, memberPath(path, key), depth + 1)
    else if (leaves.has(path) || leaves.size < limit) leaves.set(path, [...(leaves.get(path) ?? []), value])
  }
  for (const value of values) {
    if (isJsonObject(value) && Object.keys(value).length === 0) continue
    walk(value, '', 0)
  }
  return leaves
}

/** A value of what all calls show; null if one of them does not show it, such as an agent that tells no phases. */
function unlessMissing<T>(values: readonly (T | null)[], value: (seen: readonly T[]) => string): string | null {
  const knownValues = values.filter((each) => each !== null)
  return knownValues.length < values.length ? null : value(knownValues)
}

const listOnce = (values: readonly string[]): string => [...new Set(values)].sort().join(', ')
