import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { runWarm } from './warm/run-warm.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-session-ids-'))
const secrets = [
  '+4915123456789',
  'jane.doe@customer-mail.example',
  'CASE-12345678',
  'sk-proj-Zx81KmQp44TtYv09LlWe77Rr',
  'DE89370400440532013000',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJqYW5lIn0.c2lnbmF0dXJlc2ln',
  'shop-of-jane',
]
let service: Server
let target = ''
let id = ''
let inReply = ''
const usual = { senderId: null, senderName: null, agentName: null, metadata: null }

/** An answer with `word` in every member whose text the service chooses. */
function answer(word: string): { status: number; headers: Record<string, string>; body: object } {
  const timestamp = new Date().toISOString()
  const text = (role: string, words: string) => ({
    type: 'message',
    role,
    content: [{ type: 'text', text: words }],
    timestamp,
  })
  const file = {
    type: 'file',
    url: `https://files.example/${encodeURIComponent(word)}.pdf`,
    filename: `${word}.pdf`,
    mimeType: 'application/pdf',
  }
  const transcript = [
    { ...usual, ...text('user', word) },
    {
      type: 'function_call',
      call_id: `call:${word}`,
      name: `look_up ${word}`,
      arguments: {},
      phase: 'during',
      timestamp,
    },
    {
      type: 'function_call_output',
      call_id: `call:${word}`,
      name: `look_up ${word}`,
      output: '{}',
      is_error: false,
      phase: 'during',
      timestamp,
    },
    { ...usual, ...text('assistant', inReply), agentName: `desk ${word}`, senderName: word, senderId: word },
    { ...usual, ...text('assistant', 'see'), content: [file] },
  ]
  const data = { sessionId: id, transcript }
  return {
    status: 200,
    headers: {
      'tableread-usage': JSON.stringify([{ model: `m ${word}`, inputTokens: 1, outputTokens: 1 }]),
      'x-request-id': word,
    },
    body: { responseCode: 200, message: 'success', data },
  }
}

beforeAll(async () => {
  service = createServer(async (request, response) => {
    for await (const _ of request);
    const { status, headers, body } = answer(secrets.join(' '))
    const { data } = body as { data: { transcript: object[] } }
    const time = new Date().toISOString()
    const agentDetails = { name: `desk ${secrets[0]}`, number: null, email: null, version: `7 ${secrets[1]}` }
    const stored = {
      ...data,
      agentDetails,
      dynamicVariables: null,
      communicationChannelType: 'webChat',
      analysis: null,
    }
    const session = { ...stored, status: `active ${secrets[2]}`, time, createdAt: time, updatedAt: time }
    const listing = { agents: [], workflowList: [] }
    const url = request.url ?? ''
    const payload = url.includes('/fetch/') ? session : url.includes('blueprints') ? listing : data
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ ...body, data: payload }))
  })
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  target = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  writeFileSync(
    join(folder, 'tableread.config.yaml'),
    `target: ${target}\nredact: ["/CASE-\\\\d+/"]\njournal: false\nhistory: h.sqlite\n`,
  )
  const shop = '      - user: hello {{env.SHOP_NAME}}\n        expect: { reply: { contains: nowhere } }\n'
  writeFileSync(
    join(folder, 's.yaml'),
    `suite: Ids\nagent: desk\nconversations:\n  - name: talks\n    turns:\n${shop}${shop}`,
  )
})
afterAll(() => {
  service.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  inReply = 'Hello.'
  for (const name of readdirSync(folder))
    if (!/^(?:s|tableread\.config)\.yaml$/.test(name)) rmSync(join(folder, name), { recursive: true, force: true })
})

const env = {
  NO_COLOR: '1',
  TABLEREAD_API_KEY: 'trk_a_key_of_ours_1',
  SHOP_NAME: 'shop-of-jane',
  TABLEREAD_HISTORY: undefined,
}
const run = async (...args: string[]): Promise<{ code: number | null; out: string }> => {
  const { code, out, err } = await runWarm(args, { folder, env })
  return { code, out: out + err }
}
/** What the file holds; nothing where SQLite has just deleted it, which it may with files of its own at any time. */
function contentOf(path: string): string[] {
  try {
    return [readFileSync(path, 'latin1')]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return []
  }
}
const textsUnder = (under = folder): string[] =>
  readdirSync(under, { withFileTypes: true }).flatMap((each) => {
    const path = join(under, each.name)
    return each.isDirectory()
      ? textsUnder(path)
      : ['s.yaml', 'tableread.config.yaml'].includes(each.name)
        ? []
        : contentOf(path).map((text) => `${each.name}: ${text}`)
  })

async function runAll(): Promise<string[]> {
  const reports = ['--json', 'r.json', '--junit', 'j.xml', '--html', 'h.html', '--markdown', 'm.md']
  const outs = [
    await run('run', 's.yaml', ...reports),
    await run('run', 's.yaml', '--trace'),
    await run('history', 's.yaml:4'),
    await run('compare', 'default', 'default', 's.yaml', '--json', 'c.json'),
  ]
  return [...outs.map(({ out }) => out), ...textsUnder()]
}

describe('a session whose id holds private values', () => {
  eachByTier(1)([
    ['as they are', secrets.map((each) => `wa:${each}`).join('|')],
    ['alone', secrets[1] ?? ''],
    ['a phone number with separators', 'web/(030) 1234-5678/+49 151 2345 6789'],
    ['a signed link', 'https://files.example/a?sig=Zm9vYmFyYmF6cXV4&X-Amz-Signature=0123456789abcdef0123456789abcdef'],
    ['base64', `v1.${Buffer.from(`${secrets[1]} and more`).toString('base64')}`],
  ])('is told without them: %s', async (_, own) => {
    id = own
    const outputs = await runAll()
    for (const each of outputs)
      for (const secret of [...secrets, ...(own.startsWith('wa:') ? [] : [own])])
        expect(each.includes(secret), `${secret} in ${each.slice(0, 80)}`).toBe(false)
  })

  eachByTier(2)([
    '1042',
    '4111111111111111',
    '9876543210',
    '4915123456700',
    '3f2b8c1e-9a4d-4e6f-8b7a-1c2d3e4f5a6b',
    '01234567-0123-4123-8123-012345678901',
    'sess_9fK2abcd77',
    '01J9Z3K4M5N6P7Q8R9S0T1V2W3',
    'chat:9876543210',
  ])('keeps its id where it is such as services make: %s', async (own) => {
    id = own
    const [, , history = ''] = await runAll()
    expect(JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8')).conversations[0].sessionId).toBe(own)
    expect(history).toContain(own)
  })

  it('is told without a number that the conversation shows to be private', async () => {
    ;[id, inReply] = ['4915123456789', 'We call +49 151 23456789.']
    for (const each of await runAll())
      expect(each.slice(0, 40)).toBe(each.includes('4915123456789') ? 'a leak' : each.slice(0, 40))
  })

  it('is recorded, and played from its tape', async () => {
    id = secrets.map((each) => `wa:${each}`).join('|')
    expect((await run('record', 's.yaml')).out).not.toContain('cannot be written')
    for (const each of textsUnder()) for (const secret of secrets) expect(each).not.toContain(secret)
    const { code, out } = await run('replay', 's.yaml')
    expect([code, out], out).toEqual([1, expect.stringContaining('1 failed of 1')])
  })
})
