import { quoteWord } from '../../base/quoting.ts'

/** Flags with a value that decide what a conversation does, with their names on the command line. */
const valued = {
  target: '--target',
  workspace: '--workspace',
  config: '--config',
  seed: '--seed',
  seeds: '--seeds',
  clock: '--clock',
  timeLimit: '--time-limit',
  tapes: '--tapes',
  ownedSinks: '--owned-sinks',
} as const

/** The flags of a command that may be among those, whatever else it has. */
type RepeatableFlags = { [Name in keyof typeof valued]?: string } & {
  allowTools?: (string | true)[]
  keepGoing?: boolean
  reconcile?: boolean
  allowDispatch?: boolean
}

/**
 * The flags that the same command needs to do the same again, as quoted words of a shell. Conversations and versions
 * are not among them, nor where results go and how much may be spent.
 */
export function repeatedFlags(flags: RepeatableFlags): string[] {
  const given = Object.entries(valued).flatMap(([name, flag]) => {
    const value = flags[name as keyof typeof valued]
    return value === undefined ? [] : [flag, quoteWord(value)]
  })
  const { allowTools: tools = [] } = flags
  return [
    ...given,
    ...(flags.keepGoing === true ? ['--keep-going'] : []),
    ...(flags.reconcile === false ? ['--no-reconcile'] : []),
    ...(flags.allowDispatch === true ? ['--allow-dispatch'] : []),
    // Last, since it takes every word behind it.
    ...(tools.length === 0
      ? []
      : ['--allow-tools', ...tools.flatMap((tool) => (tool === true ? [] : quoteWord(tool)))]),
  ]
}
