import type { Workspace } from './workspace.ts'

/** A workspace with nothing but what is given; everything else as workspace.yaml has it by default. */
export function bareWorkspace(given: Pick<Workspace, 'name' | 'keys' | 'agents'> & Partial<Workspace>): Workspace {
  return { channels: [], workflows: [], lines: 5, outboundNumber: null, customers: [], idleMs: 1_800_000, ...given }
}
