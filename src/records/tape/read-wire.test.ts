import { describe, expect, it } from 'vitest'
import { createClient } from '../../wire/client/client.ts'
import type { WireAnswer } from '../../wire/client/transport.ts'
import { answerOf, wireOf } from './read-wire.ts'

const turn = { doReturnResponse: true, agentName: 'desk', message: 'hi' } as const

/** What a client receives from an answer, and from the same answer replayed from a tape. */
async function heard(answer: WireAnswer) {
  const taped = answerOf(answer)
  if (taped.kind === 'none') throw new Error('there is an answer')
  const ask = (transport: () => Promise<WireAnswer>) =>
    createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'key-1', transport }).converse(turn)
  const answers = [await ask(async () => answer), await ask(async () => wireOf(taped, 1))]
  return answers.map((each) => (each.ok ? 'ok' : each.failure.kind))
}

describe('an answer that a tape gives back', () => {
  const text = JSON.stringify({ responseCode: 200, message: 'Köln', data: { sessionId: 's', transcript: [] } })
  it.each([
    ['in UTF-8', { headers: { 'content-type': 'application/json;charset=UTF-8' }, text }, ['ok', 'ok']],
    ['in a charset that it names', { headers: { 'content-type': 'application/json; charset=iso-8859-1' }, text }],
    ['with bytes that are no UTF-8', { headers: { 'content-type': 'application/json' }, text: `\uFFFD${text}` }],
  ])('is believed as little as the first time: %s', async (_, answer, kinds = ['misshapen', 'misshapen']) => {
    expect(await heard({ status: 200, ...answer })).toEqual(kinds)
  })
  it('says in which layer an agent came to nothing, as the service did', () => {
    const refusal = { responseCode: 502, errorCode: 'localAgentErrored', message: 'm', data: null }
    const taped = answerOf({ status: 502, headers: { 'x-local-layer': 'agent' }, text: JSON.stringify(refusal) })
    if (taped.kind === 'none') throw new Error('there is an answer')
    expect(wireOf(taped, 1).headers).toMatchObject({ 'x-local-layer': 'agent' })
  })
})
