import { expect } from 'vitest'
import { inlineChatAnswerShape } from '../../../src/wire/api/chat.ts'
import { checkShape } from '../../../src/wire/api/shape.ts'
import type { Message, TranscriptEntry } from '../../../src/wire/api/transcript-entry.ts'
import { changesOf } from '../generic.ts'
import type { Reply } from '../world.ts'
import type { Checks } from './check.ts'

const textOf = (reply: Reply): string => {
  const last = reply.data.transcript.findLast((entry: TranscriptEntry) => entry.type === 'message') as Message
  return String((last.content[0] as { text: string }).text)
}

export const inline: Checks = {
  async 'CHA-01'({ chat }) {
    expect(checkShape(inlineChatAnswerShape, (await chat()).data).ok).toBe(true)
  },
  async 'CHA-02'({ chat, values }) {
    const message = ' Exactly  this,\nwith é and ${x}. '
    const { transcript } = (await chat({ message })).data
    const texts = transcript.filter((entry: TranscriptEntry) => !('phase' in entry && entry.phase === 'pre'))
    expect(texts[0]).toMatchObject({ type: 'message', role: 'user', content: [{ type: 'text', text: message }] })
    expect(texts.length).toBeGreaterThan(1)
    expect((await chat({ sessionId: values['session.inlineOwn'], message })).data.transcript[0]).toMatchObject({
      role: 'user',
    })
  },
  async 'CHA-03'({ chat }) {
    const { sessionId } = (await chat({ message: 'use your tools' })).data
    const { transcript } = (await chat({ sessionId, message: 'hello' })).data
    expect(transcript.map(({ role }: Message) => role)).toEqual(['user', 'assistant'])
  },
  async 'CHA-04'({ chat, fetchSession }) {
    const first = (await chat({ message: 'use your tools' })).data
    const more = []
    for (const message of ['hello', 'which context', 'use your tools'])
      more.push(...(await chat({ sessionId: first.sessionId, message })).data.transcript)
    expect((await fetchSession(first.sessionId)).transcript).toEqual([...first.transcript, ...more])
  },
  async 'CHA-05'({ chat }) {
    const first = await chat({ message: 'remember this' })
    const second = await chat({ message: 'do you remember' })
    expect(first.data.sessionId).not.toBe(second.data.sessionId)
    expect(textOf(second)).toBe('I am version 2.')
  },
  async 'CHA-06'({ chat }) {
    const { sessionId } = (await chat({ message: 'remember this' })).data
    const next = await chat({ sessionId, message: 'do you remember' })
    expect([next.data.sessionId, textOf(next)]).toEqual([sessionId, 'I do.'])
  },
  async 'CHA-13'({ chat, values }) {
    const members = { scheduleTime: values['time.future'], startWorkingHour: '09:00', endWorkingHour: '18:00' }
    const names = Object.keys(members) as (keyof typeof members)[]
    for (let subset = 1; subset < 8; subset += 1) {
      const body = Object.fromEntries(
        names.filter((_, index) => subset & (1 << index)).map((name) => [name, members[name]]),
      )
      expect([subset, (await chat(body)).code]).toEqual([subset, 'incompatibleOptions'])
    }
    expect((await chat({ scheduleTime: '2020-01-01T00:00:00Z' })).code).toBe('incompatibleOptions')
  },
  async 'CHA-16'({ chat }) {
    const reply = await chat({ message: undefined, metadata: { first_name: 'Asha' } })
    expect([reply.status, textOf(reply)]).toEqual([200, 'Hello Asha, I am Alpha. ${unknown}'])
    expect(reply.data.transcript.some(({ role }: Message) => role === 'user')).toBe(false)
  },
  async 'CHA-18'({ chat, values }) {
    const reply = await chat({ message: '', metadata: { first_name: 'Asha' } })
    expect([reply.status, textOf(reply)]).toEqual([200, 'Hello Asha, I am Alpha. ${unknown}'])
    expect((await chat({ message: '', sessionId: values['session.inlineOwn'] })).code).toBe('messageRequired')
  },
  async 'CHA-19'({ chat }) {
    for (const message of [
      'x'.repeat(900_000),
      '\u0000\u0001',
      '\ud83d',
      '\u202e\u2066',
      '👩‍👩‍👧',
      'é',
      '\r\n\t',
      '{{x}} ${y}',
    ]) {
      const reply = await chat({ message })
      const user = reply.data.transcript.find(({ role }: Message) => role === 'user')
      expect([reply.status, user.content[0].text === message]).toEqual([200, true])
    }
    expect((await chat({ message: 'x'.repeat(1_100_000) })).status).toBe(413)
  },
  async 'CHA-20'({ send, outbox }) {
    const before = (await outbox()).length
    for (const doReturnResponse of [false, undefined])
      expect(Object.keys((await send('waPrompt', { body: { doReturnResponse } })).data)).toEqual(['sessionId'])
    expect((await outbox()).length).toBe(before + 2)
  },
  async 'CHA-23'({ chat }) {
    for (const [agentVersion, text] of [
      ['default', 'I am version 2.'],
      ['draft', 'I am the draft.'],
      [2, 'I am version 2.'],
      ['2', 'I am version 2.'],
      [0, 'I am version 0.'],
    ])
      expect(textOf(await chat({ agentVersion }))).toBe(text)
  },
  async 'CHA-24'({ chat }) {
    expect(textOf(await chat())).toBe(textOf(await chat({ agentVersion: 'default' })))
  },
  async 'CHA-30'({ chat, local }) {
    const texts = async () => [
      textOf(await chat()),
      textOf(await chat({ agentVersion: 'draft' })),
      textOf(await chat({ agentVersion: 3 })),
    ]
    expect(await texts()).toEqual(['I am version 2.', 'I am the draft.', 'I am version 3.'])
    await local('PUT', 'agents/alpha/draft?workspace=a', { 'based on': 3, otherwise: [{ say: 'I am newer.' }] })
    expect(await texts()).toEqual(['I am version 2.', 'I am newer.', 'I am version 3.'])
    await local('POST', 'agents/alpha/publish?workspace=a', {})
    expect(await texts()).toEqual(['I am newer.', 'I am newer.', 'I am version 3.'])
    expect(textOf(await chat({ agentVersion: 4 }))).toBe('I am newer.')
    await local('PUT', 'agents/alpha/draft?workspace=a', { 'based on': 4, otherwise: [{ say: 'Newest.' }] })
    expect([textOf(await chat({ agentVersion: 4 })), textOf(await chat({ agentVersion: 'draft' }))]).toEqual([
      'I am newer.',
      'Newest.',
    ])
    await local('POST', 'agents/alpha/publish?workspace=a', { version: 1 })
    expect(textOf(await chat())).toBe('I am version 1.')
    expect(textOf(await chat({}, '{{key.b}}'))).toBe('I am version 2.')
  },
  async 'CHA-34'({ chat, fetchSession, values }) {
    const sessionId = values['session.completedOwn'] ?? ''
    expect((await fetchSession(sessionId)).status).toBe('completed')
    expect((await chat({ sessionId })).status).toBe(200)
    expect((await fetchSession(sessionId)).status).toBe('active')
  },
  async 'CHA-37'({ chat }) {
    const first = await chat({ message: 'which context', chatOptions: { additionalContext: 'be brief' } })
    expect(textOf(first)).toBe('context: be brief')
    expect(textOf(await chat({ sessionId: first.data.sessionId, message: 'which context' }))).toBe('context: ')
  },
  async 'CHA-38'({ chat, fetchSession, outbox }) {
    const before = await outbox()
    const { sessionId } = (await chat({ customerNumber: '+15550133', customerEmail: 'a@x.test' })).data
    expect((await fetchSession(sessionId))['the service']).toEqual({
      id: '15550133',
      name: null,
      number: '15550133',
      email: 'a@x.test',
    })
    expect(await outbox()).toEqual(before)
  },
  async 'CHA-45'({ chat, outbox, queue }, rule) {
    const before = await outbox()
    const everything = {
      communicationChannel: '{{channel.wa}}',
      customerNumber: '{{sink.number}}',
      customerEmail: '{{sink.email}}',
      agentNumber: '15550111',
      attachments: ['https://example.com/a.pdf'],
      whatsappOptions: { messageType: 'say', message: 'm' },
      emailOptions: { messageType: 'say', body: 'b' },
      timezone: 'UTC',
    }
    for (const change of [...changesOf(rule), { body: everything }]) expect((await chat(change.body)).status).toBe(200)
    for (const [name, value] of Object.entries(everything)) expect((await chat({ [name]: value })).status).toBe(200)
    expect([await outbox(), await queue()]).toEqual([before, []])
  },
  async 'SUB-01'({ chat, send, outbox, advance, fetchSession }) {
    const metadata = { first_name: 'Asha' }
    expect(textOf(await chat({ message: undefined, metadata }))).toContain('Hello Asha')
    await send('waPrompt', { body: { metadata } })
    expect((await outbox())[0]?.text).toContain('Hello Asha')
    const { callId } = (
      await send('call', { body: { metadata, options: { initialMessage: 'Namaste ${first_name}!' } } })
    ).data
    await send('wfCall', { body: { customer_details: metadata, schedule_time: '2026-03-02T12:00:00Z' } })
    await advance('1 min')
    expect(JSON.stringify((await fetchSession(callId)).transcript)).toContain('Namaste Asha!')
  },
  async 'SUB-02'({ chat }) {
    expect(textOf(await chat({ message: 'which variables' }))).toBe('${a} ${b} ${missing} ${first_name}')
  },
  async 'SUB-04'({ chat }) {
    const textFor = async (metadata: object) => textOf(await chat({ message: 'which variables', metadata }))
    expect(await textFor({ a: '${b}', b: 'X' })).toBe('${b} X ${missing} ${first_name}')
    expect(await textFor({ a: '$& $1 $$', b: "$'" })).toBe("$& $1 $$ $' ${missing} ${first_name}")
  },
}
