import { expect } from 'vitest'
import { openWorld, type Reply, type World } from '../world.ts'
import type { Checks } from './check.ts'

/** One success and one failure of every operation. */
async function everyAnswer({ send, chat }: World): Promise<Record<string, Reply>> {
  return {
    'session ok': await send('session'),
    'session fails': await send('session', { path: '/api/session/fetch/nope' }),
    'inline ok': await chat(),
    'inline fails': await chat({ agentName: undefined }),
    'dispatch ok': await send('waSay'),
    'dispatch fails': await send('waSay', { body: { customerNumber: undefined } }),
    'call ok': await send('call'),
    'call fails': await send('call', { body: { phoneNumber: undefined } }),
    'workflow ok': await send('wfCall'),
    'workflow fails': await send('wfCall', { body: { customer_number: 1 } }),
    'delete ok': await send('wfDelete'),
    'delete fails': await send('wfDelete', { body: { customer_number: undefined } }),
    'blueprints ok': await send('blueprints'),
    'blueprints fail': await send('blueprints', { headers: { 'x-api-key': 'nope' } }),
    'node ok': await send('node'),
    'node fails': await send('node', { body: { workflow_id: 1 } }),
    'path fails': await send('session', { path: '/api/nope' }),
  }
}

export const envelope: Checks = {
  async 'ENV-01'(world) {
    for (const [name, { body }] of Object.entries(await everyAnswer(world))) {
      expect([Number.isInteger(body.responseCode), typeof body.message, 'data' in body], name).toEqual([
        true,
        'string',
        true,
      ])
      expect(['object', null], name).toContain(body.data === null ? null : typeof body.data)
    }
  },
  async 'ENV-02'(world) {
    for (const [name, { status, body }] of Object.entries(await everyAnswer(world)))
      if (status >= 400) expect(body.responseCode, name).toBe(status)
  },
  async 'ENV-03'(world) {
    for (const name of ['session fails', 'inline fails', 'dispatch fails']) {
      const { body } = (await everyAnswer(world))[name] as Reply
      expect([typeof body.errorCode, body.errorCode.length > 0, body.data]).toEqual(['string', true, null])
    }
  },
  async 'ENV-04'(world) {
    const succeeded = Object.entries(await everyAnswer(world)).filter(([name]) => name.endsWith('ok'))
    expect(succeeded.length).toBe(8)
    for (const [name, { status, body }] of succeeded)
      expect([name, status, body.responseCode, 'errorCode' in body]).toEqual([name, 200, 200, false])
  },
  async 'ENV-08'({ send }) {
    expect((await send('call', { body: { phoneNumber: undefined } })).body.responseCode).toBe(422)
    const other = openWorld(undefined, { callEnvelope: 'always200' })
    const failed = await other.send('call', { body: { phoneNumber: undefined } })
    expect([failed.status, failed.body.responseCode, failed.data]).toEqual([422, 200, null])
    expect((await other.send('call')).data.callId.length).toBeGreaterThan(0)
    expect((await other.send('wfCall', { body: { customer_number: 1 } })).body.responseCode).toBe(422)
  },
  async 'ENV-09'(world) {
    for (const [name, { headers }] of Object.entries(await everyAnswer(world)))
      expect([name, headers.get('content-type')]).toEqual([name, 'application/json; charset=utf-8'])
  },
  async 'ENV-10'({ send }) {
    for (const rawBody of ['', '{', 'null', '[]', '"x"', '1', '{"a":'.repeat(5_000), '['.repeat(100_000)]) {
      const inline = await send('inline', { rawBody })
      const node = await send('node', { rawBody })
      expect([inline.status, inline.code, node.status]).toEqual([422, 'validationError', 400])
    }
  },
  async 'ENV-20'({ send, local }) {
    await local('PUT', 'faults', { faults: [{ kind: 'status' }] })
    for (const base of ['session', 'inline'])
      expect(await send(base)).toMatchObject({ status: 500, code: 'internalError', data: null })
    await local('DELETE', 'faults')
    expect((await send('session')).status).toBe(200)
  },
  async 'ENV-22'({ send, values }) {
    const everything = {
      doReturnResponse: undefined,
      communicationChannel: '{{channel.waNoTemplates}}',
      customerNumber: undefined,
      agentNumber: '1',
      agentName: 'nobody',
      whatsappOptions: { messageType: 'template' },
    }
    const order: [Record<string, unknown>, string][] = [
      [{ message: 1 }, 'validationError'],
      [
        { message: 'm', doReturnResponse: true, scheduleTime: values['time.future'], agentName: undefined },
        'incompatibleOptions',
      ],
      [{ scheduleTime: undefined, communicationChannel: 'nope' }, 'agentNameRequired'],
      [{ agentName: 'nobody', doReturnResponse: undefined }, 'channelNotFound'],
      [{ communicationChannel: '{{channel.sip}}' }, 'unsupportedChannelType'],
      [{ communicationChannel: '{{channel.waNoNumbers}}' }, 'noAgentPhoneNumbers'],
      [{ communicationChannel: '{{channel.waNoTemplates}}' }, 'customerNumberRequired'],
      [{ customerNumber: '{{sink.number}}' }, 'agentNumberNotInChannel'],
      [{ agentNumber: undefined }, 'templateNotSupported'],
      [{ communicationChannel: '{{channel.wa}}' }, 'templateIdRequired'],
      [{ whatsappOptions: { messageType: 'say' } }, 'messageRequired'],
      [
        { communicationChannel: '{{channel.emailNoAddress}}', emailOptions: { messageType: 'say', replyTo: 'nope' } },
        'noAgentEmail',
      ],
      [{ communicationChannel: '{{channel.email}}' }, 'customerEmailRequired'],
      [{ customerEmail: '{{sink.email}}' }, 'emailBodyRequired'],
      [{ emailOptions: { messageType: 'say', body: 'B', replyTo: 'nope' } }, 'replyToSessionNotFound'],
      [{ emailOptions: {} }, 'localAgentNotFound'],
    ]
    let body: Record<string, unknown> = everything
    expect((await send('waPrompt', { body, headers: { 'x-api-key': null } })).code).toBe('apiKeyMissing')
    for (const [change, code] of order) {
      body = { ...body, ...change }
      const twice = [await send('waPrompt', { body }), await send('waPrompt', { body })]
      expect(
        twice.map((reply) => reply.code),
        JSON.stringify(body),
      ).toEqual([code, code])
    }
  },
}
