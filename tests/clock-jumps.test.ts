// @module-tag stress
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { RunResult } from '../src/engine/run-result.ts'
import { helloSuite, openQueue } from './queue/open-queue.ts'
import { type Running, start } from './queue/processes.ts'
import { hasRedis } from './queue/redis-server.ts'

const root = mkdtempSync(join(tmpdir(), 'tableread-jumps-'))
const hour = 3_600_000
const jumps = [24 * hour, -24 * hour, hour, -hour]

/** Lets the clock of a process jump once it was read so often; counts how often it was read, in a file. */
const preload = join(root, 'jump.mjs')
writeFileSync(
  preload,
  `import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
const Machine = Date
const { JUMP_MS = '0', JUMP_AFTER = '0', JUMP_READS } = process.env
let reads = 0
const now = () => {
  reads += 1
  return Machine.now() + (reads > Number(JUMP_AFTER) ? Number(JUMP_MS) : 0)
}
globalThis.Date = class extends Machine {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given))
  }
  static now() {
    return now()
  }
}
if (isMainThread && JUMP_READS) process.on('exit', () => writeFileSync(JUMP_READS, String(reads)))
`,
)
const jumping = (ms: number, after: number): Record<string, string> => ({
  ...{ NODE_OPTIONS: `--import ${pathToFileURL(preload).href}`, JUMP_MS: String(ms), JUMP_AFTER: String(after) },
  ...{ JUMP_READS: join(root, 'reads'), TABLEREAD_API_KEY: 'tableread-demo-key', TABLEREAD_HISTORY: 'off' },
})

const running: Running[] = []
const begin = (line: string, folder: string, env: Record<string, string>): Running => {
  const one = start(line.split(' '), folder, env)
  running.push(one)
  return one
}
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const suites = resolve(import.meta.dirname, '../suites')
let folders = 0
const newFolder = (): string => {
  folders += 1
  const folder = join(root, String(folders))
  mkdirSync(folder)
  return folder
}
const resultIn = (folder: string): RunResult => JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8'))

/** Every duration in a result, whatever holds it, in milliseconds. */
function durationsIn(value: unknown, key = ''): number[] {
  if (typeof value === 'number') return /(?:^m|M)s$/.test(key) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => durationsIn(each, Array.isArray(value) ? key : name))
}

const verdictsOf = ({ conversations }: RunResult): string[] =>
  conversations.map(({ name, verdict }) => `${name} ${verdict}`)

function insistSane(result: RunResult, whole: RunResult): void {
  expect(verdictsOf(result)).toEqual(verdictsOf(whole))
  const durations = durationsIn(result)
  expect(durations.length).toBeGreaterThan(result.conversations.length)
  expect(durations.filter((ms) => ms < 0 || ms > 60_000)).toEqual([])
}

/** Moments spread over a process that reads its clock so often; those of a seed in between. */
const momentsOf = (reads: number): number[] => [0.1, 0.37, 0.62, 0.9].map((part) => Math.floor(part * reads))

describe('a clock that jumps by a day or an hour', () => {
  const line = `run ${suites} --json r.json --html r.html --junit r.xml`

  it('changes no verdict of a run and makes no duration of it', { timeout: 300_000 }, async () => {
    const folder = newFolder()
    expect((await begin(line, folder, jumping(0, 0)).ended).code).toBe(0)
    const whole = resultIn(folder)
    const reads = Number(readFileSync(join(root, 'reads'), 'utf8'))
    expect(reads).toBeGreaterThan(100)
    for (const [index, ms] of jumps.entries())
      for (const after of momentsOf(reads).filter((_, moment) => moment % 2 === index % 2)) {
        const each = begin(line, folder, jumping(ms, after))
        expect([ms, after, (await each.ended).code], each.said()).toEqual([ms, after, 0])
        insistSane(resultIn(folder), whole)
      }
  })

  it('of a service that is asked meanwhile, neither', { timeout: 300_000 }, async () => {
    const folder = newFolder()
    let whole: RunResult | null = null
    for (const ms of [0, ...jumps]) {
      const service = begin('serve --port 0', folder, jumping(ms, 60))
      const [url = ''] = await service.until(/http:\/\/127\.0\.0\.1:\d+/)
      const each = begin(`${line} --target ${url}`, folder, {
        TABLEREAD_API_KEY: 'tableread-demo-key',
        TABLEREAD_HISTORY: 'off',
      })
      expect([ms, (await each.ended).code], each.said()).toEqual([ms, 0])
      whole ??= resultIn(folder)
      insistSane(resultIn(folder), whole)
    }
  })

  it('leaves runs of a history in the order in which they were made', async () => {
    const folder = newFolder()
    for (const [index, ms] of [0, -24 * hour, 24 * hour, 0].entries()) {
      const reply = index % 2 === 0 ? '{ present: true }' : 'no such words'
      const talk = `{ name: n, turns: [{ user: Hello, expect: { reply: ${reply} } }] }`
      writeFileSync(join(folder, 's.yaml'), `suite: S\nagent: order-desk\nconversations: [${talk}]\n`)
      const { TABLEREAD_HISTORY: _, ...env } = jumping(ms, 0)
      await begin('run s.yaml', folder, { ...env, TABLEREAD_HISTORY: join(folder, 'history.sqlite') }).ended
    }
    const shown = begin('history', folder, { ...jumping(0, 0), TABLEREAD_HISTORY: join(folder, 'history.sqlite') })
    expect((await shown.ended).code).toBe(0)
    expect(shown.said()).toMatch(/ \.\|F\|\.\|F\n/)
  })

  it.each(jumps)('makes no pause of a rate limit longer (%i ms)', async (ms) => {
    const folder = newFolder()
    queue.agent.rate = 600
    queue.agent.burst = 1
    writeFileSync(join(folder, 's.yaml'), helloSuite(4, 3, 'repeatable: true\n'))
    const began = performance.now()
    const command = `run s.yaml --json r.json --target ${queue.agent.url} --no-reconcile`
    const each = begin(command, folder, { ...jumping(ms, 12), TABLEREAD_API_KEY: 'a-key-of-the-test' })
    await each.ended
    expect(queue.agent.refused, each.said()).toBeGreaterThan(0)
    expect(performance.now() - began).toBeLessThan(60_000)
    expect(durationsIn(resultIn(folder)).filter((each) => each < 0 || each > 60_000)).toEqual([])
    expect(resultIn(folder).conversations.map(({ verdict }) => verdict)).not.toContain('failed')
  })

  const queue = openQueue()
  describe.skipIf(!hasRedis)('on a queue', () => {
    it.each(jumps)('loses no lease and no conversation (%i ms)', async (ms) => {
      queue.write('s.yaml', helloSuite(12, 3))
      queue.agent.delayMs = 60
      const command = ['run', 's.yaml', '--json', 'r.json', '--target', queue.agent.url, '--no-reconcile']
      const { JUMP_READS: _, TABLEREAD_API_KEY: __, ...env } = jumping(ms, 40)
      await queue.worker([], { ...env, JUMP_AFTER: '90' })
      await queue.worker()
      const began = performance.now()
      const run = queue.begin(command, { ...env, TABLEREAD_QUEUE_URL: queue.redis.url })
      expect([(await run.ended).code, run.said()]).toEqual([0, expect.stringContaining('12 passed of 12')])
      expect(performance.now() - began).toBeLessThan(60_000)
      const durations = durationsIn(queue.result())
      expect(durations.filter((each) => each < 0 || each > 60_000)).toEqual([])
      expect(queue.agent.begun).toHaveLength(12) // none was taken for lost and begun again
    })
  })
})
