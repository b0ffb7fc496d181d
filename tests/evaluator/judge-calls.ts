import { judgeList } from './call-lists.ts'
import type { CallSpec, CallsSpec } from './calls-spec.ts'
import { judge, type Sight } from './judge-matcher.ts'
import type { Matcher } from './matcher.ts'
import { unlessItRests } from './nothing.ts'
import { every, fails, holds, negate, neither, type Outcome, settle, some, unjudged, when } from './outcome.ts'
import { Written } from './plain.ts'
import type { Call } from './transcript.ts'

/** The outcome of all expectations about calls. */
export function judgeCalls(spec: CallsSpec, calls: readonly Call[], sight: Sight): Outcome {
  const whole = every([
    ...judgeWhole(spec, calls, calls, sight),
    ...spec.phases.map(([phase, each]) => judgePhase(phase, each, calls, sight)),
  ])
  const judged = unlessItRests(whole, matchersOf(spec, false), sight.variables)
  return unlessItRests(judged, matchersOf(spec, true), sight.variables, true)
}

function judgeWhole(spec: CallsSpec, calls: readonly Call[], all: readonly Call[], sight: Sight): Outcome[] {
  const note = (name: string, outcome: Outcome): Outcome => {
    sight.note?.(`calls ${name}`, outcome)
    return outcome
  }
  const size = new Written(calls.length, String(calls.length))
  return [
    ...spec.lists.map(({ kind, specs }) => note(kind, judgeList(kind, specs, calls, all, sight))),
    ...spec.never.map((each) =>
      note(
        'never',
        negate(some(calls.map((call) => settle(judgeSuch(each, call, all, { ...sight, turned: true }), unjudged)))),
      ),
    ),
    ...(spec.only === null
      ? []
      : [note('only', when(calls.every(({ name }) => spec.only?.some((tool) => isNamed(name, tool)))))]),
    ...(spec.none ? [note('none', when(calls.length === 0))] : []),
    ...(spec.count === null ? [] : [note('count', judge(spec.count, size, sight))]),
  ]
}

/** Calls without a phase may belong to any: if the outcome depends on which, it is unknown. */
function judgePhase(phase: string, spec: CallsSpec, calls: readonly Call[], sight: Sight): Outcome {
  const open = calls.filter((call) => call.phase === null)
  const { note, ...silent } = sight
  const outcomeWith = (choice: readonly Call[], watched: Sight): Outcome =>
    every(
      judgeWhole(
        spec,
        calls.filter((call) => call.phase === phase || choice.includes(call)),
        calls,
        watched,
      ),
    )
  const alone = outcomeWith([], sight)
  const possible = subsets(open.slice(0, 6)).map((choice) => outcomeWith(choice, silent))
  const outcome = possible.every((each) => each === alone) ? alone : unjudged | (alone & fails)
  note?.(phase, outcome)
  return outcome
}

const subsets = <T>([first, ...rest]: readonly T[]): T[][] =>
  first === undefined ? [[]] : subsets(rest).flatMap((each) => [each, [first, ...each]])

/** Whether a call is such a one, whether or not the tool succeeded, unless that is asked for. */
export function judgeSuch(spec: CallSpec, call: Call, all: readonly Call[], sight: Sight): Outcome {
  if (!isNamed(call.name, spec.name)) return fails
  const noteOutcome = (name: string, outcome: Outcome): Outcome => {
    sight.note?.(`call ${name}`, outcome)
    return outcome
  }
  const { isError, returns, phase, within } = spec
  const { output } = call
  return every([
    ...spec.given.map((each) => noteOutcome('given', judge(each, call.given, sight))),
    returns === null
      ? holds
      : output === null
        ? judge(returns, undefined, sight)
        : noteOutcome('returns', judgeOutput(returns, output, sight)),
    isError === null || isError === 'either' ? holds : noteOutcome('is_error', when(output?.isError === isError)),
    phase === null ? holds : noteOutcome('phase', when(call.phase === phase)),
    within === null ? holds : output === null ? fails : judgeTime(within, output.ms, sight),
    ...spec.before.map((name) => noteOutcome('before', judgePlace(call, all, name, 1))),
    ...spec.after.map((name) => noteOutcome('after', judgePlace(call, all, name, -1))),
  ])
}

/** The output parsed; conditions of text look at its text. */
const judgeOutput = (
  matcher: Matcher,
  { value, text, saysTwice }: NonNullable<Call['output']>,
  sight: Sight,
): Outcome => (saysTwice ? neither : judge(matcher, value, value === text ? sight : { ...sight, raw: { value, text } }))

/** A call that is expected has succeeded, unless the suite says otherwise. */
export const judgeCall = (spec: CallSpec, call: Call, all: readonly Call[], sight: Sight): Outcome =>
  settle(every([judgeSuch(spec, call, all, sight), spec.isError === null ? succeeded(call) : holds]))

/** A call without an output, which a law rules out, neither succeeded nor failed. */
export const succeeded = ({ output }: Call): Outcome => when(output?.isError !== true)

/** A time that is not known, or is negative, is not judged. */
export function judgeTime(limit: Matcher, ms: number | null, sight: Sight): Outcome {
  const outcome = ms === null || ms < 0 ? unjudged : judge(limit, new Written(ms, String(ms)), sight)
  sight.note?.('time limit', outcome)
  return outcome
}

const isNamed = (name: string, pattern: string): boolean => new RegExp(`^${pattern.split('*').join('.*')}$`).test(name)

/** Before all calls of a name, or after them; there has to be one. */
function judgePlace(call: Call, all: readonly Call[], name: string, sign: number): Outcome {
  const others = all.filter((other) => other.name === name && other !== call)
  return others.length === 0 ? fails : when(others.every((other) => (other.index - call.index) * sign > 0))
}

/** What calls are held against: under `never` and with `times`, where what is empty says nothing, or everywhere else. */
function matchersOf(spec: CallsSpec, counting: boolean): Matcher[] {
  const callSpecs = spec.lists.flatMap(({ specs }) => specs).filter(({ times }) => (times !== null) === counting)
  const counts = [...callSpecs.map(({ times }) => times), ...(counting ? [] : [spec.count])]
  return [
    ...[...callSpecs, ...(counting ? spec.never : [])].flatMap(({ given, returns }) => [...given, returns]),
    ...counts,
    ...spec.phases.flatMap(([, each]) => matchersOf(each, counting)),
  ].filter((each) => each !== null)
}
