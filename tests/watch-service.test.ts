import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService, listen, loadWorkspace } from '../src/service/index.ts'
import type { CliRun } from './hostile/run-cli.ts'
import { runWarm } from './warm/run-warm.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-watch-'))
const bin = resolve(import.meta.dirname, '../bin/tableread.js')
const secret = 'a-secret-for-signatures'
const posts: { headers: IncomingMessage['headers']; body: string }[] = []
const requests: string[] = []
let origin = ''
let answers = 200
const closing: (() => Promise<unknown>)[] = []

async function open(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(async () => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part
  return text
}

/** Three versions, of which the second promises refunds. */
const desk = (published: number): string => `agent: desk
id: desk
published: ${published}
versions:
  1: { prompt: Be brief., rules: [{ id: refund, when: refund, do: [{ say: We never refund. }] }] }
  2: { prompt: Be kind., rules: [{ id: refund, when: refund, do: [{ say: "Refunded, sk-watched-0123456789abcdef!" }] }] }
  3: { prompt: Be kind and brief., rules: [{ id: refund, when: refund, do: [{ say: We never refund. }] }] }
draft: { prompt: Be generous., rules: [{ id: refund, when: refund, do: [{ say: Refunded. }] }] }
`

const publish = (number: number): Promise<void> => serve(desk(number))

/** Serves an agent from now on. */
async function serve(agent: string): Promise<void> {
  const path = join(folder, 'workspace')
  mkdirSync(join(path, 'agents'), { recursive: true })
  writeFileSync(join(path, 'workspace.yaml'), 'workspace: watched\nkeys: [local-key]\nagents: [agents/desk.yaml]\n')
  writeFileSync(join(path, 'agents/desk.yaml'), agent)
  const loaded = loadWorkspace(path)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded))
  const service = createService({ workspaces: [loaded.workspace] })
  const network = await listen(service, { port: 0 })
  closing.push(
    () => network.close(),
    async () => service.close(),
  )
  origin = network.url
}

let target = ''
let webhook = ''
beforeAll(async () => {
  target = await open(
    createServer(async (request, response) => {
      const body = await textOf(request)
      requests.push(
        `${request.method} ${request.url?.replace(/[\da-f-]{36}/, 'ID')}${body.includes('"doReturnResponse":true') ? ' inline' : ''}`,
      )
      const answer = await fetch(`${origin}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { 'x-api-key': 'local-key', 'content-type': 'application/json' },
        ...(body === '' ? {} : { body }),
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(await answer.text())
    }),
  )
  webhook = await open(
    createServer(async (request, response) => {
      const body = await textOf(request)
      if (answers === 200) posts.push({ headers: request.headers, body })
      response.writeHead(answers).end()
    }),
  )
  writeFileSync(
    join(folder, 's.yaml'),
    'suite: S\nagent: desk\nconversations:\n  - name: promises no refund\n    turns:\n      - user: Can I have a refund?\n        expect: { reply: { contains: never refund } }\n',
  )
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

const env = { TABLEREAD_API_KEY: 'local-key', TABLEREAD_WEBHOOK_SECRET: secret, NO_COLOR: '1' }
const checkOn = (history: string, ...args: string[]): Promise<CliRun> =>
  runWarm(['watch-service', 's.yaml', '--once', '--target', target, '--history', history, ...args], { folder, env })
const check = (...args: string[]): Promise<CliRun> => checkOn('h.sqlite', ...args)
const toHook = ['--webhook', '']
const kinds = (): string[] => posts.map(({ body }) => JSON.parse(body).kind)

describe('tableread watch-service --once', () => {
  it('takes a record first, and tells nothing', async () => {
    toHook[1] = `${webhook}/hook`
    await publish(1)
    const { code, out, err } = await check(...toHook)
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/desk: version 1 is seen for the first time: good/)
    requests.length = 0
    expect((await check(...toHook)).out).toMatch(/desk: nothing new, version 1\n/)
    expect(requests).toEqual(['GET /api/agent/blueprints'])
    expect(posts).toEqual([])
  })

  it('tells once, signed and without what was said, that a published version regressed', async () => {
    await publish(2)
    requests.length = 0
    const { code, out } = await check(...toHook)
    expect([code, kinds()]).toEqual([1, ['regressed']])
    expect(out).toContain('S > promises no refund')
    const [post] = posts
    expect(post?.body).not.toMatch(/sk-watched|Refunded|Be kind/)
    expect(JSON.parse(post?.body ?? '')).toMatchObject({
      agent: 'desk',
      version: 2,
      against: 'version 1',
      findings: [{ conversation: 'S > promises no refund' }],
    })
    const [, time = '', signed] =
      /^t=(\d+),v1=([\da-f]{64})$/.exec(String(post?.headers['x-tableread-signature'])) ?? []
    expect(signed).toBe(createHmac('sha256', secret).update(`${time}.${post?.body}`).digest('hex'))
    expect((await check(...toHook)).code).toBe(0)
    expect(kinds()).toEqual(['regressed'])
  })

  it('says what an issue should: open while it is regressed', async () => {
    const { out } = await check('--json')
    expect(JSON.parse(out).issues).toMatchObject([
      { isOpen: true, title: 'desk: version 2 regressed', body: expect.stringContaining('promises no refund') },
    ])
  })

  it('closes no issue where the history was lost and its first look is not whole', async () => {
    const { code, out } = await checkOn('lost.sqlite', '--json')
    const { changes, issues, standing } = JSON.parse(out)
    expect([code, changes[0].judgement.verdict, issues]).toEqual([3, 'recorded', []])
    expect(standing.desk.regressed).toBeNull()
    expect((await checkOn('lost.sqlite')).code).toBe(0)
  })

  it('sends reads and inline chat alone', () => {
    expect([...new Set(requests)].sort()).toEqual([
      'GET /api/agent/blueprints',
      'GET /api/session/fetch/ID',
      'POST /api/chat-agent/trigger inline',
    ])
  })

  it('keeps a message for a receiver that fails, and sends it when its pause is over', async () => {
    answers = 500
    await publish(3)
    const { code, out } = await check(...toHook)
    expect([code, kinds()]).toEqual([0, ['regressed']])
    expect(out).toMatch(/took no message: it answered with 500/)
    expect(out).toMatch(/1 message will be sent by a later check/)
    answers = 200
    expect((await check(...toHook)).out).toMatch(/1 message will be sent/) // half a minute has not passed
  })

  it('holds the draft against what is published, as often as was asked for', async () => {
    const drafted = ['drafts.sqlite', '--drafts', '1h', ...toHook] as const
    const { code, out, err } = await checkOn(...drafted)
    expect([code, out, err]).toEqual([
      1,
      expect.stringMatching(/desk: the draft: regressed, held against version 3/),
      '',
    ])
    const [post] = posts.slice(-1)
    expect(JSON.parse(post?.body ?? '')).toMatchObject({
      ...{ title: 'desk: the draft regressed', version: null, against: 'version 3' },
      report: expect.stringMatching(/^watch\/desk-draft-[-\dT]{17}\.html$/),
    })
    const again = await checkOn(...drafted)
    expect([again.code, again.out]).toEqual([
      0,
      expect.stringMatching(/nothing new, version 3; its draft is regressed/),
    ])
  })

  it('gives no all-clear while what was told still fails, though the settings are those that were good', async () => {
    const one = (prompt: string, reply: string): string =>
      `agent: desk\nid: desk\npublished: 1\nversions: { 1: { prompt: ${prompt}, otherwise: [{ say: ${reply} }] } }\n`
    const before = posts.length
    const steps: [prompt: string, reply: string][] = [
      ['A', 'We never refund.'],
      ['B', 'Something broke.'],
      ['A', 'Something broke.'],
      ['A', 'We never refund.'],
      ['C', 'We never refund.'],
    ]
    const codes: (number | null)[] = []
    for (const [prompt, reply] of steps) {
      await serve(one(prompt, reply))
      codes.push((await checkOn('settings.sqlite', '--drafts', '1s', ...toHook, ...toHook)).code)
    }
    expect([codes, kinds().slice(before)]).toEqual([
      [0, 1, 1, 0, 0],
      ['regressed', 'good again'],
    ])
  })

  it('sets a damaged history aside, and begins anew', async () => {
    writeFileSync(join(folder, 'bad.sqlite'), readFileSync(join(folder, 'h.sqlite')).fill(7, 200, 6_000))
    const [first, second] = [await checkOn('bad.sqlite'), await checkOn('bad.sqlite')]
    expect([first.code, first.err]).toEqual([
      3,
      expect.stringMatching(
        /cannot be used: .+\n {3}hint: it is bad\.sqlite\.corrupt-1 now; the next check begins anew/,
      ),
    ])
    expect([second.code, second.out]).toEqual([0, expect.stringMatching(/seen for the first time: good/)])
  })

  it('refuses what makes no sense before anything is asked', async () => {
    const ways = [
      ['--webhook', 'ftp://x'],
      ['--webhook', 'slak:https://x.example'],
      ['--no-history'],
      ['--every', 'soon'],
      ['--every', '10ms'],
      ['--report-url', 'https://x.example/r?token=abc'],
      ['--drafts', 'daily'],
      ['--hook', '8080'],
    ]
    for (const way of ways) expect([way, (await check(...way)).code]).toEqual([way, 2])
    const nowhere = await runWarm(['watch-service', 's.yaml', '--once'], { folder, env })
    expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringMatching(/^there is no service to watch\n/)])
  })

  it('says once that checks fail while it goes on, with the next try', { tags: 'stress' }, async () => {
    const words = ['s.yaml', '--every', '1s', '--target', 'http://127.0.0.1:9', '--history', 'on.sqlite']
    const child = spawn(process.execPath, [bin, 'watch-service', ...words], {
      cwd: folder,
      env: { ...process.env, ...env },
    })
    let [out, err] = ['', '']
    child.stderr.on('data', (text) => (err += text))
    child.stdout.on('data', (text) => {
      out += text
      if (out.includes('message: ')) child.kill('SIGINT') // which the second check brings
    })
    const [code] = await once(child, 'close')
    expect([code, err.match(/^.*$/gm)?.filter((line) => line !== '')]).toEqual([
      130,
      [
        expect.stringMatching(
          /^[-\d]{10} \d\d:\d\dZ {2}this check failed, and the next try is at [-\d]{10} \d\d:\d\dZ: the agents are not listed: nothing answers at http:\/\/127\.0\.0\.1:9/,
        ),
      ],
    ])
    expect(out).not.toContain('not listed')
  })

  it('cannot judge where the service does not answer, and tells it in the second check alone', async () => {
    const fresh = ['--history', 'other.sqlite', '--webhook', `${webhook}/hook`]
    const before = posts.length
    for (const expected of [0, 1, 1]) {
      const { code } = await runWarm(
        ['watch-service', 's.yaml', '--once', '--target', 'http://127.0.0.1:9', '--time-limit', '1s', ...fresh],
        { folder, env },
      )
      expect([code, posts.length - before]).toEqual([3, expected])
    }
  })
})
