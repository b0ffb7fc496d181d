import type { TestContext } from 'vitest'
import type { Script } from '../../suite/language/script/script.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { RunSettled } from '../config/settings.ts'
import type { ReviewSettings } from './settings/review-settings.ts'
import type { SharedBudget } from './shared-budget.ts'
import type { ServiceAddress } from './worker-client.ts'

/** What the tests of one suite file need to know: plain data, embedded in the module that Vitest loads. */
export interface SuiteData {
  /** The suite file's absolute path, for stack frames. */
  path: string
  script: Script
  settings: ProjectSettings
}

export interface ProjectSettings
  extends Pick<
    RunSettled,
    | ('versions' | 'versionsGiven' | 'draftless' | 'timeLimitMs' | 'stopAfterFailure' | 'reconcile' | 'clock')
    | ('seeds' | 'repeat' | 'seed' | 'again' | 'redact' | 'prices' | 'project')
  > {
  version: string
  /** Note the decision trace under each conversation that fails. */
  trace: boolean
  review: ReviewSettings
}

/** A suite file that could not be read. `path` is absolute. */
export interface BrokenFile {
  path: string
  problems: Problem[]
}

/** Calls a function from a line of the suite, so that Vitest finds that line on the stack. */
export type OnLine = <T>(call: () => T) => T

export interface TestWork {
  test: TestContext
  path: string
  onLine: (turn: number) => OnLine | undefined
  service: ServiceAddress
  /** The service's key, which must not get into a file. */
  apiKey: string | null
  settings: ProjectSettings
  talks: string
  /** The settings of the run as JSON text, for its judges. */
  run: string
  budget: SharedBudget
  /** The address of the HTML report in Vitest's UI; '' if there is none. */
  reportUrl: string
  cancel: AbortSignal
  signal: AbortSignal
}
