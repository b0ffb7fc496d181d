import { lazyLibrary } from '../../base/memoize.ts'

/** The full YAML parser, for the few texts that `readPlainYaml` leaves to it. */
export const yamlLibrary: () => typeof import('yaml') = lazyLibrary<typeof import('yaml')>('yaml')

/** The parser creates an error for every stray bracket, and stacks took most of the time on a broken file. */
export function withoutStacks<T>(work: () => T): T {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return work()
  } finally {
    Error.stackTraceLimit = limit
  }
}
