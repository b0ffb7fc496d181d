import { expect, it } from 'vitest'
import { useVirtualTime } from '../../base/virtual-time.fixture.ts'
import type { KnownFailure } from '../../wire/client/failure.ts'
import { createAllowance } from '../verdict/budget/allowance.ts'
import { echo, fakeClient, plansOf } from '../verdict/fake-client.fixture.ts'
import { performConversation } from './perform-conversation.ts'

useVirtualTime()

const url = 'http://gateway.example'
const refused = (status: number, more: object = {}): KnownFailure => ({
  ...{ kind: 'refused', status, responseCode: null, errorCode: null, message: 'no', requestId: null },
  ...more,
})
const garbled = (status: number): KnownFailure => ({
  ...{ kind: 'garbled', url, status, contentType: 'text/html', excerpt: '<h1>' },
})
const reset: KnownFailure = { kind: 'unreachable', url, code: 'ECONNRESET' }

interface Setting {
  isHarmless?: boolean
  suite?: string
  turns?: string
  budget?: number
}

/** Plays three turns; the answers to these sendings, from 0, are lost. */
async function play(failures: Record<number, KnownFailure>, setting: Setting = {}) {
  const { isHarmless = true, suite = '', turns = '{ user: hi }, { user: and }, { user: bye }', budget } = setting
  const yaml = `suite: S\nagent: desk\n${suite}conversations:\n  - name: talks\n    every turn: { reply: { contains: You said } }\n    turns: [${turns}]\n`
  const { client, sent } = fakeClient((request, turn) => failures[turn] ?? echo(request, turn))
  const [plan] = plansOf(yaml)
  if (plan === undefined) throw new Error('no plan')
  const allowance = budget === undefined ? undefined : createAllowance({ turns: budget, timeMs: null })
  const context = {
    client: { ...client, isHarmless },
    reconcile: false,
    ...(allowance === undefined ? {} : { allowance }),
  }
  const result = await performConversation(plan, context)
  const { recovered } = result.turns[0] ?? {}
  let rest = 0
  while (allowance?.again() === null) rest += 1
  return {
    left: rest,
    verdict: result.verdict,
    cause: result.cause?.kind,
    recovered,
    starts: sent.filter(({ sessionId }) => sessionId === undefined).length,
  }
}

it.each<[string, KnownFailure]>([
  ['429', refused(429)],
  ['429 with a short Retry-After', refused(429, { retryAfterMs: 10 })],
  ['502', refused(502)],
  ['a page with 502', garbled(502)],
  ['503', refused(503)],
  ['504', refused(504)],
  ['a reset', reset],
])('a conversation whose first turn is lost begins again: %s', async (_, failure) => {
  const once = await play({ 0: failure })
  expect(once).toMatchObject({
    verdict: 'passed',
    starts: 2,
    recovered: { how: 'begun again', breaks: [failure], sendings: 2 },
  })
  expect(await play({ 0: failure, 1: failure })).toMatchObject({
    verdict: 'passed',
    starts: 3,
    recovered: { sendings: 3 },
  })
  expect(await play({ 0: failure, 1: failure, 2: failure })).toMatchObject({ verdict: 'errored', starts: 3 })
})

it.each<[string, Record<number, KnownFailure>, Setting]>([
  ['a refusal of the service itself', { 0: refused(400) }, {}],
  ['an error of the service itself', { 0: refused(500) }, {}],
  ['an agent that may be at work', { 0: { kind: 'timed out', limitMs: 1_000 } }, {}],
  ['a pause of an hour', { 0: refused(429, { retryAfterMs: 3_600_000 }) }, {}],
  ['a page in place of an answer', { 0: garbled(200) }, {}],
  ['a tool that really acts', { 0: refused(502) }, { isHarmless: false }],
  ['a suite that says no', { 0: refused(502) }, { suite: 'repeatable: false\n' }],
  ['a step', { 0: refused(502) }, { turns: '{ user: hi }, { wait: 1 s }, { user: bye }' }],
  ['no turn left to spend', { 0: refused(502) }, { budget: 3 }],
])('it does not begin again: %s', async (_, failures, setting) => {
  expect(await play(failures, setting)).toMatchObject({ verdict: 'errored', starts: 1 })
})

it('begins again where its suite says so, whatever its agent can do', async () => {
  const setting = { isHarmless: false, suite: 'repeatable: true\n' }
  expect(await play({ 0: reset }, setting)).toMatchObject({ verdict: 'passed', starts: 2 })
})

it('loses no later turn', async () => {
  expect(await play({ 1: refused(502) })).toMatchObject({ verdict: 'errored', starts: 1 })
})

const felled = refused(502, { errorCode: 'localAgentErrored', layer: 'worker' })

it('begins again where any turn went with the thread that another one ended', async () => {
  expect(await play({ 0: felled })).toMatchObject({ verdict: 'passed', starts: 2 })
  expect(await play({ 1: felled })).toMatchObject({ verdict: 'passed', starts: 2 })
  expect(await play({ 1: felled, 3: felled, 5: felled })).toMatchObject({
    verdict: 'errored',
    cause: 'worker',
    starts: 3,
  })
  expect(await play({ 1: felled }, { suite: 'repeatable: false\n' })).toMatchObject({ cause: 'worker', starts: 1 })
  expect(await play({ 1: refused(502, { errorCode: 'localAgentErrored', layer: 'agent' }) })).toMatchObject({
    starts: 1,
  })
})

it('charges each turn that was sent, once', async () => {
  expect(await play({ 0: reset }, { budget: 4 })).toMatchObject({ verdict: 'passed', left: 0 })
  expect(await play({ 0: reset, 1: reset }, { budget: 6 })).toMatchObject({ verdict: 'passed', left: 1 })
})
