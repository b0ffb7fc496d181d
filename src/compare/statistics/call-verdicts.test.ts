import { describe, expect, it } from 'vitest'
import { measureGrowth, mostGrowth } from '../../base/measure-growth.fixture.ts'
import type { JudgeEvidence, NoiseFloor } from '../model/comparison-verdict.ts'
import { type CallingSettings, callVerdicts, chanceByNoise } from './call-verdicts.ts'
import { chanceByJudge } from './judge-error.ts'
import { pairedTest } from './paired-test.ts'
import { pairsOf } from './pairs.fixture.ts'

const call = (conversations: string[], settings: Partial<CallingSettings> = {}): string[] =>
  callVerdicts(
    conversations.map((letters, index) => ({ id: `c${index}`, pairs: pairsOf(letters) })),
    { alpha: 0.05, ...settings },
  ).map(({ verdict, certainty, withinNoise }) =>
    [verdict, certainty, withinNoise ? 'within noise' : null].filter(Boolean).join(', '),
  )

const floor = (pairs: number, discordant: number, conversations: string[] = []): NoiseFloor => ({
  pairs,
  discordant,
  conversations,
  turnMs: null,
  measuredAt: '2026-11-21T09:00:00Z',
})

describe('callVerdicts', () => {
  it('calls a break that is sure, and says so where pairs are too few', () => {
    expect(call(['aaa'])).toEqual(['regressed, hard break'])
    expect(call(['bbb'])).toEqual(['improved, hard break'])
    expect(call(['aa', 'b'])).toEqual(['regressed, unconfirmed', 'improved, unconfirmed'])
  })
  it('calls what is as rare as the level itself', () => {
    expect([call(['aaa'], { alpha: 0.03125 }), call(['aaa'], { alpha: 0.03124 })]).toEqual([
      ['regressed, hard break'],
      ['regressed, unconfirmed'],
    ])
  })
  it('blames noise that is more frequent than the level, and none that is as frequent', () => {
    const noise = floor(20, 1, ['c0'])
    const alpha = chanceByNoise(6, 10, 0.5)
    expect(call(['aaaaaapppp'], { alpha, noise })).toEqual(['regressed, statistical'])
    expect(call(['aaaaaapppp'], { alpha: alpha * (1 - 1e-9), noise })).toEqual(['flaky, within noise'])
  })
  it('needs more pairs among more conversations', () => {
    const others = Array.from({ length: 9 }, () => 'ppppp')
    expect(call(['aaaa', ...others])[0]).toBe('regressed, unconfirmed')
    expect(call(['aaaaa', ...others])[0]).toBe('regressed, hard break')
  })
  it('calls what the paired test is sure of', () => {
    expect(call(['aaaaappp'])).toEqual(['regressed, statistical'])
    expect(call(['aaaapppp'])).toEqual(['flaky'])
    expect(call(['bbbbbbbbbapf'])).toEqual(['improved, statistical'])
    expect(call(['aaaaappp', 'ppp', 'ppp'])).toEqual(['flaky', 'same', 'same'])
  })
  it('asks for more where pairs are looked at more than once, however often, and does not forget what it was sure of', () => {
    expect(call(['aaa'], { looks: 2 })).toEqual(['regressed, unconfirmed'])
    expect(call(['aaaa'], { looks: 4 })).toEqual(['regressed, hard break'])
    for (const looks of [2, 30]) {
      expect(call(['ppppaaaa'], { looks })).toEqual(['flaky'])
      expect(call(['ppppaaaaaaaa'], { looks })).toEqual(['regressed, statistical'])
      expect(call(['aaaaapb'], { looks })).toEqual(['regressed, statistical'])
    }
  })
  it('tells flaky from same', () => {
    expect(call(['ppp', 'fff', 'ppf', 'ppa', 'ab'])).toEqual(['same', 'same', 'flaky', 'flaky', 'flaky'])
  })
  it('compares nothing without a judged pair, which costs the others nothing', () => {
    const [empty, broken] = callVerdicts([{ pairs: [] }, { pairs: pairsOf('aaa') }], { alpha: 0.05 })
    expect(empty).toEqual({ verdict: 'not comparable', certainty: null, pass: null, withinNoise: false })
    expect([broken?.certainty, broken?.pass?.adjusted]).toEqual(['hard break', 0.03125])
    expect(callVerdicts([], { alpha: 0.05 })).toEqual([])
  })
  it('shows its numbers', () => {
    expect(
      callVerdicts([{ pairs: pairsOf('aaaaaapppf') }, { pairs: pairsOf('aa') }], { alpha: 0.05 }).map(
        ({ pass }) => pass,
      ),
    ).toEqual([
      {
        pairs: 10,
        bothPassed: 3,
        onlyA: 6,
        onlyB: 0,
        neitherPassed: 1,
        effect: -0.6,
        interval: [expect.closeTo(-0.8652, 3), expect.closeTo(-0.1348, 3)],
        p: 0.00864219665527,
        adjusted: 0.01728439331054,
        breakRisk: null,
      },
      expect.objectContaining({ effect: -1, p: 0.125, adjusted: 0.125, breakRisk: 1 / 16 }),
    ])
  })
})

describe('a noise floor', () => {
  it('takes back a break in a few pairs that noise explains, and one that it does not stays', () => {
    expect(call(['a'], { noise: floor(20, 1) })).toEqual(['flaky, within noise'])
    expect(call(['aa', 'a'], { noise: floor(20, 1) })).toEqual(['regressed, unconfirmed', 'flaky, within noise'])
    expect(call(['a'], { noise: floor(200, 0) })).toEqual(['regressed, unconfirmed'])
  })
  it('knows the conversations that differ from themselves', () => {
    expect(call(['aa', 'aa'], { noise: floor(200, 2, ['c1']) })).toEqual([
      'regressed, unconfirmed',
      'flaky, within noise',
    ])
  })
  it('takes back a statistical difference that is small beside it, and never a hard break', () => {
    const small = 'aaaaaa'.padEnd(60, 'p')
    expect(call([small])).toEqual(['regressed, statistical'])
    expect(call([small], { noise: floor(100, 20) })).toEqual(['flaky, within noise'])
    expect(call(['aaaaaa'], { noise: floor(100, 90) })).toEqual(['regressed, hard break'])
  })
  it('never takes back a hard break, also where its chance is the level and only the digits differ', () => {
    const [alpha, noise] = [1.90734863281e-6, floor(20, 1, ['c0'])] // 2 · 4^-10, cut after twelve digits
    expect(chanceByNoise(10, 10, 0.5)).toBeGreaterThan(alpha)
    expect(call(['aaaaaaaaaa'], { alpha, noise })).toEqual(['regressed, hard break'])
  })
  it('says nothing where nothing was measured', () => {
    expect(call(['aa'], { noise: floor(0, 0) })).toEqual(['regressed, unconfirmed'])
  })
})

describe('the error of judges', () => {
  const judged = (facts: Partial<JudgeEvidence>): JudgeEvidence => ({
    ...{ onlyA: 0, onlyB: 0, decided: 1, seen: 1, error: 0.9, ...facts },
  })
  const callJudged = (conversations: [letters: string, judges: JudgeEvidence | null][], alpha = 0.05): string[] =>
    callVerdicts(
      conversations.map(([letters, judges], index) => ({ id: `c${index}`, pairs: pairsOf(letters), judges })),
      { alpha },
    ).map(({ verdict, certainty, byJudges }) =>
      [verdict, certainty, byJudges ? 'judges' : null].filter(Boolean).join(', '),
    )

  it('explains what judges alone decided, a gain as a break', () => {
    expect(callJudged([['aaaa', judged({ onlyA: 4 })]])).toEqual(['regressed, unconfirmed, judges'])
    expect(callJudged([['bbbb', judged({ onlyB: 4 })]])).toEqual(['improved, unconfirmed, judges'])
  })
  it('explains nothing that is not called', () => {
    expect(
      callJudged([
        ['aaap', judged({ onlyA: 3 })],
        ['', judged({ onlyA: 3 })],
      ]),
    ).toEqual(['flaky', 'not comparable'])
  })
  it('counts once for each conversation with judges, and explains only what is more frequent than the level', () => {
    const once = judged({ onlyA: 4, error: 0.04 })
    expect(
      callJudged([
        ['aaaa', once],
        ['pppp', null],
      ]),
    ).toEqual(['regressed, hard break', 'same'])
    expect(
      callJudged([
        ['aaaa', once],
        ['pppp', once],
      ]),
    ).toEqual(['regressed, unconfirmed, judges', 'same'])
    const alpha = chanceByJudge(once)
    expect(callJudged([['aaaa', once]], alpha)).toEqual(['regressed, hard break'])
    expect(callJudged([['aaaa', once]], alpha * (1 - 1e-9))).toEqual(['regressed, unconfirmed, judges'])
  })
  it('leaves what is sure without the pairs that judges decided, by the same level and correction', () => {
    const rest = pairedTest({ pairs: 4, onlyA: 3, onlyB: 0 })
    expect(callJudged([['aaaa', judged({ onlyA: 1 })]], rest)).toEqual(['regressed, hard break'])
    expect(callJudged([['aaaa', judged({ onlyA: 1 })]], rest * (1 - 1e-9))).toEqual(['regressed, unconfirmed, judges'])
    const two = callJudged(
      [
        ['aaaa', judged({ onlyA: 1 })],
        ['pppp', null],
      ],
      rest,
    )
    expect(two).toEqual(['regressed, unconfirmed, judges', 'same'])
  })
  it('takes from the side that is ahead alone', () => {
    const both = judged({ onlyA: 2, onlyB: 2 })
    const alpha = pairedTest({ pairs: 12, onlyA: 9, onlyB: 2 })
    expect(pairedTest({ pairs: 12, onlyA: 7, onlyB: 2 })).toBeGreaterThan(alpha)
    expect(pairedTest({ pairs: 12, onlyA: 7, onlyB: 0 })).toBeLessThan(alpha)
    expect(callJudged([['aaaaaaaaabbp', both]], alpha)).toEqual(['regressed, unconfirmed, judges'])
    expect(callJudged([['bbbbbbbbbaap', both]], alpha)).toEqual(['improved, unconfirmed, judges'])
  })
  it('explains a difference that the rest turns round', () => {
    const alpha = pairedTest({ pairs: 30, onlyA: 14, onlyB: 6 })
    expect(pairedTest({ pairs: 30, onlyA: 0, onlyB: 6 })).toBeLessThan(alpha)
    const letters = `${'a'.repeat(14)}${'b'.repeat(6)}`.padEnd(30, 'p')
    expect(callJudged([[letters, judged({ onlyA: 14 })]], alpha)).toEqual(['regressed, unconfirmed, judges'])
  })
})

describe('5,000 conversations of 20 pairs', () => {
  it('take no longer to call than they are many', async () => {
    const kinds = ['pppppppppppppppppppp', 'paapppppfbpppappbppp', 'aaaaaaaaaaaaaaaaaaaa', 'abaabbabababaabbabab']
    const growth = await measureGrowth(480, (length) => {
      const conversations = Array.from({ length }, (_, index) => ({
        pairs: pairsOf(kinds[index % kinds.length] ?? ''),
      }))
      const called = callVerdicts(conversations, { alpha: 0.05, noise: floor(100, 3) })
      expect(called.filter(({ certainty }) => certainty === 'hard break')).toHaveLength(length / 4)
    })
    expect(growth).toBeLessThan(mostGrowth)
  })
})
