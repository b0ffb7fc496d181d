import { expect } from 'vitest'
import type {
  ContentItem,
  FunctionCall,
  FunctionCallOutput,
  Message,
  TranscriptEntry,
} from '../../../src/wire/api/transcript-entry.ts'
import type { World } from '../world.ts'
import type { Checks } from './check.ts'
import { everySession } from './every-session.ts'

const messages = (entries: readonly TranscriptEntry[]) =>
  entries.filter((entry) => entry.type === 'message') as Message[]
const calls = (entries: readonly TranscriptEntry[]) =>
  entries.filter((entry) => entry.type === 'function_call') as FunctionCall[]
const outputs = (entries: readonly TranscriptEntry[]) =>
  entries.filter((entry) => entry.type === 'function_call_output') as FunctionCallOutput[]

async function allTranscripts(world: World): Promise<TranscriptEntry[][]> {
  const slices = [
    (await world.chat({ message: 'use your tools' })).data.transcript,
    (await world.chat({ message: 'show everything' })).data.transcript,
  ]
  return [...(await everySession(world)).map(({ transcript }) => transcript), ...slices]
}

const eachEntry =
  <T extends TranscriptEntry>(pick: (entries: readonly TranscriptEntry[]) => T[], hold: (entry: T) => void) =>
  async (world: World): Promise<void> => {
    const entries = (await allTranscripts(world)).flatMap(pick)
    expect(entries.length).toBeGreaterThan(3)
    for (const entry of entries) hold(entry)
  }

const nullable = (value: unknown): boolean => value === null || typeof value === 'string'

export const transcripts: Checks = {
  async 'TRN-01'(world) {
    const types = new Set((await allTranscripts(world)).flat().map(({ type }) => type))
    expect([...types].sort()).toEqual(['function_call', 'function_call_output', 'message', 'summary', 'thinking'])
  },
  async 'TRN-02'(world) {
    for (const transcript of await allTranscripts(world)) {
      const times = transcript.map((entry) => Date.parse(String((entry as Message).timestamp)))
      for (const [index, time] of times.entries()) if (index > 0) expect(time).toBeGreaterThan(times[index - 1] ?? 0)
    }
  },
  'TRN-03': eachEntry(
    (entries) => [...entries],
    (entry) => {
      const { timestamp } = entry as Message
      expect(new Date(timestamp).toISOString()).toBe(timestamp)
    },
  ),
  async 'TRN-04'(world) {
    expect([...new Set((await allTranscripts(world)).flatMap(messages).map(({ role }) => role))].sort()).toEqual([
      'assistant',
      'backgroundAgent',
      'user',
    ])
  },
  'TRN-05': eachEntry(messages, ({ content }) => expect(Array.isArray(content) && content.length > 0).toBe(true)),
  'TRN-06': eachEntry(messages, (message) => {
    for (const key of ['senderId', 'senderName', 'agentName'] as const)
      expect([key in message, nullable(message[key])]).toEqual([true, true])
    expect(message.metadata === null || typeof message.metadata === 'object').toBe(true)
  }),
  'TRN-07': eachEntry(messages, ({ role, agentName }) => expect(agentName === null).toBe(role === 'user')),
  async 'TRN-08'({ chat }) {
    const first = await chat({ message: 'another agent' })
    expect(messages(first.data.transcript).at(-1)?.agentName).toBe('alpha')
    const after = await chat({ sessionId: first.data.sessionId, message: 'hello' })
    expect(messages(after.data.transcript).at(-1)).toMatchObject({
      agentName: 'beta',
      content: [{ text: 'I am beta.' }],
    })
  },
  async 'TRN-09'({ chat }) {
    const senderOf = async (body: Record<string, unknown>) =>
      messages((await chat(body)).data.transcript).find(({ role }) => role === 'user')?.senderId
    expect([
      await senderOf({ customerNumber: '+15550133' }),
      await senderOf({ customerEmail: 'a@x.test' }),
      await senderOf({}),
    ]).toEqual(['15550133', 'a@x.test', null])
  },
  'TRN-10': eachEntry(calls, ({ name, call_id, arguments: args }) => {
    expect([name !== '', call_id !== '', typeof args, Array.isArray(args)]).toEqual([true, true, 'object', false])
  }),
  'TRN-11': eachEntry(outputs, ({ name, call_id, output, is_error, executionTimeMs }) => {
    expect([typeof name, typeof call_id, typeof output, typeof is_error]).toEqual([
      'string',
      'string',
      'string',
      'boolean',
    ])
    expect(executionTimeMs === null || (Number.isInteger(executionTimeMs) && executionTimeMs >= 0)).toBe(true)
  }),
  'TRN-12': eachEntry(outputs, ({ output, is_error }) => {
    expect(typeof output).toBe('string')
    if (!is_error && output !== 'logged') expect(() => JSON.parse(output)).not.toThrow()
  }),
  async 'TRN-13'(world) {
    for (const transcript of await allTranscripts(world))
      for (const output of outputs(transcript))
        expect(calls(transcript).filter(({ call_id }) => call_id === output.call_id).length).toBe(1)
  },
  async 'TRN-14'(world) {
    const ids = (await everySession(world)).flatMap(({ transcript }) => calls(transcript)).map(({ call_id }) => call_id)
    expect([ids.length > 5, new Set(ids).size]).toEqual([true, ids.length])
  },
  async 'TRN-15'(world) {
    for (const transcript of await allTranscripts(world)) {
      for (const output of outputs(transcript)) {
        const call = transcript.findIndex((entry) => entry.type === 'function_call' && entry.call_id === output.call_id)
        expect(call).toBeLessThan(transcript.indexOf(output))
        expect((transcript[call] as FunctionCall).timestamp <= output.timestamp).toBe(true)
      }
    }
  },
  async 'TRN-16'(world) {
    for (const transcript of await allTranscripts(world))
      expect(outputs(transcript).map(({ call_id }) => call_id)).toEqual(calls(transcript).map(({ call_id }) => call_id))
    await world.local('PUT', 'faults', { faults: [{ kind: 'missing output' }] })
    const spoilt = (await world.chat({ message: 'use your tools' })).data.transcript
    expect([calls(spoilt).length, outputs(spoilt).length]).toEqual([3, 0])
  },
  async 'TRN-17'(world) {
    for (const transcript of await allTranscripts(world))
      expect(outputs(transcript).map(({ name }) => name)).toEqual(calls(transcript).map(({ name }) => name))
  },
  async 'TRN-18'(world) {
    const phases = (await allTranscripts(world)).flat().flatMap((entry) => ('phase' in entry ? [entry.phase] : []))
    expect([...new Set(phases)].sort()).toEqual(['during', 'post', 'pre'])
    await world.local('PUT', 'faults', { faults: [{ kind: 'no phase' }] })
    expect(calls((await world.chat({ message: 'use your tools' })).data.transcript).map(({ phase }) => phase)).toEqual([
      null,
      null,
      null,
    ])
  },
  async 'TRN-19'(world) {
    for (const transcript of await allTranscripts(world))
      expect(outputs(transcript).map(({ phase }) => phase)).toEqual(calls(transcript).map(({ phase }) => phase))
  },
  async 'TRN-20'({ chat, fetchSession }) {
    const first = await chat({ message: 'use your tools' })
    await chat({ sessionId: first.data.sessionId, message: 'goodbye' })
    const { transcript } = await fetchSession(first.data.sessionId)
    const order = transcript.flatMap((entry) =>
      entry.type === 'function_call'
        ? [`${entry.phase} ${entry.name}`]
        : entry.type === 'message'
          ? [(entry as Message).role]
          : [],
    )
    expect(order).toEqual([
      'pre load_customer',
      'user',
      'during look_up',
      'during fail',
      'assistant',
      'user',
      'assistant',
      'post log_outcome',
    ])
  },
  async 'TRN-24'({ chat }) {
    const { transcript } = (await chat({ message: 'show everything' })).data
    expect(transcript.filter(({ type }: TranscriptEntry) => type === 'thinking')).toEqual([
      { type: 'thinking', thinking: 'I think.', timestamp: expect.any(String) },
    ])
    expect(transcript.filter(({ type }: TranscriptEntry) => type === 'summary')).toEqual([
      { type: 'summary', summary: 'A summary.', timestamp: expect.any(String) },
    ])
  },
}

const items = async ({ chat }: World): Promise<ContentItem[]> =>
  messages((await chat({ message: 'show everything' })).data.transcript).flatMap(({ content }) => content)
const ofType = async (world: World, type: string) => (await items(world)).filter((item) => item.type === type)
const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1\/_local\/media\/.+\?expires=\d+&signature=.+/)

export const contents: Checks = {
  async 'CNT-01'(world) {
    for (const item of await ofType(world, 'text'))
      expect(item).toEqual({ type: 'text', text: expect.stringMatching(/./) })
  },
  async 'CNT-02'(world) {
    expect(await ofType(world, 'image')).toEqual([
      { type: 'image', mimeType: 'image/png', url, caption: 'A map' },
      { type: 'image', mimeType: 'image/png', url, caption: '' },
    ])
    expect(await ofType(world, 'video')).toEqual([{ type: 'video', mimeType: 'video/mp4', url, caption: '' }])
  },
  async 'CNT-03'(world) {
    expect(await ofType(world, 'audio')).toEqual([{ type: 'audio', mimeType: 'audio/mpeg', url }])
  },
  async 'CNT-04'(world) {
    expect(await ofType(world, 'file')).toEqual([
      { type: 'file', mimeType: 'application/pdf', url, filename: 'invoice.pdf' },
    ])
  },
  async 'CNT-05'(world) {
    expect(await ofType(world, 'button')).toEqual([{ type: 'button', text: 'Track', payload: 'track' }])
  },
  async 'CNT-06'(world) {
    expect([...new Set((await items(world)).map(({ type }) => type))].sort()).toEqual([
      'audio',
      'button',
      'file',
      'image',
      'text',
      'video',
    ])
  },
  async 'CNT-07'(world) {
    const first = (await world.chat({ message: 'show everything' })).data
    const linkOf = (entries: readonly TranscriptEntry[]) =>
      messages(entries)
        .flatMap(({ content }) => content)
        .find(({ type }) => type === 'file') as { url: string }
    const { url: address } = linkOf(first.transcript)
    const get = async (link: string) => (await world.service.fetch(new Request(link))).status
    expect(await get(address)).toBe(200)
    expect(await get(address.replace(/signature=../, 'signature=zz'))).toBe(403)
    expect(await get(address.replace('invoice', 'other'))).toBe(403)
    await world.advance('15 min')
    expect(await get(address)).toBe(403)
    const again = linkOf((await world.fetchSession(first.sessionId)).transcript)
    expect([again.url === address, await get(again.url)]).toEqual([false, 200])
  },
  async 'CNT-08'(world) {
    for (const item of await items(world))
      if ('mimeType' in item && item.type !== 'file')
        expect(String(item.mimeType).startsWith(`${item.type}/`)).toBe(true)
  },
}
