import type { JsonValue } from '../base/json.ts'
import type { CallExpectation } from '../script/call-expectation.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { keeps } from './latency.ts'
import { match } from './match.ts'
import { type Mismatch, mismatch } from './mismatch.ts'

/** Holds one call against an expectation, its name included: every condition that fails, or none. A tool is expected to succeed unless the script says `is_error: true`. */
export function matchCall(expected: CallExpectation, call: ToolCall): Mismatch[] {
  const { output } = call
  const misses: Mismatch[] = []
  if (call.name !== expected.name) misses.push(mismatch(expected.at, 'name', JSON.stringify(expected.name), call.name))
  if (expected.with !== undefined) misses.push(...match(expected.with, call.arguments, 'arguments'))
  if (expected.exactly !== undefined) misses.push(...match(expected.exactly, call.arguments, 'arguments'))
  if (expected.returns !== undefined) misses.push(...match(expected.returns, returned(expected, call), 'output'))
  const failing = expected.isError?.value ?? false
  if (output !== null && output.isError !== failing) {
    misses.push(
      mismatch(
        expected.isError?.at ?? expected.at,
        'is_error',
        failing ? 'true' : 'false (write is_error: true if the tool should fail)',
        output.isError,
      ),
    )
  }
  if (expected.phase !== undefined && call.phase !== expected.phase.value) {
    misses.push(mismatch(expected.phase.at, 'phase', expected.phase.value, call.phase))
  }
  const { within } = expected
  if (within !== undefined) {
    const ms = output?.executionTimeMs ?? undefined
    if (ms === undefined || !keeps(ms, within)) misses.push(mismatch(within.at, 'executionTimeMs', within.written, ms))
  }
  return misses
}

/** The output parsed when it is JSON, unless text is expected; nothing for a call without output. */
function returned({ returns }: CallExpectation, { output }: ToolCall): JsonValue | undefined {
  if (output === null) return undefined
  const textual = returns?.kind === 'equals' && typeof returns.value === 'string' && typeof output.json !== 'string'
  return textual ? output.text : (output.json ?? output.text)
}
