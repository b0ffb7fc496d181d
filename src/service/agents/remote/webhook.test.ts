import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, json, listen, say, serveRemote, textsOf } from './remote.fixture.ts'

afterEach(closeAll)

describe('an agent behind a webhook', () => {
  it('is told the turn in version 1, and its state comes back', async () => {
    const far = await listen(({ body }, response) => {
      const turns = Number((body.state as { turns?: number }).turns ?? 0) + 1
      const parts = [
        { think: 'hm' },
        `turn ${turns}`,
        { button: 'Track' },
        { call: 'find', with: { a: 1 }, output: { b: 2 } },
      ]
      json(response, { version: 1, sessionId: body.sessionId, parts, state: { turns } })
    })
    const service = serveRemote({ protocol: 'webhook', url: `${far.url}/hook`, opening: 'Good day' })
    const first = await say(service, 'hello', { metadata: { name: 'Asha' } })
    expect(first.data.transcript.map(({ type, role }) => role ?? type)).toEqual([
      'user',
      'thinking',
      'assistant',
      'function_call',
      'function_call_output',
    ])
    const { sessionId } = first.data
    const context = { chatOptions: { additionalContext: 'Be short' } }
    expect(textsOf(await say(service, 'again', { sessionId, ...context }))).toEqual(['turn 2'])
    const [, second] = far.heard
    expect(second?.path).toBe('/hook')
    expect(second?.headers['x-session-id']).toBe(sessionId)
    expect(second?.body).toEqual({
      version: 1,
      occasion: 'reply',
      sessionId,
      agent: 'desk',
      agentVersion: '1',
      message: 'again',
      attachments: [],
      history: first.data.transcript.map((entry) => expect.objectContaining({ type: entry.type })),
      variables: { name: 'Asha' },
      context: 'Be short',
      opening: null,
      state: { turns: 1 },
      now: expect.stringMatching(/^\d{4}-/),
    })
  })

  it('may not know how long a call took, which is no time at all', async () => {
    const calls = [{ call: 'find', output: 1, timeMs: null }, { call: 'find', error: 'no', timeMs: 5 }, 'x']
    const far = await listen((_, response) => json(response, { version: 1, parts: calls }))
    const { data } = await say(serveRemote({ protocol: 'webhook', url: far.url }), 'hello')
    const outputs = data.transcript.filter(({ type }) => type === 'function_call_output')
    expect(outputs.map(({ executionTimeMs }) => executionTimeMs)).toEqual([null, 5])
  })

  it('may answer with a reply alone, and with nothing where nobody asked', async () => {
    const far = await listen(({ body }, response) =>
      body.occasion === 'open' ? response.writeHead(204).end() : json(response, { reply: `You said ${body.message}` }),
    )
    const service = serveRemote({ protocol: 'webhook', url: far.url, opening: 'Good day' })
    const opening = await say(service, undefined)
    expect([opening.responseCode, textsOf(opening), far.heard[0]?.body.opening]).toEqual([200, [], 'Good day'])
    expect(textsOf(await say(service, 'x', { sessionId: opening.data.sessionId }))).toEqual(['You said x'])
  })

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /answers with nothing: an answer is/],
    ['a list', [], /answers with no object/],
    ['other members', { answer: 'x' }, /answers with the members answer: it needs "reply"/],
    ['an unknown version', { version: 2, parts: [] }, /answers in version 2, and only version 1 is known/],
    [
      "somebody else's session",
      { version: 1, sessionId: 'other', parts: ['x'] },
      /for another session, "other": this one is/,
    ],
    ['no parts', { version: 1 }, /answers without parts/],
    ['both', { reply: 'x', parts: [] }, /reply and parts at once/],
    ['a number', { reply: 7 }, /a reply that is no text/],
    ['an unknown part', { version: 1, parts: ['x', { shout: 'y' }] }, /part that is none, number 2: \{"shout":"y"\}/],
    ['a state that is none', { version: 1, parts: ['x'], state: 7 }, /a state that is no object/],
  ])('that answers with %s is told, with its host', async (_, answer, message) => {
    const far = await listen((__, response) => (answer === undefined ? response.end() : json(response, answer)))
    const service = serveRemote({ protocol: 'webhook', url: far.url })
    const reply = await say(service, 'hello')
    expect([reply.responseCode, reply.message]).toEqual([502, expect.stringMatching(message)])
    expect(reply.message).toContain(`the webhook at ${new URL(far.url).host}`)
    expect(service.context.store.countSessions()).toBe(0)
  })
})
