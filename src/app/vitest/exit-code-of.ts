import type { TestCase, Vitest } from 'vitest/node'
import { exitCode } from '../../engine/exit-code.ts'
import { type Verdict, verdicts } from '../../engine/verdict/verdict.ts'

/** The exit code of the run that Vitest holds, by the same rules as `tableread run`; a suite that cannot be loaded counts as broken. */
export function exitCodeOf(vitest: Vitest, interrupted: boolean): ReturnType<typeof exitCode> {
  const totals = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>
  for (const suite of vitest.state.getTestModules()) {
    if (suite.errors().length > 0) totals.broken += 1
    for (const test of suite.children.allTests()) totals[verdictOf(test)] += 1
  }
  if (vitest.state.getUnhandledErrors().length > 0) totals.errored += 1
  return exitCode({ totals, problems: [] }, interrupted ? 130 : null)
}

/** A test that Vitest itself ended has no verdict of ours: it could not be judged, or it was not asked for. */
function verdictOf(test: TestCase): Verdict {
  const { state } = test.result()
  if (state === 'skipped') return test.meta().tableread?.verdict === 'unsafe' ? 'unsafe' : 'skipped'
  if (state === 'pending') return 'not reached'
  const verdict = test.meta().tableread?.verdict ?? 'errored'
  return state === 'failed' && verdict === 'passed' ? 'failed' : verdict // a snapshot that is another now
}
