import type { JsonObject } from '../../../base/json.ts'
import type { BotiumFile, Convo, ScriptingMemory, Utterances } from './convo.ts'

/** What convos of all files refer to by name; `used` gathers the files that some convo did refer to. */
export interface Library {
  partials: ReadonlyMap<string, Convo>
  utterances: ReadonlyMap<string, Utterances>
  memories: readonly ScriptingMemory[]
  used: Map<string, string>
}

/** Gathers partial convos, utterances and scripting memory of all files. Utterances of one name add up. */
export function buildLibrary(files: readonly BotiumFile[]): Library {
  const utterances = new Map<string, Utterances>()
  for (const each of files.flatMap((file) => file.utterances)) {
    const earlier = utterances.get(each.name)
    utterances.set(each.name, earlier === undefined ? each : { ...earlier, texts: [...earlier.texts, ...each.texts] })
  }
  return {
    partials: new Map(files.flatMap(({ partials }) => partials.map((each) => [each.name, each]))),
    utterances,
    memories: files.flatMap(({ memories }) => memories),
    used: new Map(),
  }
}

/** Most rows that a conversation is written with. */
const mostRows = 200

/** Every row of the first list with every row of the second, and so on; `cut` when there would be too many. */
export function crossRows(lists: readonly (readonly JsonObject[])[]): { rows: JsonObject[]; cut: boolean } {
  let [rows, cut]: [JsonObject[], boolean] = [[{}], false]
  for (const list of lists) {
    rows = rows.flatMap((row) => list.map((each) => ({ ...row, ...each })))
    cut ||= rows.length > mostRows
    rows = rows.slice(0, mostRows)
  }
  return { rows: lists.length === 0 ? [] : rows, cut }
}

/** Rows that the first characters do not tell apart get a number, since a conversation of each row has its name from them. */
export function numberRows(rows: readonly JsonObject[]): JsonObject[] {
  const shown = rows.map((row) =>
    Object.entries(row)
      .map(([name, value]) => `${name}=${String(value)}`)
      .join(', ')
      .slice(0, 50),
  )
  if (new Set(shown).size === rows.length) return [...rows]
  return rows.map((row, index) => ({ row: index + 1, ...row }))
}
