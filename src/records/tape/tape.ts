import type { JsonValue } from '../../base/json/json.ts'
import type { BlueprintConfig } from '../../wire/api/blueprint.ts'

/** In a tape's first member; changes when an older Tableread could not replay the tape correctly. */
export const tapeFormat = 1

/** The content of a tape file: what one service answered to one conversation at one version. JSON-safe. */
export interface Tape {
  header: TapeHeader
  /** The stand-ins in use by kind, such as `email`; each replaces something private. */
  redacted: Record<string, string[]>
  /** Every attempt that took place, in order. */
  attempts: TapedExchange[][]
  /** What judges answered, over all attempts; left out where none was asked. */
  judged?: TapedJudgement[]
}

/** A judge's answer to one question, and the question's identity. */
export interface TapedJudgement {
  /** A sixteen-digit hash of the whole question: its words, the model with its settings, and the vote. */
  key: string
  /** The criterion as it was sent. */
  criterion: string
  /** The model's name in reports. */
  model: string
  /** A sixteen-digit hash of provider, model and settings. */
  judge: string
  /** The version of Tableread's question. */
  version: number
  /** The number of the vote, from 1. */
  vote: number
  /** The tokens it used; left out where the answer came from the cache. */
  took?: { model: string; inputTokens: number; outputTokens: number }[]
  /** What the model wrote, or why there is no answer. */
  answer: { text: string } | { none: string }
}

export interface TapeHeader {
  /** Tableread's version that recorded it. */
  tableread: string
  suite: string
  conversation: string
  agent: string
  /** The version as requested: `default`, `draft` or a number. */
  version: string
  /** The label of the version that answered, if a stored session showed it. */
  answered: string | null
  /** A sixteen-digit hash of everything the script sends. */
  script: string
  /** A four-digit hash of the private values in the script; null if it has none. */
  privateValues: string | null
  /** What the service showed of the agent; null when it did not show this version. */
  blueprint: TapedBlueprint | null
  /** The service as reports name it. */
  service: string
  /** When it was recorded, as 2026-11-20T10:00:00Z. */
  recorded: string
}

export interface TapedBlueprint {
  /** A sixteen-digit hash of its whole configuration. */
  hash: string
  number: number
  /** The function lists that the law about phases is checked against. */
  functions: BlueprintConfig['functionSettings']
  /** A sixteen-digit hash of the code that the agent and its tools are; left out where that is not at hand. */
  code?: string
}

/** A request reduced to its meaning: without host, headers and key. */
export interface TapedRequest {
  method: string
  /** With the query. */
  path: string
  /** Parsed JSON, or the text itself if it is not JSON. Left out when nothing was sent. */
  body?: JsonValue
}

/** One request and its outcome. `ms` is how long it took. */
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
