import type { JsonValue } from '../../../base/json.ts'

/** The longest output of a tool, in characters; a longer one is an error, as it would be for a model. */
export const mostOutput: number = 1024 * 1024

/**
 * What a tool gave, as the transcript has it and as a value of JSON.
 * @throws Error for what JSON cannot hold, or would change silently: such an output would not be the one that a real tool gives
 */
export function writeOutput(given: unknown): { output: string; value: JsonValue } {
  if (typeof given === 'string') {
    checkLength(given)
    return { output: given, value: readJson(given) }
  }
  const output = toJson(given)
  checkLength(output)
  return { output, value: JSON.parse(output) as JsonValue }
}

function checkLength(output: string): void {
  if (output.length > mostOutput) throw new Error(`the output has more than ${mostOutput} characters`)
}

function toJson(given: unknown): string {
  if (given === undefined) throw new Error('the tool gave nothing: return null if it has nothing to say')
  try {
    return JSON.stringify(given, function (this: Record<string, unknown>, key, value: unknown) {
      const odd = oddityOf(this[key]) ?? oddityOf(value) // before toJSON, which bytes have too, and behind it
      const where = key === '' ? 'is' : `has as ${key}`
      if (odd !== null) throw new NoJson(`the output ${where} ${odd}, which JSON cannot hold`)
      return value
    })
  } catch (error) {
    if (error instanceof NoJson) throw error
    const reason = error instanceof RangeError ? 'it is too deep or too long' : firstLine(error)
    throw new Error(`the output cannot be JSON: ${reason}`)
  }
}

class NoJson extends Error {}

/** What JSON would refuse or silently change, in words; members that are undefined are left out, as everywhere. */
function oddityOf(value: unknown): string | null {
  if (typeof value === 'bigint') return `the number ${value}n`
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`
  if (value instanceof Map || value instanceof Set || value instanceof Promise || value instanceof Error)
    return `a ${value.constructor.name}`
  return ArrayBuffer.isView(value) ? 'bytes' : null
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return (message.split('\n')[0] ?? '').replace(/^Converting circular structure to JSON$/, 'it contains itself')
}

/** A text as the JSON that it is, or as it stands. */
function readJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}
