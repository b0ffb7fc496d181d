import type { RunResult } from '../../src/engine/run-result.ts'
import { verdicts } from '../../src/engine/verdict/verdict.ts'
import { judged, unlicensed, vote } from '../../src/report/judged.fixture.ts'
import { makeRun } from './make-run.ts'
import { turnsOf } from './order-talk.ts'
import { countBy, result } from './results.ts'

/**
 * Conversations with every kind of judgement: against expectations, as advice, unjudged, and on the whole
 * conversation.
 */
export function makeJudgedRun(): RunResult {
  const [first, second] = turnsOf('a')
  if (first === undefined || second === undefined) throw new Error('there are two turns')
  const reply = first.entries.length - 1
  const quotes = [
    { turn: 0, entry: reply, words: 'is still  being packed' },
    { turn: 0, entry: 2, words: '"order_id":"2077"' },
    { turn: 0, entry: reply, words: 'words that were redacted' },
  ]
  const missed = judged('failed', 'not met', [
    vote('not met', 'It says where the order is, and not that it is sorry.', quotes),
    vote('met', 'It is friendly.', [], 'local'),
    vote('not met', '<img src=x onerror=alert(1)>', [], 'big'),
  ])
  const outcome = judged('passed', 'met', [
    vote('met', 'It says so.', [{ turn: 1, entry: 1, words: 'Nothing at all' }]),
  ])
  const advice = judged(
    'advice',
    'not met',
    [vote('not met', 'It does not.', [{ turn: 1, entry: 1, words: 'in full' }])],
    {
      licence: unlicensed,
    },
  )
  const nothing = judged('not judged', 'unjudged', [vote('void', 'no answer within 30 s')], {
    why: 'the only vote is void: no answer within 30 s',
  })
  const conversations = [
    result(18, 'is sorry', [{ ...first, verdict: 'failed', outcomes: [...first.outcomes, missed] }, second], {
      verdict: 'failed',
    }),
    result(30, 'has no answer of a judge', [{ ...first, verdict: 'errored', outcomes: [nothing] }], {
      verdict: 'errored',
    }),
    result(40, 'is advised', [first, { ...second, outcomes: [outcome, advice] }], { outcomes: [outcome] }),
  ]
  return { ...makeRun(), conversations, totals: countBy(verdicts, conversations), turns: 5 }
}
