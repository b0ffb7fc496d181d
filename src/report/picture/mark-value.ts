import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { showFlow } from '../../base/json/quoting.ts'
import { memberPath } from '../../compare/align/tokens.ts'
import type { SideKey } from '../../compare/model/conversation-comparison.ts'
import type { TextDifference, ValueDifference } from '../../compare/model/turn-comparison.ts'
import { type Run, run } from './block.ts'

/** Where two values differ, seen from one side. */
export interface ValueMarks {
  side: SideKey
  differences: readonly ValueDifference[]
}

/** The words of one side: those both sides share, and its own. */
export function sideRuns(words: TextDifference, side: SideKey): Run[] {
  const other = side === 'a' ? 'added' : 'removed'
  return words.flatMap(({ kind, text }) => (kind === other ? [] : [run(text, kind === 'same' ? 'plain' : kind)]))
}

/** A value in the compact notation of suites, with differences marked in place. */
export function markValue(value: JsonValue, marks: ValueMarks, path = ''): Run[] {
  const difference = findDifference(value, path, marks)
  if (difference?.words !== undefined) return [run('"'), ...sideRuns(difference.words, marks.side), run('"')]
  if (difference !== undefined) return [run(show(value), marks.side === 'a' ? 'removed' : 'added')]
  if (Array.isArray(value))
    return [run('['), ...join(value.map((each, index) => markValue(each, marks, memberPath(path, index)))), run(']')]
  if (isJsonObject(value)) return [run('{'), ...markMembers(value, marks, path), run('}')]
  return [run(show(value))]
}

/** The members of an object as call arguments; if the other side lacks one, its name is marked too. */
export function markMembers(value: Record<string, JsonValue>, marks: ValueMarks, path = ''): Run[] {
  const [own, other] = marks.side === 'a' ? (['removed', 'b'] as const) : (['added', 'a'] as const)
  return join(
    Object.entries(value).map(([key, each]) => {
      const at = memberPath(path, key)
      const difference = findDifference(each, at, marks)
      if (difference !== undefined && difference[other] === undefined) return [run(`${show(key)}: ${show(each)}`, own)]
      return [run(`${show(key)}: `, 'quiet'), ...markValue(each, marks, at)]
    }),
  )
}

function join(parts: readonly Run[][]): Run[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [run(', '), ...part]))
}

const show = (value: JsonValue): string => showFlow(value, 2_000)

/** List indexes in paths refer to side b. On side a, where items may be elsewhere, they are found by value. */
function findDifference(
  value: JsonValue,
  path: string,
  { side, differences }: ValueMarks,
): ValueDifference | undefined {
  const own = differences.filter((each) => each[side] !== undefined)
  const exact = own.find((each) => each.path === path)
  if (side === 'b' || !path.includes('[')) return exact
  const text = JSON.stringify(value)
  const like = own.find((each) => anyPlace(each.path) === anyPlace(path) && JSON.stringify(each.a) === text)
  return like ?? (exact !== undefined && JSON.stringify(exact.a).includes('<') ? exact : undefined)
}

const anyPlace = (path: string): string => path.replace(/\[\d+\]/g, '[]')
