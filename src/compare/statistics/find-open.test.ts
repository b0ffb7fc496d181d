import { describe, expect, it } from 'vitest'
import { findOpen, type OpenSettings } from './find-open.ts'
import { pairedTest } from './paired-test.ts'
import { pairsOf } from './pairs.fixture.ts'

const open = (conversations: string[], settings: Partial<OpenSettings> = {}): boolean[] =>
  findOpen(
    conversations.map((letters) => ({ pairs: pairsOf(letters) })),
    { alpha: 0.05, atMost: 20, looks: 1, ...settings },
  )

describe('findOpen', () => {
  it('leaves a break open until it is confirmed', () => {
    expect([open(['aa']), open(['aaa']), open(['aaa'], { looks: 3 })]).toEqual([[true], [false], [true]])
    expect(open(['aa', 'aaaa', 'ppp'])).toEqual([true, false, false])
  })
  it('closes a conversation whose sides agreed in as many pairs as confirm a break of one alone', () => {
    expect([open(['pp']), open(['ppp']), open(['pfp'])]).toEqual([[true], [false], [false]])
    expect(open(['ppp', ...Array.from({ length: 99 }, () => 'pp')], { looks: 6 })[0]).toBe(false)
  })
  it('closes what is called, and what nothing that may come can call', () => {
    expect(open(['aaaaappp'])).toEqual([false])
    expect(open(['aaaapppp'])).toEqual([true])
    expect(open(['aaaabbbb'], { atMost: 10 })).toEqual([false])
    expect(open(['aaaabbbb'], { atMost: 20 })).toEqual([true])
  })
  it('counts on the others only as far as they may still be called', () => {
    // At best 5 of 9 differ: sure for one conversation, but not for one of ten that are settled as the same.
    const same = Array.from({ length: 9 }, () => 'pppppp')
    expect(open(['ppppaa'], { atMost: 9 })[0]).toBe(true)
    expect(open(['ppppaa', ...same], { atMost: 9 })[0]).toBe(false)
    expect(open(['ppppaa', ...same.map(() => 'aaaaaa')], { atMost: 9 })[0]).toBe(true)
  })
  it('takes those that agreed for what they are, not for what they could have become', () => {
    // The first could still come to differ in 7 of 10 pairs and is closed; with it, the second is one of two.
    expect([open(['aaabpp'], { atMost: 10 }), open(['ppp', 'aaabpp'], { atMost: 10 })]).toEqual([
      [true],
      [false, false],
    ])
  })
  it('goes on where the best case is called at the level itself', () => {
    const alpha = pairedTest({ pairs: 9, onlyA: 5, onlyB: 0 })
    expect(open(['ppppaa'], { atMost: 9, alpha })).toEqual([true])
    expect(open(['ppppaa'], { atMost: 9, alpha: alpha * (1 - 1e-9) })).toEqual([false])
  })
  it('leaves a break open that can only be dissolved, and no longer be confirmed', () => {
    expect(open(['aa'], { atMost: 3, looks: 3 })).toEqual([true])
  })
  it('closes all at the most pairs, and opens all without pairs', () => {
    expect(open(['aa', 'pp', 'ab'], { atMost: 2 })).toEqual([false, false, false])
    expect(open(['', ''])).toEqual([true, true])
  })
})
