import { describe, expect, it } from 'vitest'
import { brittleShare, emptyTally, judgeVariation, sumTallies } from './judge-variation.ts'
import type { ConversationVariation, VaryTally } from './vary-result.ts'

const tally = (fields: Partial<VaryTally>): VaryTally => ({ ...emptyTally(), ...fields })
const sound = { unjudged: null }
const unjudgedAs = (
  kind: NonNullable<ConversationVariation['unjudged']>['kind'],
): Pick<ConversationVariation, 'unjudged'> => ({
  unjudged: { kind, reason: 'why' },
})

describe('the gate of vary', () => {
  it.each([
    ['nothing brittle among all', 0, tally({ judged: 40 }), [sound], 'open'],
    ['one that is confirmed', 0, tally({ judged: 40, brittle: 1 }), [sound], 'shut'],
    ['one within the share, by the interval', 0.05, tally({ judged: 400, brittle: 4 }), [sound], 'open'],
    ['certainly more than the share', 0.05, tally({ judged: 40, brittle: 20 }), [sound], 'shut'],
    ['too few to say', 0.05, tally({ judged: 40 }), [sound], 'not enough'],
    ['just enough to say', 0.05, tally({ judged: 72 }), [sound], 'open'],
    ['maybe more than the share', 0.05, tally({ judged: 40, brittle: 3 }), [sound], 'not enough'],
    ['nothing judged', 0, tally({}), [], 'not enough'],
    ['variants that may not be sent alone', 0, tally({ dropped: 1 }), [sound, unjudgedAs('nothing to vary')], 'open'],
    ['some that may not be sent, others not run', 0, tally({ dropped: 1, unrun: 1 }), [sound], 'not enough'],
    ['all dropped by meaning', 0, tally({ dropped: 1 }), [unjudgedAs('nothing to vary')], 'not enough'],
    ['all errored', 0, tally({ errored: 9 }), [unjudgedAs('errored')], 'not enough'],
    [
      'an original that fails by itself',
      0,
      tally({ judged: 40 }),
      [sound, unjudgedAs('fails by itself')],
      'not enough',
    ],
    ['a conversation that did not run', 0, tally({ judged: 40 }), [sound, unjudgedAs('not run')], 'not enough'],
    [
      'one with nothing to vary beside others',
      0,
      tally({ judged: 40 }),
      [sound, unjudgedAs('nothing to vary')],
      'open',
    ],
    ['variants that were not run', 0, tally({ judged: 40, unrun: 1 }), [sound], 'not enough'],
    ['variants that were not judged', 0, tally({ judged: 40, errored: 1 }), [sound], 'not enough'],
    ['variants that were not confirmed', 0, tally({ judged: 40, unconfirmed: 1 }), [sound], 'not enough'],
    ['some confirmed and others not', 0, tally({ judged: 40, brittle: 1, unconfirmed: 1 }), [sound], 'shut'],
  ] as const)('%s', (_, brittle, total, conversations, verdict) => {
    expect(judgeVariation(brittle, total, conversations).verdict).toBe(verdict)
  })

  it('tells why nothing was judged', () => {
    expect(judgeVariation(0, tally({}), [unjudgedAs('errored'), unjudgedAs('fails by itself')]).reason).toBe(
      'no variant was judged: errored, fails by itself',
    )
    expect(judgeVariation(0.05, tally({ judged: 40 }), [sound]).reason).toMatch(
      /up to 8\.8 % .* about 7\d variants would settle it/,
    )
  })

  it('counts', () => {
    expect(sumTallies([tally({ judged: 1, brittle: 1 }), tally({ judged: 2, dropped: 3 })])).toEqual(
      tally({ judged: 3, brittle: 1, dropped: 3 }),
    )
    expect([brittleShare(tally({})), brittleShare(tally({ judged: 4, brittle: 4 }))?.share]).toEqual([null, 1])
  })
})
