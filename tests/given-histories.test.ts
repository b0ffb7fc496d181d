// @module-tag stress
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLocalService } from '../src/app/agents/local-service.ts'
import type { Comparison } from '../src/compare/comparison.ts'
import type { TeethResult } from '../src/compare/mutation/mutant/teeth-result.ts'
import type { RunResult } from '../src/engine/run-result.ts'
import { tableread } from './chat/run-chat.ts'
import type { CliRun } from './hostile/run-cli.ts'
import { openJudgeDouble } from './judge-double.ts'
import { openLive } from './live/open-live.ts'
import { openReportBrowser } from './report-page/open-report.ts'
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
const head = `suite: Given
agent: keeper
variables: { order: "1042" }
metadata: { name: Asha }
conversations:
`
const suite = `${head}  - name: goes on
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

const liveSuite = `suite: Live
agent: order-desk
metadata: { customer_name: Asha }
conversations:
  - name: goes on
    history:
      - user: Where is my order 1042?
        capture: { state: calls.lookup_order.output.status }
      - call: { load_customer: { phase: pre } }
      - call: { TOOL: { with: { order_id: "1042" }, returns: { status: lost } } }
      - agent: It is lost.
    turns:
      - user: It is {{state}}? bye
        requires: { calls: [lookup_order] }
        expect: { reply: { present: true }, calls: { never: [lookup_order] } }
    session: { calls: { never: [lookup_order] } }
`

let folder: string
const putFile = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const take = (path: string): string => readFileSync(join(folder, path), 'utf8')
const run = (...args: string[]): Promise<CliRun> =>
  runWarm(args, { folder, env: { NO_COLOR: '1', TABLEREAD_API_KEY: 'local-key' } })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-given-'))
  for (const [path, text] of Object.entries(files)) putFile(path, text)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const resultOf = (path: string): RunResult => JSON.parse(take(path)) as RunResult
const summaryOf = ({ conversations }: RunResult): string[] =>
  conversations.map(({ name, verdict, cause, turns }) => {
    const turnCount = turns.filter((turn) => turn.verdict !== 'not reached').length
    const why = cause === undefined ? [] : [cause.kind]
    return [`${name}: ${verdict}`, ...why, `${turnCount} turn${turnCount === 1 ? '' : 's'}`].join(', ')
  })

describe('a history', () => {
  it('is the same in a run, on a service that is named, on a tape and from it', async () => {
    const service = await startLocalService({ workspaces: [join(folder, 'workspace')], port: 0 })
    // What was never judged is on no tape.
    const taped = ['-t', 'goes on|forgets|is answered', '--tape']
    for (const args of [[], ['--target', service.url], [...taped, 'record'], [...taped, 'replay']]) {
      const { out, err } = await run('run', 'suites', ...args, '--trace', '--json', 'result.json')
      const result = resultOf('result.json')
      rmSync(join(folder, 'result.json'))
      const wantedLines = args.includes('--tape') ? outcomes.filter((each) => !each.includes('errored')) : outcomes
      expect(summaryOf(result), err).toEqual(wantedLines)
      expect(result.conversations.map(({ history = [] }) => history.map(({ type }) => type))).toEqual(
        wantedLines.map(() => ['message', 'function_call', 'function_call_output', 'message']),
      )
      expect(out.includes('answers what the history asked: "What is your colour?"')).toBe(wantedLines === outcomes)
      const fallen = wantedLines.filter((each) => !each.includes('passed'))
      expect(out.match(/^ +history +user "Where is 1042\?"$/gm)).toHaveLength(fallen.length)
    }
    await service.close()
  })

  it('is a part of no snapshot, and makes another script of the conversation', async () => {
    putFile('kept/given.yaml', suite)
    const args = ['snapshots', 'kept/given.yaml', '-t', 'goes on']
    await run(...args, '--update')
    const text = take('snapshots/kept/given/goes-on.default.txt')
    expect(text).toMatch(/\n\nturn 1\n {2}user: What did you say\?\n {2}keeper: Asha, I said: Order/)
    expect([text.includes('Where is'), text.match(/-> find/g)]).toEqual([false, ['-> find']])
    expect((await run(...args)).out).toContain('1 same')
    putFile('kept/given.yaml', suite.replace('was sent', 'is sent'))
    expect((await run(...args)).out).toContain('the script sends something else since the snapshot was taken')
  })

  it('is left alone by teeth, which make the turns after it worse', async () => {
    await run('teeth', 'suites/given.yaml', '-t', 'goes on|is answered', '--json', 'teeth.json')
    const { conversations, survivors } = JSON.parse(take('teeth.json')) as TeethResult
    expect(conversations.map(({ name, unscored, caught }) => [name, unscored, caught > 0])).toEqual([
      ['goes on', null, true],
      ['is answered by its user', null, true],
    ])
    // What its second turn calls is noticed, and what it calls with; an answer that takes long is not.
    const second = survivors.filter(({ conversation, turn }) => conversation === 'goes on' && turn === 2)
    expect(second.map(({ kind }) => kind)).toContain('slow reply')
    expect(second.filter(({ kind }) => ['drop call', 'rename call', 'change argument'].includes(kind))).toEqual([])
    expect(survivors.filter(({ what }) => /was sent\. Shall|state/.test(what))).toEqual([])
  })

  it('is shown in a chat, and is saved, said again and compared with the rest', async () => {
    const lines = ['', '/save suites/whole.yaml whole', '/again', '/diff draft', '/save-last suites/last.yaml last']
    const place = suite.slice(0, suite.indexOf('  - name: is answered')).split('\n').length
    const { out } = await tableread(
      folder,
      ['chat', '--as-user', `suites/given.yaml:${place}`],
      lines.map((each) => `${each}\n`).join(''),
    )
    const output = out.replace(/^ {2}(?:npx tableread run|\d+ ms).*\n/gm, '').split('\n')
    expect(output.slice(3)).toEqual([
      '  its history:',
      '> Where is 1042?',
      '  call find(id: "1042") -> {state: sent} during',
      'Order 1042 was sent. Shall I look again?',
      '  would say: Please look',
      '> Please look',
      '  call find(id: "1042") -> "found" 20 ms during',
      'Asha, I said: Order 1042 was sent. Shall I look again?',
      'the simulated user has what it wants: to know',
      '  from here on you speak yourself; /new restarts the simulated user',
      '> /save suites/whole.yaml whole',
      expect.stringMatching(/^saved "whole"/),
      '> /again',
      'a fresh session with keeper (default), turn 1',
      '  call find(id: "1042") -> "found" 20 ms during',
      'Asha, I said: Order 1042 was sent. Shall I look again?',
      '> /diff draft',
      'default',
      '    call find(id: "1042") -> "found" 20 ms during',
      '  Asha, I said: Order 1042 was sent. Shall I look again?',
      expect.stringMatching(/^ {4}\d+ ms/),
      'draft',
      '  You say Please look',
      expect.stringMatching(/^ {4}\d+ ms/),
      '- call find(id: "1042") -> "found" 20 ms during',
      expect.stringMatching(/^~ reply: /),
      '> /save-last suites/last.yaml last',
      expect.stringMatching(/^saved "last"/),
      '  run once from its history on default: it passed',
      expect.anything(),
    ])
    for (const name of ['whole', 'last']) {
      expect(take(`suites/${name}.yaml`)).toMatch(
        /history:\n {6}- user: "Where is 1042\?"\n {6}- call: .*\n {6}- agent: /,
      )
      await run('run', `suites/${name}.yaml`, '--json', 'saved.json')
      expect(summaryOf(resultOf('saved.json'))).toEqual([`${name}: passed, 1 turn`])
      rmSync(join(folder, `suites/${name}.yaml`))
    }
  })

  it('is shown to a judge of the conversation as what was given, and to none of a turn', async () => {
    const judges = await openJudgeDouble(() => 'met')
    const asks = `      - user: What did you say?
        expect: { judge: [repeats itself, { criterion: is polite, looks at: conversation }] }
    session: { judge: helps }
`
    putFile('judged/given.yaml', `${head}  - name: is judged\n${history}    turns:\n${asks}`)
    const config = `models: { small: { use: openai-compatible/m, base url: "${judges.url}" } }\njudges: { by: small, unlicensed: count, votes: 1, cache: false }\n`
    putFile('judged.config.yaml', `${files['tableread.config.yaml']}${config}`)
    const { out } = await run('run', 'judged/given.yaml', '--config', 'judged.config.yaml', '--json', 'judged.json')
    expect(summaryOf(resultOf('judged.json')), out).toEqual(['is judged: passed, 1 turn'])
    const questions = judges.bodies.map((body) => {
      const { messages } = JSON.parse(body) as { messages: { content: string }[] }
      const lines = (messages.at(-1)?.content ?? '').split('\n').filter((line) => line.startsWith('{'))
      const [{ criterion } = {}, ...entries] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
      return [criterion, entries.map(({ given = false }) => given), messages[0]?.content.includes('"given": true')]
    })
    await judges.close()
    const whole = [true, true, true, true, false, false]
    expect(questions.sort()).toEqual([
      ['helps', whole, true],
      ['is polite', whole, true],
      ['repeats itself', [false, false], false],
    ])
  })

  it('is shown in the pages of a run and of a comparison, which breaks at the first turn after it', async () => {
    const args = ['suites/given.yaml', '-t', 'goes on', '--json', 'shown.json']
    await run('run', ...args)
    const one = resultOf('shown.json')
    await run('compare', 'default', 'draft', ...args)
    const both = JSON.parse(take('shown.json')) as Comparison
    const [compared] = both.conversations
    const differing = compared?.turns.find(({ verdict }) => verdict !== 'same')
    expect([compared?.verdict, differing?.a, differing?.b]).toEqual(['regressed', 0, 0])
    const report = await openReportBrowser()
    for (const [result, sides] of [
      [one, 1],
      [both, 2],
    ] as const) {
      await report.open(result)
      if ((await report.lines('.card[data-open]')).length === 0) await report.page.locator('.opener').first().click()
      await report.page.locator('.turn.given').waitFor()
      const [earlier = '', first = ''] = await report.page.locator('.transcript > .turn').allInnerTexts()
      expect(earlier.match(/Order 1042 was sent\. Shall I look again\?/g)).toHaveLength(sides)
      expect(first).toContain('What did you say?')
      expect(first).not.toContain('Where is 1042?')
    }
    await report.close()
  })

  it('is the same in Vitest, which notes what was said in it', async () => {
    const project = createProject(files)
    const { tests, output } = await runVitest(project, {})
    project.remove()
    const lines = tests.map(({ title, meta: { tableread: of } }) =>
      [`${title}: ${of?.verdict}`, ...(of?.cause === undefined ? [] : [of.cause])].join(', '),
    )
    expect(lines).toEqual(outcomes.map((each) => each.replace(/, \d turns?$/, '')))
    expect(output.match(/❯ history\n +↳ find\(id: "1042"\) -> .*\n +↳ Order 1042 was sent\. /g)).toHaveLength(4)
    expect(output).toMatch(
      /Diverged: cancel was not called[\s\S]*Errored: the conversation could not begin with its history: what turn 1 requires/,
    )
  })
})

describe('a history on a live service', () => {
  it('is asked of default, with inline chat alone, and only where its agent may be talked to', async () => {
    const live = await openLive(folder)
    const askLive = async (tool: string, ...flags: string[]) => {
      putFile('live/talk.yaml', liveSuite.replace('TOOL', tool))
      live.arrived.length = live.bodies.length = 0
      await live.tableread('run', 'live/talk.yaml', '-v', 'draft', ...flags, '--json', 'live.json')
      const posts = live.arrived.filter((each) => !each.startsWith('GET'))
      expect(posts).toEqual(live.bodies.map(() => 'POST /api/chat-agent/trigger'))
      const sent = live.bodies.map((body) => JSON.parse(body) as Record<string, unknown>)
      const requests = sent.map((each) => [
        each.agentVersion,
        each.message,
        each.doReturnResponse,
        Object.keys(each).length,
      ])
      return [summaryOf(resultOf('live.json')), requests]
    }
    const first = ['default', 'Where is my order 1042?', true, 5]
    expect(await askLive('lookup_order')).toEqual([['goes on: unsafe, script, 0 turns'], []])
    expect(await askLive('lookup_order', '--allow-tools')).toEqual([
      ['goes on: passed, 1 turn'],
      [first, ['draft', 'It is shipped? bye', true, 6]],
    ])
    expect(await askLive('cancel_order', '--allow-tools')).toEqual([['goes on: errored, script, 0 turns'], [first]])
    expect(await askLive('lookup_order', '--allow-tools', '--max-turns', '1')).toEqual([
      ['goes on: not reached, budget, 0 turns'],
      [],
    ])
    await live.close()
  })
})
