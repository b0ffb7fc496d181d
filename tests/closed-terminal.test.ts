// @module-tag stress
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { hasTerminals, workspace } from './chat/run-chat.ts'

const bin = resolve(import.meta.dirname, '../bin/tableread.js')
const all = mkdtempSync(join(tmpdir(), 'tableread-closed-'))
let folder: string

const failing = Array.from(
  { length: 60 },
  (_, index) =>
    `  - { name: caller ${index}, turns: [{ user: hello ${index}, expect: { reply: { contains: nothing like it } } }] }\n`,
)
const suites = {
  'slow.yaml': `suite: Slow\nagent: slow\nconversations:\n  - { name: one, turns: [{ user: hi, expect: { reply: { contains: x } } }] }\n  - { name: two, turns: [{ user: hi, expect: { reply: { contains: x } } }] }\n`,
  'failing.yaml': `suite: Failing\nagent: desk\nconversations:\n${failing.join('')}`,
}
const reports = ['--json', 'r.json', '--junit', 'r.xml', '--markdown', 'r.md', '--html', 'r.html']

beforeEach(() => {
  folder = mkdtempSync(join(all, 'each-'))
  for (const [name, text] of Object.entries(suites)) writeFileSync(join(folder, name), text)
})
afterAll(() => rmSync(all, { recursive: true, force: true }))

interface Closing {
  /** The terminal closes once this text was printed. */
  after: string
  /** Keys to type once the program asks. */
  keys?: string
  /** No signal arrives, as for a program in another session. */
  silent?: boolean
}

/** Runs the program in a pseudo terminal that closes, with its errors going to a file; returns its exit code. */
async function close(args: readonly string[], { after, keys, silent = false }: Closing) {
  const words = [process.execPath, bin, ...args].map((word) => `'${word}'`).join(' ')
  const inner = `trap : HUP; ${silent ? 'setsid -w ' : ''}${words} 2> err; echo $? > code`
  writeFileSync(join(folder, 'inner.sh'), inner)
  const { FORCE_COLOR, NO_COLOR, CI, ...env } = process.env
  // The shell that leads the session dies of SIGHUP; only then does the system send it to the program.
  const script = spawn('script', ['-qec', `sh -c 'sh inner.sh; :'`, '/dev/null'], {
    cwd: folder,
    env: { ...env, TERM: 'xterm', TABLEREAD_HISTORY: 'off' },
  })
  let [out, typed, at] = ['', keys === undefined, 0]
  script.stdout.on('data', (chunk) => {
    out += String(chunk)
    if (!typed && out.includes('> ')) {
      typed = true
      at = out.length
      script.stdin.write(keys ?? '')
    }
    if (typed && out.indexOf(after, at) !== -1) script.kill('SIGKILL')
  })
  script.stdin.on('error', () => undefined)
  const code = (): string => (existsSync(join(folder, 'code')) ? readFileSync(join(folder, 'code'), 'utf8').trim() : '')
  await expect.poll(code).not.toBe('')
  return { code: Number(code()), err: readFileSync(join(folder, 'err'), 'utf8') }
}

function insistWhole(conversations: number): void {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8').trimEnd()
  expect(JSON.parse(read('r.json')).conversations).toHaveLength(conversations)
  expect(read('r.xml').endsWith('</testsuites>')).toBe(true)
  expect(read('r.html').endsWith('</html>')).toBe(true)
  expect(read('r.md')).toMatch(/<\/sub>$/)
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
}

const complaint = 'standard output cannot be written: write EIO\n'

describe.skipIf(!hasTerminals)('a terminal that closes', () => {
  eachByTier(1)([
    ['waits for a line', { after: '> ' }],
    ['waits for an answer', { after: 'Ctrl-C cancels', keys: 'hello\r' }],
    ['waits for a line, and no signal comes', { after: '> ', silent: true }],
    ['waits for an answer, and no signal comes', { after: 'Ctrl-C cancels', keys: 'hello\r', silent: true }],
  ] as const)('ends a chat that %s', async (_, closing) => {
    expect(await close(['chat', 'slow', '--workspace', workspace], closing)).toEqual({ code: 129, err: '' })
  })

  it('ends a run with its reports, whole', async () => {
    const { code, err } = await close(
      ['run', 'slow.yaml', '-c', '1', '--workspace', workspace, '--no-journal', ...reports],
      { after: 'local service' },
    )
    expect([code, err.replace(complaint, '')], err).toEqual([129, ''])
    insistWhole(2)
  })

  it.each([
    ['', { after: 'nothing like it' }, [129, 1]],
    [', and no signal comes', { after: 'nothing like it', silent: true }, [1]],
  ] as const)('leaves the reports whole that are being written%s', { tags: 'stress' }, async (_, closing, codes) => {
    const args = ['run', 'failing.yaml', '--workspace', workspace, '--no-journal', ...reports]
    const { code, err } = await close(args, closing)
    expect(codes as readonly number[], err).toContain(code)
    // The shell says so where the signal comes when all is written and nobody listens any more.
    expect(err.replace(complaint, '').replace(/^Hangup\n$/, '')).toBe('')
    insistWhole(60)
  })

  eachByTier(1)([
    ['serve', 'Ctrl-C stops it', ['serve', '--port', '0', '--workspace', workspace], 0],
    ['watch', 'Watching for file changes', ['run', '--watch', 'failing.yaml:4', '--workspace', workspace], 129],
    [
      'compare',
      'tableread',
      ['compare', 'default', 'draft', 'failing.yaml', '--workspace', workspace, '--json', 'c.json'],
      null,
    ],
    ['teeth', '', ['teeth', 'slow.yaml', '--workspace', workspace], null],
    ['snapshots', '', ['snapshots', 'slow.yaml', '--workspace', workspace], null],
  ] as const)('is no defect of %s', async (_, after, args, expected) => {
    const { code, err } = await close(args, { after })
    if (expected === null) expect([1, 2, 3, 4, 129], err).toContain(code)
    else expect(code, err).toBe(expected)
    expect(err).not.toMatch(/ at |Assertion|native/i)
  })
})
