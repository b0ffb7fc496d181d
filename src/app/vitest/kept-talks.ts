import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolders, mostKept, readText } from '../../base/files/files.ts'
import { writeWhole } from '../../base/files/write-whole.ts'
import type { Coverage } from '../../engine/coverage/coverage.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'

/** `folder` is where this run of Vitest stores its conversations; `path` is absolute. */
export interface TalkPlace {
  folder: string
  path: string
  version: string
}

interface KeptTalk {
  /** When it was stored, in milliseconds. */
  at: number
  /** A hash of what its script sends: with another script, two conversations are not counterparts. */
  script: string
  result: ConversationResult
  /** The coverage of this one conversation; null if no report needs it. */
  coverage: Coverage | null
}

/** `id` is `file:line`. Nothing is stored once the run's folder is gone, as a worker may outlive Vitest. */
export function saveTalk(place: TalkPlace, id: string, talk: KeptTalk): void {
  const folder = folderOf(place)
  try {
    mkdirSync(folder)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    if (errorCode(error) !== 'EEXIST') throw error
  }
  writeWhole(join(folder, `${digest(id)}.json`), JSON.stringify(talk))
}

/** All conversations of a suite and version, except those run before the suite was last changed. */
export function listTalks(place: TalkPlace): KeptTalk[] {
  const changed = statSync(place.path, { throwIfNoEntry: false })?.mtimeMs
  if (changed === undefined) return []
  const names = readNames(folderOf(place)).filter((name) => name.endsWith('.json'))
  return names
    .flatMap((name) => readKept<KeptTalk>(join(folderOf(place), name)) ?? [])
    .filter(({ at }) => at >= changed)
}

/** *queued*, *running* in a worker, or *over*; and since when, in milliseconds. */
export interface SuiteState {
  state: 'queued' | 'running' | 'over'
  since: number
}

/** Tells the workers the progress of a suite. `since` does not change when it begins to run. */
export function saveSuiteState(place: TalkPlace, state: SuiteState): void {
  openTalks(place.folder)
  writeWhole(join(folderOf(place), 'state'), JSON.stringify(state))
}

/** The progress of a suite; over if unknown. */
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

const opened = new Set<string>()

/** For the main process alone, which removes it. Only the owner may read it: conversations may be private. */
export function openTalks(folder: string): void {
  makeFolders(folder, 0o700)
  // Vitest skips its teardown on a signal, and a reporter may write of a suite after it.
  if (opened.size === 0) process.once('exit', () => opened.forEach(forgetTalks))
  opened.add(folder)
}

/** Removes what a run of Vitest stored; an open folder is removed once more as the process ends. */
export function forgetTalks(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

function folderOf({ folder, path, version }: TalkPlace): string {
  return join(folder, `${digest(path)}.${version}`)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20)
}

/** How long to wait for another project's conversation (`whole`) or for its suite to start (`queued`), in ms. */
const usualPatience = { whole: 50_000, queued: 10_000 }

/** Suites that did not start in time, because Vitest was told to run files in its own order; not waited for again. */
const late = new Map<string, number>()

/** Waits for another project, if Vitest started it earlier. Null if it does not run it, or its script differs. */
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
    const talk = readKept<KeptTalk>(join(folderOf(place), `${digest(id)}.json`))
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

/** The code of a Node error, such as `ENOENT`; undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
