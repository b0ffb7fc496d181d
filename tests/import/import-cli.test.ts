import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { called, gave, said } from '../../src/engine/transcript/entries.fixture.ts'
import { sessionOf } from '../../src/import/sessions/talk.fixture.ts'
import { createService } from '../../src/service/app.ts'
import { listen } from '../../src/service/listen.ts'
import { loadWorkspace } from '../../src/service/workspace/load-workspace.ts'
import type { CliRun } from '../hostile/run-cli.ts'
import { runWarm } from '../warm/run-warm.ts'

const all = mkdtempSync(join(tmpdir(), 'tableread-import-cli-'))
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(all, 'each-'))
})
afterAll(() => rmSync(all, { recursive: true, force: true }))

function tableread(...args: string[]): Promise<CliRun> {
  const env = { NO_COLOR: '1', TABLEREAD_HISTORY: 'off', TABLEREAD_API_KEY: 'tableread-demo-key' }
  return runWarm(args, { folder, env })
}

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const good = JSON.stringify(
  sessionOf([
    said('user', 'Where is my order 1042? I am Mia Li'),
    called('lookup_order', 'c1', { order_id: '1042' }, 'during', 1),
    gave('lookup_order', 'c1', '{"status":"shipped"}', { timestamp: '2026-01-01T00:00:00.002Z' }),
    said('assistant', 'Mia, as an AI I say it was shipped.', 3),
  ]),
)

describe('tableread import', () => {
  it('writes a draft, does not run it before its review, and does not write over it', async () => {
    write('one.json', good)
    const first = await tableread('import', 'one.json', '-o', 'suites/imported.yaml')
    expect([first.code, first.out]).toEqual([0, ''])
    expect(first.err).toContain('1 conversation from 1 session, 1 path of calls, written to suites/imported.yaml')
    expect(read('suites/imported.yaml')).not.toMatch(/Mia|Li\b/)
    const lint = await tableread('lint', 'suites', '--no-blueprints')
    expect([lint.code, lint.err]).toEqual([2, expect.stringContaining('[not-reviewed]')])
    const again = await tableread('import', 'one.json', '-o', 'suites/imported.yaml')
    expect([again.code, again.err]).toEqual([
      2,
      'suites/imported.yaml is there already\n   hint: name another file, or overwrite it with --force\n',
    ])
    expect((await tableread('import', 'one.json', '-o', 'suites/imported.yaml', '--force')).code).toBe(0)
  })
  it('keeps what is good, lists the rest, and ends with 1; with nothing good it ends with 2', async () => {
    write('many.jsonl', `${good}\n{"transcript":\n`)
    const some = await tableread('import', 'many.jsonl')
    expect([some.code, some.out]).toEqual([1, expect.stringContaining('- user: "Where is my order 1042?')])
    expect(some.err).toContain('many.jsonl:2:15: the JSON ends too early: the file was cut off')
    write('none.json', '{}')
    const none = await tableread('import', 'none.json')
    expect([none.code, none.out]).toEqual([2, ''])
    expect((await tableread('import', 'gone.json')).err).toContain('there is no file or folder gone.json')
    expect((await tableread('import', 'some-id')).err).toContain('there is no service to fetch a session from')
  })
  it('prints what it did as JSON', async () => {
    write('many.jsonl', `${good}\n${good.replace('s-1', 's-2')}\n${good}\n`)
    const { code, out } = await tableread('import', 'many.jsonl', '--json', '-o', 'imported.yaml')
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        schemaVersion: 1,
        tableread: expect.any(String),
        output: 'imported.yaml',
        conversations: 1,
        paths: [{ path: 'lookup_order (during)', kept: 1, sessions: 2 }],
        masked: { name: 2 },
        refused: [],
      },
    ])
  })
})

describe('tableread score', () => {
  it('holds stored sessions against the guardrails of config and suites, and sends nothing', async () => {
    write('one.json', good)
    write('tableread.config.yaml', 'every turn: { reply: { not: { matches: /as an ai/i } }, latency: { turn: 2 s } }\n')
    const { code, out, err } = await tableread('score', 'one.json', '-r', 'plain', '--json', 'result.json')
    expect([code, err]).toEqual([1, expect.stringContaining('latency: turn is not scored')])
    expect(out).toContain('one.json:1')
    expect(JSON.parse(read('result.json'))).toMatchObject({
      schemaVersion: 1,
      totals: { failed: 1 },
      conversations: [{ sessionId: 's-1', verdict: 'failed', turns: [{ outcomes: [{ kind: 'reply' }] }] }],
    })
    const masked = await tableread('score', 'one.json', '--mask', '--json')
    expect(masked.out).not.toContain('Mia')
    expect((await tableread('report', 'result.json', '--html', 'report.html')).code).toBe(0)
    write('soft.yaml', 'every turn: { reply: { not: { contains: lost } } }\n')
    expect((await tableread('score', 'one.json', '--config', 'soft.yaml')).code).toBe(0)
  })
  it('finds breaches of transcript laws, and says which files are none', async () => {
    const open = sessionOf([said('user', 'Hi'), called('find', 'c1', {}, 'during', 1), said('assistant', '${name}', 2)])
    write('two.jsonl', `${JSON.stringify(open)}\n[]\n${good}\n`)
    const { code, out, err } = await tableread('score', 'two.jsonl', '-r', 'plain')
    expect([code, err]).toEqual([1, expect.stringContaining('two.jsonl:2:1: the list is empty')])
    expect(out).toContain('find (c1) has no output')
    expect(out).toContain('the reply leaks the placeholder ${name}')
    write('good.jsonl', `${good}\n[]\n`)
    expect((await tableread('score', 'good.jsonl')).code).toBe(2)
  })
  it('looks at what ran when the talk was over, and does not judge what nobody can read', async () => {
    const begun = [said('user', 'Hi'), said('assistant', 'Hello.', 1)]
    const call = called('refund', 'c1', {}, 'post', 2)
    const late = [call, gave('refund', 'c1', '{}', { phase: 'post', timestamp: call.timestamp })]
    const unread = { type: 'tool_use', name: 'refund', timestamp: call.timestamp }
    write('tableread.config.yaml', 'every turn: { calls: { never: [refund] } }\n')
    write('late.json', JSON.stringify(sessionOf([...begun, ...late])))
    write('unread.json', JSON.stringify(sessionOf([...begun, unread as never])))
    const scored = await tableread('score', 'late.json', '-r', 'plain')
    expect([scored.code, scored.out]).toEqual([1, expect.stringContaining('refund must never be called here')])
    const unclear = await tableread('score', 'unread.json', '-r', 'plain')
    expect([unclear.code, unclear.out]).toEqual([3, expect.stringContaining('tool_use')])
  })
})

describe('import and score of the local service', () => {
  let service: Awaited<ReturnType<typeof listen>>
  beforeAll(async () => {
    const loaded = loadWorkspace(resolve(import.meta.dirname, '../../fixtures/workspace'))
    if (!loaded.ok) throw new Error('the demo workspace is broken')
    service = await listen(createService({ workspaces: [loaded.workspace] }), { port: 0 })
  })
  afterAll(() => service.close())

  async function talk(...messages: string[]): Promise<string> {
    let sessionId: string | undefined
    for (const message of messages) {
      const body = {
        agentName: 'order-desk',
        doReturnResponse: true,
        message,
        metadata: { customer_name: 'Mia Li', tier: 'gold' },
        ...(sessionId === undefined ? {} : { sessionId }),
      }
      const response = await fetch(`${service.url}/api/chat-agent/trigger`, {
        method: 'POST',
        headers: { 'x-api-key': 'tableread-demo-key', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      sessionId = ((await response.json()) as { data: { sessionId: string } }).data.sessionId
    }
    return sessionId ?? ''
  }

  it('turns sessions by their ids into a suite that is green once it is reviewed', async () => {
    const ids = [
      await talk('Where is my order 1042?', 'Yes please', 'That is all.'),
      await talk('I want to return order 3100', 'Thanks'),
      await talk('I want to talk to a person', 'What are your opening hours?'),
      await talk('Please cancel order 2077', 'Yes, do it'),
    ]
    const { code, err } = await tableread('import', ...ids, 'gone', '--target', service.url, '-o', 'imported.yaml')
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('session gone: the service refused the turn: 404 sessionNotFound'),
    ])
    const text = read('imported.yaml')
    expect(text).not.toMatch(/Mia|\bLi\b/)
    write('imported.yaml', text.replace('reviewed: false', 'reviewed: true'))
    const run = await tableread('run', 'imported.yaml', '-r', 'plain')
    expect([run.code, run.out]).toEqual([0, expect.stringContaining('4 passed of 4')])
    const score = await tableread('score', ...ids, '--target', service.url, '-r', 'plain')
    expect([score.code, score.out]).toEqual([0, expect.stringContaining('4 passed of 4')])
  })
  it('ends with 3 when the service does not answer', async () => {
    const { code, err } = await tableread('import', 'some-id', '--target', 'http://127.0.0.1:9')
    expect([code, err]).toEqual([3, expect.stringContaining('nothing answers at')])
    expect((await tableread('score', 'some-id', '--target', 'http://127.0.0.1:9')).code).toBe(3)
  })
})
