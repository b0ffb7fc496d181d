import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import { finishText } from '../../report/text/finish-text.ts'
import type { Place } from '../../suite/yaml/place.ts'

export interface PlacedError {
  /** The kind: `Failed`, `Errored`, `Broken`, … */
  name: string
  message: string
  /** What is at that place, for the stack frame: `turn 2`. */
  label: string
  /** The suite file's absolute path. */
  path: string
  at: Place
  /** Two texts whose difference Vitest shows below the message. */
  diff?: { expected: string; actual: string } | null
}

/** Its only stack frame is a place in a suite, so that terminal, annotation and UI point to that line. */
export function errorAt({ name, message: text, label, path, at, diff }: PlacedError): Error {
  const message = finishText(text)
  const error = Object.assign(new Error(message), finishDiff(diff))
  error.name = name
  error.stack = `${name}: ${hideFrames(message)}\n    at ${label} (${path}:${at.line}:${at.column})`
  return error
}

/** Vitest shows both texts as they are. */
function finishDiff(diff: PlacedError['diff']): PlacedError['diff'] {
  return diff && { expected: finishText(diff.expected), actual: finishText(diff.actual) }
}

/** Disguises lines of a reply that begin with `at` and contain a number, which Vitest would take for stack frames. */
function hideFrames(message: string): string {
  return message.replace(/^(\s*)at (?=.*\d)/gm, '$1… at ')
}

/** Texts shorter than this need no diff. */
const glance = 60

/** The two texts of a failed equality, if Vitest's diff would show more than the message; otherwise null. */
export function textDiff(outcome: Outcome): { expected: string; actual: string } | null {
  const [mismatch, second] = 'mismatches' in outcome ? outcome.mismatches : []
  if (mismatch === undefined || second !== undefined || typeof mismatch.actual !== 'string') return null
  const expected = /^"(?:[^"\\]|\\.)*"$/.test(mismatch.expected) ? (JSON.parse(mismatch.expected) as string) : ''
  return expected.length < glance && !expected.includes('\n') ? null : { expected, actual: mismatch.actual }
}
