import type { TestContext } from 'vitest'
import type { ServiceAddress } from './service-address.ts'
import type { ProjectSettings } from './suite-data.ts'

/** Calls a function from a line of the suite, so that Vitest finds that line on the stack. */
export type OnLine = <T>(call: () => T) => T

/** What one test works with. */
export interface TestWork {
  test: TestContext
  path: string
  onLine: (turn: number) => OnLine | undefined
  service: ServiceAddress
  /** The key of the service, which must not get into a file. */
  apiKey: string | null
  settings: ProjectSettings
  /** Where this run of Vitest keeps its talks. */
  talks: string
  /** Where Vitest's UI has the HTML report; '' where it has none. */
  reportUrl: string
  /** Aborted when the whole run is cancelled. */
  cancel: AbortSignal
  /** Aborted when this test or the whole run is. */
  signal: AbortSignal
}
