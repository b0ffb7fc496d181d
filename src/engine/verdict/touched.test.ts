import { describe, expect, it } from 'vitest'
import type { ConversationResult } from './conversation-result.ts'
import { hashName, joinTouched, touchedIn } from './touched.ts'

const timestamp = '2026-11-20T09:00:00Z'
const says = (agentName: string | null) => ({ type: 'message', role: 'assistant', content: [], agentName, timestamp })
const calls = (name: string) => ({ type: 'function_call', name, call_id: name, arguments: {}, phase: null, timestamp })
const turn = (entries: unknown[], over: object = {}) => ({ turnMs: 5, failure: null, entries, ...over })
const touched = (turns: unknown[], afterTurns: unknown[] = []) =>
  touchedIn({ turns, afterTurns } as unknown as ConversationResult)

describe('what a run touched', () => {
  it('has the tools of all phases and all speakers, each once', () => {
    const first = turn([calls('look_up'), says('desk'), calls('look_up'), says(null)])
    expect(touched([first, turn([says('human')])], [calls('log')])).toEqual({
      tools: ['log', 'look_up'].map(hashName).sort(),
      agents: ['desk', 'human'].map(hashName).sort(),
      whole: true,
    })
  })
  it.each([
    ['no turn', []],
    ['a turn that was not reached', [turn([says('desk')]), turn([], { turnMs: null })]],
    ['a turn that failed', [turn([says('desk')], { failure: { kind: 'refused' } })]],
    ['calls that cannot be seen', [turn([says('desk')], { unseen: 'a2a' })]],
    ['a transcript that is gone', [turn([])]],
  ])('is not whole with %s', (_, turns) => expect(touched(turns).whole).toBe(false))
  it('is whole where a step leaves nothing', () => {
    expect(touched([turn([says('desk')]), turn([], { step: 'wait' })]).whole).toBe(true)
  })
  it('is joined', () => {
    const one = { tools: ['b'], agents: ['x'], whole: false }
    const other = { tools: ['a', 'b'], agents: ['x'], whole: true }
    expect(joinTouched([one, other])).toEqual({ tools: ['a', 'b'], agents: ['x'], whole: true })
  })
  it('keeps no name as it is, and takes the forms of Unicode for one', () => {
    expect(hashName('caf\u00e9')).toBe(hashName('cafe\u0301'))
    expect(hashName('look_up +4915123456789')).toMatch(/^[\da-f]+$/)
  })
})
