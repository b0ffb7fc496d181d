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

/** A run with outcomes by letters: judges `p` passed, `j` failed and `a` advised, replies `o` passed and `r` failed. */
function run(words: string, kinds: string, licence: object = licensed): ConversationResult {
  const outcomes = [...kinds].map((kind) => ({
    at,
    ...('ro'.includes(kind) ? { kind: 'reply' } : { kind: 'judge', criterion: 'is sorry', expected: 'met', licence }),
    verdict: 'po'.includes(kind) ? 'passed' : kind === 'a' ? 'advice' : 'failed',
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

  it('is a gain as it is a break', () => {
    const [a, b] = [times(6, (index) => run(`Here is voucher ${index}`, 'jo')), times(6, () => run('I am sorry', 'po'))]
    expect(judgeEvidence(a, b)).toMatchObject({ onlyA: 0, onlyB: 6, decided: 1, seen: 1 })
    expect(call(a, b)).toEqual(['improved', 'unconfirmed', true])
  })

  it('is in pairs of which one run passed, and both were judged', () => {
    const of = (a: string, b: string) => judgeEvidence([run('one', a)], [run('other', b)])
    expect([of('j', 'j'), of('p', 'p'), of('j', 'r'), of('r', 'j'), of('r', 'p'), of('p', 'jr')]).toEqual(
      times(6, () => null),
    )
    const errored = { ...run('late', 'j'), verdict: 'errored' } as ConversationResult
    const passed = run('sorry', 'p')
    expect(judgeEvidence([passed, errored], [errored, passed])).toBeNull()
    const pair = [run('sorry', 'p'), run('no', 'j')] as const
    expect(judgeEvidence([pair[0], passed, errored, run('more', 'p')], [pair[1], errored, passed])).toMatchObject({
      ...{ onlyA: 1, onlyB: 0, decided: 1, seen: 1 },
    })
    const unexplained = { ...run('no', 'p'), verdict: 'failed' } as ConversationResult
    expect(judgeEvidence([passed], [unexplained])).toBeNull()
  })

  it('is one error for pairs that share their words on either side, among all words that were seen', () => {
    const a = [run('sorry', 'p'), run('my fault', 'p'), run('sorry', 'p'), run('as ever', 'p'), run('fine', 'p')]
    const b = [run('no', 'j'), run('no', 'j'), run('never', 'j'), run('not so', 'j'), run('no', 'p')]
    expect(judgeEvidence(a, b)).toMatchObject({ onlyA: 4, onlyB: 0, decided: 2, seen: 4 })
    expect(judgeEvidence(b, a)).toMatchObject({ onlyA: 0, onlyB: 4, decided: 2, seen: 4 })
  })

  it.each([
    ['Order 7 is late', 'order 1234  IS late', 1],
    ['so sorry', 'sosorry', 2],
    ['A7', 'A', 2],
    ['a b', 'a c', 2],
  ])('takes %j and %j for so many wordings: %#', (one, other, decided) => {
    const a = [run('yes', 'p'), run('of course', 'p')]
    expect(judgeEvidence(a, [run(one, 'j'), run(other, 'j')])).toMatchObject({ onlyA: 2, decided })
  })

  it('errs as often as the worst run says, whose criteria err each for itself', () => {
    const error = (a: string, b: string) => judgeEvidence([run('one', a)], [run('other', b)])?.error
    expect(error('p', 'j')).toBeCloseTo(0.08)
    expect(error('p', 'jp')).toBeCloseTo(0.16)
    expect(error('ppp', 'j')).toBeCloseTo(0.24)
    expect(error('po', 'jao')).toBeCloseTo(0.08)
    expect(error('p'.repeat(20), 'j')).toBe(1)
    expect(
      judgeEvidence([run('one', 'p')], [run('no', 'j', { kind: 'unlicensed', why: 'no labels' })])?.error,
    ).toBeNull()
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
    const reason = { kind: 'not asked for' }
    const [a, b] = [times(5, () => run('sorry', 'p', reason)), times(5, () => run('no', 'j', reason))]
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
    expect([1, 2, 3].map((decided) => chanceByJudge({ ...evidence, decided, seen: 3, error: 1 }))).toEqual([1, 1, 1])
    expect([chanceByJudge({ ...evidence, error: null }), chanceByJudge({ ...evidence, decided: 0 })]).toEqual([0, 0])
  })
})
