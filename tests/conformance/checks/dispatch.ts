import { expect } from 'vitest'
import type { Message } from '../../../src/wire/api/transcript-entry.ts'
import { changesOf } from '../generic.ts'
import type { World } from '../world.ts'
import type { Check, Checks } from './check.ts'

/** The newest message in the outbox. */
const newest = async ({ outbox }: World): Promise<Record<string, unknown>> => (await outbox())[0] ?? {}

/** Sends what the rule describes, expects success, and returns the message. */
const sent = async (world: World, rule: Parameters<Check>[1]): Promise<Record<string, unknown>> => {
  const [change] = changesOf(rule)
  const reply = await world.send(rule.request?.base ?? '', change)
  expect([reply.status, reply.body.errorCode]).toEqual([200, undefined])
  return { ...(await newest(world)), answered: reply.data.sessionId }
}

export const dispatch: Checks = {
  async 'DSP-08'({ send }) {
    expect(
      (await send('emailPrompt', { body: { customerEmail: undefined, customerNumber: '{{sink.number}}' } })).code,
    ).toBe('customerEmailRequired')
  },
  async 'DSP-09'({ send }) {
    expect(
      (await send('waSay', { body: { whatsappOptions: { messageType: 'say' }, message: 'elsewhere' } })).code,
    ).toBe('messageRequired')
  },
  async 'DSP-21'(world) {
    for (const [base, type] of [
      ['waSay', 'waChat'],
      ['waPrompt', 'waChat'],
      ['waTemplate', 'waChat'],
      ['webPrompt', 'webChat'],
      ['emailSay', 'email'],
      ['emailPrompt', 'email'],
    ] as const) {
      const before = (await world.outbox()).length
      const { sessionId } = (await world.send(base)).data
      expect([base, (await world.outbox()).length]).toEqual([base, before + 1])
      expect(await newest(world)).toMatchObject({ sessionId, channelType: type, status: 'sent' })
      expect((await world.fetchSession(sessionId)).communicationChannelType).toBe(type)
    }
  },
  async 'DSP-22'(world) {
    await world.send('waSay', { body: { customerNumber: '+15550199' } })
    await world.send('waSay', { body: { customerNumber: '15550199' } })
    const [second, first] = await world.outbox()
    expect([first?.to, second?.to]).toEqual(['15550199', '15550199'])
    expect((await world.fetchSession(String(first?.sessionId)))['the service']).toEqual(
      (await world.fetchSession(String(second?.sessionId)))['the service'],
    )
  },
  async 'DSP-25'(world, rule) {
    const { sessionId } = await sent(world, rule)
    expect((await world.fetchSession(String(sessionId))).agentDetails.name).toBe('alpha')
  },
  async 'DSP-27'({ send, fetchSession }) {
    const versionOf = async (body: Record<string, unknown>) =>
      (await fetchSession((await send('waSay', { body })).data.sessionId)).agentDetails.version
    expect(await versionOf({ communicationChannel: 'Pinned WhatsApp' })).toBe('1')
    expect(await versionOf({ communicationChannel: 'Pinned WhatsApp', agentVersion: 'draft' })).toBe('draft')
    expect(await versionOf({})).toBe('2')
  },
  async 'DSP-28'({ send, fetchSession }) {
    const values = new Set<string | null>()
    for (let count = 0; count < 20; count += 1)
      values.add((await fetchSession((await send('waSay')).data.sessionId)).agentDetails.number)
    expect([...values].sort()).toEqual(['15550111', '15550112'])
    const sessionId = (await send('waSay', { body: { agentNumber: '+15550112' } })).data.sessionId
    expect((await fetchSession(sessionId)).agentDetails.number).toBe('15550112')
  },
  async 'DSP-31'(world) {
    for (const messageType of ['template', 'say', 'prompt']) {
      const reply = await world.send('webPrompt', {
        body: { whatsappOptions: { messageType, additionalContext: 'be brief' } },
      })
      expect([messageType, reply.status]).toEqual([messageType, 200])
      expect(await newest(world)).toMatchObject({
        messageType: 'prompt',
        additionalContext: 'be brief',
        template: null,
      })
    }
  },
  async 'WAO-01'(world, rule) {
    const bare = await sent(world, rule)
    await world.send('waPrompt')
    expect([bare.messageType, bare.text]).toEqual(['prompt', (await newest(world)).text])
  },
  async 'WAO-02'(world) {
    const message = ' Exactly  ${this}, {{not}} filled\n'
    const { sessionId } = (
      await world.send('waSay', { body: { metadata: { this: 'X' }, whatsappOptions: { messageType: 'say', message } } })
    ).data
    const [first] = (await world.fetchSession(sessionId)).transcript as Message[]
    expect([(await newest(world)).text, first?.role, first?.content]).toEqual([
      message,
      'assistant',
      [{ type: 'text', text: message }],
    ])
  },
  async 'WAO-04'(world, rule) {
    expect((await sent(world, rule)).template).toMatchObject({ name: 'order_sent', language: 'en' })
    await world.send('waTemplate', {
      body: { whatsappOptions: { messageType: 'template', templateId: 'order_sent', templateLanguage: 'de' } },
    })
    expect((await newest(world)).template).toMatchObject({ language: 'de' })
  },
  async 'WAO-05'(world) {
    const whatsappOptions = { messageType: 'template', templateId: 'order_sent', templateVariables: { name: 'T' } }
    await world.send('waTemplate', { body: { metadata: { name: 'M', other: 'M' }, whatsappOptions } })
    expect(await newest(world)).toMatchObject({
      text: 'Dear T, it is on its way, {{other}}.',
      metadata: { name: 'M', other: 'M' },
      template: { variables: { name: 'T' } },
    })
  },
  async 'EMO-01'(world) {
    const body = ' Exact\n ${body} '
    await world.send('emailSay', { body: { emailOptions: { messageType: 'say', subject: 'S', body } } })
    expect(await newest(world)).toMatchObject({ text: body, subject: 'S', messageType: 'say' })
    await world.send('emailPrompt', { body: { emailOptions: undefined } })
    expect(await newest(world)).toMatchObject({ messageType: 'prompt', text: expect.stringContaining('I am Alpha') })
  },
  async 'EMO-03'(world) {
    await world.send('emailSay', {
      body: { emailOptions: { messageType: 'say', body: 'B', cc: 'a@x.test, b@x.test', bcc: ' c@x.test ,,' } },
    })
    expect(await newest(world)).toMatchObject({
      cc: ['a@x.test', 'b@x.test'],
      bcc: ['c@x.test'],
      to: 'customer@example.com',
    })
  },
  async 'EMO-04'(world, rule) {
    const thread = world.values['session.emailOwn'] ?? ''
    const before = (await world.fetchSession(thread)).transcript.length
    const item = await sent(world, rule)
    expect([item.answered, item.sessionId, item.cc, item.replyTo]).toEqual([thread, thread, ['old@x.test'], thread])
    await world.send('emailSay', {
      body: { emailOptions: { messageType: 'say', body: 'B', replyTo: thread, cc: 'new@x.test' } },
    })
    expect(await newest(world)).toMatchObject({
      sessionId: thread,
      cc: ['old@x.test', 'new@x.test'],
      subject: 'Re: First',
    })
    expect((await world.fetchSession(thread)).transcript.length).toBeGreaterThan(before + 1)
  },
  async 'EMO-05'(world) {
    const ids = [await world.send('emailPrompt'), await world.send('emailPrompt')].map(({ data }) => data.sessionId)
    expect(new Set(ids).size).toBe(2)
    expect((await world.outbox()).slice(0, 2).map(({ replyTo }) => replyTo)).toEqual([null, null])
  },
}
