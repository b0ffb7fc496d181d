import type { Refused } from '../draft/note.ts'
import type { Origin } from '../draft/origin.ts'

/** A line of a step: a text, or a call that the file writes as a mapping. */
export interface ConvoLine {
  text: string
  origin: Origin
  call?: { name: string; args: string[]; not: boolean; optional: boolean }
}

/** A section of a convo: what is said by `me` or `bot`, or what is done at its `begin` and `end`. */
export interface ConvoStep {
  sender: string
  origin: Origin
  lines: ConvoLine[]
}

/** A convo as any of the formats has it. */
export interface Convo {
  name: string
  origin: Origin
  steps: ConvoStep[]
}

/** Texts that stand for one another. */
export interface Utterances {
  name: string
  texts: string[]
  origin: Origin
}

/** Rows of values for variables, each a test case. */
export interface ScriptingMemory {
  rows: Record<string, string>[]
  origin: Origin
}

/** Everything that a file of Botium holds. */
export interface BotiumFile {
  convos: Convo[]
  partials: Convo[]
  utterances: Utterances[]
  memories: ScriptingMemory[]
  refused: Refused[]
}

/** A file with nothing in it yet. */
export function startFile(): BotiumFile {
  return { convos: [], partials: [], utterances: [], memories: [], refused: [] }
}

/** The names of sections. */
export const senders: readonly string[] = ['begin', 'include', 'me', 'bot', 'end']
