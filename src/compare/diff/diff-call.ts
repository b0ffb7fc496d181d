import type { JsonValue } from '../../base/json.ts'
import { parseJson } from '../../engine/transcript/parse-json.ts'
import type { FunctionCallOutput } from '../../wire/api/transcript-entry.ts'
import type { Unit } from '../align/unit.ts'
import type { CallDifference } from '../model/turn-comparison.ts'
import { diffValues } from './diff-values.ts'

/** What differs between two calls and their outputs; no member where nothing does. Times that tools took are no difference. */
export function diffCall(a: NonNullable<Unit['call']>, b: NonNullable<Unit['call']>, moved: boolean): CallDifference {
  const difference: CallDifference = {}
  if (a.entry.name !== b.entry.name) difference.name = [a.entry.name, b.entry.name]
  const given = diffValues(a.entry.arguments, b.entry.arguments)
  if (given.length > 0) difference.arguments = given
  const output = diffValues(outputValue(a.output), outputValue(b.output))
  if (output.length > 0) difference.output = output
  const [errorA, errorB] = [a.output?.is_error ?? null, b.output?.is_error ?? null]
  if (errorA !== errorB) difference.isError = [errorA, errorB]
  const [phaseA, phaseB] = [a.entry.phase ?? a.output?.phase ?? null, b.entry.phase ?? b.output?.phase ?? null]
  if (phaseA !== phaseB) difference.phase = [phaseA, phaseB]
  if (moved) difference.moved = true
  return difference
}

/** What a tool gave back: the value where the text is JSON, else the text; undefined for a call that is still open. */
function outputValue(output: FunctionCallOutput | null): JsonValue | undefined {
  return output === null ? undefined : (parseJson(output.output) ?? output.output)
}
