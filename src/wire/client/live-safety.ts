import type { OwnedSinks } from './owned-sinks.ts'

/** What may happen on a host that is not this machine, beyond reading and harmless talks. JSON-safe. */
export interface LiveSafety {
  /** `--allow-dispatch` was given: messages, calls and deletes may go to owned sinks. It counts for nothing without them. */
  dispatch: boolean
  /** Null where no file lists any; it counts for nothing without `dispatch`. */
  sinks: OwnedSinks | null
  /** The tools that agents may call: those declared harmless or allowed by name, or all. */
  tools: 'all' | readonly string[]
}

/** Nothing is allowed. */
export const strictSafety: LiveSafety = { dispatch: false, sinks: null, tools: [] }
