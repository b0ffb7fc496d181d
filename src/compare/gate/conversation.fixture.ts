import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { PassStatistics } from '../model/comparison-verdict.ts'
import type { ConversationComparison, LatencyComparison, RunSummary } from '../model/conversation-comparison.ts'
import { pairsOf } from '../statistics/pairs.fixture.ts'

const verdictOf: Record<string, Verdict> = {
  p: 'passed',
  f: 'failed',
  e: 'errored',
  n: 'not reached',
  u: 'unsafe',
  c: 'failed',
}

/**
 * Runs by letters: `p` passed, `f` failed, `e` errored, `n` not reached, `u` unsafe, `c` crashed.
 * @throws RangeError for any other letter
 */
export function runsOf(letters: string): RunSummary[] {
  return [...letters].map((letter) => {
    const verdict = verdictOf[letter]
    if (verdict === undefined) throw new RangeError(`no run is called ${letter}`)
    const crash = letter === 'c' ? { crash: 'TypeError (desk.mjs:3:1)' } : {}
    return { verdict, reason: null, sessionId: null, startedAt: '2026-01-01T00:00:00Z', ms: 1, turn: null, ...crash }
  })
}

/** Pairs by letters (see `pairsOf`), counted; their statistics are placeholders. */
export function passOf(letters: string): PassStatistics {
  const pairs = pairsOf(letters)
  const count = (a: boolean, b: boolean): number => pairs.filter((pair) => pair[0] === a && pair[1] === b).length
  const [onlyA, onlyB] = [count(true, false), count(false, true)]
  return {
    ...{ pairs: pairs.length, bothPassed: count(true, true), onlyA, onlyB, neitherPassed: count(false, false) },
    ...{ effect: (onlyB - onlyA) / pairs.length, interval: [-1, 1], p: 1, adjusted: 1, breakRisk: null },
  }
}

/** A conversation that passed three times on either side, except for the given facts. */
export function conversationOf(facts: Partial<ConversationComparison> = {}): ConversationComparison {
  return {
    ...{ id: 's.yaml:3', file: 's.yaml', at: { line: 3, column: 1, length: 1 }, suite: 'S', name: 'talks' },
    ...{ agent: 'desk', tags: [], verdict: 'same', certainty: null, excused: null, reason: '' },
    ...{ runs: { a: runsOf('ppp'), b: runsOf('ppp') }, pass: passOf('ppp'), shown: { a: null, b: null } },
    ...{ turns: [], changes: [], latency: [] },
    ...facts,
  }
}

/** Times of both sides; `turn` is null for those of all turns together. */
export function timesOf(
  subject: LatencyComparison['subject'],
  turn: number | null,
  a: number[],
  b: number[],
): LatencyComparison {
  return { subject, tool: null, turn, a, b, difference: null, interval: null }
}
