import type { CallSpec } from './calls-spec.ts'
import { judgeCall, judgeSuch, succeeded } from './judge-calls.ts'
import { judge, type Sight } from './judge-matcher.ts'
import { anything, every, fails, holds, type Outcome, unjudged } from './outcome.ts'
import { Written } from './plain.ts'
import type { Call } from './transcript.ts'

/** Whether the expected call at an index may match the call at another. */
type Fits = (spec: number, call: number) => boolean

/** The calls that `times` counts, by the index of the expectation. */
type Counted = ReadonlyMap<number, readonly number[]>

/** The outcome of a list of expected calls: that of the best way to assign calls to expectations. */
export function judgeList(
  kind: string,
  specs: readonly CallSpec[],
  calls: readonly Call[],
  all: readonly Call[],
  sight: Sight,
): Outcome {
  const table = specs.map((spec) => calls.map((call) => judgeCall(spec, call, all, sight)))
  const counts: Outcome[] = []
  const callsBySpec = new Map<number, number[]>()
  for (const [index, spec] of specs.entries()) {
    if (spec.times === null) continue
    const such = calls.map((call) => judgeSuch(spec, call, all, sight))
    const shared = specs.filter((other) => other.name === spec.name).length > 1
    const turned = calls.map((call) => judgeSuch(spec, call, all, { ...sight, turned: true }))
    const isOpen = such.some((each, place) => (each !== holds && each !== fails) || each !== turned[place])
    if (shared || isOpen) return anything
    const here = calls.filter((_, place) => such[place] === holds)
    callsBySpec.set(
      index,
      here.map((call) => calls.indexOf(call)),
    )
    const size = judge(spec.times, new Written(here.length, String(here.length)), sight)
    sight.note?.('times', size)
    counts.push(size, ...(spec.isError === null ? here.map(succeeded) : []))
  }
  const way = kind === 'any order' ? anyWay : kind === 'exactly' ? exactWay : orderedWay
  const exists = (fits: (outcome: Outcome) => boolean): boolean =>
    way((spec, call) => fits(table[spec]?.[call] ?? fails), specs.length, calls.length, callsBySpec)
  const isCertain = exists((each) => each === holds)
  const assigned =
    (exists((each) => (each & holds) > 0) ? holds : 0) |
    (exists((each) => (each & (holds | unjudged)) > 0) && !isCertain ? unjudged : 0) |
    (exists((each) => (each & fails) === 0) ? 0 : fails)
  return every([assigned, ...counts])
}

function orderedWay(fits: Fits, specs: number, calls: number, callsBySpec: Counted): boolean {
  const place = (spec: number, from: number): boolean => {
    if (spec === specs) return true
    const block = callsBySpec.get(spec)
    if (block !== undefined)
      return place(spec + 1, Math.max(from, ...block.map((each) => each + 1))) && block.every((each) => each >= from)
    for (let call = from; call < calls; call += 1) if (fits(spec, call) && place(spec + 1, call + 1)) return true
    return false
  }
  return place(0, 0)
}

function exactWay(fits: Fits, specs: number, calls: number, callsBySpec: Counted): boolean {
  const many = [...callsBySpec.values()].reduce((sum, block) => sum + block.length - 1, specs)
  return many === calls && orderedWay(fits, specs, calls, callsBySpec)
}

function anyWay(fits: Fits, specs: number, calls: number, callsBySpec: Counted): boolean {
  const place = (spec: number, usedCalls: ReadonlySet<number>): boolean => {
    if (spec === specs) return true
    if (callsBySpec.has(spec)) return place(spec + 1, usedCalls)
    for (let call = 0; call < calls; call += 1)
      if (!usedCalls.has(call) && fits(spec, call) && place(spec + 1, new Set([...usedCalls, call]))) return true
    return false
  }
  return place(0, new Set())
}
