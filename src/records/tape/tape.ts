import type { JsonValue } from '../../base/json.ts'
import type { BlueprintConfig } from '../../wire/api/blueprint-config.ts'

/** The number in the first member of a tape. It changes when an older Tableread could not replay a tape rightly. */
export const tapeFormat = 1

/** What one service answered to one conversation at one version: what a tape file holds. JSON-safe. */
export interface Tape {
  header: TapeHeader
  /** Stand-ins by kind, as `email`; where one stands, something private stood. */
  redacted: Record<string, string[]>
  /** Every attempt that took place, in order. */
  attempts: TapedExchange[][]
}

/** What a tape is a recording of. */
export interface TapeHeader {
  /** Tableread's version that recorded it. */
  tableread: string
  suite: string
  conversation: string
  agent: string
  /** As it was asked for: `default`, `draft` or a number. */
  version: string
  /** The label of the version that answered, where a stored session showed it. */
  answered: string | null
  /** Sixteen digits that stand for everything the script sends. */
  script: string
  /** Four digits that stand for the private values that the script names; null when it names none. */
  privateValues: string | null
  /** What the service showed of the agent; null when it did not show this version. */
  blueprint: TapedBlueprint | null
  /** As reports name the service. */
  service: string
  /** When it was recorded, as 2026-11-20T10:00:00Z. */
  recorded: string
}

/** The blueprint behind a tape. */
export interface TapedBlueprint {
  /** Sixteen digits that stand for its whole configuration. */
  hash: string
  number: number
  /** What the law about phases is judged by. */
  functions: BlueprintConfig['functionSettings']
}

/** A request by its meaning: without host, headers and key. */
export interface TapedRequest {
  method: string
  /** With the query. */
  path: string
  /** As JSON; text that is no JSON is a text. Left out when nothing was sent. */
  body?: JsonValue
}

/** One request and what came of it. `ms` is how long that took. */
export interface TapedExchange {
  request: TapedRequest
  ms: number
  answer: TapedAnswer
}

/** An answer, or why none came. */
export type TapedAnswer =
  | { kind: 'json'; status: number; headers: Record<string, string>; body: JsonValue }
  | { kind: 'text'; status: number; headers: Record<string, string>; text: string }
  | { kind: 'none'; reason: NoAnswer; code: string }

/** Why a recorded request got no answer. */
export type NoAnswer = 'unreachable' | 'timed out' | 'oversized'
