// @module-tag stress
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { canary, findIn, keyForms, keysGiven, spillCanaries } from './hostile/canaries.ts'
import { type ParrotService, startParrot } from './hostile/parrot-service.ts'
import { readTree, runCli } from './hostile/run-cli.ts'

const root = resolve(import.meta.dirname, '..')
const debug = 'http,https,http2,net,tls,stream,undici,fetch,websocket,worker,cluster,module'

describe('the key, where Node itself tells what goes on', () => {
  let [folder, service]: [string, ParrotService | undefined] = ['', undefined]

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tableread-node-'))
    mkdirSync(join(folder, 'suites'))
    const turns = '[{ user: hello, expect: { reply: { contains: Found } } }]'
    writeFileSync(
      join(folder, 'suites/s.yaml'),
      `suite: S\nagent: desk\nconversations: [{ name: c, turns: ${turns} }]\n`,
    )
    service = await startParrot(spillCanaries)
  })
  afterAll(async () => {
    await service?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  eachByTier(1)([
    ['NODE_DEBUG', { NODE_DEBUG: debug }],
    ['NODE_DEBUG of everything', { NODE_DEBUG: '*' }],
    ['NODE_DEBUG_NATIVE', { NODE_DEBUG_NATIVE: 'http,tls,env' }],
    ['DEBUG', { DEBUG: '*' }],
    ['the trace of warnings', { NODE_OPTIONS: '--trace-warnings --trace-deprecation' }],
  ])('is not in what %s prints of a run', async (_, more) => {
    const env = {
      ...keysGiven(),
      TABLEREAD_TARGET: service?.url ?? '',
      TABLEREAD_HISTORY: 'off',
      ...more,
    }
    const { out, err, code } = await runCli(['run'], { folder, env })
    expect(findIn([[JSON.stringify(more), out + err]], keyForms)).toEqual([])
    expect([code, out.includes('1 passed')]).toEqual([0, true])
  })

  it('is in no crash report, though one of Node alone would list it', async () => {
    const reports = join(folder, 'crashes')
    mkdirSync(reports)
    const crash = join(folder, 'crash.mjs')
    const spared = 'process.report.excludeEnv === true || !process.report.reportOnUncaughtException'
    writeFileSync(crash, `setInterval(() => { if (${spared}) throw new Error('boom') }, 5)\n`)
    const options = `--report-uncaught-exception --report-directory=${reports}`
    const env = { ...keysGiven(), NODE_OPTIONS: options }
    const alone = spawn(process.execPath, ['-e', 'throw new Error()'], { env: { ...process.env, ...env } })
    await new Promise((done) => alone.on('close', done))
    expect(findIn(readTree(reports), keyForms)).not.toEqual([])
    rmSync(reports, { recursive: true })
    mkdirSync(reports)
    const crashing = { ...env, NODE_OPTIONS: `${options} --import=${crash}` }
    const { code, err } = await runCli(['serve', '--port', '0'], { folder, env: crashing })
    expect([code === 0, err.includes('boom')]).toEqual([false, true])
    expect(findIn([...readTree(reports), ['the terminal', err]], keyForms)).toEqual([])
  })

  it('is in no title of a process, and no flag takes it', async () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.ts$/.test(name),
    )
    const titled = sources.filter((name) =>
      /process\.title|setproctitle/.test(readFileSync(join(root, 'src', name), 'utf8')),
    )
    expect(titled).toEqual([])
    const { out } = await runCli(['run', '--help', '--all'], { folder })
    expect(out).toContain('--target')
    expect(out).not.toMatch(/--(?:api-)?key\b/)
  })

  it('that is sent to the local service by mistake is in none of its logs, its page and its data', {
    tags: 'stress',
  }, async () => {
    const env = { ...process.env, ...keysGiven(), NODE_DEBUG: 'http,net,stream', NO_COLOR: '1' }
    const args = [join(root, 'bin/tableread.js'), 'serve', '--port', '0', '--data', join(folder, 'data.sqlite')]
    const child = spawn(process.execPath, args, { cwd: folder, env })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (printed += piece))
    const ended = new Promise((done) => child.on('close', done))
    try {
      const url = await new Promise<string>((finish, fail) => {
        child.stdout.on('data', () => {
          const [, at] = /listens at (http:\S+)[\s\S]*Ctrl-C/.exec(printed) ?? []
          if (at !== undefined) finish(at)
        })
        void ended.then(() => fail(new Error(printed)))
      })
      const chat = (key: string, path = '/api/chat-agent/trigger'): Promise<Response> =>
        fetch(url + path, {
          method: 'POST',
          headers: { 'x-api-key': key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ doReturnResponse: true, agentName: 'order-desk', message: `call ${canary.phone}` }),
        })
      const answers = [await chat(canary.key), await chat(canary.key, '/api/nope'), await chat('tableread-demo-key')]
      expect(answers.map(({ status }) => status)).toEqual([401, 404, 200])
      const bodies = await Promise.all(answers.map((each) => each.text()))
      const { data } = JSON.parse(bodies[2] ?? '') as { data: { sessionId: string } }
      const pages = bodies.map((body): [string, string] => ['an answer', body])
      for (const path of [
        '/_local',
        '/_local/state',
        `/_local/sessions/${data.sessionId}`,
        '/_local/outbox',
        '/_local/queue',
        '/openapi.json',
      ])
        pages.push([path, await (await fetch(url + path)).text()])
      expect(findIn([...pages, ['printed', printed]], keyForms)).toEqual([])
      // Messages to the local service are the user's own test data, and shown unredacted.
      expect(pages.some(([path, text]) => path.startsWith('/_local') && text.includes(canary.phone))).toBe(true)
    } finally {
      child.kill('SIGTERM')
      await ended
    }
    expect(findIn([...readTree(folder), ['printed', printed]], keyForms)).toEqual([])
  })
})
