import { describe, expect, it } from 'vitest'
import { said } from '../../engine/transcript/entries.fixture.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { callVerdicts } from './call-verdicts.ts'
import { chanceByJudge, judgeEvidence } from './judge-error.ts'

const at = { line: 1, column: 1, length: 1 }
const rate = (right: number, of: number, from: number) => ({ right, of, interval: [from, 1] as [number, number] })
const licensed = {
  kind: 'licensed',
  given: '2026-11-08',
  met: rate(117, 120, 0.92),
  notMet: rate(95, 96, 0.94),
} as const

function run(words: string, kinds: string, licence: object = licensed): ConversationResult {
  const outcomes = [...kinds].map((kind) => ({
    ...{ at, kind: kind === 'r' ? 'reply' : 'judge', criterion: 'is sorry', expected: 'met', licence },
    verdict: kind === 'p' ? 'passed' : kind === 'a' ? 'advice' : 'failed',
  }))
  const verdict = outcomes.some((each) => each.verdict === 'failed') ? 'failed' : 'passed'
  const turns = [{ index: 0, user: 'late', entries: [said('assistant', words, 1)], outcomes }]
  return { verdict, turns, outcomes: [] } as unknown as ConversationResult
}
const times = <T>(count: number, each: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => each(index))
const call = (a: ConversationResult[], b: ConversationResult[]) => {
  const pairs = a.map((one, index) => [one.verdict === 'passed', b[index]?.verdict === 'passed'] as const)
  const [called] = callVerdicts([{ id: 'c', pairs, judges: judgeEvidence(a, b) }], { alpha: 0.05 })
  return [called?.verdict, called?.certainty, called?.byJudges ?? false]
}
const wordings = ['so sorry', 'oh no', 'that is bad', 'my fault', 'we regret it']

describe('what rests on judges alone', () => {
  it('is one error, however many pairs have the same words, and no break while that is likely enough', () => {
    const [a, b] = [times(6, () => run('I am sorry', 'p')), times(6, (index) => run(`Here is voucher ${index}`, 'j'))]
    expect(judgeEvidence(a, b)).toMatchObject({ onlyA: 6, onlyB: 0, decided: 1, seen: 1 })
    expect(judgeEvidence(a, b)?.error).toBeCloseTo(0.08)
    expect(call(a, b)).toEqual(['regressed', 'unconfirmed', true])
  })

  it('is a break where a judge would have to be wrong about too many words', () => {
    const a = times(5, (index) => run(`I am sorry, ${wordings[index]}`, 'p'))
    const b = times(5, (index) => run(`Voucher: ${wordings[index]}`, 'j'))
    expect(judgeEvidence(a, b)).toMatchObject({ decided: 5, seen: 5 })
    expect(call(a, b)).toEqual(['regressed', 'hard break', false])
  })

  it('is nothing where another expectation failed too', () => {
    const [a, b] = [times(5, () => run('sorry', 'p')), times(5, () => run('no', 'jr'))]
    expect(judgeEvidence(a, b)).toBeNull()
    expect(call(a, b)).toEqual(['regressed', 'hard break', false])
  })

  it('takes nothing from what other expectations are sure of', () => {
    const a = times(8, () => run('sorry', 'p'))
    const b = times(8, (index) => run('no', index === 0 ? 'j' : 'r'))
    expect(call(a, b)).toEqual(['regressed', 'hard break', false])
    const mostly = times(8, (index) => run('no', index < 5 ? 'j' : 'r'))
    expect(call(a, mostly)).toEqual(['regressed', 'unconfirmed', true])
  })

  it('is not held against a judge whose error is not known, nor changed by advice', () => {
    const known = { kind: 'not asked for' }
    const [a, b] = [times(5, () => run('sorry', 'p', known)), times(5, () => run('no', 'j', known))]
    expect(judgeEvidence(a, b)?.error).toBeNull()
    expect(call(a, b)).toEqual(['regressed', 'hard break', false])
    expect(
      judgeEvidence(
        times(5, () => run('sorry', 'pa')),
        times(5, () => run('no', 'pa')),
      ),
    ).toBeNull()
  })

  it('counts the chance of that many errors among all words', () => {
    const evidence = { onlyA: 3, onlyB: 0, decided: 1, seen: 1, error: 0.08 }
    expect(chanceByJudge(evidence)).toBeCloseTo(0.08)
    expect(chanceByJudge({ ...evidence, decided: 2, seen: 2 })).toBeCloseTo(0.0064)
    expect(chanceByJudge({ ...evidence, decided: 2, seen: 10 })).toBeCloseTo(0.188, 2)
    expect(chanceByJudge({ ...evidence, error: 1 })).toBe(1)
  })
})
