import { describe, expect, it } from 'vitest'
import { turnExpectation } from '../../suite/language/expectations/turn-expectation.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import { viewTurn } from '../transcript/turn-view.ts'
import { evaluateTurn } from './evaluate-turn.ts'
import { judgeTurn } from './judge-turn.fixture.ts'
import { readPiece } from './read-expectation.fixture.ts'

const user = said('user', 'hi')
const call = (name: string, args = {}, more: Parameters<typeof gave>[3] = {}, output = '{"ok":true}') => {
  const phase = more.phase ?? 'during'
  return [called(name, name, args, phase), gave(name, name, output, { phase, ...more })]
}

function outcomes(
  yaml: string,
  entries: TranscriptEntry[],
  more: { turnMs?: number; refusal?: { status: number; errorCode: string; message: string } } = {},
) {
  const { turnMs = 100, refusal = null } = more
  return evaluateTurn(readPiece(turnExpectation, yaml), { view: viewTurn(entries), turnMs, refusal })
}

const verdicts = (yaml: string, entries: TranscriptEntry[], more = {}) =>
  outcomes(yaml, entries, more).map(({ verdict }) => verdict)
const fails = (yaml: string, entries: TranscriptEntry[]) =>
  outcomes(yaml, entries).filter(({ verdict }) => verdict === 'failed')

describe('what breaks while it is judged', () => {
  const broken = (): never => {
    throw new Error('too deep')
  }
  const facts = {
    turnMs: 100,
    refusal: null,
    view: Object.defineProperties(
      { ...viewTurn([said('user', 'hi')]) },
      { assistant: { get: broken }, calls: { get: broken } },
    ),
  }
  it.each([
    ['reply: Hi', 'reply', facts],
    ['calls: [a]', 'calls', facts],
    ['latency: { tool: 1 s }', 'latency', facts],
    ['error: forbidden', 'error', Object.defineProperty({ ...facts }, 'refusal', { get: broken })],
    [
      'outbox: [{ to: "1" }]',
      'what the local service shows',
      Object.defineProperty({ ...facts }, 'local', { get: broken }),
    ],
    ['reply: Hi', 'what is expected', Object.defineProperty({ ...facts }, 'view', { get: broken })],
  ])('%s is not judged, and told as %s', (yaml, subject, turn) => {
    expect(evaluateTurn(readPiece(turnExpectation, yaml), turn)).toMatchObject([
      { kind: 'value', verdict: 'not judged', subject, reason: expect.stringContaining('too deep') },
    ])
  })
})

describe('replies', () => {
  const two = [user, said('assistant', 'First part.'), said('assistant', 'Second part.')]
  it('joins all messages of the turn', () => {
    expect(fails('reply: { contains: [First, Second] }', two)).toEqual([])
    expect(fails('reply: First part.', two)).toHaveLength(1)
  })
  it.each([
    '{ not: { contains: Second } }',
    '{ not: { matches: "/^Second/" } }',
    '{ none: [{ contains: First }, { contains: Second }] }',
    '{ not: { equals: Second part. } }',
  ])('a negation looks at every message: %s', (reply) => {
    expect(fails(`reply: ${reply}`, two)).not.toEqual([])
  })
  it('expects no reply, a number of messages, or each message', () => {
    expect(fails('reply: none', [user])).toEqual([])
    expect(fails('reply: none', two)).toHaveLength(1)
    expect(fails('reply: { messages: 2 }', two)).toEqual([])
    expect(fails('reply: { messages: 1 }', two)).toHaveLength(1)
    expect(fails('reply: { messages: [{ contains: First }, { contains: Second }] }', two)).toEqual([])
    expect(fails('reply: { messages: [{ contains: First }] }', two)).toHaveLength(1)
  })
  it('fails a text when there is no reply at all', () => {
    expect(fails('reply: { contains: x }', [user])).toHaveLength(1)
    expect(fails('reply: { not: { contains: x } }', [user])).toEqual([])
  })
  it('finds content items by their members', () => {
    const items = [
      user,
      said('assistant', [
        { type: 'text', text: 'Pick' },
        { type: 'button', text: 'Track', payload: 'track' },
        { type: 'file', mimeType: 'application/pdf', url: 'https://x', filename: 'invoice.pdf' },
      ]),
    ]
    expect(fails('reply: { button: Track, file: { filename: { ends with: .pdf } } }', items)).toEqual([])
    expect(fails('reply: { button: { payload: cancel } }', items)).toMatchObject([{ kind: 'item', seen: 1 }])
    expect(fails('reply: { image: { caption: x } }', items)).toMatchObject([{ kind: 'item', seen: 0 }])
    expect(fails('reply: { contains: Track }', items)).toHaveLength(1)
  })
  it('knows who spoke, and the entries beside messages', () => {
    const entries = [
      user,
      { type: 'thinking' as const, thinking: 'hm', timestamp: user.timestamp },
      said('backgroundAgent', 'psst'),
      said('assistant', 'yes', 1, 'human'),
    ]
    expect(fails('reply: { agentName: human, thinking: hm, background: psst }', entries)).toEqual([])
    expect(fails('reply: { agentName: desk, summary: x }', entries)).toHaveLength(2)
  })
})

describe('calls', () => {
  const [a, b] = [call('a', { n: 1 }), call('b', { n: 2 })]
  const reply = said('assistant', 'ok')
  it.each([
    ['[a, b]', true],
    ['[b]', true],
    ['[b, a]', false],
    ['{ any order: [b, a] }', true],
    ['{ exactly: [a, b] }', true],
    ['{ exactly: [a] }', false],
    ['{ exactly: [b, a] }', false],
    ['none', false],
    ['{ never: [c] }', true],
    ['{ never: [b] }', false],
    ['{ never: [{ b: { with: { n: 3 } } }] }', true],
    ['{ never: [{ b: { with: { n: 2 } } }] }', false],
    ['{ count: 2 }', true],
    ['{ count: { at most: 1 } }', false],
    ['[{ a: { before: b } }]', true],
    ['[{ a: { after: b } }]', false],
    ['[{ a: { before: c } }]', false],
    ['[{ a: { times: 1 } }]', true],
    ['[{ a: { times: 2 } }]', false],
    ['[{ a: { with: { n: 1 } } }]', true],
    ['[{ a: { with: { n: 2 } } }]', false],
    ['[{ a: { exactly: {} } }]', false],
    ['[{ a: { returns: { ok: true } } }]', true],
    ['[{ a: { returns: { ok: false } } }]', false],
    ['[{ a: { within: 10 ms } }]', true],
    ['[{ a: { within: 9 ms } }]', false],
    ['[{ a: { phase: pre } }]', false],
    ['[{ a: { is_error: true } }]', false],
    ['{ pre: none, during: { exactly: [a, b] }, post: none }', true],
    ['{ pre: [a] }', false],
    ['{ reference: [c], never: [d] }', true],
  ])('%s', (calls, holds) => {
    expect(fails(`calls: ${calls}`, [user, ...a, ...b, reply]).length === 0).toBe(holds)
  })
  it('expects a tool to succeed unless the script says otherwise', () => {
    const failing = [user, ...call('a', {}, { is_error: true }), reply]
    expect(fails('calls: [a]', failing)).toMatchObject([{ kind: 'call', mismatches: [{ path: 'is_error' }] }])
    expect(fails('calls: [{ a: { is_error: true } }]', failing)).toEqual([])
    expect(fails('calls: [{ a: { is_error: either } }]', failing)).toEqual([])
    expect(fails('calls: [{ a: { is_error: either } }]', [user, ...call('a'), reply])).toEqual([])
    expect(fails('calls: { never: [{ a: { is_error: either } }] }', failing)).toHaveLength(1)
    expect(fails('calls: { never: [a] }', failing)).toHaveLength(1)
  })
  it('compares empty and plain outputs as text, and misses where there is none', () => {
    expect(fails('calls: [{ a: { returns: "" } }]', [user, ...call('a', {}, {}, ''), reply])).toEqual([])
    expect(fails('calls: [{ a: { returns: "12" } }]', [user, ...call('a', {}, {}, '12'), reply])).toEqual([])
    expect(fails('calls: [{ a: { returns: x } }]', [user, called('a', '1'), reply])).toHaveLength(1)
  })
  it('shows the closest call and points at the argument', () => {
    const calls = [...call('a', { id: 'x', n: 1 }), ...call('a', { id: 'y', n: 2 })]
    expect(fails('calls:\n  - a:\n      with: { id: "y", n: 3 }', [user, ...calls, reply])).toMatchObject([
      {
        kind: 'call',
        closest: { arguments: { id: 'y', n: 2 } },
        at: { line: 3, column: 27 },
        mismatches: [{ path: 'arguments.n', actual: 2 }],
      },
    ])
  })
  it('names the calls that were made when none fits', () => {
    expect(fails('calls: [lookup]', [user, ...a, reply])).toMatchObject([{ closest: null, made: [{ name: 'a' }] }])
  })
  it('shows each call that is too many', () => {
    expect(fails('calls: { exactly: [a] }', [user, ...a, ...b, reply])).toMatchObject([
      { kind: 'unexpected call', rule: 'exactly', call: { name: 'b' } },
    ])
  })
  it('never gates on a reference', () => {
    expect(verdicts('calls: { reference: [c], count: 1 }', [user, ...a, reply])).toEqual(['reference', 'passed'])
  })
})

describe('latency', () => {
  const entries = [user, ...call('a', {}, { executionTimeMs: 900 }), said('assistant', 'ok', 1_500)]
  it.each([
    ['100 ms', true],
    ['99 ms', false],
    ['"< 100 ms"', false],
    ['{ reply: 1500 ms }', true],
    ['{ reply: 1 s }', false],
    ['{ tool: 900 ms }', true],
    ['{ tool: 800 ms }', false],
  ])('%s', (latency, holds) => {
    expect(fails(`latency: ${latency}`, entries).length === 0).toBe(holds)
  })
  it('does not judge a time that is not known', () => {
    expect(verdicts('latency: { tool: 1 s }', [user, said('assistant', 'ok')])).toEqual(['not judged'])
    expect(verdicts('latency: { tool: 1 s }', [user, ...call('a', {}, { executionTimeMs: null })])).toEqual([
      'not judged',
    ])
  })
})

it('does not judge what the local service shows, where nobody can tell', () => {
  const allOutcomes = judgeTurn('outbox: [{ note: { language: de } }]', [], { local: { outbox: [{ note: 'Ok' }] } })
  expect(allOutcomes).toMatchObject([{ kind: 'value', verdict: 'not judged', subject: 'outbox[0].note' }])
})

describe('errors', () => {
  const refusal = { status: 400, errorCode: 'incompatibleOptions', message: 'no' }
  it('holds a refusal against a code or members', () => {
    expect(verdicts('error: incompatibleOptions', [], { refusal })).toEqual(['passed'])
    expect(verdicts('error: { status: 400, message: { contains: "no" } }', [], { refusal })).toEqual(['passed'])
    expect(verdicts('error: forbidden', [], { refusal })).toEqual(['failed'])
  })
  it('does not judge a message of which nobody can tell', () => {
    const failure = { refusal: { ...refusal, message: 'ok' } }
    expect(outcomes('error: { message: { language: de } }', [], failure)).toMatchObject([
      { kind: 'value', verdict: 'not judged', subject: 'message' },
    ])
  })
  it('has no code where the service told none', () => {
    const failure = { refusal: { ...refusal, errorCode: null } } as unknown as { refusal: typeof refusal }
    expect(verdicts('error: { errorCode: { present: false } }', [], failure)).toEqual(['passed'])
    expect(verdicts('error: { errorCode: { present: true } }', [], failure)).toEqual(['failed'])
  })
  it('fails when the agent answers instead', () => {
    expect(outcomes('error: forbidden', [user])).toMatchObject([{ verdict: 'failed', answered: true }])
  })
})

const refusal = { status: 400, errorCode: 'messageRequired', message: 'a message is required' }
const judge = (error: string, more: object = { refusal }) => judgeTurn(`error: ${error}`, [], more)

describe('an expected refusal', () => {
  it.each([
    ['messageRequired', 'messageMissing'],
    ['400', '401'],
    ['{ at least: 400 }', '{ more than: 400 }'],
    ['{ status: 400, errorCode: messageRequired }', '{ status: 400, errorCode: other }'],
    ['{ message: { contains: required } }', '{ message: { contains: gone } }'],
    ['{ starts with: message }', '{ ends with: message }'],
  ])('%s is it, and %s is not', (good, bad) => {
    expect(judge(good)).toMatchObject([{ kind: 'error', verdict: 'passed', answered: false, mismatches: [] }])
    expect(judge(bad)).toMatchObject([{ kind: 'error', verdict: 'failed', answered: false, mismatches: [{}] }])
  })
  it.each([
    ['401', 'status', 1],
    ['other', 'errorCode', 1],
    ['{ status: 400, errorCode: other }', 'errorCode', 27],
  ])('%s names what differs, and its place', (error, path, column) => {
    const [outcome] = judge(error)
    const place = { line: 1, column: column + 'error: '.length }
    expect(outcome).toMatchObject({ at: place, mismatches: [{ path, at: place }] })
  })
  it('is not met by an answer', () => {
    const [outcome] = judgeTurn('error: messageRequired', [said('assistant', 'ok')])
    expect(outcome).toMatchObject({ kind: 'error', verdict: 'failed', answered: true, at: { column: 8 } })
    expect(outcome).toHaveProperty('mismatches', [])
  })
})
