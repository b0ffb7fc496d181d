import type { JsonObject } from '../../base/json/json.ts'
import { isMisspelt, suggest } from '../../base/text/suggest.ts'
import { onOneLine } from '../../base/text/wording.ts'
import { countPath } from '../../engine/expect/calls.ts'
import { readDescription, showValue } from '../../engine/expect/describe-matcher.ts'
import { describeBudget } from '../../engine/expect/latency.ts'
import type { CallSeen, Mismatch, Outcome } from '../../engine/expect/outcome/outcome.ts'
import type { Budget } from '../../suite/language/matchers/duration.ts'
import { describeJudgement } from './describe-judgement.ts'
import { formatTime } from './figures.ts'

/** Like `describeOutcome`, with ages relative to the time of the run. */
export function describeOutcomeOn(outcome: Outcome, on: string): string {
  return outcome.kind === 'judge' ? describeJudgement(outcome, on) : describeOutcome(outcome)
}

/** Describes an outcome for a person: a short sentence, then lines with what was expected and what came. Plain text. */
export function describeOutcome(original: Outcome): string {
  const outcome = onSingleLines(original)
  const { beside, kind } = outcome
  if (beside === undefined || kind === 'value') return describeDetail(outcome)
  const where =
    kind === 'unexpected call'
      ? `where      in the stored session alone, beside turn ${beside + 1}`
      : `with       what the stored session alone shows beside turn ${beside + 1}`
  return `${describeDetail(outcome)}\n  ${where}`
}

/** An outcome in which names of tools, paths into what they got, and what laws found stand on one line each. */
function onSingleLines(outcome: Outcome): Outcome {
  return {
    ...outcome,
    ...('name' in outcome && outcome.name !== null ? { name: onOneLine(outcome.name) } : {}),
    ...('call' in outcome && outcome.call !== null
      ? { call: { ...outcome.call, name: onOneLine(outcome.call.name) } }
      : {}),
    ...('made' in outcome ? { made: outcome.made.map((call) => ({ ...call, name: onOneLine(call.name) })) } : {}),
    ...('mismatches' in outcome
      ? { mismatches: outcome.mismatches.map((each) => ({ ...each, path: onOneLine(each.path) })) }
      : {}),
    ...('finding' in outcome ? { finding: { ...outcome.finding, message: onOneLine(outcome.finding.message) } } : {}),
  } as Outcome
}

function describeDetail(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'reply':
      return describeReply(outcome)
    case 'item':
      if (outcome.mismatches[0]?.expected === `no ${outcome.item}`)
        return [`the reply holds what it must not: ${outcome.item}`, ...listMismatches(outcome.mismatches)].join('\n')
      return outcome.seen === 0
        ? `the reply holds no ${outcome.item}`
        : [`no ${outcome.item} of the reply is the expected one`, ...listMismatches(outcome.mismatches)].join('\n')
    case 'call':
      return describeCall(outcome)
    case 'unexpected call':
      return describeUnexpected(outcome)
    case 'call count':
      return describeCount(outcome)
    case 'latency':
      return describeLatency(outcome)
    case 'error':
      return outcome.answered
        ? 'the service should have refused this turn, but the agent answered'
        : ['the service refused the turn differently than expected', ...listMismatches(outcome.mismatches)].join('\n')
    case 'law':
      if (outcome.verdict === 'not judged')
        return `${outcome.finding.message}\n  it may be what was ruled out, so the turn is not judged; where such entries do no harm, add laws: { ${outcome.finding.law}: why } to the suite`
      return `${outcome.finding.message}\n  the law "${outcome.finding.law}" holds in every conversation, unless the suite says laws: { ${outcome.finding.law}: why it may be broken }`
    case 'session':
      return outcome.verdict === 'not judged'
        ? (outcome.reason ?? `the stored session has no ${outcome.subject} yet, so it could not be judged`)
        : [`the stored session is not as expected`, ...listMismatches(outcome.mismatches)].join('\n')
    case 'local':
      return outcome.verdict === 'not judged'
        ? `${outcome.subject} is shown by the local service alone, so it could not be judged`
        : [`the ${outcome.subject} is not as expected`, ...listMismatches(outcome.mismatches)].join('\n')
    case 'judge':
      return describeJudgement(outcome)
    case 'value':
      return `${outcome.subject} could not be judged: ${outcome.reason}`
    case 'check':
      return describeCheck(outcome)
    case 'goal':
      return describeGoal(outcome)
    case 'capture':
      return `${outcome.reason}\n  ${outcome.hint}`
  }
}

/** Whether a simulated user got what it wants. */
function describeGoal({ wants, ended, why, turns, patience, verdict }: Outcome & { kind: 'goal' }): string {
  const length = turns === 1 ? '1 message' : `${turns} messages`
  const because = why === null ? '' : `: ${why}`
  if (verdict === 'passed') return `the user has what it wants after ${length}`
  const headline =
    verdict === 'not judged'
      ? 'whether the user has what it wants could not be judged'
      : ended === 'gave up'
        ? `the user gave up after ${length}${because}`
        : `the user ran out of patience: ${length} did not bring what it wants${why === null ? '' : ` (${why})`}`
  return [
    headline,
    `  wants     ${wants}`,
    `  patience  ${patience === 1 ? '1 message' : `${patience} messages`}`,
  ].join('\n')
}

const onlyCapitals = 'it differs only in capitals: ignore case: true makes them count alike'

/** A failed condition on the reply, or on one of its parts. */
function describeReply({ subject, mismatches }: Outcome & { kind: 'reply' }): string {
  const [first] = mismatches
  const { path, expected, actual } = first ?? { path: subject, expected: '', actual: undefined }
  const what = subject === 'reply' ? 'the reply' : subject
  const headline =
    subject === 'grounded'
      ? 'the reply says something that nothing said before supports'
      : subject === 'claims'
        ? 'the agent says that something is done, and no tool did it'
        : readDescription(expected).isNegated
          ? `${what} is what it must not be`
          : `${what} is not as expected`
  const where = path === subject || path === 'reply' ? [] : [`  where     ${path}`]
  const hint = first?.differsOnlyIn === undefined ? [] : [`  hint      ${onlyCapitals}`]
  return [headline, ...where, `  expected  ${expected}`, `  actual    ${showValue(actual)}`, ...hint].join('\n')
}

/** A time over its limit, or one that is unknown. */
function describeLatency({ subject, tool, limit, ms, over, index }: Outcome & { kind: 'latency' }): string {
  if (over !== undefined) return describeStatistic(tool ?? `the ${subject}`, over, ms, limit)
  const what = subject === 'tool' ? (tool ?? 'the tool') : `the ${subject}`
  if (ms === null && subject === 'turn')
    return 'the answer was lost and found in the stored session, so the time of the turn is not known and was not judged'
  if (ms === null)
    return subject === 'tool' && index === undefined
      ? `${tool === null ? 'no tool' : tool} was ${tool === null ? '' : 'not '}called, so there is no ${tool === null ? 'tool ' : ''}time to judge`
      : `the time of ${what} is not known, so it was not judged`
  return `${what} took ${distinctTime(ms, limit.ms)}\n  expected  ${describeBudget(limit)}`
}

function describeStatistic(
  what: string,
  { statistic, samples }: { statistic: string; samples: number },
  ms: number | null,
  limit: Budget,
): string {
  if (ms === null) return `no time of ${what} is known, so its ${statistic} was not judged`
  const times = samples === 1 ? '1 time' : `${samples} times`
  return `the ${statistic} of ${what} is ${distinctTime(ms, limit.ms)} over ${times}\n  expected  ${describeBudget(limit)}`
}

/** A time very close to its limit is shown in milliseconds, so that it does not look equal to the limit. */
function distinctTime(ms: number, limit: number): string {
  const time = formatTime(ms)
  return time === formatTime(limit) ? `${Number(ms.toFixed(3))} ms` : time
}

function describeCall(outcome: Outcome & { kind: 'call' }): string {
  const { name, verdict, closest, mismatches, made } = outcome
  if (closest === null) return describeMissing(outcome)
  if (verdict === 'not judged') return describeUnknown(name, mismatches)
  if (mismatches.length > 0)
    return [`${name} was called, but ${headline(mismatches)}`, ...listMismatches(mismatches, closest.arguments)].join(
      '\n',
    )
  return made.length === 0
    ? `${name} was called`
    : `${name} was called, but not in the expected order\n  calls made  ${listCalls(made)}`
}

function describeCheck({ check, message, given, verdict }: Outcome & { kind: 'check' }): string {
  const words = verdict === 'not judged' ? `${check} gave no answer` : `${check} does not hold`
  const lines = Object.entries(given as JsonObject).map(([name, value]) => `\n  ${name.padEnd(9)}  ${showValue(value)}`)
  return `${words}${message === null ? '' : `: ${message}`}${lines.join('')}`
}

function describeUnexpected({ rule, call, verdict }: Outcome & { kind: 'unexpected call' }): string {
  const name = call?.name ?? 'a tool'
  if (verdict === 'not judged')
    return `${name} was called, but whether ${rule} rules it out is not known${call?.phase === null ? ': its phase is missing' : ''}`
  const reason = {
    never: `${name} must never be called here`,
    none: `no tool should be called, but ${name} was`,
    exactly: `${name} was called in addition to the listed calls`,
    only: `only other tools may be called here, but ${name} was`,
  }[rule]
  if (call === null) return reason
  return `${reason}\n  arguments  ${showValue(call.arguments)}\n  phase      ${call.phase ?? 'none'}`
}

function describeCount({ name, verdict, mismatches, made }: Outcome & { kind: 'call count' }): string {
  const [first, ...others] = mismatches
  if (verdict === 'not judged') return describeUnknown(name ?? 'a tool', mismatches)
  if (first === undefined) return name === null ? 'as many calls as expected' : `as many calls of ${name} as expected`
  if (first.path !== countPath(name))
    return [`${name} was called, but ${headline(mismatches)}`, ...listMismatches(mismatches)].join('\n')
  const what = name === null ? 'the number of calls' : `the number of matching calls of ${name}`
  return [
    `${what} is ${showValue(first.actual)}`,
    `  expected    ${first.expected}`,
    `  calls made  ${listCalls(made)}`,
    ...listMismatches(others),
  ].join('\n')
}

function describeUnknown(name: string, [first]: readonly Mismatch[]): string {
  if (first?.doubt !== undefined)
    return `${name} was called, but ${first.path} could not be judged: ${first.doubt}\n  expected  ${first.expected}`
  if (first !== undefined && first.path !== 'phase' && first.path !== 'executionTimeMs')
    return `${name} was called, but whether it counts is not known: ${first.path} is missing, or given twice\n  expected  ${first.expected}`
  const what = first?.path === 'phase' ? 'in which phase' : 'how long it took'
  return `${name} was called, but the service did not say ${what}\n  expected  ${first?.expected ?? ''}`
}

function describeMissing({ name, made, inPhase }: Outcome & { kind: 'call' }): string {
  const elsewhere = made.find((call) => call.name === name && call.phase !== inPhase)
  if (
    inPhase !== undefined &&
    elsewhere !== undefined &&
    !made.some((call) => call.name === name && call.phase === inPhase)
  ) {
    return `${name} was called, but in another phase\n  expected  ${inPhase}\n  actual    ${elsewhere.phase ?? 'none'}`
  }
  const times = made.filter((call) => call.name === name).length
  const names = made.map((call) => call.name)
  const near = times > 0 ? undefined : suggest(name, names)
  const first =
    times === 0
      ? `${name} was not called`
      : `${name} was called ${times === 1 ? 'once' : `${times} times`}, which is too few`
  const slip = near === undefined ? [] : [`  did you mean ${near}, or does the agent mean ${name}?`]
  return [first, `  calls made  ${listCalls(made)}`, ...slip].join('\n')
}

function headline(mismatches: readonly Mismatch[]): string {
  const parts = new Set(mismatches.map(({ path }) => path.split(/[.[ ]/, 1)[0] ?? ''))
  const words: Record<string, string> = {
    arguments: 'with other arguments',
    output: 'it returned something else',
    phase: 'in another phase',
    is_error: isErrorHeadline(mismatches),
    executionTimeMs: 'it took too long',
    order: 'at another point',
    before: 'at another point',
    after: 'at another point',
  }
  return [...new Set([...parts].map((part) => words[part] ?? 'otherwise'))].join(', and ')
}

function isErrorHeadline(mismatches: readonly Mismatch[]): string {
  const actual = mismatches.find(({ path }) => path === 'is_error')?.actual
  if (actual === undefined) return 'it gave no output'
  return actual === true ? 'it failed' : 'it did not fail'
}

function listCalls(calls: readonly CallSeen[]): string {
  return calls.length === 0
    ? 'none'
    : calls.map(({ name, phase }) => (phase === null || phase === 'during' ? name : `${name} (${phase})`)).join(', ')
}

/**
 * A line for each mismatch: its path, what was expected, what is there, and under which name the call has it; then what a
 * tool that failed gave.
 */
export function listMismatches(mismatches: readonly Mismatch[], args: JsonObject = {}): string[] {
  return mismatches.flatMap(({ path, expected, actual, output, differsOnlyIn }) => {
    const value = path === 'executionTimeMs' && typeof actual === 'number' ? `${actual} ms` : showValue(actual)
    const near =
      actual === undefined ? Object.keys(args).find((name) => isMisspelt(path, `arguments.${name}`)) : undefined
    const so = near === undefined ? '' : ` (called with ${onOneLine(near)})`
    const hint = differsOnlyIn === undefined ? [] : [`  hint: ${onlyCapitals}`]
    const line = `  ${path}: expected ${expected}, but here is ${value}${so}`
    return [line, ...hint, ...(output === undefined ? [] : [`  output: ${showValue(output)}`])]
  })
}
