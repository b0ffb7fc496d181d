import type { TestProject } from 'vitest/node'
import { variableOf } from '../../base/secrets/environment.ts'
import type { RunSettled } from '../config/settings.ts'
import { complain } from '../edge/print.ts'
import { interrupts, outliveTerminal } from '../edge/process.ts'
import { openTarget } from '../target/target.ts'
import { forgetTalks, openTalks } from './kept-talks.ts'
import { reportPath } from './report-server.ts'
import { runAgain } from './run-again.ts'

/** How long closing may take, in milliseconds: a teardown that hangs would keep Vitest from exiting. */
const patience = 2_000

/** Opens the service and tells the workers where it is. Its key stays in the environment, which they share. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const settings = JSON.parse(project.getProvidedContext()['tableread:settings']) as RunSettled
  const target = await openTarget({ ...settings, apiKey: variableOf(process.env, 'TABLEREAD_API_KEY') ?? null })
  project.provide('tableread:service', {
    baseUrl: target.baseUrl,
    workflowBaseUrl: settings.target === null ? null : settings.workflowTarget,
    apiKey: settings.target === null ? target.apiKey : null,
    embedded:
      settings.target === null
        ? { workspace: settings.workspace, frozenAt: settings.frozenAt, baseUrl: target.baseUrl }
        : null,
    safety: settings.safety,
    headers: settings.headers,
  })
  // A watch has no end, so budgets have no run to apply to.
  const budgets = project.vitest.config.watch ? { turns: null, timeMs: null } : settings.budgets
  project.provide('tableread:budget', { ...budgets, began: Date.now() })
  project.provide('tableread:report', reportAddress(project))
  project.provide('tableread:broken', '')
  const endWatch = project.vitest.config.watch ? runAgain(project, target.local, settings) : () => undefined
  const talks = project.getProvidedContext()['tableread:talks']
  openTalks(talks)
  outliveTerminal()
  const hangUp = (): void => process.exit(interrupts.SIGHUP)
  // Vitest does not listen for it, and Node would die without an exit event.
  if (process.listenerCount('SIGHUP') === 0) process.once('SIGHUP', hangUp)
  return async () => {
    tellExpected(project.vitest)
    neverGreen(project.vitest)
    endWatch()
    await within(patience, target.close())
    process.off('SIGHUP', hangUp)
    forgetTalks(talks)
  }
}

/** The address of the report, but only while the UI is open; otherwise the link would be dead once the run ends. */
function reportAddress(project: TestProject): string {
  const { vitest } = project
  const [origin] = vitest.config.ui ? (vitest.vite.resolvedUrls?.local ?? []) : []
  return origin === undefined ? '' : new URL(reportPath(project.getProvidedContext()['tableread:talks']), origin).href
}

/** Prints notes of passed tests that Vitest does not show: marks and quarantine entries that should be removed. */
function tellExpected({ state }: TestProject['vitest']): void {
  const tests = state.getTestModules().flatMap(({ children }) => [...children.allTests()])
  const lines = tests.flatMap((test) => {
    const { verdict, version, expected } = test.meta().tableread ?? {}
    return expected === undefined ? [] : [`${verdict}  ${test.fullName} [${version}]: ${expected}\n`]
  })
  if (lines.length > 0) complain(`\n${lines.join('')}`)
}

/** Vitest would exit green where a conversation was unsafe to run, or a filter selects no test at all. */
function neverGreen({ state, config }: TestProject['vitest']): void {
  const tests = state.getTestModules().flatMap(({ children }) => [...children.allTests()])
  const unsafe = tests.filter((test) => test.meta().tableread?.verdict === 'unsafe').length
  if (unsafe > 0) {
    complain(`\n${unsafe} ${unsafe === 1 ? 'conversation was' : 'conversations were'} skipped: unsafe\n`)
    process.exitCode ||= 3
  }
  const isIdle = tests.length > 0 && tests.every((test) => test.result().state === 'skipped')
  // A watch goes on, and the other parts of a shard may have run some.
  if (!isIdle || config.watch || config.shard !== undefined || config.passWithNoTests === true) return
  const pattern = config.testNamePattern?.source
  const why = pattern === undefined ? 'all of them were skipped' : `none of them matches -t ${pattern}`
  complain(`\nno test ran: ${why}; --passWithNoTests accepts that\n`)
  process.exitCode ||= 2
}

async function within(ms: number, closing: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([closing, late]).finally(() => clearTimeout(timer))
}
