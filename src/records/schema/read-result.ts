import { isJsonObject } from '../../base/json.ts'
import { deepest, isTooDeep, placeOfMistake } from '../../base/json-text.ts'
import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import { checkShape } from '../../wire/api/shape.ts'
import { comparisonShape } from './comparison-schema.ts'
import { runShape } from './run-schema.ts'

/**
 * A result as it was written, including members added by a newer Tableread; or why the text is not a result,
 * with its place where there is one.
 */
export type ResultRead =
  | { ok: true; kind: 'run'; result: RunResult }
  | { ok: true; kind: 'comparison'; result: Comparison }
  | { ok: false; at: { line: number; column: number } | null; message: string; hint: string }

/** Reads the output of `--json`, of a run or of a comparison. */
export function readResult(text: string): ResultRead {
  if (isTooDeep(text, 2 * deepest))
    return {
      ok: false,
      at: null,
      message: 'it is nested too deep for a result',
      hint: 'name the file that --json wrote',
    }
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const hint = 'a result that was cut off is no result: keep the whole file'
    return {
      ok: false,
      at: placeOfMistake(text),
      message: `this is not valid JSON: ${(error as Error).message}`,
      hint,
    }
  }
  if (!isJsonObject(value) || !('schemaVersion' in value) || !('conversations' in value))
    return refuse('this is no result of Tableread', 'name a file that --json wrote')
  if (value.schemaVersion !== 1)
    return refuse(
      `the result has schemaVersion ${JSON.stringify(value.schemaVersion)}, and this Tableread reads 1`,
      'use the version of Tableread that wrote it, or a newer one',
    )
  const comparison = value.kind === 'comparison'
  const checked = checkShape<unknown>(comparison ? comparisonShape : runShape, value)
  if (!checked.ok) {
    const [first] = checked.violations
    return refuse(
      `${first?.path}: expected ${first?.expected}, but here is ${first?.actual}${checked.violations.length > 1 ? `, and ${checked.violations.length - 1} more` : ''}`,
      'tableread schema --result and --comparison print what a result is',
    )
  }
  return comparison
    ? { ok: true, kind: 'comparison', result: value as unknown as Comparison }
    : { ok: true, kind: 'run', result: value as unknown as RunResult }
}

function refuse(message: string, hint: string): ResultRead {
  return { ok: false, at: null, message, hint }
}
