// @module-tag stress
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TeethResult } from '../src/compare/mutation/mutant/teeth-result.ts'
import type { RunResult } from '../src/engine/run-result.ts'
import { tableread } from './chat/run-chat.ts'
import type { CliRun } from './hostile/run-cli.ts'
import { type JudgeDouble, openJudgeDouble } from './judge-double.ts'
import { openLive } from './live/open-live.ts'
import { createProject, runVitest } from './vitest/run-vitest.ts'
import { runWarm } from './warm/run-warm.ts'

/** An agent whose answers depend on what was said and called before, and one that looks at nothing but the message. */
const agents = `const words = (history) => history.flatMap((each) =>
  each.type === 'message' && each.role === 'assistant' ? each.content.map(({ text }) => text) : [])
export async function* keeper({ message, history, call, variables }) {
  if (/look/.test(message)) await call('find', { id: /\\d+/.exec(words(history).join())?.[0] ?? 'none' })
  yield \`\${variables.name}, I said: \${words(history).at(-1) ?? 'nothing'}\`
}
export async function* blank({ message }) {
  yield \`You say \${message}\`
}
`
const agent = (name: string): string => `agent: ${name}
id: ${name}
published: 1
versions:
  1: { module: "./agents.ts#${name}", tools: { find: { parameters: { type: object, properties: { id: { type: string } } }, output: found } } }
draft: { based on: 1, module: "./agents.ts#blank" }
`
const history = `    history:
      - user: Where is {{order}}?
        capture: { state: calls.find.output.state }
      - call: { find: { with: { id: "{{order}}" }, returns: { state: sent } } }
      - agent: Order {{order}} was sent. Shall I look again?
`
const suite = `suite: Given
agent: keeper
variables: { order: "1042" }
metadata: { name: Asha }
conversations:
  - name: goes on
${history}    turns:
      - user: What did you say?
        requires: { calls: [find], reply: { contains: "{{order}}" } }
        expect: { reply: { contains: ["Asha, I said: Order 1042 was {{state}}"] }, calls: { count: 0 } }
      - user: Please look
        expect: { calls: { exactly: [{ find: { exactly: { id: "1042" } } }] } }
    session: { calls: { count: 1 } }
  - name: forgets
    agent: blank
${history}    turns:
      - user: What did you say?
        expect: { reply: { contains: "Order 1042" } }
      - user: never asked
  - name: cannot begin
${history.replace('output.state', 'output.other')}    turns:
      - { user: What did you say?, expect: { reply: { contains: sent } } }
  - name: requires more
${history}    turns:
      - { user: What did you say?, requires: { calls: [cancel] }, expect: { reply: { contains: sent } } }
  - name: is answered by its user
${history}    simulated user:
      wants: to know
      answers: [{ when: Shall I look, says: Please look }]
      done when: { calls: [{ find: { with: { id: "1042" } } }] }
  - name: is asked what no card knows
${history.replace('Shall I look again', 'What is your colour')}    simulated user: { wants: to know, patience: 1, done when: { calls: [cancel] } }
`
/** What becomes of each conversation, wherever it runs: its verdict, whose doing it is, and the turns that it took. */
const outcomes = [
  'goes on: passed, 2 turns',
  'forgets: failed, agent, 1 turn',
  'cannot begin: errored, script, 0 turns',
  'requires more: errored, script, 0 turns',
  'is answered by its user: passed, 1 turn',
  'is asked what no card knows: errored, simulated user, 1 turn',
]
const files = {
  'workspace/workspace.yaml': 'workspace: desk\nkeys: [local-key]\nagents: [keeper.yaml, blank.yaml]\n',
  'workspace/keeper.yaml': agent('keeper'),
  'workspace/blank.yaml': agent('blank'),
  'workspace/agents.ts': agents,
  'suites/given.yaml': suite,
  'tableread.config.yaml': 'workspace: workspace\nhistory: false\njournal: false\n',
}

let folder: string
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const take = (path: string): string => readFileSync(join(folder, path), 'utf8')
const run = (...args: string[]): Promise<CliRun> => runWarm(args, { folder, env: { NO_COLOR: '1' } })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-given-'))
  for (const [path, text] of Object.entries(files)) put(path, text)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const resultOf = (path: string): RunResult => JSON.parse(take(path)) as RunResult
const told = ({ conversations }: RunResult): string[] =>
  conversations.map(({ name, verdict, cause, turns }) => {
    const taken = turns.filter((turn) => turn.verdict !== 'not reached').length
    return [`${name}: ${verdict}`, ...(cause === undefined ? [] : [cause.kind]), `${taken} turn${taken === 1 ? '' : 's'}`].join(', ')
  })

describe('a history', () => {
  it.each<[way: string, args: string[]]>([
    ['run', ['run', '--concurrency', '1']],
    ['record', ['record']],
    ['replay', ['replay']],
  ])('%s', async (way, args) => {
    const { out, err } = await run(...args, '--json', `${way}.json`, '--trace')
    console.log(out, err)
    expect(told(resultOf(`${way}.json`))).toEqual(outcomes)
  })
})
