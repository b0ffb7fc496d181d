// @module-tag stress
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from './run-cli.ts'

/** Texts that a service may give where one with content is expected. */
const texts: [name: string, text: string][] = [
  ['empty', ''],
  ['blank', ' '],
  ['invisible', '\u200b'],
  ['a line', '\n'],
  ['a mark', '.'],
  ['many blanks', ' '.repeat(200_000)],
  ['many lines', '\n'.repeat(200_000)],
]
const places = ['name', 'id', 'argument', 'member', 'output', 'reply', 'button', 'agent'] as const

const folder = mkdtempSync(join(tmpdir(), 'tableread-empty-'))
let server: Server
let [target, calls] = ['', 0]

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const send = (data: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ responseCode: 200, message: 'ok', data }))
    }
    if (request.url?.includes('blueprints') === true) return send({ agents: [], workflowList: [] })
    if (body === '') return void response.writeHead(404).end()
    const trigger = JSON.parse(body) as { message: string; sessionId?: string }
    const [, place, index] = /(\w+) of (\d+)/.exec(`${trigger.message} ${trigger.sessionId ?? ''}`) ?? []
    const text = texts[Number(index)]?.[1] ?? ''
    const at = (own: string, usual: string): string => (own === place ? text : usual)
    const call = { name: at('name', 'find'), call_id: at('id', `c${calls++}`), phase: 'during', timestamp: now() }
    const transcript = [
      message('user', trigger.message),
      { type: 'function_call', ...call, arguments: { [at('member', 'order')]: at('argument', '7') } },
      { type: 'function_call_output', ...call, output: at('output', '{"n":7}'), is_error: false, executionTimeMs: 1 },
      message('assistant', at('reply', 'Order 7 is on its way for $12.50.'), at('button', 'More'), at('agent', 'desk')),
    ]
    send({ sessionId: trigger.sessionId ?? `s ${place} of ${index}`, transcript })
  })
  // A busy client would write on a connection that has just been closed as idle, and then wait for what it lost.
  server.keepAliveTimeout = 0
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const now = (): string => new Date().toISOString()

function message(role: string, text: string, button?: string, agentName: string | null = null): object {
  const more = button === undefined ? [] : [{ type: 'button', text: button, payload: button }]
  const content = [{ type: 'text', text }, ...more]
  return {
    type: 'message',
    role,
    content,
    senderId: null,
    senderName: null,
    agentName,
    metadata: null,
    timestamp: now(),
  }
}

/** A suite that makes the service answer with each of the texts at one place. */
function suiteOf(place: string): string {
  const talks = texts.flatMap(([name], index) => [
    `  - name: user, ${name}`,
    `    simulated user: { wants: "a look at ${place} of ${index}", knows: { order: "7", email: mia@example.com }, patience: 3 turns, done when: { calls: [wipe] } }`,
    `  - name: turns, ${name}`,
    `    turns: [{ user: "${place} of ${index}", expect: { reply: { grounded: true }, calls: { never: [wipe] } } }, { user: "${place} of ${index} again", expect: { calls: [find] } }]`,
  ])
  return [
    'suite: Empty',
    'agent: desk',
    'time limit: 2 min',
    'claims: { /on its way/: find }',
    'conversations:',
    ...talks,
    '',
  ].join('\n')
}

describe.concurrent('whatever stands where a text is expected, a run comes to its end', () => {
  const env = { NO_COLOR: '1', TABLEREAD_HISTORY: 'off', TABLEREAD_API_KEY: 'empty-names-key' }
  it.each(places)('%s', async (place) => {
    writeFileSync(join(folder, `${place}.yaml`), suiteOf(place))
    const files = ['json', 'html', 'junit', 'markdown'].flatMap((each) => [`--${each}`, `${place}.${each}`])
    const args = ['run', `${place}.yaml`, '--target', target, '--no-reconcile', ...files]
    const { code, err } = await runCli(args, { folder, env })
    expect([1, 2], `it ended with ${code}: ${err}`).toContain(code)
    expect(err).not.toContain('defect')
    const { conversations } = JSON.parse(readFileSync(join(folder, `${place}.json`), 'utf8')) as {
      conversations: { name: string; verdict: string; cause?: { kind: string } }[]
    }
    expect(conversations.length).toBe(2 * texts.length)
    if (place !== 'name') return
    const unnamed = conversations.filter(({ name }) => /empty|blank|invisible|a line/.test(name))
    for (const { name, verdict, cause } of unnamed)
      expect([name, verdict === 'passed', cause?.kind]).toEqual([name, false, 'service'])
  })
})
