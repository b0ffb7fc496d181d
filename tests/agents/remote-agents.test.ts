import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { LLMock } from '@copilotkit/aimock'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runWarm } from '../warm/run-warm.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/your-agent-remote.md'), 'utf8')

let folder: string
const running: ChildProcess[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-remote-'))
  for (const [, text = ''] of page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)) {
    const name = /^# (my-\S+)\n/.exec(text)?.[1]
    if (name !== undefined) write(name, text)
  }
  const bare = { chat: 'chat-completions', a2a: 'a2a', 'ag-ui': 'ag-ui', webhook: 'webhook', http: 'http' }
  for (const [place, name] of Object.entries(bare))
    write(`my-${place}/agent.mjs`, readFileSync(join(root, `examples/bare-${name}.mjs`), 'utf8'))
})
afterEach(async () => {
  await Promise.all(
    running.splice(0).map((each) => {
      const ended = once(each, 'exit')
      each.kill()
      return ended
    }),
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Starts an agent as a separate program and returns its port. */
async function start(file: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const started = spawn(process.execPath, [file], { env: { ...process.env, PORT: '0', ...env } })
  running.push(started)
  let output = ''
  started.stderr.on('data', (part) => {
    output += String(part)
  })
  for await (const part of started.stdout) {
    output += String(part)
    const port = /^(\d+)\n/.exec(output)?.[1]
    if (port !== undefined) return port
  }
  throw new Error(`the agent said ${output}`)
}

async function tableread(...args: string[]): Promise<{ code: number | null; out: string }> {
  const { code, out, err } = await runWarm(args, {
    folder,
    env: { NO_COLOR: '1', TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off' },
  })
  return { code, out: out + err }
}

/** What a protocol reveals about calls: nothing, their results, or also whether they failed. */
type Calls = 'unseen' | 'seen' | 'seen with errors'

/** One suite for all agents. It asserts calls only where the protocol shows them. */
const suite = (calls: Calls): string => `suite: Desk
agent: desk
conversations:
  - name: opens
    turns:
      - agent starts: true
        expect: { reply: { equals: "Order desk, good day!" } }
      - user: Hello?
        expect: { reply: { contains: Which order }${calls === 'unseen' ? '' : ', calls: none'} }
  - name: finds the order
    turns:
      - user: Where is my parcel?
        expect: { reply: { contains: Which order } }
      - user: It is 1042.
        expect:
          reply: { contains: on its way }
${calls !== 'unseen' ? '          calls: [{ lookup_order: { with: { order_id: "1042" }, returns: { status: shipped } } }]\n' : ''}  - name: says so when there is no such order
    turns:
      - user: Where is 9999?
        expect:
          reply: { contains: cannot find }
${calls !== 'unseen' ? `          calls: [{ lookup_order: { with: { order_id: "9999" }${calls === 'seen' ? '' : ', is_error: true'} } }]\n` : ''}`

describe('an agent that already runs', () => {
  it.each<[string, Calls]>([
    ['my-chat', 'seen with errors'],
    ['my-a2a', 'unseen'],
    ['my-ag-ui', 'seen'],
    ['my-webhook', 'seen with errors'],
    ['my-http', 'seen with errors'],
  ])('%s of the docs passes the suite, and fails it once it is gone', async (name, calls) => {
    const port = await start(join(folder, name, 'agent.mjs'))
    const agent = readFileSync(join(folder, name, 'desk.yaml'), 'utf8').replaceAll(
      '127.0.0.1:8080',
      `127.0.0.1:${port}`,
    )
    write(`${name}/desk.yaml`, agent)
    write(`${name}/workspace.yaml`, 'workspace: w\nkeys: [local-key]\nagents: [desk.yaml]\n')
    write(`${name}/suite.yaml`, suite(calls))
    const passed = await tableread('run', `${name}/suite.yaml`, '--workspace', name)
    expect(passed.out).toContain('3 passed')
    expect(passed.code).toBe(0)
    for (const each of running) each.kill('SIGKILL')
    await Promise.all(running.splice(0).map((each) => each.exitCode ?? each.signalCode ?? once(each, 'exit')))
    const lateRun = await tableread('run', `${name}/suite.yaml`, '--workspace', name)
    expect(lateRun.out).toMatch(new RegExp(`127\\.0\\.0\\.1:${port} cannot be reached: nothing listens there`))
    expect(lateRun.code).toBe(3)
  })

  it('of the OpenAI Agents SDK passes too, served as chat completions', { tags: 'stress' }, async () => {
    const model = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' })
    model.addFixtures([
      { match: { toolResultContains: 'shipped' }, response: { content: 'It is on its way.' } },
      { match: { toolResultContains: 'unknown' }, response: { content: 'I cannot find it.' } },
      {
        match: { userMessage: /1042/, hasToolResult: false },
        response: { toolCalls: [{ name: 'lookup_order', arguments: '{"order_id":"1042"}' }] },
      },
      {
        match: { userMessage: /9999/, hasToolResult: false },
        response: { toolCalls: [{ name: 'lookup_order', arguments: '{"order_id":"9999"}' }] },
      },
      { match: { userMessage: /./ }, response: { content: 'Which order is it?' } },
    ])
    await model.start()
    try {
      const env = { OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API_KEY: 'of-the-double' }
      const port = await start(join(import.meta.dirname, 'openai-agents.mjs'), env)
      write('my-sdk/workspace.yaml', 'workspace: w\nkeys: [local-key]\nagents: [desk.yaml]\n')
      write(
        'my-sdk/desk.yaml',
        `agent: desk\nid: desk\npublished: 1\nversions:\n  1:\n    initial message: Order desk, good day!\n    chat completions: http://127.0.0.1:${port}/v1\n`,
      )
      write('my-sdk/suite.yaml', suite('unseen'))
      const { code, out } = await tableread('run', 'my-sdk/suite.yaml', '--workspace', 'my-sdk')
      expect(out).toContain('3 passed')
      expect(code).toBe(0)
    } finally {
      await model.stop()
    }
  })
})
