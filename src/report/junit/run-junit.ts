import { breathing } from '../../base/breathe.ts'
import type { RunListener, RunResult } from '../../engine/run-result.ts'
import type { Cause } from '../../engine/verdict/cause-kind.ts'
import { addressOf, type ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { describeSimulated } from '../../engine/verdict/describe-seeds.ts'
import { describeLeftOut } from '../../engine/verdict/part-of-run.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { describeRecovery } from '../text/describe-exchange.ts'
import { describeInLine, listJudged } from '../text/describe-judgement.ts'
import { formatFailure, headlineOfFailure, placeOfFailure } from '../text/format-failure.ts'
import { createPaint } from '../text/paint.ts'
import type { ReportContext } from '../text/reporter.ts'
import { type JunitCase, type JunitFinding, type JunitSuite, writeJunit } from './write-junit.ts'

/** Returns the text of a suite file for excerpts, if it is known. */
export type TextOf = (file: string) => string | undefined

/**
 * A run as JUnit XML: a suite per file and version, a case per conversation. `failure`: the agent broke an expectation;
 * `error`: it could not be judged, or the script is broken; `skipped`: skipped by the script, unsafe, not reached, or
 * expected to fail.
 */
export async function formatRunJunit(result: RunResult, textOf: TextOf): Promise<string> {
  return writeJunit(await suitesOfRun(result, textOf), result.ms)
}

/** The run as suites of cases, which CTRF uses too. */
export async function suitesOfRun(result: RunResult, textOf: TextOf): Promise<JunitSuite[]> {
  const groups = new Map<string, { version: string; cases: JunitCase[] }>()
  const breathe = breathing()
  for (const each of result.conversations) {
    const name = `${each.file} [${each.version}]`
    const group = groups.get(name) ?? { version: each.version, cases: [] }
    groups.set(name, group)
    group.cases.push(toCase(each, textOf))
    await breathe()
  }
  const suites = [...groups].map(([name, { version, cases }]): JunitSuite => {
    const left = describeLeftOut(result)
    const facts = {
      ...{ target: result.target, version, tableread: result.tableread },
      ...(left === null ? {} : { leftOut: left }),
    }
    return {
      name,
      startedAt: result.startedAt,
      properties: Object.entries(facts),
      cases,
    }
  })
  return [...result.problems.map((problem) => brokenSuite(problem, result.startedAt)), ...suites]
}

/** A file that could not be read as a suite. */
export function brokenSuite({ file, at, message, code }: Problem, startedAt: string): JunitSuite {
  const text = `${file}:${at.line}:${at.column}: ${message} [${code}]`
  const finding: JunitFinding = { element: 'error', type: 'broken', message, text }
  const properties = [['at', `${file}:${at.line}`]] as const
  return {
    name: file,
    startedAt,
    properties: [],
    cases: [{ name: file, classname: file, file, line: at.line, status: 'broken', ms: 0, finding, properties }],
  }
}

function toCase(result: ConversationResult, textOf: TextOf): JunitCase {
  const { name, version, file, verdict, ms } = result
  return {
    name: `${name} [${version}]`,
    classname: file,
    file,
    line: placeOfFailure(result).line,
    startedAt: result.startedAt,
    status: verdict,
    ms,
    finding: findingOf(result, textOf),
    properties: propertiesOf(result),
  }
}

function findingOf(result: ConversationResult, textOf: TextOf): JunitFinding | null {
  const { verdict, reason } = result
  if (verdict === 'passed') return null
  if (verdict === 'skipped' || verdict === 'unsafe' || verdict === 'not reached' || verdict === 'expected fail') {
    const text = verdict === 'skipped' ? (reason ?? verdict) : [verdict, reason].filter(Boolean).join(': ')
    return { element: 'skipped', type: verdict, message: text, text }
  }
  const text = formatFailure(result, textOf(result.file), createPaint(false))
  const element = verdict === 'failed' || verdict === 'flaky' ? 'failure' : 'error'
  return { element, type: verdict, message: headlineOfFailure(result) ?? reason ?? verdict, text }
}

/** Facts of a conversation; `turn` is the first that did not pass, from 1. */
function propertiesOf(result: ConversationResult): [string, string][] {
  const { suite, agent, sessionId, turns, failure, tags, attempts, verdict, cause, simulated } = result
  const turn = verdict === 'passed' ? -1 : turns.findIndex((each) => each.verdict !== 'passed')
  const why = turns.find((each) => each.verdict === 'errored' && each.failure !== null)?.failure ?? failure
  return [
    ['at', addressOf(result)],
    ['suite', suite],
    ['agent', agent],
    ...(sessionId === null ? [] : [['sessionId', sessionId] satisfies [string, string]]),
    ...(turn < 0 ? [] : [['turn', String(turn + 1)] satisfies [string, string]]),
    ...(cause === undefined ? [] : toldCause(cause)),
    ...(why === null || why === undefined ? [] : describeCause(why)),
    ...turns.flatMap(({ index, recovered }): [string, string][] =>
      recovered === undefined ? [] : [['recovered', `turn ${index + 1} ${describeRecovery(recovered)}`]],
    ),
    ...(attempts === undefined
      ? []
      : [['attempts', `${attempts.passed} of ${attempts.times} passed`] satisfies [string, string]]),
    ...(simulated === undefined ? [] : [['simulated user', describeSimulated(simulated)] satisfies [string, string]]),
    ...listJudged(result).map(({ turn, outcome }): [string, string] => [
      outcome.verdict === 'advice' ? 'advice' : 'judged',
      describeInLine({ turn, outcome }, result.startedAt),
    ]),
    ...tags.map((tag): [string, string] => ['tag', tag]),
  ]
}

/** `causedBy` is the layer, because `cause` already names how the last exchange of an unsettled turn failed. */
function toldCause({ kind, why }: Cause): [string, string][] {
  return [
    ['causedBy', kind],
    ['why', why],
  ]
}

function describeCause(failure: Failure): [string, string][] {
  if (failure.kind === 'unknown')
    return [['failure', 'unknown'], ['unknown', failure.why], ...describeCause(failure.cause).map(renamed)]
  if (failure.kind === 'not taken') return [['failure', 'not taken'], ...describeCause(failure.cause).map(renamed)]
  if (failure.kind !== 'refused') return [['failure', failure.kind]]
  const code: [string, string][] = failure.errorCode === null ? [] : [['errorCode', failure.errorCode]]
  return [['failure', failure.kind], ['httpStatus', String(failure.status)], ...code]
}

/** In an unsettled turn, `cause` is how its last exchange failed. */
function renamed([name, value]: [string, string]): [string, string] {
  return [name === 'failure' ? 'cause' : name, value]
}

/** The run as JUnit XML, at the end. */
export function reportAsJunit({ output, textOf }: ReportContext): RunListener {
  return async (event) => {
    if (event.kind === 'done') output.write(await formatRunJunit(event.result, textOf))
  }
}
