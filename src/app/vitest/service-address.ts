import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { LiveSafety } from '../../wire/client/live-safety.ts'
import type { Embedded } from '../project/own-clock.ts'

/** Where the service is that the tests talk to. `apiKey` is null where workers take it from the environment. */
export interface ServiceAddress {
  baseUrl: string
  /** Null where both hosts are one. */
  workflowBaseUrl: string | null
  apiKey: string | null
  /** Where it is the local one, embedded in this run of Vitest; null where it is shared with others. */
  embedded: Embedded | null
  /** What may happen where it is live. */
  safety: LiveSafety
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The settings of the run as JSON text; one text, since Vitest merges what is provided twice. */
    'tableread:settings': string
    'tableread:service': ServiceAddress
    /** The folder in which this run of Vitest keeps its talks (see kept-talks). */
    'tableread:talks': string
    /** Where Vitest's UI has the HTML report; '' where it has none. */
    'tableread:report': string
  }
  interface TaskMeta {
    /** What became of the conversation; small, since the UI shows it whole. */
    tableread?: { verdict: Verdict; version: string; sessionId: string | null; report?: string; snapshot?: string }
  }
}
