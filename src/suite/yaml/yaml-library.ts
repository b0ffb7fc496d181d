import { lazyLibrary } from '../../base/memoize.ts'

/** The whole YAML parser, for the few texts that `readPlainYaml` leaves to it. */
export const yamlLibrary: () => typeof import('yaml') = lazyLibrary<typeof import('yaml')>('yaml')

/**
 * Runs `work` while errors are made without stacks. The YAML parser makes an error for every stray bracket, and most of
 * the time that a broken file took went into stacks that nobody reads.
 */
export function withoutStacks<T>(work: () => T): T {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return work()
  } finally {
    Error.stackTraceLimit = limit
  }
}
