import type { Workspace } from './workspace.ts'

/** A workspace with only the given members; the others have the defaults of workspace.yaml. */
export function bareWorkspace(given: Pick<Workspace, 'name' | 'keys' | 'agents'> & Partial<Workspace>): Workspace {
  return { channels: [], workflows: [], lines: 5, outboundNumber: null, customers: [], idleMs: 1_800_000, ...given }
}
