import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import type { ConversationResult, TurnResult } from '../../engine/verdict/conversation-result.ts'
import { plansOf } from '../../engine/verdict/fake-client.fixture.ts'
import { verdicts } from '../../engine/verdict/verdict.ts'
import { explain, limitOf } from './hold-conversation.ts'

const at = (line: number) => ({ line, column: 5, length: 1 })

function turn(index: number, more: Partial<TurnResult>): TurnResult {
  return {
    index,
    at: at(10 + index),
    user: 'hi',
    verdict: 'passed',
    turnMs: 1,
    outcomes: [],
    entries: [],
    failure: null,
    ...more,
  }
}

function result(more: Partial<ConversationResult>): ConversationResult {
  return {
    id: 'x',
    file: 's.yaml',
    at: at(3),
    suite: 's',
    name: 'n',
    agent: 'a',
    version: 'default',
    tags: [],
    verdict: 'failed',
    reason: null,
    startedAt: '',
    ms: 1,
    sessionId: null,
    turns: [],
    afterTurns: [],
    outcomes: [],
    failure: null,
    problems: [],
    ...more,
  }
}

const missed = (line: number, verdict: Outcome['verdict'] = 'failed'): Outcome => ({
  kind: 'reply',
  verdict,
  at: at(line),
  subject: 'reply',
  mismatches: [{ at: at(line), path: 'reply', expected: '"yes"', actual: 'no' }],
})

const frames = (errors: Error[]) => errors.map(({ name, stack = '' }) => `${name} ${/at (.*)$/.exec(stack)?.[1]}`)

it('allows for a history as for turns, which it may take to ask for it', () => {
  const limits = ['[]', '[{ user: a }, { agent: b }, { user: c }, { agent: d }]'].map((entries) => {
    const history = entries === '[]' ? '' : `, history: ${entries}`
    const turns = 'turns: [{ user: hi, expect: { reply: { present: true } } }]'
    return plansOf(`suite: S\nagent: desk\nconversations: [{ name: n, ${turns}${history} }]\n`).map(limitOf)
  })
  expect(limits).toEqual([[66_000], [72_000]])
})

describe('explain', () => {
  it('says that a conversation is errored, where its turns only say what did not come', () => {
    const turns = [turn(0, { verdict: 'not reached', outcomes: [missed(20)] })]
    const errors = explain(result({ verdict: 'errored', reason: 'it could not begin', turns }), 's.yaml')
    expect(errors.map(({ name, message }) => [name, message.split('\n')[0]])).toEqual([
      ['Diverged', 'the reply is not as expected'],
      ['Errored', 'it could not begin'],
    ])
  })
  it('gives an error for each finding on its own line', () => {
    const turns = [
      turn(0, { verdict: 'failed', outcomes: [missed(20), missed(21, 'passed'), missed(22, 'not judged')] }),
      turn(1, { verdict: 'errored', failure: { kind: 'timed out', limitMs: 300 } }),
      turn(2, { verdict: 'not reached', outcomes: [missed(23)] }),
    ]
    expect(frames(explain(result({ turns, outcomes: [missed(30)] }), '/s.yaml'))).toEqual([
      'Failed turn 1 (/s.yaml:20:5)',
      'Errored turn 1 (/s.yaml:22:5)',
      'Errored turn 2 (/s.yaml:11:5)',
      'Diverged turn 3 (/s.yaml:23:5)',
      'Failed session (/s.yaml:30:5)',
    ])
  })

  it('tells a broken script and a session that could not be compared from failures', () => {
    const problem = {
      code: 'unknown-agent',
      file: 's.yaml',
      at: at(2),
      message: 'no agent a',
      hint: 'there is b',
    } as const
    const errors = explain(
      result({ verdict: 'broken', problems: [problem], failure: { kind: 'timed out', limitMs: 1 } }),
      '/s.yaml',
    )
    expect(frames(errors)).toEqual(['Broken suite (/s.yaml:2:5)', 'Errored session (/s.yaml:3:5)'])
    expect(errors[0]?.message).toBe('no agent a\n  there is b')
  })

  it('always says something when a conversation did not pass, and nothing when it did', () => {
    const silent = verdicts.filter((verdict) => explain(result({ verdict }), '/s.yaml').length === 0)
    expect(silent).toEqual(['passed', 'expected fail', 'skipped', 'unsafe'])
    const [error] = explain(result({ verdict: 'not reached', reason: 'interrupted at turn 1' }), '/s.yaml')
    expect(`${error}`).toBe('Not reached: interrupted at turn 1')
  })

  it('adds a diff where long texts differ, and none where a glance is enough', () => {
    const long = `${'a long reply '.repeat(8)}\nof two lines`
    const outcome: Outcome = {
      ...missed(20),
      kind: 'reply',
      subject: 'reply',
      mismatches: [{ at: at(20), path: 'reply', expected: JSON.stringify(long), actual: 'no' }],
    }
    const [differs, glance] = explain(
      result({ turns: [turn(0, { verdict: 'failed', outcomes: [outcome, missed(21)] })] }),
      '/s.yaml',
    )
    expect(differs).toMatchObject({ expected: long, actual: 'no' })
    expect(glance).not.toHaveProperty('expected')
  })
})
