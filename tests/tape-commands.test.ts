import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CliRun } from './hostile/run-cli.ts'
import { runWarm } from './warm/run-warm.ts'

const golden = resolve(import.meta.dirname, 'tapes')
const bin = resolve(import.meta.dirname, '../bin/tableread.js')
const order = 'tapes/suites/desk/finds-an-order.default.yaml'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-tape-commands-'))
  for (const part of ['suites', 'tapes']) cpSync(join(golden, part), join(folder, part), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function tableread(...args: string[]): Promise<CliRun> {
  const env = { NO_COLOR: '1', TABLEREAD_TAPE_TEST: '', HTTPS_PROXY: '', TABLEREAD_HISTORY: 'off' }
  return runWarm(args, { folder, env })
}
const edit = (path: string, from: string, to: string): void => {
  const text = readFileSync(join(folder, path), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(folder, path), text.replace(from, to))
}
/** Compares the output of `replay`, without times. These tapes are in the repository, and no service is called. */
async function replays(name: string, code: number): Promise<void> {
  const ran = await tableread('replay', '--offline')
  const text = `${ran.out}--- standard error\n${ran.err}`.replace(/(turns?|in) +\d+(?:\.\d+)? m?s/g, '$1 <time>')
  const path = join(golden, `${name}.out`)
  if (process.env.UPDATE_GOLDENS === '1' || !existsSync(path)) writeFileSync(path, text)
  expect([ran.code, text]).toEqual([code, readFileSync(path, 'utf8')])
}

describe('tableread replay', () => {
  it('runs what is in the repository, with no service and no key', () => replays('sound', 0))
  it('names the closest request, and how they differ', async () => {
    edit(order, 'message: Thanks, send', 'message: Thanks, mail')
    await replays('miss', 4)
  })
  it('says that a tape is stale, and how to mend it', async () => {
    edit('suites/desk.yaml', 'Where is my order 1042?', 'Where is order 1042?')
    await replays('stale', 4)
  })
  it('says where a tape is broken, and runs the others', async () => {
    edit(order, 'status: 200', 'status: fine')
    await replays('broken', 2)
  })
  it('says that a tape is missing', async () => {
    rmSync(join(folder, order))
    await replays('missing', 4)
  })
  it('says that the agent failed where it did', async () => {
    edit('suites/desk.yaml', 'contains: "1042"', 'contains: "1043"')
    await replays('failed', 1)
  })
})

describe('tableread teeth --tape replay', () => {
  const teeth = (...more: string[]) => tableread('teeth', '--tape', 'replay', '--kinds', 'drop-call', ...more)

  it('says of the tapes what a replay does', async () => {
    const { code, err } = await teeth('--offline')
    expect([code, err]).toEqual([0, expect.stringContaining('replayed from tapes recorded ')])
    const unchecked = await teeth('--target', 'http://127.0.0.1:9')
    expect(unchecked.err).toContain('not checked: whether the agents changed since')
  })
  it('exits with 4 where only a tape is the reason that one could not be judged', async () => {
    rmSync(join(folder, order))
    expect((await teeth('--offline')).code).toBe(4)
  })
  it('exits with 2 where a tape is broken, and says where', async () => {
    edit(order, 'status: 200', 'status: fine')
    const { code, err } = await teeth('--offline')
    expect([code, err]).toEqual([2, expect.stringMatching(/finds-an-order\.default\.yaml:\d+:\d+/)])
  })
})

describe('tableread record', () => {
  it('records, replays by run --tape auto, and keeps to --tapes', async () => {
    expect((await tableread('record', '--tapes', 'kept', '-t', 'goodbye')).code).toBe(0)
    expect(existsSync(join(folder, 'kept/suites/desk/says-goodbye.default.yaml'))).toBe(true)
    const { code, err } = await tableread('run', '--tape', 'auto', '--tapes', 'kept', '-t', 'goodbye')
    expect([code, err]).toEqual([0, expect.stringContaining('replayed from tapes recorded on ')])
  })
  it('leaves no half tape when it is killed', { tags: 'stress' }, async () => {
    const before = readFileSync(join(folder, order), 'utf8')
    const env = { ...process.env, NO_COLOR: '1' }
    const child = execFile(process.execPath, [bin, 'record', '--no-history'], { cwd: folder, env })
    await new Promise((done) => {
      child.stdout?.once('data', done)
      child.once('exit', done)
    })
    child.kill('SIGKILL')
    const text = readFileSync(join(folder, order), 'utf8')
    expect(text === before || text.trimEnd().split('\n').length >= before.trimEnd().split('\n').length - 2).toBe(true)
    expect((await tableread('replay', '--offline')).code).toBe(0)
  })
  it.each([
    [['run', '--tape', 'replay', '--watch'], /--tape cannot be combined with --watch/],
    [['run', '--tape', 'recorded'], /recorded/],
    [['replay', '--target', 'nowhere'], /is not the address of a service/],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await tableread(...args)
    expect([code, err]).toEqual([2, expect.stringMatching(message)])
  })
})
