import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolders, mostKept, readText } from '../../base/files.ts'
import { writeWhole } from '../../base/write-whole.ts'
import type { Coverage } from '../../engine/coverage/coverage.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'

/** One suite in the project of one version. `folder` is where this run of Vitest keeps its talks; `path` is absolute. */
export interface TalkPlace {
  folder: string
  path: string
  version: string
}

/** A conversation as it was held: what other projects and the report need of it. */
interface KeptTalk {
  /** When it was kept, in milliseconds. */
  at: number
  /** The hash of what it sends: a talk of another script is no counterpart. */
  script: string
  result: ConversationResult
  /** What this one conversation made its agent do; null where no report asks. */
  coverage: Coverage | null
}

/** Keeps a talk as a file, in place of an earlier one of the same conversation. `id` is `file:line`. */
export function keepTalk(place: TalkPlace, id: string, talk: KeptTalk): void {
  writeWhole(join(openFolder(place), `${digest(id)}.json`), JSON.stringify(talk))
}

/** The talk that was kept last; null when there is none. */
function readTalk(place: TalkPlace, id: string): KeptTalk | null {
  return readKept(join(folderOf(place), `${digest(id)}.json`))
}

/** All talks of a suite and version, but for those that were held before the suite was changed. */
export function listTalks(place: TalkPlace): KeptTalk[] {
  const changed = statSync(place.path, { throwIfNoEntry: false })?.mtimeMs
  if (changed === undefined) return []
  const names = readNames(folderOf(place)).filter((name) => name.endsWith('.json'))
  return names
    .flatMap((name) => readKept<KeptTalk>(join(folderOf(place), name)) ?? [])
    .filter(({ at }) => at >= changed)
}

/** How far the project of a version is with a suite: *queued*, *running* in a worker, or *over*; and since when, in milliseconds. */
export interface SuiteState {
  state: 'queued' | 'running' | 'over'
  since: number
}

/** Tells the workers how far a suite is. `since` stays when it begins to run. */
export function tellState(place: TalkPlace, state: SuiteState): void {
  writeWhole(join(openFolder(place), 'state'), JSON.stringify(state))
}

/** How far a suite is; over where nobody said. */
function readState(place: TalkPlace): SuiteState {
  return readKept(join(folderOf(place), 'state')) ?? { state: 'over', since: 0 }
}

function readKept<Kept>(path: string): Kept | null {
  try {
    return JSON.parse(readText(path, mostKept)) as Kept
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** Talks may be private: nobody else can look into the folder. */
function openFolder(place: TalkPlace): string {
  makeFolders(place.folder, 0o700)
  return folderOf(place)
}

function folderOf({ folder, path, version }: TalkPlace): string {
  return join(folder, `${digest(path)}.${version}`)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20)
}

/** How long another project may take for the same conversation, and to begin with its suite, in milliseconds. */
const usualPatience = { whole: 50_000, queued: 10_000 }

/** Suites that did not begin in time, since Vitest was told to run files in an order of its own: nobody waits for them again. */
const late = new Map<string, number>()

/**
 * The same conversation as another project held it, waiting for a suite that runs there right now. Null when it is not
 * held there, or sends something else. Only a project that Vitest begins later may wait for an earlier one.
 */
export async function awaitTalk(
  place: TalkPlace,
  id: string,
  script: string,
  signal: AbortSignal,
  patience: { whole: number; queued: number } = usualPatience,
): Promise<ConversationResult | null> {
  const began = performance.now()
  for (;;) {
    const { state, since } = readState(place)
    const talk = readTalk(place, id)
    if (talk !== null && (state === 'over' || talk.at >= since)) return talk.script === script ? talk.result : null
    const suite = `${place.version}\n${place.path}`
    if (signal.aborted || state === 'over' || (state === 'queued' && late.get(suite) === since)) return null
    if (performance.now() - began > (state === 'queued' ? patience.queued : patience.whole)) {
      late.set(suite, since)
      return null
    }
    await sleep(25)
  }
}

/** The code of an error of Node, such as `ENOENT`; undefined where there is none. */
export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
