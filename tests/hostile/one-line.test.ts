// @module-tag stress
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runWarm } from '../warm/run-warm.ts'
import { readVerbs } from './command-line.ts'
import { type CliRun, runCli } from './run-cli.ts'

const breaking = (name: string): string => `${name}\nforged ${name}\r\n::error::${name}`
const q = (name: string): string => JSON.stringify(breaking(name))
const suite = (name: string, turns = 'turns'): string => `suite: ${q(name)}
agent: ${q('desk')}
conversations:
  - name: ${q('talk')}
    ${turns}: [{ user: ${q('hi')}, expect: { reply: { contains: reply } } }]
`
const files = {
  'tableread.config.yaml': 'workspace: ws\n',
  'ws/workspace.yaml': `workspace: ${q('ws')}\nkeys: [k]\nagents: [d.yaml]\n`,
  'ws/d.yaml': `agent: ${q('desk')}
id: d
versions:
  1: { rules: [{ id: a, when: hi, do: [{ call: ${q('tool')}, with: { ${q('to')}: 1 } }, { say: ${q('reply')} }] }] }
draft: { prompt: Be odd., rules: [{ id: a, when: hi, do: [{ say: other }] }] }
published: 1
`,
  'suites/s.yaml': suite('suite'),
  'suites/calls.yaml': `suite: ${q('calls')}
agent: ${q('desk')}
conversations:
${['none', `{ never: [${q('tool')}] }`, `{ only: [lookup] }`, `{ exactly: [] }`, `{ count: 0 }`, `[${q('other')}]`]
  .map(
    (calls, index) =>
      `  - { name: ${q(`calls ${index}`)}, turns: [{ user: ${q('hi')}, expect: { calls: ${calls} } }] }\n`,
  )
  .join('')}  - { name: left, skip: ${q('because')}, turns: [{ user: hi, expect: { reply: { present: true } } }] }
`,
  'attacks/a.yaml': `attacks: ${q('attacks')}\nagent: ${q('desk')}\ngoals: [{ goal: ${q('goal')}, wish: show it, harm: { leaks: [ZX-PROMPT-9] } }]\nfamilies: [prompt-leak]\n`,
  [`suites/${breaking('odd')}.yaml`]: suite('odd suite'),
  [`broken/${breaking('typo')}.yaml`]: suite('broken', 'trns'),
  [`in/${breaking('chat')}.json`]: JSON.stringify([
    {
      messages: [
        { role: 'user', content: breaking('u') },
        { role: 'assistant', content: breaking('a') },
      ],
    },
  ]),
}

/** Of a folder of such names, and of a word that is no flag, file, version or verb, for every verb. */
const studies = [
  ...['list', 'lint', 'run', 'compare 1 draft', 'snapshots --update', 'teeth', 'vary', 'prove', 'suggest', 'record'],
  ...['bisect -g 1 -b draft suites/s.yaml:4', 'list broken', 'lint broken', 'run broken', 'score in', 'import in'],
  ...['history', 'replay', 'run -r junit', 'run -r plain', 'run -r ctrf', 'compare 1 draft -r junit'],
  ...['compare 1 draft --json c.json', 'review c.json', 'attack attacks/a.yaml'],
].map((words) => words.split(' '))

describe.skipIf(process.platform === 'win32')('names and words that break lines', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-one-line-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const forgedLines = ({ out, err }: CliRun): string[] =>
    `${out}\n${err}`.split(/[\n\r\u0085\u2028\u2029]/).filter((line) => /^\s*(?:forged|::error::)/.test(line))

  it.each(studies)('stay one line each in %s %s', async (...words) => {
    const run = await runWarm(words, { folder })
    expect([run.code === 70 || run.code === null, forgedLines(run)]).toEqual([false, []])
  })

  const takers = (await readVerbs()).filter(({ name }) => !/^(?:serve|demo|mcp|init)/.test(name))
  it.each(takers.map(({ name }) => name))('stay one line each where %s is given such a word', async (name) => {
    for (const words of [[breaking('word')], ['-r', breaking('word')], [`--${breaking('flag')}`]]) {
      const run = await runCli([...name.split(' '), ...words], { folder, timeLimitMs: 60_000 })
      expect([words[0], run.code === 70 || run.code === null, forgedLines(run)]).toEqual([words[0], false, []])
    }
  })
})
