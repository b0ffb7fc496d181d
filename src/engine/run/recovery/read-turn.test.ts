import { describe, expect, it } from 'vitest'
import type { Phase, TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import { called, gave, said } from '../../transcript/entries.fixture.ts'
import { readTurn, type StoredTurn } from './read-turn.ts'

const first = [said('user', 'hi', 1), said('assistant', 'hello', 2)]
const second = [said('user', 'yes', 3), said('assistant', 'fine', 4)]
const yes = said('user', 'yes', 5)
const reply = said('assistant', 'done', 8)
const call = [called('find', 'c1', {}, 'during', 6), gave('find', 'c1')]
const pre = [called('load', 'q1', {}, 'pre', 4), gave('load', 'q1', 'ok', { phase: 'pre' })]
const post = [called('log', 'p1', {}, 'post', 9), gave('log', 'p1', 'ok', { phase: 'post' })]

function read(stored: TranscriptEntry[], past: { message?: string; earlier: TranscriptEntry[][] }): StoredTurn {
  const { message, earlier } = past
  const request = { doReturnResponse: true, agentName: 'desk', ...(message === undefined ? {} : { message }) } as const
  return readTurn(stored, { request, earlier })
}

type Row = [name: string, later: TranscriptEntry[], kind: string, entries?: TranscriptEntry[]]

describe('what a stored session says of a turn', () => {
  it.each<Row>([
    ['nothing new: not taken', [], 'not taken'],
    ['functions that ran after an earlier turn are nothing new', post, 'not taken'],
    ['the message alone: taken, not answered', [yes], 'unanswered'],
    ['a call is no answer', [yes, ...call], 'unanswered'],
    ['the agent has spoken', [yes, reply], 'answered', [yes, reply]],
    ['the slice has its calls', [yes, ...call, reply], 'answered', [yes, ...call, reply]],
    ['functions of the phase post may be part of it', [yes, reply, ...post], 'answered', [yes, reply, ...post]],
    ['so may those of the phase pre before the message', [...pre, yes, reply], 'answered', [...pre, yes, reply]],
    ['so may what ran after the turn before', [...post, ...pre, yes, reply], 'answered', [...post, ...pre, yes, reply]],
    [
      'what ran before something else is none of it',
      [...post, ...first.slice(1), yes, reply],
      'answered',
      [yes, reply],
    ],
    ['what an agent said before the message is not', [...pre, reply, yes, reply], 'answered', [yes, reply]],
    ['what came late of an earlier turn is not part of it', [...post, reply, yes], 'unanswered'],
    ['the message stands there twice', [yes, reply, yes, reply], 'twice'],
    ['twice in a row', [yes, yes, reply], 'twice'],
    ['somebody else speaks', [said('user', 'no', 5), reply], 'other words'],
    ['somebody else speaks as well', [yes, reply, said('user', 'no', 9)], 'other words'],
    ['blanks around a message do not matter', [said('user', ' yes\n', 5), reply], 'answered'],
  ])('%s', (_, later, kind, entries) => {
    const reading = read([...first, ...second, ...later], { message: 'yes', earlier: [first, second] })
    expect(reading.kind).toBe(kind)
    if (entries !== undefined) expect(reading).toMatchObject({ entries, whole: true })
  })
  it('is sure of calls of the phases pre and post only where answers have shown such before', () => {
    const stored = [...pre, yes, ...call, reply, ...post]
    const request = { doReturnResponse: true, agentName: 'desk', message: 'yes' } as const
    const surely = (...phases: Phase[]): unknown => {
      const reading = readTurn(stored, { request, earlier: [], phasesShown: () => new Set(phases) })
      return reading.kind === 'answered' ? reading.sure : reading
    }
    expect(surely()).toEqual([yes, ...call, reply])
    expect(surely('during')).toEqual([yes, ...call, reply])
    expect(surely('post')).toEqual([yes, ...call, reply, ...post])
    expect(surely('pre', 'post')).toEqual(stored)
  })
  it('is never sure of what ran after the turn before, whatever answers have shown', () => {
    const request = { doReturnResponse: true, agentName: 'desk' } as const
    const phasesShown = (): ReadonlySet<Phase> => new Set<Phase>(['pre', 'post'])
    for (const more of [{ message: 'yes' }, {}]) {
      const own = 'message' in more ? [...pre, yes, reply] : [...call, reply]
      const reading = readTurn([...first, ...post, ...own], {
        request: { ...request, ...more },
        earlier: [first],
        phasesShown,
      })
      expect(reading).toMatchObject({ kind: 'answered', entries: [...post, ...own], sure: own, whole: true })
      const open = readTurn([...first, ...post.slice(0, 1), ...own], {
        request: { ...request, ...more },
        earlier: [first],
        phasesShown,
      })
      expect(open).toMatchObject({ kind: 'answered', sure: own, whole: true })
      const alone = readTurn([...post, ...own], { request: { ...request, ...more }, earlier: [], phasesShown })
      expect(alone).toMatchObject({ kind: 'answered', entries: own, sure: own })
    }
  })
  it('keeps an output with its call, whatever phase it bears itself', () => {
    const reading = read([yes, reply, called('log', 'p1', {}, 'post', 9), gave('log', 'p1', 'ok', { phase: null })], {
      message: 'yes',
      earlier: [],
    })
    expect(reading).toMatchObject({ sure: [yes, reply] })
  })
  it('waits for the output of a call, though the agent has spoken before it', () => {
    const later = [yes, reply, called('find', 'c1')]
    expect(read(later, { message: 'yes', earlier: [] })).toMatchObject({ kind: 'answered', whole: false })
  })
  it('trusts no session that lacks what an earlier turn showed', () => {
    expect(read([...first, yes, reply], { message: 'yes', earlier: [first, second] })).toEqual({ kind: 'behind' })
    expect(read([], { message: 'yes', earlier: [first] })).toEqual({ kind: 'behind' })
  })
  it('leaves out what stood in a session before its first turn, as after a message that was sent', () => {
    const before = said('assistant', 'your order is here', 0)
    expect(read([before], { message: 'yes', earlier: [] })).toEqual({ kind: 'not taken' })
    expect(read([before, yes, reply], { message: 'yes', earlier: [] })).toMatchObject({ entries: [yes, reply] })
  })
  it('takes slices that show the whole history for what they are (CHA-03)', () => {
    const whole = [...first, ...second]
    expect(read([...whole, yes, reply], { message: 'yes', earlier: [first, whole] })).toMatchObject({
      kind: 'answered',
      entries: [yes, reply],
    })
  })
  it('finds an opening of the agent without a message, and no words of a user in it', () => {
    expect(read([...first, reply], { earlier: [first] })).toMatchObject({ entries: [reply] })
    expect(read(first, { earlier: [first] })).toEqual({ kind: 'not taken' })
    expect(read([...first, yes], { earlier: [first] })).toEqual({ kind: 'other words' })
  })
})
