import { listSome } from '../text/wording.ts'
import { nameOfNoData } from './plain-data.ts'

/** Refuses what a public function does not take, which only JavaScript lets through. @throws TypeError with both kinds */
export function insistKind(isKind: boolean, wanted: string, given: unknown): asserts isKind {
  if (isKind) return
  const isPromise = hasMembers(given, 'then')
  throw new TypeError(`${wanted}, but here is ${nameOfKind(given)}${isPromise ? '\n  await it first' : ''}`)
}

/** Whether a value is an object, or a function, with all of these. */
export function hasMembers(value: unknown, ...names: readonly string[]): boolean {
  return value instanceof Object && names.every((name) => name in value)
}

export function nameOfKind(value: unknown): string {
  const noData = nameOfNoData(value)
  if (noData !== null || value === null) return noData ?? 'null'
  if (typeof value !== 'object') return `a ${typeof value}`
  if (Array.isArray(value)) return `a list${value.length === 0 ? '' : ` of ${value.length}`}`
  const names = Object.keys(value)
  return names.length === 0 ? 'an empty object' : `an object with ${listSome(names, 5)}`
}
