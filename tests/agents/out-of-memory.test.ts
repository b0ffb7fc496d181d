// @module-tag stress
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../hostile/run-cli.ts'

/** Ways to fill the memory bit by bit. */
const ways = {
  'many small ones': 'const all = []; for (;;) all.push({ at: all.length, text: String(Math.random()) })',
  'while it waits now and then':
    'const all = []; for (;;) { for (let i = 0; i < 10_000; i += 1) all.push({ i }); await new Promise(setImmediate) }',
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-memory-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const agentFile = (name: string): string =>
  `agent: ${name}\nid: ${name}\npublished: 1\nversions: { 1: { module: ./${name}.mjs } }\n`

const conversation = (name: string, agent: string): string =>
  `  - { name: ${name}, agent: ${agent}, turns: [{ user: Hi, expect: { reply: Hello. } }] }\n`

/** Runs a suite with one greedy agent under a small heap. */
async function runGreedy(body: string) {
  const files = {
    'workspace.yaml': 'workspace: w\nkeys: [key]\nagents: [greedy.yaml, good.yaml]\n',
    'greedy.yaml': agentFile('greedy'),
    'good.yaml': agentFile('good'),
    'greedy.mjs': `export default async function* () { ${body} }\n`,
    'good.mjs': "export default async function* () { yield 'Hello.' }\n",
    'suite.yaml': `suite: Memory\nconversations:\n${conversation('before', 'good')}${conversation('greedy', 'greedy')}${conversation('after', 'good')}`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const env = { NODE_OPTIONS: '--max-old-space-size=128', TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off' }
  return runCli(['run', 'suite.yaml', '--workspace', '.', '-c', '1', '--json'], { folder, env })
}

describe('an agent that fills the memory', () => {
  it.each(Object.entries(ways))('by %s is errored, and the others are judged', async (_, body) => {
    let { code, out, err } = await runGreedy(body)
    // If V8 runs out of heap within its own garbage collection, Node ends the whole process: that is no
    // pass either.
    for (let again = 0; again < 3 && err.includes('FATAL ERROR: Reached heap limit'); again += 1) {
      expect([0, 1]).not.toContain(code)
      ;({ code, out, err } = await runGreedy(body))
    }
    const { conversations } = JSON.parse(out || '{}') as { conversations?: { name: string; verdict: string }[] }
    expect(
      conversations?.map(({ name, verdict }) => `${name}: ${verdict}`),
      err,
    ).toEqual(['before: passed', 'greedy: errored', 'after: passed'])
    expect(out).toContain('its code ran out of memory')
    expect(code).toBe(3)
  })

  it('by one allocation that is larger than what is left ends the process, as no pass', async () => {
    const { code, out, err } = await runGreedy('const all = []; for (;;) all.push(all.length + 0.5)')
    expect([0, 1], err).not.toContain(code)
    expect(out).not.toContain('"greedy: passed"')
  })
})
