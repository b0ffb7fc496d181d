import { isJsonObject, type JsonValue } from '../../base/json.ts'
import type { ToolCall } from '../../engine/transcript/tool-call.ts'
import { memberPath } from '../align/member-path.ts'
import { describeCount } from '../diff/describe-call-changes.ts'
import { writeSorted } from '../diff/diff-values.ts'
import type { Feature, Features } from './feature.ts'

/** The members that all features of a turn have in common. */
export type TurnOfFeature = Pick<Feature, 'turn' | 'requires'>

/** At most this many paths of one tool's values are looked at in a turn. */
const limit = 60

/** Adds how often each tool is called, in which order and phases, with which arguments and outputs. */
export function callFeatures(features: Features, calls: readonly ToolCall[], common: TurnOfFeature): void {
  const { turn } = common
  const plain = { graded: false, absent: '', ...common }
  features.set(`${turn} order`, {
    feature: {
      level: 'order',
      describe: (a, b) => `calls ${b === '' ? 'nothing' : b} instead of ${a === '' ? 'nothing' : a}`,
      ...plain,
    },
    value: calls.map(({ name }) => name).join(', '),
  })
  for (const [name, same] of groupByName(calls)) {
    const key = `${turn} calls ${name}`
    const count = (text: string): number => Number(text)
    features.set(key, {
      feature: {
        tool: name,
        level: 'calls',
        describe: (a, b) => describeCount(name, count(a), count(b)),
        ...plain,
        absent: '0',
      },
      value: String(same.length),
    })
    const ofCall = { tool: name, ...plain, requires: key }
    features.set(`${turn} phases ${name}`, {
      feature: { level: 'phases', describe: (a, b) => `${name} runs in phase ${b} instead of ${a}`, ...ofCall },
      value: listOnce(same.map(({ phase, output }) => phase ?? output?.phase ?? 'none')),
    })
    const errors = same.filter(({ output }) => output?.isError === true).length
    features.set(`${turn} outputs ${name} error`, {
      feature: {
        level: 'outputs',
        describe: (_, b) => `${name} ${b === 'no' ? 'no longer' : 'now'} ends in an error`,
        ...ofCall,
      },
      value: errors === 0 ? 'no' : errors === same.length ? 'yes' : 'sometimes',
    })
    const given = same.map((call) => call.arguments)
    const outputs = same.flatMap(({ output }) => (output === null ? [] : [output.json ?? output.text]))
    addValues(
      features,
      `${turn} arguments ${name}`,
      given,
      { level: 'arguments', ...ofCall },
      `${name}:`,
      'its argument',
    )
    addValues(
      features,
      `${turn} outputs ${name}`,
      outputs,
      { level: 'outputs', ...ofCall },
      `${name} gives:`,
      'its output',
    )
  }
}

function addValues(
  features: Features,
  key: string,
  values: readonly JsonValue[],
  common: Omit<Feature, 'describe'>,
  subject: string,
  whole: string,
): void {
  for (const [path, found] of listLeaves(values)) {
    const name = path === '' ? whole : path
    const graded = found.some((value) => typeof value === 'string' && value.trim().split(/\s+/).length > 3)
    features.set(`${key} ${path}`, {
      feature: { describe: (a, b) => `${subject} ${name} ${describePair(a, b)}`, ...common, graded, absent: '' },
      value: listOnce(found.map((value) => writeSorted(value))),
    })
  }
}

function describePair(a: string, b: string): string {
  if (b === '') return `is gone (was ${cut(a)})`
  return a === '' ? `is new: ${cut(b)}` : `is ${cut(b)} instead of ${cut(a)}`
}

function cut(text: string): string {
  const points = Array.from(text.slice(0, 200))
  return points.length > 80 ? `${points.slice(0, 80).join('')}…` : text
}

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

function listOnce(values: readonly string[]): string {
  return [...new Set(values)].sort().join(', ')
}

function groupByName(calls: readonly ToolCall[]): Map<string, ToolCall[]> {
  const groups = new Map<string, ToolCall[]>()
  for (const call of calls) groups.set(call.name, [...(groups.get(call.name) ?? []), call])
  return groups
}
