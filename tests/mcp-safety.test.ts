// @module-tag stress
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { canary, findIn, keysGiven, spillCanaries } from './hostile/canaries.ts'
import { readVerbs } from './hostile/command-line.ts'
import { startParrot } from './hostile/parrot-service.ts'
import { readTree } from './hostile/run-cli.ts'
import { openLive } from './live/open-live.ts'
import { type Answered, type OpenedClient, openClient } from './mcp/open-client.ts'

const conversation = '- name: greets\n  turns: [{ user: hello, expect: { reply: { present: true } } }]\n'
const suite = `suite: S\nagent: order-desk\nconversations:\n${conversation.replace(/^/gm, '  ').trimEnd()}\n`

/** Every tool, with valid arguments. */
const toolsWith = (path: string): Record<string, Record<string, unknown>> => ({
  list_conversations: { paths: [path] },
  lint_suites: { paths: [path] },
  run_suites: { paths: [path] },
  read_failures: { result: path },
  read_transcript: { conversation: `${path}:4`, result: path },
  compare_versions: { a: 'default', b: 'draft', paths: [path], quick: true, deep: true, changed: true },
  read_comparison: { result: path },
  suggest_conversations: { paths: [path], write: path },
  prove_suites: { paths: [path], runs: 2 },
  vary_conversations: { paths: [path], turnBudget: 3 },
  attack_agent: { paths: [path], turnBudget: 3 },
  measure_suites: { paths: [path] },
  find_breaking_version: { paths: [path], good: '1', bad: '2' },
  write_conversation: { file: path, mode: 'create', text: suite },
})

/** Paths where no suite may be written; the last four could be folders. */
const noSuites = [
  'tableread.config.yaml',
  'Tableread.Config.yaml',
  'TABLEREAD.CONFIG.YML',
  'Node_Modules/x.yaml',
  'workspace.yaml',
  'shop/workspace.yml',
  '.github/workflows/x.yaml',
  '.tableread/x.yaml',
  'node_modules/x.yaml',
  'x.ts',
  'x',
  'suites',
  '',
]

let folder: string
let clients: OpenedClient[] = []
let closing: (() => unknown)[] = []
const putFile = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
async function open(settings: Omit<Parameters<typeof openClient>[0], 'folder'> = {}): Promise<OpenedClient> {
  const client = await openClient({ folder: join(folder, 'project'), ...settings })
  clients.push(client)
  return client
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-mcp-safety-'))
  putFile('project/suites/s.yaml', suite)
})
afterEach(async () => {
  for (const { client } of clients) await client.close()
  for (const close of closing) await close()
  ;[clients, closing] = [[], []]
  rmSync(folder, { recursive: true, force: true })
})

describe('a live service', () => {
  const divert = resolve('tests/live/divert-live-host.mjs')
  const reach = `suite: Reach
agent: order-desk
conversations:
  - name: messages
    turns: [{ send: { communicationChannel: Shop WhatsApp, customerNumber: "+15550142" }, expect: { error: { status: 400 } } }]
  - name: calls
    turns: [{ call: { phoneNumber: "+15550142" }, expect: { error: { status: 400 } } }]
`

  it('is reached by no tool, whatever its arguments, the config and the environment name', async () => {
    const live = await openLive(join(folder, 'project'))
    closing.push(live.close)
    putFile('project/tableread.config.yaml', `target: ${live.url}\nharmless tools: [lookup_order]\n`)
    putFile('project/suites/reach.yaml', reach)
    const env = { TABLEREAD_TARGET: live.url, TABLEREAD_WORKFLOW_TARGET: live.url, TABLEREAD_API_KEY: 'live-key-0123' }
    const { client, call } = await open({ env, before: ['--import', divert] })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(toolsWith('')).sort())
    const widening = [
      'target',
      'b_target',
      'workflow_target',
      'allow_tools',
      'allow_dispatch',
      'owned_sinks',
      'workspace',
      'config',
    ]
    for (const { name, inputSchema } of tools) {
      const args = toolsWith('suites')[name]
      for (const key of widening) {
        expect(Object.keys(inputSchema.properties ?? {})).not.toContain(key)
        const answer = await call(name, { ...args, [key]: live.url })
        expect([name, key, answer.isError], answer.text).toEqual([name, key, true])
        expect(answer.text).toContain(`no argument "${key}"`)
      }
      for (const [key, value] of Object.entries(args ?? {})) {
        const address = Array.isArray(value) ? [live.url] : live.url
        await call(name, { ...args, [key]: address }).catch((error: Error) =>
          expect(error.message).toContain('MCP error'),
        )
      }
      await call(name, args)
    }
    for (const version of [live.url, `order-desk@${live.url}`])
      expect((await call('run_suites', { versions: [version] })).isError).toBe(true)
    expect((await call('run_suites')).data.target).toMatch(/^local service http:\/\/127\.0\.0\.1/)
    expect(live.arrived).toEqual([])
  })

  it('is asked where the person named it, and sent no more than the person allowed', { tags: 'stress' }, async () => {
    const live = await openLive(join(folder, 'project'))
    closing.push(live.close)
    putFile('project/suites/reach.yaml', reach)
    const { env } = { env: { TABLEREAD_API_KEY: 'live-key-0123' } }
    const { call, client } = await open({ env, flags: ['--target', live.url], before: ['--import', divert] })
    putFile('project/tableread.config.yaml', 'harmless tools: [lookup_order]\n') // the server was started without this
    for (const [name, args] of Object.entries(toolsWith('suites'))) await call(name, args)
    expect(live.arrived.filter((each) => each.startsWith('POST'))).toEqual([])
    expect(live.arrived.length).toBeGreaterThan(0)
    const ran = await call('run_suites')
    expect(ran.data.conversations.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
      'unsafe',
      'unsafe',
      'unsafe',
    ])
    expect(ran.data).toMatchObject({ outcome: 'not judged', exitCode: 3, target: live.url })
    const { tools } = await client.listTools()
    expect(tools.find(({ name }) => name === 'lint_suites')?.annotations?.openWorldHint).toBe(true)
  })

  it('may be messaged where the flags allow it, and the hints say so', { tags: 'stress' }, async () => {
    putFile('project/sinks.yaml', 'phone numbers: ["+15550142"]\n')
    const env = { TABLEREAD_API_KEY: 'live-key-0123' }
    const flags = ['--target', 'http://live.tableread.example:1', '--allow-dispatch', '--owned-sinks', 'sinks.yaml']
    const { client } = await open({ env, flags })
    const { tools } = await client.listTools()
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint === true)
    expect(destructive.map(({ name }) => name)).toEqual([
      'run_suites',
      'compare_versions',
      'prove_suites',
      'vary_conversations',
      'attack_agent',
      'measure_suites',
      'find_breaking_version',
      'write_conversation',
    ])
  })
})

describe('files', () => {
  it('outside the folder are neither read nor written, by no tool', async () => {
    putFile('outside/secret.yaml', suite.replace('greets', 'canary of outside'))
    putFile('outside/result.json', '{"canary of outside": 1}')
    symlinkSync('../outside', join(folder, 'project/out'))
    symlinkSync('../../outside/secret.yaml', join(folder, 'project/suites/link.yaml'))
    symlinkSync('../outside/new.yaml', join(folder, 'project/dangling.yaml'))
    const { call } = await open()
    const before = [...readTree(join(folder, 'outside')).keys()]
    const places = [
      '../outside/secret.yaml',
      join(folder, 'outside/secret.yaml'),
      'out/secret.yaml',
      'suites/link.yaml',
      'out',
      '..',
      '/',
      '../outside/result.json',
      'suites/../../outside/secret.yaml',
      'dangling.yaml',
      '/etc/passwd',
      'file:///etc/passwd',
    ]
    const answers: Answered[] = []
    for (const place of places)
      for (const [name, args] of Object.entries(toolsWith(place))) {
        const answer = await call(name, args)
        answers.push(answer)
        expect([place, name, answer.isError], answer.text).toEqual([place, name, true])
      }
    expect(JSON.stringify(answers)).not.toContain('canary')
    expect([...readTree(join(folder, 'outside')).keys()]).toEqual(before)
    const rest = { ...(await call('list_conversations')).data }
    expect([rest.all, rest.broken]).toEqual([1, ['suites/link.yaml']])
    rmSync(join(folder, 'project/suites/link.yaml'))
    const included = `suite: I\nagent: order-desk\ninclude: [../../outside/secret.yaml]\n${suite.slice(suite.indexOf('conversations'))}`
    const wrote = await call('write_conversation', { file: 'suites/i.yaml', mode: 'create', text: included })
    expect([wrote.isError, wrote.text]).toEqual([true, expect.stringContaining('cannot be read')])
    expect(wrote.text).not.toContain('canary')
  })

  it('behind a link in a folder block themselves alone', { tags: 'stress' }, async () => {
    putFile('outside/secret.yaml', suite.replace('greets', 'canary of outside'))
    symlinkSync('../../outside/secret.yaml', join(folder, 'project/suites/link.yaml'))
    symlinkSync('../../outside', join(folder, 'project/suites/more'))
    const { call } = await open()
    const ran = await call('run_suites')
    expect([ran.isError, ran.data.totals.passed]).toEqual([true, 1])
    const linted = await call('lint_suites')
    for (const { text } of [ran, linted]) {
      expect(text).toMatch(/suites\/link\.yaml:1:1: it is a link that leads out of the folder/)
      expect(text).toMatch(/suites\/more:1:1: it is a link that leads out of the folder/)
      expect(text).not.toMatch(/canary|secret/)
    }
  })

  eachByTier(1)([
    ['history', 'history: ../outside/h.sqlite\n'],
    ['quarantine', 'quarantine: ../outside/q.yaml\n'],
    ['teeth', 'teeth: ../outside/t.yaml\n'],
    ['tapes', 'tapes: ../outside\n'],
    ['licences', 'judges: { licences: ../outside }\n'],
    ['cache', 'judges: { cache: ../outside }\n'],
    ['.tableread', null],
    ['snapshots', null],
    ['snapshots/blueprints', null],
  ])('outside that a config or a link leads to are refused: %s', async (what, config) => {
    putFile('outside/x', '')
    if (config !== null) putFile('project/tableread.config.yaml', config)
    else {
      mkdirSync(dirname(join(folder, 'project', what)), { recursive: true })
      symlinkSync(join(folder, 'outside'), join(folder, 'project', what))
    }
    const { call } = await open({ env: { TABLEREAD_HISTORY: undefined } })
    for (const name of ['list_conversations', 'run_suites', 'compare_versions']) {
      const { isError, text } = await call(name)
      expect([name, isError], text).toEqual([name, true])
      expect(text).toContain('leads out of the folder project')
    }
    expect([...readTree(join(folder, 'outside')).keys()]).toEqual(['x'])
  })

  it('hold conversations as they were given, with the empty lines of their blocks', { tags: 'stress' }, async () => {
    const { call } = await open()
    const text =
      '- name: ends\n  turns:\n    - expect: { reply: { present: true } }\n      user: |+\n        two  \n\n\n'
    const again = conversation.replace('greets', 'again')
    const append = { file: 'suites/s.yaml', mode: 'append' }
    const wrote = await call('write_conversation', { ...append, text })
    expect(wrote.data, wrote.text).toMatchObject({ written: true })
    expect((await call('write_conversation', { ...append, text: again })).data).toMatchObject({ written: true })
    expect(readFileSync(join(folder, 'project/suites/s.yaml'), 'utf8')).toBe(
      `${suite}\n${text.replace(/^(?=.)/gm, '  ')}${again.replace(/^/gm, '  ').trimEnd()}\n`,
    )
  })

  it('are drafted where suites are kept, and nowhere else', async () => {
    putFile('outside/x', '')
    symlinkSync('../outside', join(folder, 'project/out'))
    const { call } = await open()
    const before = [...readTree(folder).keys()]
    for (const write of [
      '../outside',
      'out',
      'out/d.yaml',
      '..',
      '/',
      'x/../../outside/d.yaml',
      ...noSuites.slice(0, -4),
    ]) {
      const { isError, text } = await call('suggest_conversations', { write })
      expect([write, isError], text).toEqual([write, true])
    }
    expect([...readTree(folder).keys()]).toEqual(before)
    const { data, isError } = await call('suggest_conversations', { agent: ['order-desk'], write: 'suites/drafts' })
    expect([isError, data.exitCode, data.findings.length, data.all > 10]).toEqual([false, 0, 10, true])
    expect(data.findings[0]).toMatchObject({ verdict: 'advice', what: 'no conversation expects it' })
    const drafted = readFileSync(join(folder, 'project/suites/drafts/order-desk.drafts.yaml'), 'utf8')
    expect(drafted).toContain('# Drafts made by tableread suggest --write')
    const proven = await call('prove_suites', { paths: ['suites/s.yaml'], runs: 2 })
    expect(proven.data).toMatchObject({ exitCode: 1, gate: { verdict: 'shut' } })
    expect(proven.data.findings[0]).toMatchObject({
      at: 'suites/s.yaml:4',
      title: 'greets [default]',
      verdict: 'failed',
    })
  })

  it('that are no suites are not made', { tags: 'stress' }, async () => {
    const { call } = await open()
    const before = [...readTree(join(folder, 'project')).keys()]
    for (const file of noSuites) {
      const answer = await call('write_conversation', { file, mode: 'create', text: suite })
      expect([file, answer.isError], answer.text).toEqual([file, true])
    }
    expect([...readTree(join(folder, 'project')).keys()]).toEqual(before)
  })

  it('that are broken are told with their lines, and no stack', { tags: 'stress' }, async () => {
    putFile(
      'project/suites/broken.yaml',
      'suite: B\nagent: order-desk\nconversations:\n  - name: x\n    turns: [{ usr: hi }]\n',
    )
    const { call } = await open()
    for (const name of ['lint_suites', 'run_suites', 'compare_versions']) {
      const { isError, text } = await call(name, { paths: ['suites/broken.yaml'] })
      expect([name, isError], text).toEqual([name, true])
      expect(text).toMatch(/suites\/broken\.yaml:5:\d+: .*usr[\s\S]*\^{3}[\s\S]*user/)
      expect(text).not.toMatch(/\n\s+at |node:|\.js:\d/)
    }
    const both = await call('run_suites')
    expect([both.isError, both.data.outcome, both.data.totals.passed]).toEqual([true, 'broken', 1])
    const listing = await call('list_conversations')
    expect([listing.isError, listing.data.broken]).toEqual([false, ['suites/broken.yaml']])
    putFile('project/tableread.config.yaml', 'versons: [draft]\n')
    const config = await call('list_conversations')
    expect([config.isError, config.text]).toEqual([
      true,
      expect.stringMatching(/tableread\.config\.yaml:1:1: .*versons/),
    ])
  })
})

describe('a run', () => {
  let server: Server
  let counts: { turns: number; gone: number }
  beforeEach(async () => {
    counts = { turns: 0, gone: 0 }
    server = createServer((request, response) => {
      if (request.method !== 'POST') return void response.writeHead(404).end()
      counts.turns += 1
      response.on('close', () => (counts.gone += 1))
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    closing.push(
      () => server.close(),
      () => server.closeAllConnections(),
    )
  })
  const until = async (holds: () => boolean): Promise<void> => {
    for (const end = Date.now() + 60_000; !holds(); ) {
      if (Date.now() > end) throw new Error('it did not come to that')
      await new Promise((next) => setTimeout(next, 20))
    }
  }
  const hanging = () =>
    open({
      flags: ['--target', `http://127.0.0.1:${(server.address() as AddressInfo).port}`],
      env: { TABLEREAD_API_KEY: 'k-0123456789' },
    })

  it('that is cancelled stops, closes what it opened, and lets the next one begin', { tags: 'stress' }, async () => {
    const { call } = await hanging()
    for (const round of [1, 2]) {
      const cancel = new AbortController()
      const running = call('run_suites', {}, { signal: cancel.signal })
      await until(() => counts.turns === round)
      cancel.abort()
      await expect(running).rejects.toThrow()
      await until(() => counts.gone === round)
    }
    expect((await call('list_conversations')).data.all).toBe(1)
  })

  it('keeps the budgets of the server', { tags: 'stress' }, async () => {
    putFile(
      'project/suites/s.yaml',
      `${suite}${conversation.replace('greets', 'again').replace(/^/gm, '  ').trimEnd()}\n`,
    )
    const { call } = await open({ flags: ['--max-turns', '1'] })
    for (const _ of [1, 2]) {
      const { data } = await call('run_suites')
      expect([data.totals.passed, data.totals['not reached'], data.exitCode]).toEqual([1, 1, 3])
    }
  })

  it('is told how far it is', { tags: 'stress' }, async () => {
    putFile(
      'project/suites/s.yaml',
      `${suite}${conversation.replace('greets', 'again').replace(/^/gm, '  ').trimEnd()}\n`,
    )
    const { call, transport } = await open()
    // The SDK's client drops progress that arrives together with the answer, so messages are counted before
    // it sees them.
    const listener = transport.onmessage
    let notices: unknown[] = []
    transport.onmessage = (message) => {
      if ('method' in message && message.method === 'notifications/progress') notices.push(message.params)
      listener?.(message)
    }
    await call('run_suites', {}, { onprogress: () => undefined })
    expect(notices).toHaveLength(2)
    expect(notices.at(-1)).toMatchObject({ progress: 2, total: 2, message: expect.stringMatching(/^passed: /) })
    notices = []
    await call('compare_versions', { pairs: 1 }, { onprogress: () => undefined })
    expect(notices).toHaveLength(4)
  })

  it('ends where the process that was started is killed, though the input stays open', { tags: 'stress' }, async () => {
    const { call, transport } = await hanging()
    const running = call('run_suites').catch((error: Error) => error.message)
    await until(() => counts.turns === 1)
    process.kill(transport.pid ?? 0, 'SIGKILL')
    await until(() => counts.gone === 1)
    await running
  })

  it.each(['SIGINT', 'SIGTERM', 'closed input'])('ends with the server: %s', { tags: 'stress' }, async (how) => {
    const { call, transport, client } = await hanging()
    const running = call('run_suites').catch((error: Error) => error.message)
    await until(() => counts.turns === 1)
    const { pid } = transport
    if (pid === null) throw new Error('it is not there')
    if (how === 'closed input') void client.close()
    else process.kill(pid, how)
    await until(() => counts.gone === 1)
    await running
    await until(() => {
      try {
        return !process.kill(pid, 0)
      } catch {
        return true
      }
    })
  })
})

it('standard output has the protocol alone, whatever modules print and programs inherit', {
  tags: 'stress',
}, async () => {
  const started = `spawnSync(process.execPath, ['-e', 'console.log("noise")'], { stdio: 'inherit' })`
  const statement = `writeSync(1, '{"jsonrpc":"2.0","id":1,"result":{}}\\n')`
  const noise = `import { spawnSync } from 'node:child_process';import { writeSync } from 'node:fs';${started};${statement};console.log('noise');process.stdout.write('noise\\n');console.info({ jsonrpc: '2.0' })\n`
  putFile('project/tableread.config.ts', `${noise}export default { workspace: 'shop' }\n`)
  putFile(
    'project/shop/workspace.ts',
    `${noise}export default { workspace: 'shop', keys: ['k-1'], agents: ['agents/desk.yaml'] }\n`,
  )
  putFile(
    'project/shop/agents/desk.yaml',
    'agent: order-desk\nid: o\npublished: 1\nversions:\n  1: { module: ./desk.ts }\n',
  )
  putFile(
    'project/shop/agents/desk.ts',
    `${noise}export default () => { ${started}; ${statement}; console.log('noise'); return 'hello' }\n`,
  )
  const { call, strays, told } = await open()
  const ran = await call('run_suites')
  expect(ran.data, ran.text).toMatchObject({ outcome: 'passed' })
  expect(strays).toEqual([])
  await new Promise((next) => setTimeout(next, 100))
  expect(told()).toContain('noise')
})

it('a key, personal data and a signed link come out by no tool of the verb', async () => {
  expect((await readVerbs()).map(({ name }) => name)).toContain('mcp')
  const parrot = await startParrot(spillCanaries)
  closing.push(parrot.close)
  const { key, phone, email } = canary
  const talk = (name: string): string => `  - name: ${name}
    metadata: { token: '${key}', phone: '${phone}' }
    turns:
      - user: 'reply, my number is ${phone}, my key ${key}'
        expect: { reply: { contains: '${phone} ${email} x ${key}' }, calls: [other] }
`
  putFile('project/suites/s.yaml', `suite: S\nagent: desk\nconversations:\n${talk('one')}${talk('two')}`)
  const { call, client, told } = await open({ flags: ['--target', parrot.url], env: keysGiven() })
  const progress: unknown[] = []
  const answers: [string, string][] = []
  const ask = async (name: string, args: Record<string, unknown>): Promise<void> => {
    const answer = await call(name, args, { onprogress: (each) => progress.push(each) })
    answers.push([name, `${answer.text}${JSON.stringify(answer.data)}`])
  }
  for (const name of ['list_conversations', 'lint_suites', 'run_suites', 'read_failures']) await ask(name, {})
  await ask('read_transcript', { conversation: 'suites/s.yaml:4' })
  await ask('compare_versions', { pairs: 1 })
  await ask('read_comparison', {})
  await ask('suggest_conversations', {})
  await ask('prove_suites', { runs: 2 })
  for (const text of [
    talk('three').replace(/^ {2}/gm, ''),
    `- name: four\n  turns: [{ usr: 'call ${phone} or ${email}, ${key}' }]\n`,
  ])
    await ask('write_conversation', { file: 'suites/s.yaml', mode: 'append', text })
  for (const args of [{ result: `${phone} ${key}.json` }, { conversation: email }, { [email]: 1 }, { name: `(${key}` }])
    await ask('read_failures', args)
  const last = await client.readResource({ uri: 'tableread://results/last' })
  answers.push(['last', JSON.stringify(last)], ['progress', JSON.stringify(progress)], ['stderr', told()])
  expect(answers[3]?.[1]).toContain('<phone 1>')
  expect(findIn(answers)).toEqual([])
  expect(readFileSync(join(folder, 'project/suites/s.yaml'), 'utf8')).toContain('name: two')
})
