// @module-tag stress
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLocalService } from '../src/app/agents/local-service.ts'
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
    const why = cause === undefined ? [] : [cause.kind]
    return [`${name}: ${verdict}`, ...why, `${taken} turn${taken === 1 ? '' : 's'}`].join(', ')
  })

describe('a history', () => {
  it('is the same in a run, on a service that is named, on a tape and from it', async () => {
    const service = await startLocalService({ workspace: join(folder, 'workspace'), port: 0 })
    const ways = [
      ['run'],
      ['run', '--target', service.url, '--api-key', service.apiKey],
      ['run', '--tape', 'record'],
      ['run', '--tape', 'replay'],
    ]
    for (const args of ways) {
      const { out, err } = await run(...args, '--trace', '--json', 'result.json')
      const result = resultOf('result.json')
      expect(told(result), err).toEqual(outcomes)
      expect(result.conversations.map(({ history = [] }) => history.map(({ type }) => type))).toEqual(
        outcomes.map(() => ['message', 'function_call', 'function_call_output', 'message']),
      )
      if (!/history +user/.test(out)) console.log(args, out.slice(0, 3000))
    }
    await service.close()
  })

  it('is a part of no snapshot, and makes another script of the conversation', async () => {
    const chosen = ['snapshots', 'suites/given.yaml', '-t', 'goes on']
    await run(...chosen, '--update')
    const [file = ''] = readdirSync(join(folder, 'snapshots'), { recursive: true, encoding: 'utf8' }).filter((each) =>
      each.endsWith('.txt'),
    )
    expect(take(`snapshots/${file}`)).toMatch(
      /\n\nturn 1\n {2}user: What did you say\?\n {2}keeper: Asha, I said: Order/,
    )
    expect(take(`snapshots/${file}`)).not.toMatch(/Where is|-> find[^\n]*during\n[\s\S]*-> find/)
    expect((await run(...chosen)).out).toContain('1 same')
    put('suites/given.yaml', suite.replace('was sent', 'is sent'))
    expect((await run(...chosen)).out).toContain('the script sends something else since the snapshot was taken')
    put('suites/given.yaml', suite)
  })

  it('is left alone by teeth, which make the turns after it worse', async () => {
    await run('teeth', 'suites/given.yaml', '-t', 'goes on|is answered', '--json', 'teeth.json')
    const { conversations, survivors } = JSON.parse(take('teeth.json')) as TeethResult
    console.log(JSON.stringify(conversations), JSON.stringify(survivors).slice(0, 3000))
  })

  it('is shown in a chat, and is saved, said again and compared with the rest', async () => {
    const lines = [
      '',
      '/save suites/saved.yaml whole',
      '/again',
      '/diff draft',
      '/save-last suites/last.yaml last',
      '/quit',
    ]
    const chat = ['chat', '--as-user', 'suites/given.yaml:46']
    const { out, code } = await tableread(folder, chat, lines.map((each) => `${each}\n`).join(''))
    console.log(out, code)
    console.log(take('suites/saved.yaml'))
    const ran = await run('run', 'suites/saved.yaml', 'suites/last.yaml', '--json', 'saved.json')
    expect(told(resultOf('saved.json')), ran.out).toEqual(['whole: passed, 1 turn', 'last: passed, 1 turn'])
    rmSync(join(folder, 'suites/saved.yaml'))
    rmSync(join(folder, 'suites/last.yaml'))
  })

  it('is shown to a judge of the conversation as what was given, and to none of a turn', async () => {
    const judges: JudgeDouble = await openJudgeDouble(() => 'met')
    const asks = `suite: Judged
agent: keeper
variables: { order: "1042" }
metadata: { name: Asha }
conversations:
  - name: is judged
${history}    turns:
      - user: What did you say?
        expect: { judge: [repeats itself, { criterion: is polite, looks at: conversation }] }
    session: { judge: helps }
`
    put('judged/given.yaml', asks)
    const config = `models: { small: { use: openai-compatible/m, base url: "${judges.url}" } }\njudges: { by: small, unlicensed: count, votes: 1, cache: false }\n`
    put('judged.config.yaml', `${files['tableread.config.yaml']}${config}`)
    const { out } = await run('run', 'judged/given.yaml', '--config', 'judged.config.yaml', '--json', 'judged.json')
    expect(told(resultOf('judged.json')), out).toEqual(['is judged: passed, 1 turn'])
    const shown = judges.bodies.map((body) => {
      const { messages } = JSON.parse(body) as { messages: { content: string }[] }
      const lines = (messages.at(-1)?.content ?? '').split('\n').filter((line) => line.startsWith('{'))
      const [{ criterion } = {}, ...entries] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
      return [criterion, entries.map(({ given = false }) => given), messages[0]?.content.includes('"given": true')]
    })
    await judges.close()
    const whole = [true, true, true, true, false, false]
    expect(shown.sort()).toEqual([
      ['helps', whole, true],
      ['is polite', whole, true],
      ['repeats itself', [false, false], false],
    ])
  })

  it('is the same in Vitest, which notes what was said in it', async () => {
    const project = createProject(files)
    const { tests, output } = await runVitest(project, {})
    project.remove()
    const found = tests.map(({ title, meta: { tableread: { verdict = '', cause } = { verdict: '' } } }) =>
      [`${title}: ${verdict}`, ...(cause === undefined ? [] : [cause])].join(', '),
    )
    expect(found).toEqual(outcomes.map((each) => each.replace(/, \d turns?$/, '')))
    console.log(output)
  })
})

describe('a history on a live service', () => {
  it('is asked of default, with inline chat alone, and only where its agent may be talked to', async () => {
    const live = await openLive(folder)
    const talk = (called: string): string => `suite: Live
agent: order-desk
metadata: { customer_name: Asha }
conversations:
  - name: goes on
    history:
      - user: Where is my order 1042?
        capture: { state: calls.lookup_order.output.status }
      - call: { ${called}: { with: { order_id: "1042" } } }
      - agent: It was shipped.
    turns: [{ user: bye, expect: { reply: { present: true }, calls: { never: [lookup_order] } } }]
`
    const asked = async (called: string, ...flags: string[]) => {
      put('live/talk.yaml', talk(called))
      live.arrived.length = live.bodies.length = 0
      const { code, out } = await live.tableread(
        'run',
        'live/talk.yaml',
        '-v',
        'draft',
        ...flags,
        '--json',
        'live.json',
      )
      const posts = live.arrived.filter((each) => !each.startsWith('GET'))
      const bodies = live.bodies.map((body) => JSON.parse(body) as Record<string, unknown>)
      console.log(out)
      return {
        code,
        posts,
        said: bodies.map(({ agentVersion, message }) => [agentVersion, message]),
        result: resultOf('live.json'),
      }
    }
    console.log(JSON.stringify(await asked('lookup_order'), null, 1).slice(0, 600))
    console.log(JSON.stringify(await asked('lookup_order', '--allow-tools'), null, 1).slice(0, 3000))
    console.log(JSON.stringify(await asked('cancel_order', '--allow-tools'), null, 1).slice(0, 3000))
    console.log(
      JSON.stringify(await asked('lookup_order', '--allow-tools', '--max-turns', '1'), null, 1).slice(0, 3000),
    )
    await live.close()
  })
})
