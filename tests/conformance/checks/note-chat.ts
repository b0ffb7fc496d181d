import { expect } from 'vitest'
import type { Message } from '../../../src/wire/api/transcript-entry.ts'
import { openWorld, type World } from '../world.ts'
import type { Checks } from './check.ts'
import { answers } from './refusals.ts'

const newest = async ({ outbox }: World): Promise<Record<string, unknown>> => (await outbox())[0] ?? {}
const lastText = (transcript: readonly Message[]): unknown => transcript.at(-1)?.content[0]

const accepted =
  (base: string, body: Record<string, unknown>, decision: string) =>
  async ({ send }: World) => {
    const reply = await send(base, { body })
    expect([reply.status, reply.headers.get('x-local-decision')]).toEqual([200, decision])
  }

/** When a message requested at an instant leaves. */
async function leaves(now: string, body: Record<string, unknown>, base = 'waSay'): Promise<string> {
  const world = openWorld()
  await world.moveTo(now)
  await world.send(base, { body })
  return String((await newest(world)).due)
}

/** Points that the interface leaves open about chats and dispatches, and what we decided. */
export const noteChat: Checks = {
  async 'CNT-09'({ send, fetchSession }) {
    for (const base of ['emailSay', 'emailPrompt']) {
      const options = { messageType: base === 'emailSay' ? 'say' : 'prompt', body: 'B', subject: 'S', cc: 'a@x.test' }
      const { sessionId } = (await send(base, { body: { emailOptions: options } })).data
      const message = (await fetchSession(sessionId)).transcript.find(({ type }) => type === 'message')
      expect(message).toMatchObject({ metadata: { subject: 'S', cc: ['a@x.test'], bcc: [] } })
    }
  },
  async 'CHA-22'({ chat }) {
    expect((await chat({ agentName: 'ALPHA' })).code).toBe('localAgentNotFound')
  },
  async 'CHA-31'({ chat, values }) {
    const reply = await chat({ sessionId: values['session.inlineOwn'], agentName: 'beta' })
    expect([lastText(reply.data.transcript), reply.headers.get('x-local-decision')]).toEqual([
      { type: 'text', text: 'I am beta.' },
      'CHA-31',
    ])
  },
  async 'CHA-32'({ chat, values, fetchSession }) {
    const sessionId = values['session.inlineOwn'] ?? ''
    expect(lastText((await chat({ sessionId, agentVersion: 'draft' })).data.transcript)).toEqual({
      type: 'text',
      text: 'I am the draft.',
    })
    expect((await fetchSession(sessionId)).agentDetails.version).toBe('draft')
    expect(lastText((await chat({ sessionId })).data.transcript)).toEqual({ type: 'text', text: 'I am version 2.' })
  },
  async 'CHA-33'({ chat, send, values }) {
    for (const name of ['session.waOwn', 'session.emailOwn'])
      expect((await chat({ sessionId: values[name] })).status).toBe(200)
    expect((await chat({ sessionId: (await send('call')).data.callId })).code).toBe('sessionNotFound')
  },
  'CHA-35': accepted('waPrompt', { sessionId: 'anything' }, 'CHA-35'),
  async 'CHA-36'({ chat, values, fetchSession }) {
    const sessionId = values['session.inlineOwn'] ?? ''
    const before = (await fetchSession(sessionId)).transcript.length
    const slices = await Promise.all(Array.from({ length: 8 }, (_, n) => chat({ sessionId, message: `message ${n}` })))
    expect((await fetchSession(sessionId)).transcript.slice(before)).toEqual(
      slices.flatMap(({ data }) => data.transcript),
    )
  },
  async 'CHA-42'({ chat }) {
    const { transcript } = (await chat({ attachments: ['https://e.x/a.pdf?x=1', 'https://e.x/b.JPG'] })).data
    expect(transcript.find(({ role }: Message) => role === 'user').content.slice(1)).toEqual([
      { type: 'file', mimeType: 'application/octet-stream', url: 'https://e.x/a.pdf?x=1', filename: 'a.pdf' },
      { type: 'image', mimeType: 'image/jpeg', url: 'https://e.x/b.JPG', caption: '' },
    ])
  },
  'CHA-44': accepted('waPrompt', { message: 'hi', chatOptions: { additionalContext: 'x' } }, 'CHA-44'),
  'DSP-23': answers(422, 'validationError', [
    { body: { customerNumber: '+1 555 0100' } },
    { body: { customerNumber: '123456' } },
    { body: { customerNumber: '1'.repeat(16) } },
  ]),
  'DSP-24': answers(422, 'validationError'),
  async 'DSP-26'({ send }) {
    expect(await send('waPrompt', { body: { communicationChannel: 'Agentless WhatsApp' } })).toMatchObject({
      status: 400,
      code: 'agentNameRequired',
    })
    expect(
      (await send('waPrompt', { body: { communicationChannel: 'Agentless WhatsApp', agentName: 'alpha' } })).status,
    ).toBe(200)
  },
  'DSP-29': accepted('webPrompt', { agentNumber: '123' }, 'DSP-29'),
  'DSP-30': accepted('waPrompt', { emailOptions: { messageType: 'say' } }, 'DSP-30'),
  async 'DSP-32'({ send, fetchSession }) {
    const { sessionId } = (await send('waSay', { body: { attachments: ['not a url'] } })).data
    expect((await fetchSession(sessionId)).transcript[0]).toMatchObject({
      content: [{ type: 'text' }, { type: 'file', url: 'not a url' }],
    })
  },
  async 'WAO-06'(world) {
    const templateVariables = { name: { deep: true }, extra: 'x' }
    await world.send('waTemplate', {
      body: { whatsappOptions: { messageType: 'template', templateId: 'order_sent', templateVariables } },
    })
    expect((await newest(world)).text).toBe('Dear {"deep":true}, it is on its way, {{other}}.')
  },
  async 'WAO-07'({ send, fetchSession, outbox }) {
    const reply = await send('waTemplate', {
      body: { whatsappOptions: { messageType: 'template', templateId: 'nope' } },
    })
    expect([
      reply.status,
      reply.headers.get('x-local-decision'),
      (await fetchSession(reply.data.sessionId)).status,
    ]).toEqual([200, 'WAO-07', 'agent_errored'])
    expect((await outbox())[0]).toMatchObject({ status: 'failed', sentAt: null })
  },
  async 'WAO-08'(world) {
    await world.send('waPrompt', {
      body: { whatsappOptions: { messageType: 'prompt', message: 'x', templateId: 'y' } },
    })
    expect(await newest(world)).toMatchObject({
      messageType: 'prompt',
      template: null,
      text: expect.stringContaining('I am Alpha'),
    })
  },
  async 'EMO-06'(world) {
    const { sessionId } = (await world.send('emailSay', { body: { emailOptions: { messageType: 'say', body: 'B' } } }))
      .data
    expect((await newest(world)).subject).toBe('alpha')
    await world.send('emailSay', { body: { emailOptions: { messageType: 'say', body: 'B', replyTo: sessionId } } })
    expect((await newest(world)).subject).toBe('Re: alpha')
  },
  async 'SCH-12'() {
    const night = { startWorkingHour: '22:00', endWorkingHour: '06:00' }
    expect(await leaves('2026-03-02T23:00:00Z', night)).toBe('2026-03-02T23:00:00.000Z')
    expect(await leaves('2026-03-03T05:00:00Z', night)).toBe('2026-03-03T05:00:00.000Z')
    expect(await leaves('2026-03-03T06:00:01Z', night)).toBe('2026-03-03T22:00:00.000Z')
  },
  async 'SCH-13'() {
    const instant = { startWorkingHour: '09:00', endWorkingHour: '09:00' }
    expect(await leaves('2026-03-03T08:00:00Z', instant)).toBe('2026-03-03T09:00:00.000Z')
    expect(await leaves('2026-03-03T09:00:00Z', instant)).toBe('2026-03-03T09:00:00.000Z')
    expect(await leaves('2026-03-03T09:00:01Z', instant)).toBe('2026-03-04T09:00:00.000Z')
  },
  async 'SCH-14'() {
    expect(await leaves('2026-03-08T05:00:00Z', { startWorkingHour: '02:30', timezone: 'America/New_York' })).toBe(
      '2026-03-08T07:00:00.000Z',
    )
  },
  async 'SCH-15'() {
    const hours = { startWorkingHour: '01:30', timezone: 'America/New_York' }
    expect(await leaves('2026-11-01T05:00:00Z', hours)).toBe('2026-11-01T05:30:00.000Z')
    // 18:00 on 31 October is after the end; the next calendar day has 25 hours
    expect(
      await leaves('2026-10-31T22:30:00Z', {
        startWorkingHour: '09:00',
        endWorkingHour: '17:00',
        timezone: 'America/New_York',
      }),
    ).toBe('2026-11-01T14:00:00.000Z')
  },
  async 'SCH-18'(world) {
    const reply = await world.send('waSay', { body: { scheduleTime: '2030-01-01T09:00:00', timezone: 'Asia/Kolkata' } })
    expect([(await newest(world)).due, reply.headers.get('x-local-decision')]).toEqual([
      '2030-01-01T09:00:00.000Z',
      'SCH-18',
    ])
  },
  async 'SCH-20'({ send, local, outbox, moveTo }) {
    const { sessionId } = (await send('waSay', { body: { scheduleTime: '2026-03-02T12:00:00Z' } })).data
    expect((await local('DELETE', `outbox/${sessionId}`)).status).toBe(200)
    await moveTo('2026-03-03T00:00:00Z')
    expect((await outbox())[0]).toMatchObject({ sessionId, status: 'stopped', sentAt: null })
    expect((await local('DELETE', `outbox/${sessionId}`)).status).toBe(404)
  },
  async 'SCH-21'(world) {
    await world.send('waSay', { body: { scheduleTime: '2999-12-31T23:59:59Z' } })
    expect(await newest(world)).toMatchObject({ status: 'waiting', due: '2999-12-31T23:59:59.000Z' })
  },
  async 'SUB-03'({ chat }) {
    const reply = await chat({
      message: 'which variables',
      metadata: { a: 7, b: true, missing: { x: [1] }, first_name: null },
    })
    expect(lastText(reply.data.transcript)).toEqual({ type: 'text', text: '7 true {"x":[1]} ' })
  },
  async 'SUB-05'(world) {
    await world.send('waSay', {
      body: { metadata: { name: 'A' }, whatsappOptions: { messageType: 'say', message: 'Hi ${name}' } },
    })
    expect((await newest(world)).text).toBe('Hi ${name}')
  },
  async 'SUB-06'({ chat, send }) {
    const reply = await chat({ message: 'which variables', metadata: { A: 1, 'a ': 2 } })
    expect(lastText(reply.data.transcript)).toEqual({ type: 'text', text: '${a} ${b} ${missing} ${first_name}' })
    const raw =
      '{"doReturnResponse":true,"agentName":"alpha","message":"which variables","metadata":{"__proto__":{"a":"polluted"}}}'
    expect(lastText((await send('inline', { rawBody: raw })).data.transcript)).toEqual({
      type: 'text',
      text: '${a} ${b} ${missing} ${first_name}',
    })
    expect(({} as Record<string, unknown>).a).toBe(undefined)
  },
  async 'SUB-07'({ chat }) {
    const { sessionId } = (await chat({ metadata: { a: '1', b: '1' } })).data
    const reply = await chat({ sessionId, message: 'which variables', metadata: { b: '2', missing: '3' } })
    expect(lastText(reply.data.transcript)).toEqual({ type: 'text', text: '1 2 3 ${first_name}' })
  },
  async 'SUB-08'({ chat }) {
    expect((await chat({ metadata: { undeclared: 'x' } })).status).toBe(200)
  },
}
