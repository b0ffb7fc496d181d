import { isJsonObject, type JsonObject } from '../../base/json/json.ts'
import { isTooDeep, parseIfJson } from '../../base/json/json-text.ts'
import type { Violation } from '../../wire/api/shape.ts'
import type { Refusal } from '../answer/answer.ts'

const maxBytes = 1024 * 1024
const maxDepth = 64

type BodyRead = { ok: true; body: JsonObject } | { ok: false; refusal: Refusal }

/** Reads a JSON object of 1 MiB (ENV-19) and 64 levels at most; anything else is a clean 4xx (ENV-10, ENV-11). */
export async function readBody(request: Request): Promise<BodyRead> {
  const invalid = (message: string, decision: string): BodyRead => ({
    ok: false,
    refusal: { errorCode: 'validationError', message, decision },
  })
  const large: BodyRead = {
    ok: false,
    refusal: { errorCode: 'localBodyTooLarge', message: 'the body is larger than 1 MiB', decision: 'ENV-19' },
  }
  const length = request.headers.get('content-length')
  if (Number(length) > maxBytes) return large
  const type = request.headers.get('content-type') ?? 'application/json'
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type)) return invalid('the content type is not JSON', 'ENV-11')
  const text = await (length === null ? readLimited(request) : request.text()).catch(() => undefined)
  if (text === undefined) return invalid('the request broke off before its body was whole', 'ENV-10')
  if (text === null) return large
  if (isTooDeep(text, maxDepth)) return invalid(`the body nests deeper than ${maxDepth} levels`, 'ENV-10')
  const body = parseIfJson(text)
  if (body === undefined) return invalid('the body is not valid JSON', 'ENV-10')
  return isJsonObject(body) ? { ok: true, body } : invalid('the body is not a JSON object', 'ENV-10')
}

/** Reads a body without a declared length; null as soon as it is too long, since it might never end. */
async function readLimited({ body }: Request): Promise<string | null> {
  if (body === null) return ''
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    size += piece.byteLength
    if (size > maxBytes) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

/** Members with a stated format, where the interface does not state the answer to a mistake. */
const forms: [path: RegExp, rule: string][] = [
  [/^(start|end)_?[wW]orking_?[hH]our$/, 'SCH-16'],
  [/^timezone$/, 'SCH-17'],
  [/^schedule(Time|_time)$/, 'SCH-19'],
  [/^whatsappOptions\.messageType$/, 'WAO-03'],
  [/^emailOptions\.messageType$/, 'EMO-02'],
  [/^agent_?[vV]ersion$/, 'CHA-25'],
  [/^sessionId$/, 'CHA-08'],
]

/** The 422 for members of a wrong type or format, each with its path, the expected and the actual value. */
export function explainViolations(violations: readonly Violation[]): Refusal {
  const list = violations.map(({ path, expected, actual }) => `${path}: expected ${expected}, but here is ${actual}`)
  const refusal: Refusal = { errorCode: 'validationError', message: list.join('; ') }
  const rules = violations.map(({ path, actual }) => ruleOf(path, actual))
  const [first] = rules
  if (first === undefined || first === null || rules.includes(null)) return refusal
  const other: Refusal = {
    errorCode: first === 'CHA-08' ? 'sessionNotFound' : 'localBadRequest',
    message: refusal.message,
  }
  return { ...refusal, decision: first, others: [other] }
}

/** The rule of a wrong format. Null if the type itself is wrong, which the interface answers with 422. */
function ruleOf(path: string, actual: string): string | null {
  const typed = actual.startsWith('"') || /^-?[\d.e+]+$/.test(actual)
  const rule = forms.find(([pattern]) => pattern.test(path))?.[1]
  if (rule === undefined || !typed) return null
  return rule === 'CHA-25' || actual.startsWith('"') ? rule : null
}
