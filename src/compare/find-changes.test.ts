import { describe, expect, it } from 'vitest'
import { called, gave, said } from '../engine/transcript/entries.fixture.ts'
import type { ConversationResult } from '../engine/verdict/conversation-result.ts'
import { judged } from '../report/judged.fixture.ts'
import type { TranscriptEntry } from '../wire/api/transcript-entry.ts'
import { endedTalk, resultOf, turnOf } from './align/result.fixture.ts'
import { findChanges } from './find-changes.ts'

const user = said('user', 'cancel order 1042')
const call = (name: string, args = {}, output = 'ok'): TranscriptEntry[] => [
  called(name, 'c', args),
  gave(name, 'c', output),
]
const run = (...entries: TranscriptEntry[]): ConversationResult => resultOf([turnOf(0, [user, ...entries])])
const says = (text: string): ConversationResult => run(said('assistant', text))
const lines = (a: ConversationResult[], b: ConversationResult[]): string[] =>
  findChanges(a, b).map(({ level, text }) => `${level}: ${text}`)

describe('findChanges with one run each', () => {
  it('tells every difference', () => {
    const a = run(...call('lookup', { id: '1042' }), said('assistant', 'It is packing.'))
    const b = run(
      ...call('lookup', { id: '2077' }),
      ...call('cancel'),
      said('assistant', 'It is off.', 0, 'human-desk'),
    )
    expect(lines([a], [b])).toEqual([
      'calls: turn 1: cancel is now called',
      'arguments: turn 1: lookup: id is "2077" instead of "1042"',
      'handoff: turn 1: human-desk speaks instead of desk',
      'reply: turn 1: the reply says “off” instead of “packing”',
    ])
    expect(lines([a], [a])).toEqual([])
    expect(lines([], [a])).toEqual([])
  })
  it('tells another order, other outputs, items and turns', () => {
    expect(lines([run(...call('x'), ...call('y'))], [run(...call('y'), ...call('x'))])).toEqual([
      'order: turn 1: calls y, x instead of x, y',
    ])
    expect(lines([run(...call('x', {}, '{"total":1}'))], [run(...call('x', {}, '{"total":2}'))])).toEqual([
      'outputs: turn 1: x gives: total is 2 instead of 1',
    ])
    const button = said('assistant', [
      { type: 'text', text: 'ok' },
      { type: 'button', text: 'Track', payload: 't' },
    ])
    expect(lines([run(button)], [says('ok')])).toEqual(['items: turn 1: no longer shows button "Track" (payload t)'])
    const two = resultOf([turnOf(0, [user]), turnOf(1, [user])])
    const stopped = resultOf([turnOf(0, [user]), turnOf(1, [], { verdict: 'not reached' })])
    expect(lines([two], [stopped])).toEqual([])
    const done = (...turns: ReturnType<typeof turnOf>[]) => resultOf(turns, { simulated: endedTalk })
    const [one, other] = [done(turnOf(0, [user])), done(turnOf(0, [user]), turnOf(1, [user]))]
    expect(lines([other], [one])).toEqual(['turns: turn 2 is no longer reached'])
    expect(lines([one], [other])).toEqual(['turns: turn 2 is now reached'])
    const cut = resultOf([turnOf(0, [user])], { simulated: { ...endedTalk, ended: 'cut' } })
    expect(lines([other], [cut])).toEqual([])
  })
  it('says nothing of a turn that errored', () => {
    const errored = resultOf([turnOf(0, [], { verdict: 'errored' })])
    expect(lines([says('ok')], [errored])).toEqual([])
    expect(lines([errored], [says('ok')])).toEqual([])
  })
})

describe('findChanges with repeats', () => {
  it('tells a call that every run of one side makes and none of the other, in whichever turn it comes', () => {
    const talk = (turn: number | null): ConversationResult =>
      resultOf([0, 1].map((index) => turnOf(index, [user, ...(index === turn ? call('label') : [])])))
    const never = Array.from({ length: 5 }, () => talk(null))
    const varying = [0, 1, 0, 1].map(talk)
    expect(lines(never, varying)).toEqual(['calls: label is now called, in varying turns'])
    expect(lines(varying, never)).toEqual(['calls: label is no longer called, in varying turns'])
    expect(lines(never, [0, 1, 0, 1, 1].map(talk))).toEqual(['calls: label is now called, mostly in turn 2'])
    expect(lines(never, [...varying.slice(1), talk(null)])).toEqual([])
    expect(lines(never.slice(2), varying.slice(2))).toEqual([])
    const always = [1, 1, 1, 1, 1].map(talk)
    expect(lines(never, always)).toEqual(['calls: turn 2: label is now called'])
    expect(lines(varying, varying)).toEqual([])
  })
  it('tells no call of a turn that the other side was never sent', () => {
    const talk = (last: 'passed' | 'not reached'): ConversationResult =>
      resultOf([turnOf(0, [user]), turnOf(1, last === 'passed' ? [user, ...call('label')] : [], { verdict: last })])
    const [whole, broken] = [Array(5).fill(talk('passed')), Array(5).fill(talk('not reached'))]
    expect(lines(whole, broken)).toEqual([])
    expect(lines(broken, whole)).toEqual([])
  })
  it('takes a criterion that could not be judged for none that is met or not', () => {
    const runWith = (says: 'met' | 'not met' | 'unjudged') =>
      resultOf([turnOf(0, [user], { outcomes: [judged(says === 'unjudged' ? 'not judged' : 'failed', says, [])] })])
    const metRuns = [runWith('met'), runWith('met')]
    const notMet = [runWith('not met'), runWith('not met')]
    expect(lines(metRuns, notMet)).toHaveLength(1)
    expect(lines([runWith('unjudged'), runWith('unjudged')], notMet)).toEqual([])
    expect(lines(notMet, [runWith('unjudged'), runWith('unjudged')])).toEqual([])
    expect(lines([runWith('met'), runWith('unjudged'), runWith('met')], [...notMet, runWith('not met')])).toHaveLength(
      1,
    )
  })
  const repeat = (texts: readonly string[]): ConversationResult[] => texts.map(says)
  it('leaves alone what one side does now and then by itself', () => {
    const sometimes = [run(...call('check')), run()]
    expect(lines(sometimes, [run(...call('check')), run(...call('check'))])).toEqual([])
    expect(lines(sometimes, [run(...call('check')), run(...call('check')), run(...call('other'))])).toEqual([])
  })
  it('tells what one side always does and the other never', () => {
    expect(lines([run(), run(), run()], [run(...call('check')), run(...call('check')), run(...call('check'))])).toEqual(
      ['calls: turn 1: check is now called'],
    )
  })
  it('does not mind values that each run makes up', () => {
    const note = (text: string): ConversationResult => run(...call('log', { note: text, ref: `R-${text.length}` }))
    expect(lines(['a', 'bb', 'ccc'].map(note), ['dddd', 'eeeee', 'ffffff'].map(note))).toEqual([])
  })
  it('finds another wording only where it is beyond how wording varies', () => {
    const greet = (words: string): string[] =>
      ['Hello', 'Good day', 'Hi there', 'Welcome', 'Dear guest'].map((word) => `${word}, ${words}.`)
    const shipped = 'your order is on its way'
    expect(lines(repeat(greet(shipped)), repeat(greet(shipped).map((text) => text.replace('.', ' now.'))))).toEqual([])
    const refused = repeat(greet('we are sorry but nothing can be done about that'))
    expect(lines(repeat(greet(shipped)), refused)).toHaveLength(1)
    expect(lines(repeat(greet(shipped).slice(0, 2)), refused.slice(0, 2))).toEqual([])
  })
  it('finds one word where no side varies', () => {
    expect(lines(repeat(['It is open.', 'It is open.']), repeat(['It is not open.', 'It is not open.']))).toEqual([
      'reply: turn 1: the reply adds “not”',
    ])
  })
})
