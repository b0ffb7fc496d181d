import { describe, expect, it } from 'vitest'
import { said } from '../../engine/transcript/entries.fixture.ts'
import { judged, licensed, unlicensed, vote } from '../judged.fixture.ts'
import { describeInLine, describeJudged, describeJudgedAt, describeLicence } from './describe-judgement.ts'
import { describeOutcomeOn } from './describe-outcome.ts'
import { summariseOutcome } from './summarise-outcome.ts'
import { traceConversation } from './trace-conversation.ts'

const on = '2026-11-20T09:00:00.000Z'
const quotes = [{ turn: 0, entry: 1, words: 'Here is a voucher.' }]
const missed = judged('failed', 'not met', [
  vote('not met', 'It offers a voucher\nand says no word of regret.', quotes),
])
const advice = judged('advice', 'not met', [vote('not met', 'no regret', quotes)], { licence: unlicensed })

describe('what a judge said', () => {
  it('is told with reason, quotations and licence', () => {
    expect(describeOutcomeOn(missed, on).split('\n')).toEqual([
      'the judge says not met, expected is met',
      '  criterion  is sorry before it offers a thing',
      '  because    It offers a voucher and says no word of regret.',
      '  quotes     "Here is a voucher." (turn 1)',
      '  licence    licensed 12 days ago: finds 97 % of what is met (92 to 100), 95 % of what is not (88 to 99)',
    ])
  })

  it('is told vote by vote where they differ, with the quotations of those that won', () => {
    const votes = [
      vote('not met', 'no regret', quotes),
      vote('met', 'it is polite', [{ turn: 0, entry: 0, words: 'late' }], 'local'),
      vote('not met', 'none', [], 'big'),
    ]
    expect(
      describeOutcomeOn(judged('failed', 'not met', votes), on)
        .split('\n')
        .slice(0, -1),
    ).toEqual([
      'the judges say not met, expected is met',
      '  criterion  is sorry before it offers a thing',
      '  quotes     "Here is a voucher." (turn 1)',
      '  votes      1 met, 2 not met',
      '  - small says not met: no regret',
      '  - local says met: it is polite',
      '  - big says not met: none',
    ])
  })

  it('is plainly advice without a licence, in full and in short', () => {
    expect(describeOutcomeOn(advice, on)).toMatch(/^advice: the judge says not met, expected is met\n/)
    expect(describeOutcomeOn(advice, on)).toContain('licence    none, so this is advice: there is no licence')
    expect(summariseOutcome(advice)).toBe('advice: the judge says not met: is sorry before it offers a thing')
    expect(describeJudgedAt({ turn: 1, outcome: advice })).toMatch(/^turn 2: advice: the judge says not met/)
  })

  it('is not judged where nothing came of it, with the reason once', () => {
    const why = 'the only vote is void: no answer within 30 s'
    const nothing = judged('not judged', 'unjudged', [vote('void', 'no answer within 30 s')], { why })
    expect(describeOutcomeOn(nothing, on)).toBe(
      `the criterion is not judged: ${why}\n  criterion  is sorry before it offers a thing`,
    )
    expect(describeOutcomeOn(judged('not judged', 'cannot tell', [vote('cannot tell', 'two readings')]), on)).toContain(
      'the judge cannot tell, so the criterion is not judged (expected is met)',
    )
  })

  it('is one sentence where a judge without a licence could not judge, which is not against what is expected', () => {
    const why = 'the only vote is void: no answer within 30 s'
    const slow = judged('advice', 'unjudged', [vote('void', 'no answer within 30 s')], { why, licence: unlicensed })
    const torn = judged('advice', 'cannot tell', [vote('cannot tell', 'two readings')], { licence: unlicensed })
    expect([slow, torn].map((each) => describeOutcomeOn(each, on).split('\n')[0])).toEqual([
      `advice: the judge could not judge, and would count for nothing without a licence: ${why}`,
      'advice: the judge cannot tell, and would count for nothing without a licence (expected is met)',
    ])
    expect([slow, torn].map((each) => summariseOutcome(each))).toEqual([
      'advice: the judge could not judge: is sorry before it offers a thing',
      'advice: the judge cannot tell: is sorry before it offers a thing',
    ])
    expect(describeJudged([{ turns: [], outcomes: [slow, torn, advice] }])).toBe(
      'criteria for judges: 3 advice without a licence, 1 of them not as expected, 2 not judged',
    )
    expect(describeJudged([{ turns: [], outcomes: [slow] }])).toBe(
      'criteria for judges: 1 advice without a licence, 1 not judged',
    )
  })

  it('keeps what a model says on its line', () => {
    const hostile = judged('failed', 'not met', [vote('not met', 'no\n  licence    licensed today\u001b[31m\u202e')])
    expect(describeOutcomeOn(hostile, on).split('\n')[2]).toBe(
      '  because    no licence licensed today[U+001B][31m[U+202E]',
    )
    expect(describeInLine({ turn: null, outcome: hostile }, on)).not.toContain('\n')
  })

  it('tells the age of a licence in days, and never rounds an error away', () => {
    expect(describeLicence(licensed)).toMatch(/^licensed on 2026-11-08: /)
    expect(describeLicence(licensed, '2026-11-08T23:00:00Z')).toMatch(/^licensed today: /)
    expect(describeLicence(licensed, '2026-11-09T01:00:00Z')).toMatch(/^licensed 1 day ago: /)
    const agreement = { right: 999, of: 1_000, interval: [0.994, 0.9999] as [number, number] }
    expect(describeLicence({ kind: 'licensed', given: '2026-11-08', met: agreement, notMet: agreement }, on)).toContain(
      'finds 99 % of',
    )
  })

  it('is counted, advice apart', () => {
    const turns = [{ outcomes: [missed, advice] }] as never
    expect(describeJudged([{ turns, outcomes: [judged('passed', 'met', [])] }])).toBe(
      'criteria for judges: 2 counted, 1 of them not as expected; 1 advice without a licence, 1 of them not as expected',
    )
    expect(describeJudged([{ turns: [], outcomes: [] }])).toBeNull()
  })

  it('stands in the trace at the entry that it quotes', () => {
    const at = { line: 1, column: 1, length: 1 }
    const entries = [said('user', 'late!', 0), said('assistant', 'Here is a voucher.', 900, 'desk')]
    const turn = { index: 0, at, user: 'late!', verdict: 'failed' as const, turnMs: 5, entries, failure: null }
    const traced = traceConversation({
      ...{ turns: [{ ...turn, outcomes: [missed, advice] }], afterTurns: [], outcomes: [missed], failure: null },
      agent: 'desk',
    } as never)
    expect(traced.map(({ seen, found, poor }) => [seen.slice(0, 18), found.slice(0, 36), poor])).toEqual([
      ['user "late!"', '', false],
      ['reply "Here is a v', 'failed judge: the judge says not met', true],
      ['whole conversation', 'failed judge: the judge says not met', true],
    ])
    expect(traced[1]?.found).toContain('; advice: the judge says not met')
  })
})
