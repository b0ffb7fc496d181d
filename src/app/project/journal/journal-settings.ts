import { createHmac } from 'node:crypto'
import { nameTarget } from '../../../records/history/name-target.ts'
import type { RunSettled } from '../settings.ts'

/** The flags that have to do with journals, and those that say what runs. */
export interface JournalFlags {
  agentVersion?: string[]
  name?: string
  tags?: string[]
  clock?: string
  shard?: string
  durations?: string
  tape?: string
  /** Go on with an unfinished run: the newest like this one, or that of the journal named. */
  resume?: true | string
}

/** What decides what runs and against what, as a person gave it. What only changes reports or speed is no part of it. */
export function journalSettings(
  paths: readonly string[],
  flags: JournalFlags,
  settled: Pick<RunSettled, 'target' | 'workspace' | 'reconcile' | 'apiKey'>,
): Record<string, string> {
  const given = {
    paths: paths.join(' '),
    '--agent-version': flags.agentVersion?.join(' '),
    '--name': flags.name,
    '--tags': flags.tags?.join(' '),
    '--target': settled.target === null ? undefined : nameTarget(settled.target),
    [keySetting]: settled.target === null ? undefined : markKey(settled.apiKey, settled.target),
    '--workspace': settled.workspace,
    '--clock': flags.clock,
    '--shard': flags.shard,
    '--durations': flags.durations,
    '--no-reconcile': settled.reconcile ? undefined : 'given',
  }
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

const keySetting = 'TABLEREAD_API_KEY'

/** Tells one key from another at the same service, and tells nothing about either: a key opens a workspace, with agents of its own. */
function markKey(apiKey: string | null, target: string): string | undefined {
  if (apiKey === null) return undefined
  return createHmac('sha256', apiKey)
    .update(`tableread journal ${nameTarget(target)}`)
    .digest('hex')
    .slice(0, 12)
}

/** Where two runs differ, in words; nothing where they are alike. */
export function describeDifference(
  was: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): string[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(now)])].filter((name) => was[name] !== now[name])
  return names.map((name) => {
    if (name === keySetting) return `${name} is another one`
    return `${name} was ${was[name] ?? 'not given'} and is ${now[name] ?? 'not given'}`
  })
}
