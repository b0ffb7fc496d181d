import { groupByKey } from '../../../base/group-by.ts'
import type { JsonObject } from '../../../base/json/json.ts'
import type { PeerOrigin, RefusedPart } from '../draft/draft.ts'

/** A line of a step: a text, or a call that the file writes as a mapping. */
export interface ConvoLine {
  text: string
  origin: PeerOrigin
  call?: { name: string; args: string[]; not: boolean; optional: boolean }
}

/** A section of a convo: what `me` or `bot` says, or what is done at its `begin` and `end`. */
export interface ConvoStep {
  sender: string
  origin: PeerOrigin
  lines: ConvoLine[]
}

export interface Convo {
  name: string
  origin: PeerOrigin
  steps: ConvoStep[]
}

/** Texts that may replace each other. */
export interface Utterances {
  name: string
  texts: string[]
  origin: PeerOrigin
}

/** Rows of values for variables; each row is a test case. */
interface ScriptingMemory {
  rows: Record<string, string>[]
  origin: PeerOrigin
}

export interface BotiumFile {
  convos: Convo[]
  partials: Convo[]
  utterances: Utterances[]
  memories: ScriptingMemory[]
  refused: RefusedPart[]
}

export function startFile(): BotiumFile {
  return { convos: [], partials: [], utterances: [], memories: [], refused: [] }
}

export function emptyConvo(origin: PeerOrigin): RefusedPart {
  return { origin, message: 'nothing is said in this convo', hint: 'a convo has sections such as #me and #bot' }
}

export const senders: readonly string[] = ['begin', 'include', 'me', 'bot', 'end']

/** What convos of all files refer to by name; `used` collects the files that some convo referred to. */
export interface Library {
  partials: ReadonlyMap<string, Convo>
  utterances: ReadonlyMap<string, Utterances>
  memories: readonly ScriptingMemory[]
  used: Map<string, string>
}

/** Collects partial convos, utterances and scripting memory of all files; utterances of one name are combined. */
export function buildBotiumLibrary(files: readonly BotiumFile[]): Library {
  const utterances = groupByKey(
    files.flatMap((file) => file.utterances),
    ({ name }) => name,
  )
  const entries = [...utterances].map(
    ([name, same]) => [name, { ...same[0], texts: same.flatMap(({ texts }) => texts) }] as const,
  )
  return {
    partials: new Map(files.flatMap(({ partials }) => partials.map((each) => [each.name, each]))),
    utterances: new Map(entries),
    memories: files.flatMap(({ memories }) => memories),
    used: new Map(),
  }
}

/** The most rows that a conversation may have. */
const mostRows = 200

/** The cross product of the lists of rows; `cut` where there would be too many. */
export function crossRows(lists: readonly (readonly JsonObject[])[]): { rows: JsonObject[]; cut: boolean } {
  let [rows, cut]: [JsonObject[], boolean] = [[{}], false]
  for (const list of lists) {
    rows = rows.flatMap((row) => list.map((each) => ({ ...row, ...each })))
    cut ||= rows.length > mostRows
    rows = rows.slice(0, mostRows)
  }
  return { rows: lists.length === 0 ? [] : rows, cut }
}

/** Numbers rows with the same first characters, since conversations are named after them. */
export function numberRows(rows: readonly JsonObject[]): JsonObject[] {
  const labels = rows.map((row) =>
    Object.entries(row)
      .map(([name, value]) => `${name}=${String(value)}`)
      .join(', ')
      .slice(0, 50),
  )
  if (new Set(labels).size === rows.length) return [...rows]
  return rows.map((row, index) => ({ row: index + 1, ...row }))
}
