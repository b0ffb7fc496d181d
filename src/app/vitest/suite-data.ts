import type { TestContext } from 'vitest'
import type { Pattern } from '../../base/linear-pattern.ts'
import type { ClockStart } from '../../suite/language/clock.ts'
import type { Script } from '../../suite/language/script.ts'
import type { ProjectRules } from '../../suite/plan/plan.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { Prices } from '../../wire/api/usage.ts'
import type { ReviewSettings } from './review-settings.ts'
import type { SharedBudget } from './shared-budget.ts'
import type { ServiceAddress } from './worker-client.ts'

/** What the tests of one suite file need to know: plain data, embedded in the module that Vitest loads. */
export interface SuiteData {
  /** The suite file's absolute path, for stack frames. */
  path: string
  /** The script, with the conversations that belong to this project and no others. */
  script: Script
  settings: ProjectSettings
}

/** How a project runs its conversations. */
export interface ProjectSettings {
  /** The version of this project. */
  version: string
  /** The versions of all projects. */
  versions: readonly string[]
  /** True when the versions come from the command line, which overrides those that suites name. */
  versionsGiven: boolean
  timeLimitMs: number
  stopAfterFailure: boolean
  reconcile: boolean
  /** Of conversations that say nothing of it. */
  clock: ClockStart
  /** With how many seeds simulated users run; left out where the suites say. */
  seeds?: number
  /** What made-up values and simulated users repeat with. */
  seed: string
  /** Note the decision trace under each conversation that fails. */
  trace: boolean
  /** What is done beside judging. */
  review: ReviewSettings
  /** What the project calls private. */
  redact: readonly Pattern[]
  /** What tokens of models cost, where the service does not tell it. */
  prices: Prices
  /** What the config says for all suites. */
  project: ProjectRules
}

/** A suite file that could not be read. `path` is absolute. */
export interface BrokenSuite {
  path: string
  problems: Problem[]
}

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
  /** The settings of the run as JSON text, for its judges. */
  run: string
  /** What all workers of this run may use up together. */
  budget: SharedBudget
  /** Where Vitest's UI has the HTML report; '' where it has none. */
  reportUrl: string
  /** Aborted when the whole run is cancelled. */
  cancel: AbortSignal
  /** Aborted when this test or the whole run is. */
  signal: AbortSignal
}
