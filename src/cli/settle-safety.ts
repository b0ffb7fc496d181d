import { resolve } from 'node:path'
import type { LiveSafety } from '../client/live-safety.ts'
import type { LoadedConfig } from './load-config.ts'
import { readOwnedSinks } from './read-owned-sinks.ts'
import { UsageError } from './usage-error.ts'

/** The flags that say what may happen on a live service. */
export interface SafetyFlags {
  /** Only a person at the command line can give it: neither the config nor the environment has a word for it. */
  allowDispatch?: boolean
  ownedSinks?: string
  /** Names of tools; an empty one stands for all. */
  allowTools?: string[]
}

/** What may happen on a live service. @throws UsageError for a list of owned sinks that is missing or broken, and for a path in the place of a tool */
export function settleSafety(
  { allowDispatch, ownedSinks, allowTools = [] }: SafetyFlags,
  { config, folder }: LoadedConfig,
  here: string,
): LiveSafety {
  const path = allowTools.find((name) => /[/\\]|\.ya?ml\b/.test(name))
  if (path !== undefined)
    throw new UsageError(`--allow-tools ${path}: that is no tool`, 'put --allow-tools after the paths, or at the end')
  const file =
    ownedSinks !== undefined
      ? resolve(here, ownedSinks)
      : config.ownedSinks !== undefined
        ? resolve(folder, config.ownedSinks)
        : null
  return {
    dispatch: allowDispatch === true,
    sinks: file === null ? null : readOwnedSinks(file),
    tools: allowTools.includes('') ? 'all' : [...(config.harmlessTools ?? []), ...allowTools],
  }
}
