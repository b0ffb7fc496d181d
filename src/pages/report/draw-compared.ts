import { pairCalls } from '../../engine/transcript/tool-call.ts'
import { element } from '../kit/element.ts'
import { comparedTimes } from './conversation-times.ts'
import { describeStatistics } from './describe-statistics.ts'
import { drawNotes } from './draw-notes.ts'
import { drawPairedTurn, type PairContext } from './draw-paired-turn.ts'
import { drawTranscript } from './draw-run.ts'
import { drawRuns } from './draw-runs.ts'
import { drawEntries } from './draw-single-turn.ts'
import { drawTrends } from './draw-trends.ts'
import { drawTurnHead } from './draw-turn-head.ts'
import { factList } from './fact-list.ts'
import { latencyChart } from './latency-chart.ts'
import { part } from './part.ts'
import type { Body, KeptRun } from './report-document.ts'
import { bothSides, sidePair } from './side-pair.ts'

type Compared = Body & { kind: 'comparison' }

/** A compared conversation: its runs and numbers, what changed, the two transcripts side by side, and the times. */
export function drawCompared(
  body: Compared,
  labels: readonly [string, string],
  alpha: number,
  keptRuns: readonly KeptRun[],
): HTMLElement[] {
  const { conversation } = body
  const { id, runs, shown, latency, changes, suite, agent, tags } = conversation
  const chart = latencyChart('Times over all runs', comparedTimes(latency, labels))
  const [a, b] = bothSides((side) => ({
    label: labels[side === 'a' ? 0 : 1],
    runs: runs[side],
    shown: shown[side]?.sessionId ?? null,
  }))
  return [
    factList([
      ['script', id],
      ['suite', suite],
      ['agent', agent],
      ['tags', tags.join(', ') || null],
    ]),
    part('Runs', drawRuns([a, b]), ...drawStatistics(body, labels, alpha)),
    ...drawTrends(body.trends, keptRuns),
    ...(changes.length === 0 ? [] : [part('What differs', drawChanges(body))]),
    part('Transcripts', ...drawBoth(body, labels)),
    ...(chart === null ? [] : [part('Latency', chart)]),
  ]
}

function drawStatistics({ conversation }: Compared, labels: readonly [string, string], alpha: number): HTMLElement[] {
  const { pass } = conversation
  if (pass === null) return [element('p', 'muted', 'No pair of runs could be judged, so that there are no numbers.')]
  const { sentence, facts } = describeStatistics(pass, labels[0], labels[1], alpha)
  return [element('p', 'prose', sentence), factList(facts)]
}

function drawChanges({ conversation }: Compared): HTMLElement {
  const lines = conversation.changes.map(({ level, text }) =>
    element('li', {}, element('span', 'label', level), element('span', 'text', text)),
  )
  return element('ul', 'changes', ...lines)
}

function drawBoth({ conversation, notes }: Compared, labels: readonly [string, string]): HTMLElement[] {
  const { shown, turns, agent, file } = conversation
  const heads = sidePair(labels, element('span', {}, labels[0]), element('span', {}, labels[1]), 'heads')
  const context: PairContext = {
    labels,
    file,
    a: { result: shown.a, agent: shown.a?.agent ?? agent, notes: notes.a },
    b: { result: shown.b, agent: shown.b?.agent ?? agent, notes: notes.b },
  }
  heads.setAttribute('aria-hidden', 'true')
  if (turns.length === 0) return [heads, drawUnaligned(context)]
  return [
    heads,
    element('div', 'transcript', ...turns.map((turn) => drawPairedTurn(turn, context)), ...drawSession(context)),
  ]
}

/** Sides that were not aligned, such as one that never ran. */
function drawUnaligned({ labels, a, b }: PairContext): HTMLElement {
  const [left, right] = [a, b].map(({ result, notes }) =>
    result === null
      ? element('p', 'nothing', 'there is no run to show')
      : element('div', 'transcript single', ...drawTranscript(result, notes)),
  )
  return sidePair(labels, left ?? null, right ?? null, 'unaligned')
}

/** What ran after the last turn, and what was found about the session as a whole. */
function drawSession({ labels, file, a, b }: PairContext): HTMLElement[] {
  const [left, right] = [a, b].map(({ result, agent, notes }) => {
    const entries = result?.afterTurns ?? []
    const found = drawNotes(
      notes.filter(({ turn }) => turn === null),
      file,
    )
    if (entries.length === 0 && found === null) return null
    const failed = pairCalls(entries).calls.some(({ output }) => output?.isError === true)
    return element('div', 'session-end', ...drawEntries(entries, agent, failed), found)
  })
  if (left == null && right == null) return []
  return [
    element(
      'section',
      'turn',
      drawTurnHead(null, null, null, []),
      sidePair(labels, left ?? null, right ?? null, 'session'),
    ),
  ]
}
