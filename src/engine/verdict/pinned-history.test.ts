import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/json/json.ts'
import type { Session } from '../../wire/api/session.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { Client } from '../../wire/client/client.ts'
import type { Failure } from '../../wire/client/failure.ts'
import { performConversation } from '../perform/perform-conversation.ts'
import { called, gave, said } from '../transcript/entries.fixture.ts'
import { type BudgetAllowance, createAllowance } from './budget/allowance.ts'
import type { ConversationResult } from './conversation-result.ts'
import { fakeClient, plansOf, type Script } from './fake-client.fixture.ts'

const history = `
    history:
      - user: Where is {{order}}?
        capture: { state: calls.find.output.state }
      - call: { find: { with: { id: "{{order}}" }, returns: { state: sent } } }
      - agent: It was sent.`

const suite = (turns: string, more = history): string =>
  `suite: S\nagent: desk\nmetadata: { name: Asha }\nvariables: { order: "1042" }\nconversations:\n  - name: one${more}\n    turns:\n${turns}`

const asks = `      - user: "Is it really {{state}}?"
        expect: { reply: { contains: sent }, calls: { never: [find], count: 0 } }
    session: { calls: { never: [find] } }`

/** Answers a seeded session as the local service does, or refuses it. */
function seeding(failure: Failure | null): { local: Client['local']; bodies: JsonObject[] } {
  const bodies: JsonObject[] = []
  return {
    bodies,
    async local(_method, path, body = {}) {
      const frame = { status: 200, requestId: null, timeMs: 1 }
      if (failure !== null) return { ok: false, failure, timeMs: 1 }
      if (path === 'sessions') bodies.push(body)
      return { ok: true, data: { sessionId: 's-1', transcript: body.transcript ?? [] }, ...frame }
    },
  }
}

const hosted: Failure = { kind: 'blocked', reason: 'nothing of /_local leaves' }
const late = 3_600_000

interface Played {
  play: Script
  found?: Failure | null
  version?: string
  allowance?: BudgetAllowance
  /** What else the stored session shows. */
  stored?: Partial<Session>
}

async function run(
  yaml: string,
  { play, found = null, version = 'draft', allowance, stored: more = {} }: Played,
): Promise<{ result: ConversationResult; sent: unknown[]; bodies: JsonObject[] }> {
  const { local, bodies } = seeding(found)
  const stored = (transcript: TranscriptEntry[]) => ({
    ...more,
    transcript: [...((bodies[0]?.transcript ?? []) as unknown as TranscriptEntry[]), ...transcript],
  })
  const { client, sent } = fakeClient(play, stored)
  const [plan] = plansOf(yaml, [version])
  if (plan === undefined) throw new Error('no plan')
  const result = await performConversation(plan, {
    client: { ...client, local },
    reconcile: true,
    ...(allowance === undefined ? {} : { allowance }),
  })
  return { result, sent, bodies }
}

const answers: Script = ({ message = '' }) => [
  said('user', message, late),
  said('assistant', 'Yes, sent.', late + 1_000),
]

/** A version that looks things up where it is asked where something is. */
const looksUp =
  (id: string): Script =>
  ({ message = '' }, turn) =>
    turn > 0
      ? answers({ message } as never, turn)
      : [
          said('user', message),
          called('find', 'c1', { id, more: 1 }),
          gave('find', 'c1', '{"state":"sent"}'),
          said('assistant', 'On its way.'),
        ]

const requires = (what: string): string =>
  `      - user: "Is it really {{state}}?"\n        requires: ${what}\n        expect: { reply: { contains: sent } }`

describe('what the first turn requires', () => {
  it.each([null, hosted])('is required of the last turn of the history (%#)', async (failure) => {
    const play = failure === null ? answers : looksUp('1042')
    const outcome = await run(suite(requires('{ calls: [find] }')), { play, found: failure })
    expect([outcome.result.verdict, outcome.result.reason]).toEqual(['passed', null])
    const { result, sent } = await run(suite(requires('{ calls: [cancel] }')), { play, found: failure })
    expect([result.verdict, result.cause?.kind, result.reason]).toEqual([
      ...['errored', 'script'],
      'the conversation could not begin with its history: what turn 1 requires of it did not come',
    ])
    expect([sent.length, result.turns.map(({ verdict }) => verdict)]).toEqual([
      failure === null ? 0 : 1,
      ['not reached'],
    ])
  })
})

describe('a history on the local service', () => {
  it('is put into the session that the turns continue, and is not what the agent did', async () => {
    const { result, sent, bodies } = await run(suite(asks), { play: answers })
    expect([result.verdict, result.reason]).toEqual(['passed', null])
    expect(bodies).toMatchObject([{ agentName: 'desk', agentVersion: 'draft', metadata: { name: 'Asha' } }])
    expect(sent).toMatchObject([{ message: 'Is it really sent?', sessionId: 's-1' }])
    expect(result.turns).toHaveLength(1)
    expect(result.history?.map((entry) => ('content' in entry ? entry.content : entry.type))).toEqual([
      [{ type: 'text', text: 'Where is 1042?' }],
      'function_call',
      'function_call_output',
      [{ type: 'text', text: 'It was sent.' }],
    ])
  })
  it('is told apart where a turn fails', async () => {
    const { result } = await run(suite('      - { user: And?, expect: { reply: other } }'), { play: answers })
    expect([result.verdict, result.cause?.kind, result.turns[0]?.index]).toEqual(['failed', 'agent', 0])
  })
  it('errors by the script where it captures what is not in it', async () => {
    const bad = history.replace('output.state', 'output.other')
    const { result } = await run(suite(asks, bad), { play: answers })
    expect([result.verdict, result.cause]).toMatchObject(['errored', { kind: 'script' }])
    expect(result.turns.map(({ verdict }) => verdict)).toEqual(['not reached'])
  })
  it('errors where the service cannot be reached', async () => {
    const failure: Failure = { kind: 'unreachable', url: 'http://x', code: 'ECONNREFUSED' }
    const { result } = await run(suite(asks), { play: answers, found: failure })
    expect([result.verdict, result.cause?.kind]).toEqual(['errored', 'network'])
  })
})

describe('a simulated user after a history', () => {
  const plays = (agent: string, user: string): string =>
    `suite: S\nagent: desk\nconversations:\n  - name: one\n    history: [{ user: hi }, { agent: "${agent}" }]\n    simulated user: { wants: a cup, patience: 1, done when: { calls: [find] }${user} }\n`
  it.each([null, hosted])('answers what was asked last (%#)', async (failure) => {
    const yaml = plays('Which size?', ', answers: [{ when: size, says: The large one }]')
    const play: Script = ({ message = '' }) => [
      said('user', message),
      ...(message === 'hi' ? [] : [called('find', 'c1'), gave('find', 'c1')]),
      said('assistant', 'Which size?'),
    ]
    const { result } = await run(yaml, { play, found: failure })
    expect([result.verdict, result.turns.map(({ user }) => user)]).toEqual(['passed', ['The large one']])
  })
  it('names the history where nothing on its card answers what was asked there', async () => {
    const { result } = await run(plays('Which colour?', ''), { play: answers })
    expect(result.simulated?.unanswered).toEqual([{ turn: -1, question: 'Which colour?' }])
    expect(result.reason).toContain('nothing on its card answers what the history asked: "Which colour?"')
  })
})

describe('a history where nothing can be put in', () => {
  const refused = (status: number): Failure => ({
    ...{ kind: 'refused', status, responseCode: status, errorCode: null, message: 'no', requestId: null },
  })
  it('is asked of the trusted version, whose own words count; then the version in question goes on', async () => {
    const { result, sent } = await run(suite(asks), { play: looksUp('1042'), found: hosted })
    expect([result.verdict, result.reason]).toEqual(['passed', null])
    expect(sent).toMatchObject([
      { message: 'Where is 1042?', agentVersion: 'default' },
      { message: 'Is it really sent?', agentVersion: 'draft', sessionId: 's-1' },
    ])
    expect(JSON.stringify(result.history)).toContain('On its way.')
  })
  it('names another version to trust', async () => {
    const { sent } = await run(suite(asks, `\n    history from: 3${history}`), { play: looksUp('1042'), found: hosted })
    expect(sent[0]).toMatchObject({ agentVersion: 3 })
  })
  it('errors by the script, with both beside each other, where other calls are made', async () => {
    const { result, sent } = await run(suite(asks), { play: looksUp('9'), found: hosted })
    expect([result.verdict, result.cause?.kind, sent.length]).toEqual(['errored', 'script', 1])
    expect(result.reason).toContain('written find({"id":"1042"}); made find({"id":"9","more":1})')
  })
  it('errors by whoever is to blame where the trusted version does not answer', async () => {
    const { result } = await run(suite(asks), { play: () => refused(500), found: hosted })
    expect([result.verdict, result.cause?.kind]).toEqual(['errored', 'service'])
    expect(result.reason).toContain('default was asked it, and did not answer')
  })
  it('errors by the script where the words of the trusted version lack what is captured', async () => {
    const bad = history.replace('output.state', 'output.other')
    const { result, sent } = await run(suite(asks, bad), { play: looksUp('1042'), found: hosted })
    expect([result.verdict, result.cause?.kind, sent.length]).toEqual(['errored', 'script', 1])
    expect(result.reason).toContain('default was asked it, and cannot be used: calls.find.output has no "other"')
  })
  it.each<[what: string, answered: number, verdict: string, cause: string, failure: Failure | null]>([
    ['the trusted version makes other calls', 1, 'errored', 'script', null],
    ['the version in question is refused', 2, 'errored', 'service', refused(500)],
    ['the version in question may not be asked', 2, 'unsafe', 'script', { kind: 'blocked', reason: 'its tools act' }],
  ])('never fails for the version that the session shows where %s', async (_, count, verdict, cause, failure) => {
    const trusted = { agentDetails: { name: 'desk', number: null, email: null, version: '3' } }
    const play: Script = (...turn) =>
      turn[1] > 0 && failure !== null ? failure : looksUp(failure === null ? '9' : '1042')(...turn)
    const { result, sent } = await run(suite(asks), { play, found: hosted, stored: trusted })
    expect([result.verdict, result.cause?.kind, sent.length]).toEqual([verdict, cause, count])
  })
  it('charges the turn budget with what is asked, and stops where none is left', async () => {
    const charged = async (turns: number) => {
      const allowance = createAllowance({ turns, timeMs: null })
      const { result, sent } = await run(suite(asks), { play: looksUp('1042'), found: hosted, allowance })
      return [result.verdict, result.reason, sent.length, allowance.again()]
    }
    const none = (most: number) => `turn budget of ${most}: none is left for one more turn`
    expect(await charged(1)).toEqual(['not reached', `${none(1)} at turn 1`, 0, null])
    expect(await charged(2)).toEqual(['passed', null, 2, none(2)])
  })
})
