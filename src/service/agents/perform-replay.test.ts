import { describe, expect, it } from 'vitest'
import { delayOf } from '../routes/reply-inline.ts'
import type { Recording } from '../workspace/recordings-file.ts'
import { performReplay, type ReplayScene, replayAfter, replayEnd } from './perform-replay.ts'

const say = (text: string) => ({ kind: 'message' as const, text })
const recording = (id: string, user: string): Recording => ({
  id,
  turns: [
    { user, lines: [say(`${id} 1`)] },
    { user: 'more', lines: [say(`${id} 2`)] },
  ],
})
const behaviour = { kind: 'replay' as const, recordings: [recording('a', 'hi'), recording('b', 'hello')] }

const perform = (scene: Partial<ReplayScene>) =>
  performReplay(behaviour, {
    agentName: 'x',
    message: null,
    variables: {},
    turn: 0,
    state: {},
    opening: 'Hello!',
    ...scene,
  })
const textOf = (replayed: ReturnType<typeof perform>) =>
  replayed.ok && replayed.performance.lines[0]?.kind === 'message' ? replayed.performance.lines[0].items[0] : replayed

describe('performReplay', () => {
  it('follows the recording that begins with the message, and stays with it', () => {
    const state = {}
    expect(textOf(perform({ message: 'hello', state }))).toEqual({ type: 'text', text: 'b 1' })
    expect(textOf(perform({ message: 'anything', turn: 1, state }))).toEqual({ type: 'text', text: 'b 2' })
  })
  it('follows the one that the metadata names', () => {
    expect(textOf(perform({ message: 'whatever', variables: { recording: 'a' } }))).toEqual({
      type: 'text',
      text: 'a 1',
    })
  })
  it('refuses what it cannot repeat', () => {
    expect(perform({ message: 'unknown' })).toMatchObject({ ok: false })
    expect(perform({ message: 'hi', turn: 2, state: { recording: 'a' } })).toMatchObject({
      ok: false,
      reason: 'the recording a has 2 turns and is over',
    })
  })
})

describe('what a recording holds beside texts', () => {
  const message = { ...say('See:'), items: [{ button: 'Yes', payload: 'y' }, { image: 'map.png' }], agentName: 'human' }
  const silent = { ...say(''), items: [{ button: 'No', payload: 'n' }], role: 'backgroundAgent' as const }
  const end = { calls: [{ kind: 'call' as const, name: 'log', arguments: {} }], analysis: { mood: 'good' } }
  const whole = {
    kind: 'replay' as const,
    recordings: [{ id: 'a', turns: [{ user: 'hi', lines: [message, silent] }], end }],
  }
  it('is shown: buttons and media, another speaker, the end', () => {
    const scene = { agentName: 'x', message: 'hi', variables: {}, turn: 0, state: {}, opening: '' }
    const replayed = performReplay(whole, scene)
    expect(replayed).toMatchObject({
      performance: {
        ended: true,
        lines: [
          { agentName: 'human', items: [{ text: 'See:' }, { payload: 'y' }, { type: 'image', mimeType: 'image/png' }] },
          { agentName: 'x', role: 'backgroundAgent', items: [{ type: 'button', payload: 'n' }] },
        ],
      },
    })
  })
  it('comes at the end only when all turns were played', () => {
    const ends = (turns: number, state: object) => replayEnd(whole, { recording: 'a', ...state }, turns)
    expect([ends(0, {}), ends(1, { opened: true }), ends(1, {})]).toEqual([null, null, end])
    expect(replayAfter(end)).toMatchObject([{ name: 'log', phase: 'post' }])
  })
})

describe('the delay of a replayed turn', () => {
  const slow = (id: string, user: string, delays: number[]): Recording => ({
    id,
    turns: delays.map((delayMs, index) => ({ user: index === 0 ? user : 'more', lines: [say(id)], delayMs })),
  })
  const version = {
    behaviour: { kind: 'replay', recordings: [slow('a', 'hi', [900, 1]), slow('b', 'hello', [20, 30])] },
  }
  const delay = (session: object, chat: object) =>
    delayOf(version as never, { state: {}, turns: 0, variables: {}, ...session } as never, chat as never)
  it('is that of the recording which is about to be followed, in the first turn too', () => {
    expect([delay({}, { message: 'hello' }), delay({}, { message: 'hi' })]).toEqual([20, 900])
    expect(delay({}, { message: 'anything', metadata: { recording: 'b' } })).toBe(20)
    expect(delay({ state: { recording: 'b' }, turns: 1 }, { message: 'more' })).toBe(30)
  })
  it('is none where the agent opens, and none where no recording is followed', () => {
    expect([delay({}, { metadata: { recording: 'b' } }), delay({}, { message: 'unheard' })]).toEqual([0, 0])
    expect(delay({ state: { recording: 'b', opened: true }, turns: 1 }, { message: 'hello' })).toBe(20)
  })
})
