import { resolve } from 'node:path'
import type { LiveSafety } from '../../wire/client/live-safety.ts'
import type { LoadedConfig } from './load-config.ts'
import { readOwnedSinks } from './read-owned-sinks.ts'
import { UsageError } from './usage-error.ts'

/** The flags that say what may happen on a live service. */
export interface SafetyFlags {
  /** Only a person at the command line can give it: neither the config nor the environment has a word for it. */
  allowDispatch?: boolean
  ownedSinks?: string
  /** Names of tools; true, which only the flag without a name gives, stands for all. */
  allowTools?: (string | true)[]
}

/** What may happen on a live service. @throws UsageError for a list of owned sinks that is missing or broken, and for a path or nothing in the place of a tool */
export function settleSafety(
  { allowDispatch, ownedSinks, allowTools = [] }: SafetyFlags,
  { config, folder }: LoadedConfig,
  here: string,
): LiveSafety {
  const named = allowTools.filter((name) => name !== true)
  if (named.some((name) => name.trim() === ''))
    throw new UsageError(
      '--allow-tools "" names no tool',
      'name one, or give --allow-tools without a name for all; an unset variable of the shell makes an empty one',
    )
  const path = named.find((name) => /[/\\]|\.ya?ml\b/.test(name))
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
    tools: allowTools.includes(true) ? 'all' : [...(config.harmlessTools ?? []), ...named],
  }
}
