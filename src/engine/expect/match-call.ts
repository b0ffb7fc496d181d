import { isLongNumberAlone } from '../../base/json/json-text.ts'
import type { CallExpectation } from '../../suite/language/expectations/call-expectation.ts'
import { coversTool } from '../../suite/language/expectations/tool-pattern.ts'
import type { Matcher } from '../../suite/language/matchers/matcher.ts'
import type { WithPlace } from '../../suite/yaml/place.ts'
import type { ToolCall, ToolOutput } from '../transcript/tool-call.ts'
import { exactly, type Folding } from './fold-text.ts'
import { describeBudget, keeps } from './latency.ts'
import { match, matchAbsent } from './match.ts'
import { isAboutText, matchBy, type OneReading } from './match-readings.ts'
import { resolveMisses } from './outcome/answer.ts'
import { doubtfulMismatch, type Mismatch, mismatch } from './outcome/outcome.ts'

/** Use a negated `folding` where no such call may occur: what holds neither way is then left in doubt. */
export function matchCall(expected: CallExpectation, call: ToolCall, folding: Folding = exactly): Mismatch[] {
  if (!coversTool(expected.name, call.name))
    return [
      mismatch(expected.at, 'name', JSON.stringify(expected.name), call.name),
      ...matchDetails(expected, call, folding),
    ]
  return matchDetails(expected, call, folding)
}

function matchDetails(expected: CallExpectation, call: ToolCall, folding: Folding): Mismatch[] {
  const { returns, phase } = expected
  const mismatches: Mismatch[] = []
  if (expected.with !== undefined) mismatches.push(...match(expected.with, call.arguments, 'arguments', folding))
  if (expected.exactly !== undefined) mismatches.push(...match(expected.exactly, call.arguments, 'arguments', folding))
  if (expected.arguments !== undefined)
    mismatches.push(...match(expected.arguments, call.arguments, 'arguments', folding))
  if (returns !== undefined) mismatches.push(...matchOutput(returns, call.output, folding))
  mismatches.push(...matchIsError(expected, call))
  if (phase !== undefined && phase.value !== call.phase)
    mismatches.push(mismatch(phase.at, 'phase', phase.value, call.phase))
  mismatches.push(...matchTime(expected, call))
  return folding.turned ? mismatches : resolveMisses(mismatches)
}

/** A call without output neither succeeded nor failed; only a stated `is_error` is in doubt where nothing says. */
function matchIsError({ isError, at }: CallExpectation, { output }: ToolCall): Mismatch[] {
  if (isError?.value === 'either') return []
  if (output === null)
    return isError === undefined ? [] : [mismatch(isError.at, 'is_error', String(isError.value), undefined)]
  if (output.isError === null)
    return isError === undefined
      ? []
      : [doubtfulMismatch(isError.at, 'is_error', String(isError.value), null, unknownSuccess)]
  const failing = isError?.value ?? false
  if (output.isError === failing) return []
  if (failing) return [mismatch(isError?.at ?? at, 'is_error', 'true', output.isError)]
  const expected = 'false (write is_error: true if the tool should fail)'
  return [{ ...mismatch(isError?.at ?? at, 'is_error', expected, true), output: output.json ?? output.text }]
}

const unknownSuccess = 'the agent does not say whether its tool succeeded'

/** An output without an execution time is no mismatch, since there is nothing to judge; see `unknownTime`. */
function matchTime({ within }: CallExpectation, { output }: ToolCall): Mismatch[] {
  if (within === undefined || output?.executionTimeMs === null) return []
  const ms = output?.executionTimeMs ?? undefined
  return ms !== undefined && keeps(ms, within)
    ? []
    : [mismatch(within.at, 'executionTimeMs', describeBudget(within), ms)]
}

/** The condition on a call's time, where the service gave an output but not its time (executionTimeMs is null). */
export function unknownTime({ within }: CallExpectation, { output }: ToolCall): Mismatch[] {
  if (within === undefined || output?.executionTimeMs !== null) return []
  return [mismatch(within.at, 'executionTimeMs', describeBudget(within), undefined)]
}

/** Members are looked up in the parsed output, texts in its text (TRN-12). Without one, only `present: false` holds. */
function matchOutput(matcher: Matcher, output: ToolOutput | null, folding: Folding = exactly): Mismatch[] {
  if (output?.twice !== undefined)
    return [mismatch(matcher.at, `output.${output.twice}`, 'a member of this name once', output.text)]
  if (output !== null) return matchBy(matcher, (condition) => readOutput(condition, output), folding)
  return matchAbsent(matcher, 'output')
}

function readOutput(condition: Matcher, { text, json }: ToolOutput): OneReading {
  const path = 'output'
  const parsed = json === undefined ? text : json
  const plain = typeof json === 'string' ? json : text
  // JSON has no language: to check one member's, name it under fields.
  if (condition.kind === 'language' || condition.kind === 'similar to' || condition.kind === 'reading level')
    return { path, value: typeof parsed === 'object' && parsed !== null ? parsed : plain }
  if (condition.kind === 'json' || (condition.kind === 'equals' && condition.value === text))
    return { path, value: text }
  if (condition.kind === 'length') return { path, value: typeof parsed === 'object' ? parsed : plain }
  if (!['contains', 'matches', 'starts with', 'ends with'].includes(condition.kind))
    return { path, value: isAboutText(condition) ? plain : parsed, isLong: isLongNumberAlone(json, text) }
  const inWords = typeof json === 'object' && text.includes('\\') ? [withoutEscapes(text)] : []
  return condition.kind === 'contains' && Array.isArray(json)
    ? { path, value: json, also: [text, ...inWords] }
    : { path, value: plain, also: inWords }
}

/** JSON text with its escapes resolved, as a reader sees it: `"caf\\u00e9"` is café, and `\\"` a quote. */
function withoutEscapes(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, plain: string) =>
    code === undefined ? (controls[plain] ?? plain) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/** `turn` holds all calls of the turn, so that a call can be ordered relative to one of another phase. */
export function orderMismatches(
  { before = [], after = [] }: CallExpectation,
  call: ToolCall,
  turn: readonly ToolCall[],
): Mismatch[] {
  return [
    ...before.flatMap((each) => checkSide('before', each, call, turn)),
    ...after.flatMap((each) => checkSide('after', each, call, turn)),
  ]
}

function checkSide(
  side: 'before' | 'after',
  { value, at }: WithPlace<string>,
  call: ToolCall,
  turn: readonly ToolCall[],
): Mismatch[] {
  const others = turn.filter((each) => each.name === value && each !== call)
  if (others.length === 0) return [mismatch(at, side, `a call of ${value}`, undefined)]
  const holds = others.every(({ index }) => (side === 'before' ? call.index < index : call.index > index))
  return holds
    ? []
    : [mismatch(at, 'order', `${side} ${value}`, side === 'before' ? `after ${value}` : `before ${value}`)]
}
