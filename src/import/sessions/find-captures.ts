import type { JsonValue } from '../../base/json/json.ts'
import type { TurnView } from '../../engine/transcript/turn-view.ts'
import { findWord, leavesOf, outputOf } from '../../engine/transcript/values-in-text.ts'

/** A tool's value that occurs again later: its name, and the path to capture it by where it first occurs. */
export interface FoundCapture {
  name: string
  value: string | number
  path: string
  turn: number
}

export interface CaptureTurn {
  user: string | null
  view: TurnView
}

/** Finds ids in outputs that later turns use, in words or arguments. What the user said first stays as it is. */
export function findCaptures(turns: readonly CaptureTurn[]): FoundCapture[] {
  const captures = new Map<string | number, FoundCapture>()
  const names = new Map<string, number>()
  let words = ''
  for (const [turn, { user, view }] of turns.entries()) {
    words += `\n${user ?? ''}`
    const later = turns.slice(turn + 1)
    if (later.length === 0) break
    const last = new Map(view.calls.map((call) => [call.name, call]))
    for (const call of last.values()) {
      if (/[.[\]]/.test(call.name) || call.output === null || call.output.isError) continue
      for (const { value, path } of leavesOf(outputOf(call))) {
        const key = path.findLast((step) => typeof step === 'string')
        if (captures.has(value) || !isId(value, String(key ?? call.name)) || !path.every(canFollow)) continue
        if (findWord(words, String(value)) !== -1 || !later.some((each) => comesUp(value, each))) continue
        captures.set(value, { name: nameIt(path, call.name, names), value, path: writePath(call.name, path), turn })
      }
    }
  }
  return [...captures.values()]
}

/** Whether a value looks like an id: it has a digit and no space, or its member is named like one. */
function isId(value: string | number, key: string): boolean {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && (value >= 10_000 || (value >= 100 && idKey.test(key)))
  if (value.length < 3 || value.length > 80 || /[\s{}]/.test(value)) return false
  if (/^\d{4}-\d\d-\d\d|^\d\d:\d\d|^[\d.,]{1,7}$/.test(value)) return false
  return idKey.test(key) || (value.length >= 4 && /\d/.test(value))
}

const idKey = /(?:^|_|[a-z](?=[A-Z]))(?:id|ids|number|no|code|reference|ref|tracking|url|link|token)$/i

/** Whether a path can pass a step: names that are ids differ in each run, and paths cannot express dots. */
function canFollow(step: string | number): boolean {
  return typeof step === 'number' || (/^[^.[\]{}]+$/.test(step) && !/\d{4}/.test(step))
}

function comesUp(value: string | number, { user, view }: CaptureTurn): boolean {
  if (user !== null && findWord(user, String(value)) !== -1) return true
  return view.calls.some((call) => leavesOf(call.arguments).some((leaf) => leaf.value === value))
}

function nameIt(path: readonly (string | number)[], tool: string, names: Map<string, number>): string {
  const key = path.findLast((step) => typeof step === 'string') ?? tool
  const single = typeof path.at(-1) === 'number' ? String(key).replace(/s$/, '') : String(key)
  const base =
    single
      .replace(/([a-z])([A-Z])/g, '$1_$2')
      .replace(/\W+/g, '_')
      .toLowerCase() || 'value'
  const safe = /^(?:version|env|random|braces)$/.test(base) ? `${base}_given` : base
  const count = (names.get(safe) ?? 0) + 1
  names.set(safe, count)
  return count === 1 ? safe : `${safe}_${count}`
}

function writePath(tool: string, path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (pathText, step) => (typeof step === 'number' ? `${pathText}[${step}]` : `${pathText}.${step}`),
    `calls.${tool}.output`,
  )
}

/** The placeholders of values captured before a turn, by value. */
export function namesBefore(captures: readonly FoundCapture[], turn: number): Map<JsonValue, string> {
  return new Map(captures.filter((each) => each.turn < turn).map(({ value, name }) => [value, `{{${name}}}`]))
}

export function nameValues(text: string, names: ReadonlyMap<JsonValue, string>): string {
  const longest = [...names].sort(([one], [two]) => String(two).length - String(one).length)
  let pieces: { text: string; fixed: boolean }[] = [{ text, fixed: false }]
  for (const [value, name] of longest) {
    pieces = pieces.flatMap((piece) => (piece.fixed ? [piece] : split(piece.text, String(value), name)))
  }
  return pieces.map((piece) => piece.text).join('')
}

function split(text: string, value: string, name: string): { text: string; fixed: boolean }[] {
  const pieces: { text: string; fixed: boolean }[] = []
  let done = 0
  for (let at = findWord(text, value); at !== -1; at = findWord(text, value, done)) {
    pieces.push({ text: text.slice(done, at), fixed: false }, { text: name, fixed: true })
    done = at + value.length
  }
  return [...pieces, { text: text.slice(done), fixed: false }]
}
