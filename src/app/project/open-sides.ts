import { resolve } from 'node:path'
import { type Lanes, narrower } from '../../wire/client/pace/lanes.ts'
import { checkUrl, type RunSettled } from './settings.ts'
import { openTarget, type Target } from './target.ts'

/** The flags that send side b elsewhere. */
export interface SideFlags {
  bTarget?: string
  bWorkspace?: string
}

/** The service of one side. `workspace` is there where it is the local one, embedded: its files, null for the demo workspace. */
export interface SideService {
  target: Target
  workspace?: string | null
}

/** The services of both sides: one and the same, unless side b was sent elsewhere. */
export interface OpenSides {
  a: SideService
  b: SideService
  /** How many conversations should go on at once: as many as both services take. */
  lanes: number | Lanes
  /** What became of the pace at which they were talked to, each in a line. */
  paceNotes(): string[]
  close(): Promise<void>
}

/**
 * Opens the service of each side. Side b's key comes from TABLEREAD_B_API_KEY where that is set.
 * @throws UsageError as `openTarget` does
 */
export async function openSides(settled: RunSettled, { bTarget, bWorkspace }: SideFlags): Promise<OpenSides> {
  const a = await openSide(settled)
  if (bTarget === undefined && bWorkspace === undefined) {
    const { lanes, paceNotes, close } = a.target
    return { a, b: a, lanes, paceNotes, close }
  }
  const elsewhere = {
    ...settled,
    apiKey: process.env.TABLEREAD_B_API_KEY ?? settled.apiKey,
    ...(bTarget === undefined ? { target: null } : { target: checkUrl(bTarget), workflowTarget: null }),
    ...(bWorkspace === undefined ? {} : { workspace: resolve(settled.folder, bWorkspace) }),
  }
  try {
    const b = await openSide(elsewhere)
    return {
      a,
      b,
      lanes: narrower(a.target.lanes, b.target.lanes),
      paceNotes: () => [
        ...a.target.paceNotes().map((note) => `side a: ${note}`),
        ...b.target.paceNotes().map((note) => `side b: ${note}`),
      ],
      close: async () => void (await Promise.all([a.target.close(), b.target.close()])),
    }
  } catch (error) {
    await a.target.close()
    throw error
  }
}

async function openSide(settled: RunSettled): Promise<SideService> {
  const target = await openTarget(settled)
  return settled.target === null ? { target, workspace: settled.workspace } : { target }
}
