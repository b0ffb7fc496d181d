import { isExportPlace } from '../../../base/files/module-place.ts'
import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import type { Session } from '../../../wire/api/session.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import { oneOrMore } from '../../yaml/collections.ts'
import type { Place } from '../../yaml/place.ts'
import { refuse, type Shape, withCheck } from '../../yaml/shape.ts'
import { alone, fixedText } from '../matchers/fixed-text.ts'

/** A function of the user's own that says whether something holds: one item under `check`. */
export interface CheckExpectation {
  /** As written: `./checks.ts#isPolite`, or a name that the config gives to one. */
  check: string
  /** The file that writes it, which its path counts from. */
  file: string
  at: Place
}

/** What a check is given under a turn's `expect`, and as a guardrail: the turn, and the plain facts around it. */
export interface CheckedTurn {
  /** Counts from 1. */
  turn: number
  /** What the user said; null where the agent began. */
  user: string | null
  /** The text of all messages of the agent, joined by newlines. */
  reply: string
  calls: CheckedCall[]
  /**
   * Why the agent may have made calls that nobody shows; else null. Then a check that reads `calls` is not judged, nor is
   * one that reads `entries` and not this.
   */
  unseen: string | null
  /** Everything of the turn, as the service shows it. */
  entries: readonly TranscriptEntry[]
  agent: string
  version: string
  metadata: JsonObject
  variables: JsonObject
}

/** A tool call; `output` is parsed where it is JSON, and null while there is none. */
export interface CheckedCall {
  name: string
  arguments: JsonObject
  output: JsonValue
  /** Null where nothing says whether the tool succeeded. */
  isError: boolean | null
  phase: string | null
}

/** What a check under `session` is given: the turns that were answered, and the stored session where it was read. */
export interface CheckedConversation {
  turns: CheckedTurn[]
  session: Session | null
}

/** What a check gives back, or a promise of it; anything else, like an error, is no judgement. */
export type CheckAnswer = boolean | { pass: boolean; message?: string }

/** Whether a check is a place in a module, `./checks.ts#isPolite`, rather than a name in the config. */
export const isModulePlace = (check: string): boolean => /[#/\\]|\.[cm]?[jt]s$/i.test(check)

const form = 'write a file of JavaScript or TypeScript and an export of it: '

const checkShape = alone(fixedText, 'a check', ({ entries }) => {
  const [file = '', name = 'isPolite'] = entries.map(({ value }) => (value.kind === 'scalar' ? value.source : ''))
  const place = `${file.startsWith('.') ? '' : './'}${file}#${name}`
  return `${form}check: ${isExportPlace(place) ? place : './checks.ts#isPolite'}`
})

const one: Shape<CheckExpectation> = withCheck(checkShape, (check, reading, { at }) => {
  if (!isModulePlace(check) || isExportPlace(check)) return { check, file: reading.file, at }
  return refuse(reading, 'wrong-value', at, `"${check}" is no function of a module`, `${form}./checks.ts#isPolite`)
})

export const checkExpectation: Shape<CheckExpectation[]> = oneOrMore('checks', one)
