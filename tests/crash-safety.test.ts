// @module-tag stress
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Ended, startRun, suite, withoutTimes } from './journal/killed-run.fixture.ts'
import { type EchoAgent, startEchoAgent } from './queue/echo-agent.mjs'

const root = resolve(import.meta.dirname, '..')
const all = mkdtempSync(join(tmpdir(), 'tableread-crash-'))
let agent: EchoAgent
let folder = ''
beforeAll(async () => {
  agent = await startEchoAgent({ delayMs: 2, nameSession: (message) => `s ${message}` })
})
beforeEach(() => {
  folder = mkdtempSync(join(all, 'each-'))
  writeFileSync(join(folder, 'suite.yaml'), suite)
  Object.assign(agent, { begun: [], onTurn: () => {}, delayMs: 2 })
})
afterAll(() => {
  agent.close()
  rmSync(all, { recursive: true, force: true })
})

const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const journals = (): string[] => readdirSync(join(folder, '.tableread/runs')).filter((name) => name.endsWith('.jsonl'))
const reports = ['--json', 'r.json', '--junit', 'r.xml', '--html', 'r.html'] as const
const run = (...args: string[]): Promise<Ended> => startRun(folder, agent.url, args).ended

/** Runs until the agent has heard that many turns, then kills the run. */
function killAt(turn: number, ...args: string[]): Promise<Ended> {
  const { child, ended } = startRun(folder, agent.url, args)
  let count = 0
  agent.onTurn = () => {
    count += 1
    if (count === turn) child.kill('SIGKILL')
  }
  return ended
}

const withoutJunitTimes = (text: string): string => text.replace(/ (time|timestamp)="[^"]*"/g, '')

describe('a run that is killed', () => {
  it('goes on to the report of one that was not, wherever it was, and runs nothing twice that was judged', async () => {
    const whole = await run(...reports)
    const oracle = [whole.code, withoutTimes(read('r.json')), withoutJunitTimes(read('r.xml'))]
    expect([whole.code, whole.err, journals()]).toEqual([1, '', []])
    for (const turns of [[1], [23, 9], [41]]) {
      for (const name of ['r.json', 'r.xml', 'r.html']) rmSync(join(folder, name))
      for (const [index, turn] of turns.entries()) {
        const killed = await killAt(turn, ...(index === 0 ? [] : ['--resume']), ...reports, '-c', '3')
        expect([killed.signal, existsSync(join(folder, 'r.json'))]).toEqual(['SIGKILL', false])
      }
      Object.assign(agent, { begun: [], onTurn: () => {} })
      const resumed = await run('--resume', ...reports)
      expect([resumed.code, withoutTimes(read('r.json')), withoutJunitTimes(read('r.xml'))]).toEqual(oracle)
      const [, reuseCount = ''] = /(\d+) of 32 conversations are taken/.exec(resumed.err) ?? []
      const ran = new Set(agent.begun).size
      expect([31, 32]).toContain(Number(reuseCount) + ran) // taken or run again, the skipped one begins no session
      expect([read('r.html').includes('customer 29'), journals()]).toEqual([true, []])
    }
  })
})

describe('Ctrl-C', () => {
  it('ends a run with a report of what ran, and 130; what did not can be gone on with', async () => {
    agent.delayMs = 50
    const { child, ended } = startRun(folder, agent.url, [...reports, '-c', '4'])
    let count = 0
    agent.onTurn = () => {
      count += 1
      if (count === 20) child.kill('SIGINT')
    }
    const { code, err } = await ended
    const result = JSON.parse(read('r.json')) as { totals: Record<string, number>; conversations: unknown[] }
    expect([code, result.conversations.length]).toEqual([130, 32])
    expect(result.totals).toMatchObject({ passed: expect.any(Number), errored: 0 })
    expect([(result.totals.passed ?? 0) > 0, (result.totals['not reached'] ?? 0) > 0]).toEqual([true, true])
    expect(err).toContain(`${result.totals['not reached']} without a verdict: the same command with --resume runs them`)
    expect([read('r.xml').trimEnd().endsWith('</testsuites>'), read('r.html').trimEnd().endsWith('</html>')]).toEqual([
      true,
      true,
    ])
    Object.assign(agent, { onTurn: () => {}, delayMs: 2 })
    expect(await run('--resume', '-t', 'customer 1')).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /was another one: --name was not given and is customer 1\n {3}hint: go on .* --resume/,
      ),
    })
    expect([(await run('--resume')).code, journals()]).toEqual([1, []])
  })

  it('twice ends it at once', async () => {
    const script = `import { interruptible } from '${join(root, 'dist/app/edge/process.js').replaceAll('\\', '/')}'
      const { signal } = interruptible()
      signal.addEventListener('abort', () => console.log('first ' + signal.reason))
      setInterval(() => {}, 1_000)
      console.log('ready')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines: string[] = []
    child.stdout.on('data', (chunk) => {
      lines.push(String(chunk).trim())
      child.kill('SIGINT')
    })
    expect([(await once(child, 'close'))[0], lines]).toEqual([130, ['ready', 'first 130']])
  })
})

describe('a journal that cannot be written', () => {
  it('is said once and changes nothing else', async () => {
    writeFileSync(join(folder, 'file'), '')
    const { code, err } = await run('--journal', 'file/below', '-t', 'customer 1')
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^this run keeps no journal, and --resume could not go on with it \(file\/below.*\n$/),
    ])
  })
  it('and one that is no journal is refused', async () => {
    writeFileSync(join(folder, 'file'), 'Dear reader')
    expect(await run('--resume', 'file')).toMatchObject({
      code: 2,
      err: expect.stringContaining('file is no journal of a run'),
    })
    expect((await run('--resume', '-t', 'customer 2')).err).toBe(
      'there is no unfinished run to resume: this one starts from the beginning\n',
    )
  })
})
