// @module-tag stress
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachByTier } from '../../src/base/tiers.fixture.ts'
import { runCli } from '../hostile/run-cli.ts'
import { runWarm } from '../warm/run-warm.ts'

/**
 * Agents whose code misbehaves, and the message that each must produce. The code is an agent's body or a
 * whole module.
 */
const misdeeds: Record<string, { code: string; said: RegExp }> = {
  'exits-in-a-turn': {
    code: turn('process.exit(0)'),
    said: /process\.exit\(0\) was called \(.*exits-in-a-turn\.mjs:1:\d+\)/,
  },
  'really-exits': { code: turn('process.reallyExit(0)'), said: /ended its thread with exit code 0/ },
  'exits-while-loading': {
    code: `process.exit(0)\n${turn('')}`,
    said: /exits-while-loading\.mjs cannot be loaded: process\.exit\(0\) was called/,
  },
  'rejects-later': {
    code: turn(`setTimeout(() => Promise.reject(new Error('the key is ' + process.env.SHOP_KEY)), 5); await never`),
    said: /threw what nobody caught: Error: the key is /,
  },
  'throws-null-later': {
    code: turn('setTimeout(() => { throw null }, 5); await never'),
    said: /threw what nobody caught: null/,
  },
  'leaves-by-a-signal': {
    code: turn(`process.kill(process.pid, 'SIGKILL')`),
    said: /process\.kill of its own process/,
  },
  aborts: { code: turn('process.abort()'), said: /abort\(\) is not supported/ },
  'changes-the-folder': { code: turn(`process.chdir('/')`), said: /chdir\(\) is not supported/ },
  'calls-itself': { code: turn('const again = () => again() + 1; again()'), said: /RangeError: Maximum call stack/ },
  'throws-null': { code: turn('throw null'), said: /failed: null/ },
  blocks: { code: turn('for (;;) ;'), said: /has not answered within 1\.5 s/ },
  'blocks-by-promises': { code: turn('for (;;) await null'), said: /has not answered within 1\.5 s/ },
  'keeps-a-date': {
    code: turn('state.at = new Date()'),
    said: /state of the session cannot be kept: it has as at a Date/,
  },
  'keeps-a-map': { code: turn('state.seen = new Map()'), said: /cannot be kept: it has as seen a Map/ },
  'keeps-an-object-of-a-class': { code: turn('state.cart = new (class Cart {})()'), said: /has as cart a Cart/ },
  'keeps-a-gap': { code: turn('state.list = [1, , 2]'), said: /has as list\[1\] a gap/ },
  'keeps-minus-zero': { code: turn('state.sum = -0'), said: /has as sum -0/ },
}

/**
 * Agent code that leaves things behind that keep a process alive, and tampers with globals. The agent itself
 * works.
 */
const leavings = `
import { createServer } from 'node:http'
import { writeSync } from 'node:fs'
import { log } from 'node:console'
console.log('loading, with', process.env.SHOP_KEY)
setInterval(() => undefined, 1000)
createServer().listen(0)
process.env.SHOP_KEY = 'changed'
process.exitCode = 0
process.on('exit', () => { process.exitCode = 0 })
JSON.parse = null
Array.prototype.map = () => []
export default async function* () {
  console.log('a line')
  process.stdout.write('and')
  process.stdout.write(' another\\n')
  writeSync(1, 'and a third\\n')
  log('and a fourth')
  yield 'Hello.'
}
`

function turn(body: string): string {
  return `const never = new Promise(() => undefined); export default async function* ({ state }) { ${body}; yield 'Hello.' }\n`
}

const env = { NO_COLOR: '1', TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off', SHOP_KEY: 'shop-key-4711' }
const names = Object.keys(misdeeds)
let folder: string

const agentFile = (name: string): string =>
  `agent: ${name}\nid: ${name}\npublished: 1\nversions:\n  1: { otherwise: [{ say: Hello. }] }\n  2: { module: ./${name}.mjs, limits: { time: ${name.startsWith('blocks') ? '1500 ms' : '20 s'} } }\ndraft: { based on: 2 }\n`

const suiteOf = (name: string, text: string): string =>
  `  - name: ${name}\n    agent: ${name}\n    turns: [{ user: Hi, expect: { reply: ${text} } }]\n`

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-misdeeds-'))
  const all = [...names, 'leaver', 'good']
  writeFileSync(
    join(folder, 'workspace.yaml'),
    `workspace: w\nkeys: [key]\nagents: [${all.map((name) => `${name}.yaml`).join(', ')}]\n`,
  )
  for (const [name, { code }] of Object.entries(misdeeds)) writeFileSync(join(folder, `${name}.mjs`), code)
  writeFileSync(join(folder, 'leaver.mjs'), leavings)
  writeFileSync(join(folder, 'good.mjs'), turn(''))
  for (const name of all) writeFileSync(join(folder, `${name}.yaml`), agentFile(name))
  // A good conversation follows each, because a thread that keeps dying is not started again.
  const conversations = names.map(
    (name) => suiteOf(name, 'Hello.') + suiteOf('good', 'Hello.').replace('good', `good after ${name}`),
  )
  writeFileSync(join(folder, 'all.yaml'), `suite: All\nagent: good\nconversations:\n${conversations.join('')}`)
  writeFileSync(
    join(folder, 'leaver-suite.yaml'),
    `suite: Leaver\nagent: leaver\nconversations:\n${suiteOf('leaver', 'Hello.')}`,
  )
  writeFileSync(
    join(folder, 'exit-suite.yaml'),
    `suite: Exit\nagent: exits-in-a-turn\nconversations:\n${suiteOf('exits-in-a-turn', 'Hello.')}`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const workspace = ['--workspace', '.']

describe('code of an agent', () => {
  it('that does what it should not is errored, in words; all others are judged, reports are written, and the code is 3', {
    tags: 'stress',
  }, async () => {
    const line = ['run', 'all.yaml', ...workspace, '-v', '2', '-c', '1', '--json', 'r.json', '--junit', 'r.xml']
    const { code, err } = await runWarm(line, { folder, env })
    const { conversations } = JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8')) as {
      conversations: { name: string; verdict: string }[]
    }
    const stray = conversations.filter(({ name, verdict }) => name.startsWith('good') && verdict !== 'passed')
    expect(
      stray.map((each) => /"message":"[^"]*"/.exec(JSON.stringify(each))?.[0]),
      err,
    ).toEqual([])
    expect(conversations.map(({ name, verdict }) => `${name}: ${verdict}`)).toEqual(
      names.flatMap((name) => [`${name}: errored`, `good after ${name}: passed`]),
    )
    for (const [name, { said }] of Object.entries(misdeeds)) {
      const own = conversations.find((each) => each.name === name)
      expect(JSON.stringify(own).replaceAll('\\"', '"'), name).toMatch(said)
    }
    expect(readFileSync(join(folder, 'r.xml'), 'utf8')).toContain('</testsuites>')
    expect(code, err).toBe(3)
  })

  eachByTier(1)([
    ['compare', ['compare', '1', '2', 'exit-suite.yaml', ...workspace]],
    ['bisect', ['bisect', 'exit-suite.yaml', '--good', '1', '--bad', '2', ...workspace]],
    ['teeth', ['teeth', 'exit-suite.yaml', '-v', '2', ...workspace]],
    ['record', ['record', 'exit-suite.yaml', '-v', '2', ...workspace]],
    ['snapshots', ['snapshots', 'exit-suite.yaml', '-v', '2', '--update', ...workspace]],
  ])('that exits passes nothing in %s', async (_, line) => {
    const { code, out, err } = await runWarm(line, { folder, env })
    expect(`${out}${err}`).toContain('process.exit(0) was called')
    expect(code, `${out}${err}`).toBeGreaterThan(0)
  })

  it('keeps no process alive, and prints to standard error alone, line by line under its name, without secrets', async () => {
    const line = ['run', 'leaver-suite.yaml', ...workspace, '-v', '2', '--json']
    const { code, out, err } = await runCli(line, { folder, env })
    expect(code, err).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ conversations: [{ verdict: 'passed' }] })
    for (const prefix of [
      '[leaver.mjs] loading, with',
      '[leaver] a line',
      '[leaver] and another',
      '[leaver] and a third',
      '[leaver] and a fourth',
    ])
      expect(err.split('\n').map((each) => each.slice(0, prefix.length))).toContain(prefix)
  })
})
