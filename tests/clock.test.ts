import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { createService } from '../src/service/app.ts'
import { type Listening, listen } from '../src/service/listen.ts'
import { createFrozenClock } from '../src/service/time/clock.ts'
import { loadWorkspace } from '../src/service/workspace/load-workspace.ts'
import { createProject, runVitest } from './vitest/run-vitest.ts'
import { runWarm } from './warm/run-warm.ts'

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'tableread-clock-'))
const env = { NO_COLOR: '1', TABLEREAD_HISTORY: 'off', TABLEREAD_API_KEY: 'demo-key' }
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const run = (line: string) => runWarm(line.split(' '), { folder, env })

/** The recipes in the docs that advance a clock. */
const recipes = [
  ...readFileSync(resolve(root, 'docs/recipes.md'), 'utf8').matchAll(/```yaml\n([^`]*advance clock[^`]*)```/g),
]

const send = `send: { communicationChannel: Shop WhatsApp, customerNumber: "+15550177", scheduleTime: "2026-03-28T00:00:00Z", whatsappOptions: { messageType: say, message: Hello } }`
/** Each of them fails unless the clock stands at the start. */
const conversation = (
  name: string,
  more = '',
  expect = 'expect: { outbox: [{ status: waiting }] }',
): string => `  - name: ${name}
${more}    turns:
      - ${send}
        ${expect}
      - advance clock: to 2026-03-28T00:00:01Z
        expect: { outbox: [{ status: sent }] }
      - advance clock: 300 h
`
const suite = (more: string, ...conversations: string[]): string =>
  `suite: Clocks\nagent: order-desk\nmetadata: { customer_name: Asha }\n${more}conversations:\n${conversations.join('')}`
const start = 'clock: 2026-03-27T10:00:00Z\n'

beforeAll(() => {
  write(
    'own.yaml',
    suite(start, conversation('one'), conversation('two', '    repeat: { times: 3 }\n'), conversation('three')),
  )
  write(
    'each.yaml',
    suite('', conversation('one', `    ${start}`), conversation('two', `    ${start}    repeat: { times: 2 }\n`)),
  )
  write('flag.yaml', suite('', conversation('one'), conversation('two', '    repeat: { times: 2 }\n')))
  write(
    'now.yaml',
    suite(
      'clock: true\n',
      conversation('late', '', 'expect: { outbox: [{ status: sent }] }').replace('to 2026-03-28T00:00:01Z', '1 s'),
    ),
  )
})

describe('a clock of its own', () => {
  it('is there in each recipe that advances one, whatever the versions', async () => {
    expect(recipes.length).toBeGreaterThanOrEqual(1)
    for (const [index, [, text = '']] of recipes.entries()) {
      write(`recipe-${index}.yaml`, text)
      const { code, out } = await run(`run recipe-${index}.yaml -v default -v 1`)
      expect([code, out.match(/1 passed of 1/g)?.length], out).toEqual([0, 2])
    }
  })

  eachByTier(2)([
    ['run own.yaml -v default -v draft', 0, '3 passed of 3'],
    ['run each.yaml -v default -v draft', 0, '2 passed of 2'],
    ['compare default draft each.yaml --repeat 2 --json', 0, '"reason": "passed 2 of 2 on default, 2 of 2 on draft'],
    ['run flag.yaml --clock 2026-03-27T10:00:00Z -v default -v draft', 0, '2 passed of 2'],
    ['run now.yaml', 0, '1 passed of 1'],
    ['compare default draft own.yaml --repeat 2 --json', 0, '"reason": "passed 2 of 2 on default, 2 of 2 on draft'],
    ['snapshots own.yaml -t one --update', 0, 'one'],
    ['run own.yaml --tape record', 0, '3 passed of 3'],
    ['run own.yaml --tape replay', 0, '3 passed of 3'],
    ['teeth own.yaml', 0, 'worse agents in 3 conversations'],
    ['bisect own.yaml --good 1 --bad draft', 4, 'the draft: 5 of 5 passed'],
  ])("is nobody else's: %s", async (line, exitCode, message) => {
    const { code, out, err } = await run(line)
    expect([code, out], err).toEqual([exitCode, expect.stringContaining(message)])
  })

  it('can be taken back, and comes from the config', async () => {
    write(
      'mixed.yaml',
      suite(
        '',
        conversation('own'),
        conversation('shared', '    clock: false\n').replace('status: waiting', 'status: sent'),
      ),
    )
    write('clock.config.yaml', start)
    const { code, out } = await run('run mixed.yaml --config clock.config.yaml')
    expect([code, out]).toEqual([3, expect.stringContaining('1 passed, 1 errored of 2')])
    expect(out).toContain('the clock runs by itself')
  })
})

describe('a service that is shared', () => {
  let service: Listening
  beforeAll(async () => {
    const loaded = loadWorkspace(resolve(root, 'fixtures/workspace'))
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
    const app = createService({
      workspaces: [loaded.workspace],
      clock: createFrozenClock(Date.parse('2026-03-27T10:00:00Z')),
    })
    service = await listen(app, { port: 0 })
    env.TABLEREAD_API_KEY = loaded.workspace.keys[0] ?? ''
  })
  afterAll(() => service.close())

  it('has one clock, so that an instant is refused, and lint says so', async () => {
    const { code, out } = await run(`run own.yaml -t one --target ${service.url}`)
    expect([code, out]).toEqual([3, expect.stringContaining('this service has one clock for all')])
    const shared = await run(`run flag.yaml -t one --target ${service.url}`)
    expect([shared.code, shared.out]).toEqual([0, expect.stringContaining('1 passed of 1')])
    const linted = await run(`lint own.yaml --no-blueprints --target ${service.url}`)
    expect([linted.code, linted.err.match(/shared-clock/g)?.length]).toEqual([0, 3])
    const unmarked = await run('lint flag.yaml --no-blueprints')
    expect(unmarked.err).toContain('add a line below the name: clock: true')
    const lintRun = await run('lint own.yaml --no-blueprints')
    expect(lintRun.err).toBe('')
  })
})

describe('under Vitest', () => {
  it('each conversation has its own, in every version', { tags: 'stress' }, async () => {
    const ofSuite = suite(start, conversation('one'), conversation('two', '    repeat: { times: 2 }\n'))
    const ofConversation = suite('', conversation('one', `    ${start}`), conversation('two', `    ${start}`))
    const ofOptions = suite('', conversation('one'), conversation('two'))
    const fields = { versions: ['default', 'draft'] }
    for (const [text, options] of [
      [ofSuite, fields],
      [ofConversation, fields],
      [ofOptions, { ...fields, clock: '2026-03-27T10:00:00Z' }],
    ] as const) {
      const project = createProject({ 'suites/clocks.yaml': text }, options)
      try {
        const { tests, code, output } = await runVitest(project, {})
        expect([code, tests.map(({ status }) => status)], output).toEqual([0, ['passed', 'passed', 'passed', 'passed']])
      } finally {
        project.remove()
      }
    }
  })
})
