import { groupBy } from '../../base/group-by.ts'
import { type Comparison, comparisonExitCode } from '../../compare/comparison.ts'
import { exitCode, type RunResult } from '../../engine/run-result.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import { starProblem } from '../../suite/yaml/format-problem.ts'
import { names } from './names.ts'
import { internal, type SpanFacts, statusError, statusOk } from './spans.ts'

type Told = Required<Pick<SpanFacts, 'values' | 'status'>>

/** The exit code of the signal that interrupted a run or comparison; null if none did. */
export type SignalCode = Parameters<typeof exitCode>[1]

/** A run's or comparison's status: success is exit code 0 alone; interrupted is aborted, whatever the results. */
export function statusOfAll(result: RunResult | Comparison, interrupted: SignalCode = null): Told {
  if (interrupted !== null) {
    const message = `interrupted before its end (exit code ${interrupted})`
    return { values: { [names.suiteStatus]: 'aborted' }, status: { code: statusError, message } }
  }
  const comparison = 'kind' in result
  const code = comparison ? comparisonExitCode(result, null) : exitCode(result, null)
  const runVerdicts = new Set<Verdict>(
    comparison
      ? result.conversations.flatMap(({ runs }) => [...runs.a, ...runs.b].map(({ verdict }) => verdict))
      : result.conversations.map(({ verdict }) => verdict),
  )
  if (code === 0) return { values: { [names.suiteStatus]: 'success' }, status: {} }
  const has = (...verdicts: Verdict[]): boolean => verdicts.some((verdict) => runVerdicts.has(verdict))
  const [broken, all] = [result.problems.length > 0, runVerdicts.size]
  const status =
    broken || code === 1 || has('failed', 'flaky', 'errored', 'broken', 'unsafe')
      ? 'failure'
      : has('not reached')
        ? 'aborted'
        : all === 1 && has('skipped')
          ? 'skipped'
          : 'failure'
  return { values: { [names.suiteStatus]: status }, status: { code: statusError } }
}

/** OK if passed, none if skipped or excused, else an error with the cause; only a judged one states a test result. */
export function statusOfConversation({ verdict, cause, reason, problems }: ConversationResult): Told {
  const judged = { passed: 'pass', failed: 'fail', flaky: 'fail' }[verdict as string]
  const excused = verdict === 'skipped' || verdict === 'expected fail'
  const wrong = verdict !== 'passed' && !excused
  const [problem] = problems.map((each) => starProblem(each).message)
  return {
    values: {
      [names.testStatus]: judged,
      [names.errorType]: wrong ? (cause?.kind ?? verdict) : undefined,
      'tableread.verdict': verdict,
    },
    status: wrong
      ? { code: statusError, message: cause?.why ?? reason ?? problem ?? verdict }
      : excused
        ? {}
        : { code: statusOk },
  }
}

/** The files that could not be read as suites, each as a span of zero length with its problems. */
export function* brokenFiles({ problems, startedAt }: RunResult | Comparison): Generator<SpanFacts> {
  const startMs = Date.parse(startedAt)
  for (const [{ file, at, message }, ...rest] of groupBy(problems.map(starProblem), (problem) => problem.file)) {
    const more = rest.length === 0 ? '' : `, and ${rest.length} more`
    yield {
      key: `broken ${file}`,
      name: `broken ${file}`,
      kind: internal,
      startMs,
      endMs: startMs,
      values: {
        [names.file]: file,
        [names.line]: at.line,
        [names.errorType]: 'broken',
        'tableread.verdict': 'broken',
      },
      status: { code: statusError, message: `${file}:${at.line}:${at.column}: ${message}${more}` },
    }
  }
}
