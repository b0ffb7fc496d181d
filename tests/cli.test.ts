import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { runWarm } from './warm/run-warm.ts'

const root = resolve(import.meta.dirname, '..')
const bin = resolve(root, 'bin/tableread.js')
const workspace = resolve(root, 'tests/bad-input/workspace')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-cli-'))
  const conversation = (name: string, tag: string, expected: string) =>
    `  - name: ${name}\n    tags: [${tag}]\n    turns:\n      - user: hello\n        expect: { reply: ${expected} }\n`
  const suite = `suite: Greetings\nagent: desk\nconversations:\n${conversation('says hello', 'smoke', 'Hello.')}${conversation('says goodbye', 'late', 'Bye.')}`
  writeFileSync(join(folder, 'greetings.yaml'), suite)
  writeFileSync(
    join(folder, 'slow.yaml'),
    'suite: Slow\nagent: slow\nconversations:\n  - name: waits\n    turns: [{ user: hello, expect: { reply: x } }]\n  - name: waits again\n    turns: [{ user: hello, expect: { reply: x } }]\n',
  )
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  code: number | null
  out: string
  err: string
}

function start(args: string[], env: NodeJS.ProcessEnv = {}): { child: ChildProcess; ended: Promise<Ended> } {
  const { FORCE_COLOR, ...rest } = process.env
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env: { ...rest, NO_COLOR: '1', ...env } })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (output.out += chunk))
  child.stderr.on('data', (chunk) => (output.err += chunk))
  return { child, ended: new Promise((done) => child.on('close', (code) => done({ code, ...output }))) }
}

/** For commands of which only the result matters, not the process. */
const warm = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  runWarm(args, { folder, env: { NO_COLOR: '1', ...env } })
const run = (...args: string[]): Promise<Ended> => warm(['run', ...args, '--workspace', workspace])

describe('tableread run', () => {
  it('exits with 1 when a conversation failed, and names its line', async () => {
    const { code, out } = await run('greetings.yaml')
    expect(code).toBe(1)
    expect(out).toContain('✓ says hello')
    expect(out).toContain('greetings.yaml:13:26: the reply')
    expect(out).toContain('default  1 passed, 1 failed of 2')
  })
  it.each([
    ['a name', ['greetings.yaml', '-t', 'HELLO']],
    ['a tag', ['greetings.yaml', '--tags', 'smoke', 'other']],
    ['the line where it begins', ['greetings.yaml:4']],
    ['a line inside it', ['greetings.yaml:8']],
  ])('runs only what is asked for by %s', async (_, args) => {
    const { code, out } = await run(...args)
    expect([code, out.includes('says hello'), out.includes('goodbye')]).toEqual([0, true, false])
  })
  it('runs several versions', async () => {
    const { code, out } = await run('greetings.yaml:4', '-v', 'default', '-v', '1')
    expect([code, out.includes('[default] says hello'), out.includes('[1] says hello')]).toEqual([0, true, true])
  })
  it('prints the result as JSON, and nothing else, with --json', async () => {
    const { code, out } = await run('greetings.yaml', '--json')
    const result = JSON.parse(out)
    expect(code).toBe(1)
    expect(result).toMatchObject({
      schemaVersion: 1,
      versions: ['default'],
      totals: { passed: 1, failed: 1 },
      turns: 2,
    })
    expect(result.conversations[1].turns[0]).toMatchObject({
      verdict: 'failed',
      user: 'hello',
      outcomes: [{ kind: 'reply', verdict: 'failed', at: { line: 13 } }],
    })
    expect(result.conversations[0].turns[0].entries).toHaveLength(2)
  })
  it('writes JSON and JUnit beside the report', async () => {
    const { out } = await run('greetings.yaml', '--json', 'result.json', '--junit', 'junit.xml')
    expect(out).toContain('1 failed of 2')
    expect(JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')).totals.failed).toBe(1)
    const junit = readFileSync(join(folder, 'junit.xml'), 'utf8')
    expect(junit).toMatch(/<testsuite name="greetings.yaml \[default\]" tests="2" failures="1" errors="0" skipped="0"/)
    expect(junit).toContain('<failure type="failed"')
  })
  it('says of a service that is down what it is, and nothing of its own listeners, however many wait at once', async () => {
    const turns = '    turns: [{ user: hello, expect: { reply: x } }]\n'
    const crowd = Array.from({ length: 12 }, (_, index) => `  - name: caller ${index}\n${turns}`).join('')
    writeFileSync(join(folder, 'crowd.yaml'), `suite: Crowd\nagent: desk\nconversations:\n${crowd}`)
    const flags = ['--target', 'http://127.0.0.1:9', '-c', '12']
    const { code, out, err } = await warm(['run', 'crowd.yaml', ...flags], { TABLEREAD_API_KEY: 'key-of-the-crowd' })
    expect(code).toBe(3)
    expect(out).toContain('default  12 errored of 12')
    expect(err).not.toContain('Warning')
  })
  it('tells errors from failures in JUnit', async () => {
    const { out } = await warm(['run', 'greetings.yaml:4', '--target', 'http://127.0.0.1:9', '-r', 'junit'], {
      TABLEREAD_API_KEY: 'k-123456',
    })
    expect(out).toContain('failures="0" errors="1"')
    expect(out).toContain('<error type="errored"')
  })
  eachByTier(1)([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('reports what ran when it is interrupted by %s, and exits with %i', async (signal, exit) => {
    const { child, ended } = start(['run', 'slow.yaml', '-c', '1', '--workspace', workspace])
    child.stdout?.once('data', () => child.kill(signal))
    const { code, out } = await ended
    expect([code, out.includes('interrupted'), out.includes('2 not reached')]).toEqual([exit, true, true])
  })
  it('takes settings from a config file', async () => {
    writeFileSync(
      join(folder, 'tableread.config.yaml'),
      `workspace: ${workspace}\nsuites: [greetings.yaml]\nversions: [1]\n`,
    )
    const { code, out } = await warm(['run', '-t', 'says hello'])
    rmSync(join(folder, 'tableread.config.yaml'))
    expect([code, out.includes('1  1 passed of 1')]).toEqual([0, true])
  })
  it('points at a mistake in the config file', async () => {
    writeFileSync(join(folder, 'bad.yaml'), 'suits: [greetings.yaml]\n')
    const { code, err } = await warm(['run', '--config', 'bad.yaml'])
    expect(code).toBe(2)
    expect(err).toMatch(/bad\.yaml:1:1: the config has no key "suits" \[unknown-key\][\s\S]*did you mean "suites"\?/)
  })
})

describe('tableread serve', () => {
  it('says where it listens, serves, and stops on SIGTERM', async () => {
    const { child, ended } = start(['serve', '--port', '0', '--json', '--workspace', workspace])
    const line = await new Promise<string>((done) => child.stdout?.once('data', (chunk) => done(String(chunk))))
    const { url, apiKey, agents } = JSON.parse(line)
    expect(agents).toEqual(['desk', 'slow'])
    const body = JSON.stringify({ doReturnResponse: true, agentName: 'desk', message: 'hello' })
    const answer = await fetch(`${url}/api/chat-agent/trigger`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body,
    })
    expect(
      ((await answer.json()) as { data: { transcript: { content: unknown }[] } }).data.transcript[1]?.content,
    ).toEqual([{ type: 'text', text: 'Hello.' }])
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })
  it('says so when the port is taken', async () => {
    const { child, ended } = start(['serve', '--port', '0', '--json', '--workspace', workspace])
    const line = await new Promise<string>((done) => child.stdout?.once('data', (chunk) => done(String(chunk))))
    const second = await start(['serve', '--port', String(JSON.parse(line).port), '--workspace', workspace]).ended
    child.kill('SIGTERM')
    await ended
    expect(second.code).toBe(2)
    expect(second.err).toMatch(/port \d+ is taken/)
  })
})

describe('the report of a draft', () => {
  eachByTier(1)(['plain', 'junit'])('reads as it did (%s)', async (reporter) => {
    const child = spawn(process.execPath, [bin, 'run', 'suites/order-desk.yaml', '-v', 'draft', '-r', reporter], {
      cwd: root,
    })
    let text = ''
    child.stdout.on('data', (chunk) => (text += chunk))
    await new Promise((done) => child.on('close', done))
    const steady = text
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
      .replace(/( {2}| in )\d+(\.\d+)? (ms|s)(?= |$)/gm, '$1TIME')
      .replace(/time="[\d.]+"/g, 'time="TIME"')
      .replace(/timestamp="[^"]+"/g, 'timestamp="TIME"')
      .replace(/sessionId=[\da-f-]+/g, 'sessionId=ID')
      .replace(/^ (?:latency|turn|reply|tool) .*$/gm, (row) => row.replace(/ {2,}/g, '  ')) // columns are as wide as times
    const file = resolve(root, `tests/report/draft-${reporter}.out`)
    if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, steady)
    expect(steady).toBe(readFileSync(file, 'utf8'))
  })
})

describe('tableread lint, schema and demo', () => {
  it('counts sound suites and shows broken ones', async () => {
    const { code, out } = await warm(['lint', 'greetings.yaml', '--workspace', workspace])
    expect([code, out.split('\n')[0]]).toEqual([0, ' 1 sound suite'])
    expect(out).toContain('a run would send 2 turns in 2 sessions: 2 conversations x 1 version (default)')
    expect((await warm(['lint', resolve(root, 'tests/bad-input/unknown-key.yaml')])).code).toBe(2)
  })
  it('prints the schema', async () => {
    expect(JSON.parse((await warm(['schema'])).out).title).toBe('Tableread suite')
  })
  it('shows a pass and readable regressions', { tags: 'stress' }, async () => {
    const { code, out } = await start(['demo']).ended
    expect(code).toBe(0)
    expect(out).toMatch(/default {2}\d+ passed of \d+/)
    expect(out).toMatch(/draft {2}\d+ passed, \d+ failed of \d+/)
    // Its suites are in the package, so that no command of a project plays them.
    expect(out).not.toContain('npx tableread run suites/')
    expect(out.indexOf('Now the draft')).toBeGreaterThan(out.indexOf('passed of'))
  })
})
