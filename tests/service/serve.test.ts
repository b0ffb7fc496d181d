// @module-tag stress
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'

const bin = resolve(import.meta.dirname, '../../bin/tableread.js')
const folder = mkdtempSync(join(tmpdir(), 'tableread-serve-'))
let running: Serving[] = []

/** `tableread serve`, running. */
interface Serving {
  child: ChildProcess
  seen: { out: string; err: string }
  ended: Promise<number | null>
  /** Waits until a text was printed, and returns everything printed so far. */
  printed(text: string): Promise<string>
}

afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGTERM')
    await ended
  }
  running = []
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const serve = (...flags: string[]): Serving => serveIn(folder, ...flags)

function serveIn(cwd: string, ...flags: string[]): Serving {
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0', ...flags], {
    cwd,
    env: { ...process.env, NO_COLOR: '1' },
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (piece) => (output.out += piece))
  child.stderr.on('data', (piece) => (output.err += piece))
  const ended = new Promise<number | null>((done) => child.on('close', done))
  const serving: Serving = {
    child,
    seen: output,
    ended,
    async printed(text) {
      for (
        const began = Date.now();
        !(output.out + output.err).includes(text);
        await new Promise((soon) => setTimeout(soon, 10))
      )
        if (Date.now() - began > 60_000) throw new Error(`"${text}" was never printed:\n${output.out}${output.err}`)
      return output.out + output.err
    },
  }
  running.push(serving)
  return serving
}

const facts = async (serving: Serving) => JSON.parse((await serving.printed('\n')).split('\n')[0] ?? '')

const post = async (url: string, body: object, key = 'k', method = 'POST') => {
  const answer = await fetch(url, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into member by member
  return (await answer.json()) as any
}

const agent = (text: string) =>
  `agent: desk\nid: desk\npublished: 1\nversions:\n  1:\n    otherwise: [{ say: ${text} }]\n`

function workspace(name: string, text = 'First.'): string {
  const path = mkdtempSync(join(folder, `${name}-`))
  writeFileSync(
    join(path, 'workspace.yaml'),
    `workspace: ${name}\nkeys: [k]\nchannels:\n  - { name: wa, type: waChat, numbers: ["+15550100"], agent: desk }\nagents: [desk.yaml]\n`,
  )
  writeFileSync(join(path, 'desk.yaml'), agent(text))
  return path
}

const chat = (url: string, body: object = {}) =>
  post(`${url}/api/chat-agent/trigger`, { doReturnResponse: true, agentName: 'desk', message: 'hi', ...body })
const textOf = (answer: { data: { transcript: { content: { text: string }[] }[] } }) =>
  answer.data.transcript.at(-1)?.content[0]?.text

describe('tableread serve', () => {
  it('prints where it listens, the key, the page, and a curl line that works', async () => {
    const out = await serve().printed('Ctrl-C')
    expect(
      out.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT'),
    ).toBe(`The local service listens at http://127.0.0.1:PORT with the workspace demo.
  key      tableread-demo-key
  agents   order-desk, airline-desk, warranty-desk
  page     http://127.0.0.1:PORT/_local
  OpenAPI  http://127.0.0.1:PORT/openapi.json
  clock    system
  data     in memory; --data FILE keeps it

curl http://127.0.0.1:PORT/api/chat-agent/trigger -H 'x-api-key: tableread-demo-key' -H 'content-type: application/json' -d '{"doReturnResponse":true,"agentName":"order-desk","message":"Hello"}'

Ctrl-C stops it.
`)
    const [, url, key, body] = /curl (\S+) -H 'x-api-key: (\S+)' .* -d '(.+)'/.exec(out) ?? []
    expect((await post(url ?? '', JSON.parse(body ?? ''), key)).responseCode).toBe(200)
  })

  it('serves the workspace of the config, unless --workspace names another', async () => {
    const [own, other] = [workspace('own'), workspace('other')]
    const project = mkdtempSync(join(folder, 'project-'))
    const config = join(project, 'tableread.config.yaml')
    writeFileSync(config, `workspace: ${own}\n`)
    expect((await facts(serveIn(project, '--json'))).workspace).toBe('own')
    expect((await facts(serve('--json', '--config', config))).workspace).toBe('own')
    expect((await facts(serveIn(project, '--json', '--workspace', other))).workspace).toBe('other')
    writeFileSync(config, 'workspace: elsewhere\n')
    const refused = serveIn(project, '--json')
    expect([await refused.ended, refused.seen.err]).toEqual([
      2,
      expect.stringMatching(/tableread\.config\.yaml:1:12: there is no workspace elsewhere/),
    ])
  })

  it('serves the two hosts on two origins', async () => {
    const { url, workflowUrl } = await facts(serve('--workflow-port', '0', '--json', '--workspace', workspace('two')))
    expect(url).not.toBe(workflowUrl)
    const status = async (origin: string, path: string) =>
      (await fetch(`${origin}${path}`, { headers: { 'x-api-key': 'k' } })).status
    expect([await status(url, '/api/agent/blueprints'), await status(workflowUrl, '/api/agent/blueprints')]).toEqual([
      404, 200,
    ])
    expect([await status(url, '/api/session/fetch/x'), await status(workflowUrl, '/openapi.json')]).toEqual([404, 200])
  })

  it('keeps everything in a data file, and what comes due while it is away happens when it is back', async () => {
    const data = join(folder, 'kept.db')
    const path = workspace('kept')
    const flags = ['--json', '--data', data, '--workspace', path, '--clock']
    const first = serve(...flags, '2026-03-02T10:00:00Z')
    const { url } = await facts(first)
    const { sessionId } = (await chat(url)).data
    const say = {
      communicationChannel: 'wa',
      customerNumber: '15550199',
      whatsappOptions: { messageType: 'say', message: 'Later' },
      scheduleTime: '2026-03-02T12:00:00Z',
    }
    await post(`${url}/api/chat-agent/trigger`, say)
    await post(`${url}/_local/agents/desk/draft`, { 'based on': 1, otherwise: [{ say: 'Saved.' }] }, 'k', 'PUT')
    const second = serve('--data', data)
    expect([await second.ended, second.seen.err]).toEqual([2, expect.stringContaining('another process is using it')])
    first.child.kill('SIGHUP')
    expect(await first.ended).toBe(0)
    expect(readdirSync(folder)).not.toContain('kept.db-wal')
    const again = await facts(serve(...flags, '2026-03-02T13:00:00Z'))
    const session = await fetch(`${again.url}/api/session/fetch/${sessionId}`, { headers: { 'x-api-key': 'k' } })
    expect(session.status).toBe(200)
    expect(textOf(await chat(again.url, { agentVersion: 'draft' }))).toBe('Saved.')
    const { messages } = (await (await fetch(`${again.url}/_local/outbox`)).json()) as { messages: object[] }
    expect(messages).toMatchObject([{ text: 'Later', status: 'sent', due: '2026-03-02T12:00:00.000Z' }])
  })

  it('refuses to move a clock that runs, and moves one that stands', async () => {
    const running = await facts(serve('--json', '--workspace', workspace('running')))
    expect(await post(`${running.url}/_local/clock`, { advance: '1 h' })).toMatchObject({ errorCode: 'localClockRuns' })
    const frozen = await facts(serve('--json', '--clock', 'frozen', '--workspace', workspace('frozen')))
    const before = (await (await fetch(`${frozen.url}/_local/clock`)).json()) as { now: string; kind: string }
    const after = await post(`${frozen.url}/_local/clock`, { advance: '36 h' })
    expect([before.kind, Date.parse(after.now) - Date.parse(before.now)]).toEqual(['frozen', 36 * 3_600_000])
    expect(await post(`${frozen.url}/_local/clock`, { advance: '1 fortnight' })).toMatchObject({
      errorCode: 'validationError',
      message: expect.stringContaining('expected a time such as 90 s or 2 h'),
    })
  })

  it('with --watch reads the workspace again, and goes on with the old one when the new one is broken', async () => {
    const path = workspace('watched')
    const serving = serve('--json', '--watch', '--workspace', path)
    const { url } = await facts(serving)
    const { sessionId } = (await chat(url)).data
    writeFileSync(join(path, 'desk.yaml'), agent('Second.'))
    await serving.printed('The workspace was read again.')
    expect(textOf(await chat(url, { sessionId }))).toBe('Second.')
    writeFileSync(join(path, 'desk.yaml'), agent('Third.').replace('otherwise', 'otherwize'))
    const printed = await serving.printed('The service keeps the workspace as it was.')
    expect(printed).toContain('did you mean "otherwise"?')
    expect(textOf(await chat(url))).toBe('Second.')
  })

  it('takes workspaces from TypeScript, several at once', async () => {
    const path = mkdtempSync(join(folder, 'typed-'))
    writeFileSync(
      join(path, 'workspace.ts'),
      `const say = (text: string) => [{ say: text }]
export default { workspace: 'typed', keys: ['typed-key'], agents: [{ agent: 'desk', id: 'desk', published: 1, versions: { 1: { otherwise: say('From TypeScript.') } } }] }\n`,
    )
    const { url, workspace: name } = await facts(
      serve('--json', '--workspace', path, '--workspace', workspace('plain')),
    )
    const typed = await post(
      `${url}/api/chat-agent/trigger`,
      { doReturnResponse: true, agentName: 'desk', message: 'hi' },
      'typed-key',
    )
    expect([name, textOf(typed), textOf(await chat(url))]).toEqual(['typed', 'From TypeScript.', 'First.'])
  })

  it.each([
    [
      ['--clock', 'sideways'],
      '--clock sideways is no clock',
      'write system, frozen, or an instant such as 2026-03-29T00:00:00Z',
    ],
    [['--workflow-port', 'x'], '--workflow-port x is not a port', 'write a number from 0 to 65535'],
    [['--host', '203.0.113.1'], 'it cannot listen on 203.0.113.1', 'leave out --host for 127.0.0.1'],
    [
      ['--data', 'no/such/folder/x.db'],
      'the data file no/such/folder/x.db cannot be opened',
      'name another file with --data',
    ],
    [['--workspace', 'nowhere'], 'the file cannot be read', 'a workspace is a folder with workspace.yaml'],
    [['--workspace', '.', '--workspace', '.'], 'the file cannot be read', 'a workspace is a folder'],
  ])('%j ends with 2 and says what is wrong', async (flags, message, hint) => {
    const serving = serve(...flags)
    expect(await serving.ended).toBe(2)
    expect(serving.seen.err).toContain(message)
    expect(serving.seen.err).toContain(hint)
  })

  it('answers from the seed of --ambiguity', async () => {
    const path = workspace('ambiguous')
    const codes = new Set<string>()
    for (const seed of ['1', '2', '3', '4', '5', '6']) {
      const { url } = await facts(serve('--json', '--ambiguity', seed, '--workspace', path))
      codes.add((await chat(url, { agentName: 'nobody' })).errorCode)
    }
    expect(codes.size).toBeGreaterThan(1)
  })

  it('gives workspaces of wrong form with their places', async () => {
    const path = workspace('broken')
    writeFileSync(
      join(path, 'workspace.yaml'),
      'workspace: broken\nkeys: [k]\nchannels:\n  - { name: wa, type: waChat, numbers: [12], agent: dask }\n  - { name: wa, type: waChat, version: latest }\nworkflows:\n  - { id: w, agent: desk, number: "x" }\nagents: [desk.yaml]\n',
    )
    const serving = serve('--workspace', path)
    expect(await serving.ended).toBe(2)
    expect(serving.seen.err).toContain(
      'workspace.yaml:4:41: expected a phone number of 7 to 15 digits with its country code',
    )
    expect(serving.seen.err).toContain('workspace.yaml:7:35: expected a phone number')
    writeFileSync(
      join(path, 'workspace.yaml'),
      'workspace: broken\nkeys: [k]\nchannels:\n  - { name: wa, type: waChat, agent: dask }\n  - { name: wa, type: waChat, version: latest }\nagents: [desk.yaml, desk.yaml]\n',
    )
    const second = serve('--workspace', path)
    expect(await second.ended).toBe(2)
    for (const text of [
      ':4:38: there is no agent "dask" in this workspace',
      'did you mean "desk"?',
      ':5:40: "latest" is no version',
      ':5:7: the channel "wa" is here twice',
      'the agent "desk" is here twice',
    ])
      expect(second.seen.err).toContain(text)
  })
})
