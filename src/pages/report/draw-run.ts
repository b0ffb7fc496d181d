import { addressOf, type ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { describeSimulated } from '../../engine/verdict/describe-seeds.ts'
import { describeUsage } from '../../engine/verdict/describe-usage.ts'
import type { StartedWith } from '../../engine/verdict/run-again.ts'
import { element } from '../kit/element.ts'
import { factList } from '../kit/json-block.ts'
import { part } from './data-table.ts'
import { drawEntries, drawNotes, drawSingleTurn, drawTurnHead } from './draw-turn.ts'
import { latencyChart, runTimes } from './latency.ts'
import type { Body, KeptRun, ReportNote } from './report-document.ts'
import { drawCommand, runCommand } from './run-again.ts'
import { drawTrends } from './run-strips.ts'

export function drawRun(
  { conversation: result, notes, trends }: Body & { kind: 'run' },
  keptRuns: readonly KeptRun[],
  started: StartedWith,
): HTMLElement[] {
  const { agent, version, suite, tags, sessionId, attempts, startedAt, cause, simulated } = result
  const facts: [string, string | null][] = [
    ['cause', cause === undefined ? null : `${cause.kind}: ${cause.why}`],
    ['script', addressOf(result)],
    ['suite', suite],
    ['agent', `${agent}, version ${version}`],
    ['tags', tags.join(', ') || null],
    ['session', sessionId],
    ['started', startedAt.replace('T', ' ')],
    ['models took', describeUsage(result.usage)],
    ['judges took', describeUsage(result.judging)],
    ['wants', simulated?.wants ?? null],
    ['simulated user', simulated === undefined ? null : describeSimulated(simulated)],
    ['attempts', attempts === undefined ? null : describeAttempts(attempts)],
  ]
  return [
    factList(facts),
    ...[drawCommand(runCommand(result, started))].filter((each) => each !== null),
    ...drawTrends(trends, keptRuns),
    part('Transcript', element('div', 'transcript single', ...drawTranscript(result, notes))),
    ...[latencyChart('Times of this conversation', runTimes(result))]
      .filter((chart) => chart !== null)
      .map((chart) => part('Latency', chart)),
  ]
}

export function drawTranscript(result: ConversationResult, notes: readonly ReportNote[]): HTMLElement[] {
  const { history = [], turns, agent, file, afterTurns } = result
  const session = drawNotes(notes, null, file)
  return [
    ...(history.length === 0
      ? []
      : [
          element(
            'section',
            'turn given',
            drawTurnHead('given', null, null, []),
            ...drawEntries(history, agent, false),
          ),
        ]),
    ...turns.map((turn) => drawSingleTurn(turn, { file, agent, notes })),
    ...(afterTurns.length === 0
      ? []
      : [element('section', 'turn', drawTurnHead(null, null, null, []), ...drawEntries(afterTurns, agent, false))]),
    ...(session === null ? [] : [element('section', 'turn', element('h5', {}, 'The whole session'), session)]),
    ...(turns.length === 0 && session === null ? [element('p', 'muted', 'Nothing was said.')] : []),
  ]
}

function describeAttempts(attempts: NonNullable<ConversationResult['attempts']>): string {
  const { times, pass, passed, failed, unjudged, interval, inARow } = attempts
  const rate = interval === null ? '' : `; rate between ${percent(interval[0])} and ${percent(interval[1])} (95 %)`
  const row = inARow === null ? '' : `; all ${times} pass in ${percent(inARow)} of such rows`
  const unjudgedNote = unjudged === 0 ? '' : `, ${unjudged} not judged`
  return `${passed} passed, ${failed} failed${unjudgedNote}; ${pass} of ${times} must pass${rate}${row}`
}

const percent = (share: number): string => `${Math.round(share * 100)} %`
