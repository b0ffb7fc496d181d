import { insistKind } from '../../base/json/insist-kind.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { deepest, isTooDeep, placeOfMistake } from '../../base/json/json-text.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { firstLine, onOneLine } from '../../base/text/wording.ts'
import { checkShape } from '../../wire/api/shape.ts'
import { type ResultKind, resultKinds, verbOf } from './result-kinds.ts'
import { type ResultOf, resultShapes } from './result-shapes.ts'

/**
 * A result as it was written, including members added by a newer Tableread; or why the text is not a result,
 * with its place where there is one.
 */
export type ResultRead =
  | { [K in ResultKind]: { ok: true; kind: K; result: ResultOf<K> } }[ResultKind]
  | {
      ok: false
      at: { line: number; column: number } | null
      message: string
      hint: string
      /** Why what wrote it ended before anything was judged, or that it ended before the file was whole. */
      reason?: string
    }

export const cutOff = 'its file is cut off'

/** Reads the output of `--json` of a verb that finds something. */
export function readResult(text: string): ResultRead {
  insistKind(typeof text === 'string', 'readResult takes the text of a result', text)
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
    return {
      ok: false,
      at: placeOfMistake(text),
      message: `this is not valid JSON: ${(error as Error).message}`,
      hint: 'a result that was cut off is no result: keep the whole file',
      ...(/^\uFEFF?\s*(?:\{|$)/.test(text) ? { reason: cutOff } : {}),
    }
  }
  const kind = isJsonObject(value) && 'schemaVersion' in value ? kindOf(value) : null
  if (kind === null) return refuse('this is no result of Tableread', 'name a file that --json wrote')
  const { schemaVersion } = value as JsonObject
  if (schemaVersion !== 1)
    return refuse(
      `the result has schemaVersion ${JSON.stringify(schemaVersion)}, and this Tableread reads 1`,
      'use the version of Tableread that wrote it, or a newer one',
    )
  if (kind === 'no result') {
    const reason = onOneLine(firstLine(String((value as JsonObject).message)))
    const hint = 'what wrote the file ended before anything was judged: mend that first'
    return { ...refuse(`there is no result: ${reason}`, hint), reason }
  }
  if (!isKind(kind))
    return refuse(
      `the result is a ${cutText(JSON.stringify(kind), 60)}, and this Tableread reads ${resultKinds.join(', ')}`,
      'use the version of Tableread that wrote it, or a newer one',
    )
  const checked = checkShape<unknown>(resultShapes[kind], value)
  if (!checked.ok) {
    const [first] = checked.violations
    return refuse(
      `${first?.path}: expected ${first?.expected}, but here is ${first?.actual}${checked.violations.length > 1 ? `, and ${checked.violations.length - 1} more` : ''}`,
      `tableread schema ${kind === 'run' ? 'result' : kind} prints what the result of ${verbOf[kind]} is`,
    )
  }
  const { startedAt } = value as JsonObject
  if (Number.isNaN(Date.parse(String(startedAt))))
    return refuse(
      `startedAt: expected an instant, but here is ${cutText(JSON.stringify(startedAt), 60)}`,
      'an instant is written like 2026-11-20T09:03:00.000Z',
    )
  return { ok: true, kind, result: value } as unknown as ResultRead
}

const isKind = (kind: JsonValue): kind is ResultKind => resultKinds.some((each) => each === kind)

/** What a result says it is; a run says nothing. Null if it is no result. */
function kindOf({ kind, conversations, survivors }: JsonObject): JsonValue | null {
  if (kind !== undefined) return kind === 'run' ? null : kind
  if (survivors !== undefined) return 'teeth'
  return conversations === undefined ? null : 'run'
}

function refuse(message: string, hint: string): Extract<ResultRead, { ok: false }> {
  return { ok: false, at: null, message, hint }
}
