import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../engine/expect/outcome/outcome.ts'
import type { ConversationResult, TurnResult } from '../../engine/verdict/conversation-result.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { madeUpResult } from '../run.fixture.ts'
import { groupFailures } from './group-failures.ts'

const at = (line: number): Outcome['at'] => ({ line, column: 9, length: 5 })
const reply = (line: number, expected: string, actual: string): Outcome => ({
  ...{ kind: 'reply', verdict: 'failed', at: at(line), subject: 'reply' },
  mismatches: [{ path: 'reply', expected, actual, at: at(line) }],
})
const late = (line: number, ms: number): Outcome => ({
  ...{ kind: 'latency', verdict: 'failed', at: at(line), subject: 'turn', tool: null, ms },
  limit: { sign: '<=', ms: 3_000, written: '3 s', at: at(line) },
})

let line = 0
const conversation = (more: Partial<TurnResult>, whole: Partial<ConversationResult> = {}): ConversationResult => {
  line += 10
  const turns = madeUpResult('failed', line).turns.map((turn, index) =>
    index === 0 ? { ...turn, verdict: 'failed' as const, ...more } : turn,
  )
  return madeUpResult('failed', line, { turns, ...whole })
}
const failureOf = (outcome: Outcome, whole: Partial<ConversationResult> = {}): ConversationResult =>
  conversation({ outcomes: [outcome] }, whole)
const refused = (requestId: string, status = 503): ConversationResult => {
  const failure: Failure = {
    ...{ kind: 'refused', status, responseCode: status, errorCode: 'agentBusy', message: 'try again' },
    requestId,
  }
  return conversation({ verdict: 'errored', outcomes: [], failure }, { verdict: 'errored' })
}

const unreached = (version: string): ConversationResult =>
  conversation(
    { verdict: 'errored', outcomes: [], failure: { kind: 'unreachable', detail: 'nothing answers' } as never },
    { verdict: 'errored', version, cause: { kind: 'network', why: 'nothing answers' } },
  )

const groupsOf = (...results: ConversationResult[]): [number, string][] =>
  groupFailures(results).map(({ members, why }) => [members.length, why])

describe('conversations that went wrong are of one cause', () => {
  it('when the same was found, whatever the place', () => {
    expect(
      groupsOf(
        failureOf(reply(1, 'something that contains "a"', 'b')),
        failureOf(reply(2, 'something that contains "a"', 'b')),
      ),
    ).toEqual([[2, 'the reply is not as expected: something that contains "a"']])
  })
  it('when one line of the script is broken, whatever the values', () => {
    expect(groupsOf(failureOf(late(3, 4_000)), failureOf(late(3, 5_000)), failureOf(late(4, 6_000)))).toEqual([
      [3, 'the time of the turn is not at most 3 s'],
    ])
    expect(groupsOf(failureOf(reply(5, 'x', 'b')), failureOf(reply(5, 'y', 'c')))).toEqual([
      [2, 'the reply is not as expected'],
    ])
  })
  it('when the service failed in one way, whatever the request', () => {
    expect(groupsOf(refused('r-1'), refused('r-2'), refused('r-3', 404))).toEqual([
      [2, expect.stringContaining('the service refused the turn: 503 agentBusy: try again')],
      [1, expect.stringContaining('404')],
    ])
  })
})

it('a service that nobody serves is one cause, whatever the version', () => {
  expect(groupsOf(unreached('default'), unreached('draft')).map(([size]) => size)).toEqual([2])
})

it.each([
  ['script' as const, [4]],
  ['agent' as const, [2, 2]],
])(
  'what models need and is not there is one cause, whatever asked for it, unless it is the agent: %s',
  (kind, sizes) => {
    const missing = (agent: string, version: string): ConversationResult => {
      const message = `the package ai is not installed, which models need: npm install`
      const failure: Failure = {
        ...{ kind: 'refused', status: 502, responseCode: 502, errorCode: 'localAgentErrored', message },
        requestId: `${agent}${version}`,
      }
      const cause = { kind, why: message }
      return conversation({ verdict: 'errored', outcomes: [], failure }, { verdict: 'errored', agent, version, cause })
    }
    const groups = groupFailures(['default', 'draft', 'draft', 'default'].map((version) => missing('desk', version)))
    expect(groups.map(({ members }) => members.length)).toEqual(sizes)
  },
)

describe('and of several', () => {
  it.each<[string, ConversationResult, ConversationResult]>([
    ['other words', failureOf(reply(11, 'x', 'b')), failureOf(reply(12, 'y', 'b'))],
    ['another answer elsewhere', failureOf(reply(21, 'x', 'b')), failureOf(reply(22, 'x', 'c'))],
    ['another version', failureOf(late(31, 4_000)), failureOf(late(31, 4_000), { version: 'default' })],
    ['another verdict', failureOf(late(41, 4_000)), failureOf(late(41, 4_000), { verdict: 'flaky' })],
    ['another agent', failureOf(late(51, 4_000)), failureOf(late(51, 4_000), { agent: 'other' })],
    ['what could not be judged', failureOf(late(61, 4_000)), failureOf({ ...late(61, 4_000), verdict: 'not judged' })],
    ['a failure of the service', failureOf(late(71, 4_000)), refused('r-9')],
  ])('for %s', (_, one, other) => {
    expect(groupsOf(one, other).map(([size]) => size)).toEqual([1, 1])
  })
})

it('the largest come first, and those of one size keep their order', () => {
  const groups = groupFailures([
    failureOf(reply(81, 'x', 'b')),
    failureOf(reply(82, 'y', 'b')),
    failureOf(late(83, 4_000)),
    failureOf(reply(84, 'y', 'b')),
  ])
  expect(
    groups.map(({ members: [first, ...others] }) => [first.turns[0]?.outcomes[0]?.at.line, others.length]),
  ).toEqual([
    [82, 1],
    [81, 0],
    [83, 0],
  ])
})
