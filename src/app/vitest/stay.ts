import type { TestCase, Vitest } from 'vitest/node'
import { exitCode } from '../../engine/run-result.ts'
import { type Verdict, verdicts } from '../../engine/verdict/verdict.ts'
import { interrupts } from '../edge/process.ts'

interface Stay {
  /** Called first on a Vitest reporter; here the watch takes over the signals. */
  onInit(vitest: Vitest): void
  /** The exit code, once Vitest closes: 129, 130 or 143 when interrupted, otherwise that of the last state. */
  exit: Promise<number>
}

const signals = Object.keys(interrupts) as (keyof typeof interrupts)[]

/** Vitest's own would end without summary or teardown; a second signal ends at once. Call before Vitest starts. */
export function stay(): Stay {
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)))
  let leave: (code: number) => void = () => undefined
  const departure = new Promise<number>((resolve) => {
    leave = resolve
  })
  let interrupted: number | undefined
  const onInit = (vitest: Vitest): void => {
    for (const signal of signals) {
      for (const listener of process.listeners(signal)) if (!before.has(listener)) process.off(signal, listener)
      const interrupt = (): void => {
        if (interrupted !== undefined) process.exit(interrupted)
        interrupted = interrupts[signal]
        void vitest.cancelCurrentRun('keyboard-input').then(() => vitest.exit(true))
      }
      process.on(signal, interrupt)
      vitest.onClose(() => {
        if (interrupted === undefined) process.off(signal, interrupt) // another watch may follow
      })
    }
    vitest.onClose(() => {
      // On a terminal Vitest handles Ctrl-C as a key.
      const code = interrupted ?? exitCodeOf(vitest, process.exitCode === interrupts.SIGINT)
      process.exitCode = code
      leave(code)
    })
  }
  return { onInit, exit: departure }
}

/** By the rules of `tableread run`; a suite that cannot be loaded counts as broken. */
export function exitCodeOf(vitest: Vitest, interrupted: boolean): ReturnType<typeof exitCode> {
  const totals = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>
  for (const suite of vitest.state.getTestModules()) {
    if (suite.errors().length > 0) totals.broken += 1
    for (const test of suite.children.allTests()) totals[verdictOf(test)] += 1
  }
  if (vitest.state.getUnhandledErrors().length > 0) totals.errored += 1
  return exitCode({ totals, problems: [] }, interrupted ? 130 : null)
}

/** A test that Vitest itself ended could not be judged, or was not asked for. */
function verdictOf(test: TestCase): Verdict {
  const { state } = test.result()
  if (state === 'skipped') return test.meta().tableread?.verdict === 'unsafe' ? 'unsafe' : 'skipped'
  if (state === 'pending') return 'not reached'
  const verdict = test.meta().tableread?.verdict ?? 'errored'
  return state === 'failed' && verdict === 'passed' ? 'failed' : verdict // its snapshot has changed
}
