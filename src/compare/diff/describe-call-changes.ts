import { countValues, unique } from '../../base/group-by.ts'
import type { AlignedRow } from '../align/align-entries.ts'
import type { CallDifference, TurnChange, ValueDifference } from '../model/turn-comparison.ts'
import { describeDifference } from './describe-difference.ts'
import type { ComparedRow } from './diff-row.ts'

const limit = 3

/** Lines about calls: which appeared and disappeared, and what differs between those on both sides. */
export function describeCallChanges(rows: readonly AlignedRow[], differing: readonly ComparedRow[]): TurnChange[] {
  return [
    ...describeCounts(rows),
    ...differing.flatMap(({ row, compared }) =>
      compared.kind === 'call' && row.b !== null ? describeCall(row.b.label, compared.call, rows, row) : [],
    ),
  ]
}

function describeCounts(rows: readonly AlignedRow[]): TurnChange[] {
  const calledBy = (units: readonly AlignedRow['a'][]): string[] =>
    units.flatMap((unit) => (unit === null || unit.call === null ? [] : [unit.label]))
  const onA = countValues(calledBy(rows.map(({ a }) => a)))
  const onB = countValues(calledBy(rows.map(({ b }) => b)))
  const renamed = new Set(
    rows.flatMap(({ a, b }) => (a?.call != null && b?.call != null && a.label !== b.label ? [a.label, b.label] : [])),
  )
  return unique(calledBy(rows.flatMap(({ a, b }) => [a, b]))).flatMap((name): TurnChange[] => {
    const [a, b] = [onA.get(name) ?? 0, onB.get(name) ?? 0]
    return a === b || (renamed.has(name) && a + b === 1) ? [] : [{ level: 'calls', text: describeCount(name, a, b) }]
  })
}

/** `cancel_order is now called`, `lookup_order is called 3 times instead of once`. */
export function describeCount(name: string, a: number, b: number): string {
  const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)
  if (b === 0) return `${name} is no longer called`
  if (a === 0) return `${name} is now called${b === 1 ? '' : ` ${times(b)}`}`
  return `${name} is called ${times(b)} instead of ${times(a)}`
}

function describeCall(name: string, call: CallDifference, rows: readonly AlignedRow[], row: AlignedRow): TurnChange[] {
  const changes: TurnChange[] = []
  if (call.name !== undefined) changes.push({ level: 'calls', text: `${name} is called instead of ${call.name[0]}` })
  if (call.moved === true) changes.push({ level: 'order', text: describeMove(name, rows, row) })
  if (call.phase !== undefined)
    changes.push({
      level: 'phases',
      text: `${name} runs in phase ${call.phase[1] ?? 'none'} instead of ${call.phase[0] ?? 'none'}`,
    })
  changes.push(...describeValues('arguments', name, call.arguments ?? [], 'its arguments'))
  if (call.isError !== undefined) changes.push({ level: 'outputs', text: `${name} ${describeError(call.isError)}` })
  return [...changes, ...describeValues('outputs', name, call.output ?? [], 'its output')]
}

function describeError([a, b]: [boolean | null, boolean | null]): string {
  if (b === null) return 'no longer gives an output'
  if (a === null) return 'now gives an output'
  return b ? 'now ends in an error' : 'no longer ends in an error'
}

/** Says where the call moved to, relative to a neighbour whose order with it is reversed. */
function describeMove(name: string, rows: readonly AlignedRow[], { a, b }: AlignedRow): string {
  const others = rows.filter(
    (other) => !other.moved && other.a !== null && other.b !== null && other.b.index !== b?.index,
  )
  const earlier = others.find((other) => before(other.a, a) && before(b, other.b))
  if (earlier !== undefined) return `${name} comes before ${nameOf(earlier)} instead of after it`
  const later = others.findLast((other) => before(a, other.a) && before(other.b, b))
  if (later !== undefined) return `${name} comes after ${nameOf(later)} instead of before it`
  return `${name} comes at another place`
}

function before(one: AlignedRow['a'], two: AlignedRow['a']): boolean {
  return one !== null && two !== null && one.index < two.index
}

function nameOf({ b }: AlignedRow): string {
  if (b === null) return 'it'
  return b.call !== null ? b.label : b.sort === 'assistant' ? 'the reply' : `the ${b.sort} entry`
}

function describeValues(
  level: 'arguments' | 'outputs',
  name: string,
  differences: readonly ValueDifference[],
  whole: string,
): TurnChange[] {
  const changes = differences
    .slice(0, limit)
    .map((each) => `${name}${level === 'outputs' ? ' gives' : ''}: ${describeDifference(each, whole)}`)
  const rest = differences.length - changes.length
  if (rest > 0)
    changes.push(
      `${name}: ${rest} more ${rest === 1 ? 'value' : 'values'} of ${whole} ${rest === 1 ? 'differs' : 'differ'}`,
    )
  return changes.map((text) => ({ level, text }))
}
