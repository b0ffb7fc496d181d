import { describe, expect, it } from 'vitest'
import { bisectExitCode } from './exit-code.ts'
import { findContradictions } from './perform-bisection.ts'
import type { BisectOutcome, ConversationBisection, VersionTally } from './result.ts'
import { breakSentence } from './write-sentence.ts'

const tally = (version: string, passed: number, failed: number): VersionTally => ({
  ...{ version, passed, failed },
  ...{ reason: null, sessionId: null },
})
const versions = [tally('1', 5, 0), tally('2', 5, 0), tally('3', 0, 5), tally('draft', 0, 5)]
const tallies = new Map(versions.map((each) => [each.version, each]))
const outcomeOf = (before: string, first: string, confidence = 0.99): BisectOutcome => ({
  kind: 'found',
  before,
  first,
  confidence,
})
const sentence = (outcome: BisectOutcome): string =>
  breakSentence('tracks an order', outcome, tallies, new Map([['9', 'the service refused the turn: 404']]))

describe('the sentence', () => {
  it.each<[BisectOutcome, string]>([
    [
      outcomeOf('2', '3'),
      'version 3 is the first where "tracks an order" fails (version 2: 5 of 5, version 3: 0 of 5)',
    ],
    [
      outcomeOf('3', 'draft', 0.71),
      'the draft is likely (71 %) the first where "tracks an order" fails (version 3: 0 of 5, the draft: 0 of 5)',
    ],
    [
      { kind: 'not comparable', why: 'good fails', version: '3' },
      '"tracks an order" cannot be bisected: the good end does not pass (version 3: 0 of 5); give an earlier version that does',
    ],
    [
      { kind: 'not comparable', why: 'no such version', version: '9' },
      '"tracks an order" cannot be bisected: there is no version 9: the service refused the turn: 404',
    ],
    [{ kind: 'errored', reason: '503' }, '"tracks an order" could not be judged: 503'],
  ])('of %j', (outcome, text) => {
    expect(sentence(outcome)).toBe(text)
  })
})

describe('contradictions', () => {
  it('are versions that pass after the break or fail before it', () => {
    expect(findContradictions(outcomeOf('2', '3'), versions)).toEqual([])
    const again = [
      tally('1', 5, 0),
      tally('2', 1, 3),
      tally('3', 4, 0),
      tally('4', 0, 5),
      tally('5', 3, 0),
      tally('6', 0, 5),
    ]
    expect(findContradictions(outcomeOf('3', '4'), again)).toEqual([
      'version 2 (1 of 4) fails before version 4: it may have broken earlier too',
      'version 5 (3 of 3) passes after version 4: it broke more than once, or another way',
    ])
  })
  it('are none where nothing was found', () => {
    expect(findContradictions({ kind: 'errored', reason: 'x' }, versions)).toEqual([])
  })
})

describe('the exit code', () => {
  const code = (...kinds: string[]) =>
    bisectExitCode({ conversations: kinds.map((kind) => ({ outcome: { kind } }) as ConversationBisection) }, null)
  it('tells what became of it', () => {
    expect([
      code('found'),
      code('found', 'not comparable'),
      code('not comparable'),
      code('found', 'errored'),
      code('errored', 'broken'),
      bisectExitCode({ conversations: [] }, 143),
    ]).toEqual([0, 0, 4, 3, 2, 143])
  })
})
