import { MessagePort } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatProblem } from '../../../suite/yaml/format-problem.ts'
import { createService } from '../../app.ts'
import { createMemoryStore } from '../../store/memory-store.ts'
import { loadWorkspace } from '../../workspace/load-workspace.ts'
import { closeTools, folderOf, whenClosed } from '../tools/tools.fixture.ts'
import { createAgentCode } from './agent-code.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await closeTools()
})

/** The YAML of an agent with one version; `more` is YAML added to that version, one member a line. */
const agentOf = (name: string, more: string): string =>
  `agent: ${name}\nid: ${name}\npublished: 1\nversions:\n  1:\n    module: ./${name}.mjs\n${more.replace(/^(?=.)/gm, '    ')}\n`

/** Serves code agents, each given as a module and more YAML for its version; `lines` collects what they print. */
function serve(agents: Record<string, [code: string, more?: string]>) {
  const names = Object.keys(agents)
  const folder = folderOf({
    'workspace.yaml': `workspace: w\nkeys: [key]\nagents: [${names.map((name) => `${name}.yaml`).join(', ')}]\n`,
    ...Object.fromEntries(
      names.flatMap((name) => {
        const [code, more = ''] = agents[name] ?? ['']
        return [
          [`${name}.mjs`, code],
          [`${name}.yaml`, agentOf(name, more)],
        ]
      }),
    ),
  })
  const loaded = loadWorkspace(folder)
  if (!loaded.ok) throw new Error(loaded.problems.map((problem) => formatProblem(problem, undefined)).join('\n'))
  const lines: string[] = []
  const store = createMemoryStore()
  const read = vi.spyOn(store, 'transcript')
  const service = createService({ workspaces: [loaded.workspace], store, printLine: (line) => lines.push(line) })
  whenClosed(() => service.close())
  const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
  return {
    service,
    lines,
    read,
    async say(agentName: string, message: string, sessionId?: string) {
      const body = JSON.stringify({ agentName, doReturnResponse: true, message, sessionId })
      const url = 'http://localhost/api/chat-agent/trigger'
      const answer = await service.fetch(new Request(url, { method: 'POST', headers, body }))
      const { message: reply, data } = (await answer.json()) as Answer
      return {
        said: reply,
        sessionId: data?.sessionId,
        transcript: data?.transcript ?? [],
        text: textOf(data?.transcript),
      }
    },
  }
}

interface Answer {
  message: string
  data: { sessionId: string; transcript: Entry[] } | null
}

interface Entry {
  type: string
  name?: string
  arguments?: unknown
  output?: string
  is_error?: boolean
  executionTimeMs?: number
  content?: { text: string }[]
}

const textOf = (transcript: Entry[] = []): string | undefined => transcript.at(-1)?.content?.[0]?.text

const good = 'export default async () => "Good."'

describe('a turn that was given up', () => {
  it('that returns a text from a generator is told to yield it', async () => {
    const { say } = serve({ a: [`export default async function* () { yield 'one'; return 'two' }`] })
    expect((await say('a', 'x')).said).toContain('it returned a text: yield it')
  })

  it('while its module loaded never begins, and the thread takes the next module at once', {
    tags: 'stress',
  }, async () => {
    const slow = `await new Promise((resolve) => setTimeout(resolve, 1_500))
      export default async function* () { console.log('begun'); for (;;); }`
    const { say, lines } = serve({ slow: [slow, 'limits: { time: 200 ms }'], good: [good] })
    expect((await say('slow', 'Hi')).said).toContain('has not answered within 0.2 s')
    expect((await say('good', 'Hi')).text).toBe('Good.')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect((await say('good', 'Hi')).text).toBe('Good.')
    expect(lines).toEqual([]) // and the thread is still alive
  })

  it('while a tool was loaded does not begin the tool', { tags: 'slow' }, async () => {
    const desk = `export default async function* ({ call }) { yield (await call('look')).output }`
    const tool = `await new Promise((resolve) => setTimeout(resolve, 800))
      export const look = () => { console.log('begun'); for (;;); }`
    const module = `tools: { look: { module: ./tool.mjs#look } }\nlimits: { time: 200 ms }`
    const { say, lines } = serve({ desk: [desk, module], tool: [tool], good: [good] })
    expect((await say('desk', 'Hi')).said).toContain('has not answered within 0.2 s')
    expect((await say('good', 'Hi')).text).toBe('Good.')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect((await say('good', 'Hi')).text).toBe('Good.')
    expect(lines).toEqual([])
  })
})

describe('a call that is not awaited', () => {
  const live = 'tools: { look: { module: ./tool.mjs#look } }'
  const early = /the outcome of a call is read before it is there: await what call\(\) gives \(.*desk\.mjs:1:\d+\)/
  it.each([
    ['read early', live, `yield call('look').value.status`, early],
    [
      'read early, though it is known at once',
      'tools: { look: { cases: [{ output: 1 }] } }',
      `const { value } = call('look')`,
      early,
    ],
    ['made into a text', live, 'yield `It is ${call("look")}`', early],
    [
      'left behind',
      live,
      `call('look'); yield 'Bye'`,
      /^the turn ended while look was being called: await what call\(\) gives$/,
    ],
  ])('is named where it is %s', async (_, more, line, told) => {
    const tool = 'export const look = () => new Promise((resolve) => setTimeout(resolve, 50, 1))'
    const { say } = serve({ desk: [`export default async function* ({ call }) { ${line} }`, more], tool: [tool] })
    expect((await say('desk', 'Hi')).said).toEqual(expect.stringMatching(told))
  })
})

describe('the thread', () => {
  it('is not started any more once it ended five times before anything came to its end', {
    tags: 'stress',
  }, async () => {
    const { say, lines } = serve({ bad: ['export default async () => process.exit(7)'], good: [good] })
    for (let time = 0; time < 4; time += 1) expect((await say('bad', 'Hi')).said).toContain('process.exit(7)')
    expect((await say('good', 'Hi')).text).toBe('Good.') // a completed turn resets the count
    for (let time = 0; time < 5; time += 1) expect((await say('bad', 'Hi')).said).toContain('process.exit(7)')
    const { said } = await say('good', 'Hi')
    expect(said).toMatch(/ended 5 times in a row, and is not started again until the workspace is read again; the last/)
    expect(lines.filter((line) => line.startsWith('The thread'))).toHaveLength(9)
  })

  it('is started again with the workspace that is read again', { tags: 'stress' }, async () => {
    const { say, service } = serve({ bad: ['export default async () => process.exit(7)'], good: [good] })
    for (let time = 0; time < 5; time += 1) await say('bad', 'Hi')
    expect((await say('good', 'Hi')).said).toContain('ended 5 times')
    service.context.agentCode.take()
    expect((await say('good', 'Hi')).text).toBe('Good.')
  })

  it('ends for the rest of a workspace where a module loads without end', { tags: 'slow' }, async () => {
    const code = createAgentCode(() => undefined)
    whenClosed(() => code.close())
    const folder = folderOf({ 'good.mjs': good, 'held.mjs': 'await new Promise(() => undefined)' })
    const edition = code.now()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const heldTool = edition
      .tool({ file: `${folder}/held.mjs`, name: 'default' })
      .catch((error: Error) => error.message)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { timeout: 10_000 })
    vi.advanceTimersByTime(8_000)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { timeout: 10_000 })
    vi.advanceTimersByTime(30_000)
    expect(await heldTool).toMatch(/held\.mjs cannot be loaded: it takes longer than 30 s/)
    vi.useRealTimers()
    expect(
      await (await edition.agent({ file: `${folder}/good.mjs`, name: 'default' }, '[]'))({} as never),
    ).toBeDefined()
  })
})

/** An agent that uses everything the two sides must agree on, and mutates what it is given. */
const busy = `export default async function* ({ message, call, state, history }) {
  yield { think: 'first' }
  const found = await call('lookup', { id: message })
  found.value.status = 'changed'
  const both = await Promise.all([call('lookup', { id: '7' }), call('price')])
  yield JSON.stringify([found.output, ...both.map(({ output }) => output)])
  const strict = await call('strict', {})
  const odd = await call('lookup', 'no object').catch((error) => ({ output: error.message }))
  yield { button: 'b' }
  yield [strict.isError, odd.isError].join()
  state.turns = (state.turns ?? 0) + 1
}`
const busyTools = `tools:
  lookup: { cases: [{ with: { id: "7" }, output: { status: late }, time: 30 ms }, { with: {}, output: { status: fine } }], time: 5 ms }
  price: { output: "12 EUR" }
  strict: { parameters: { type: object, properties: { id: { type: string } }, required: [id] }, output: ok }`

describe('a turn', () => {
  it('calls canned tools without a message, and its transcript is that of a tool that was asked', {
    tags: 'slow',
  }, async () => {
    const { say, service } = serve({ busy: [busy, busyTools] })
    const first = await say('busy', '1')
    const again = await say('busy', '1', first.sessionId)
    const rows = again.transcript.map(({ type, name, output, is_error, executionTimeMs, content }) =>
      [type, name ?? content?.[0]?.text, output, is_error, executionTimeMs].filter((each) => each !== undefined),
    )
    expect(rows).toEqual([
      ['message', '1'],
      ['thinking'],
      ['function_call', 'lookup'],
      ['function_call_output', 'lookup', '{"status":"fine"}', false, 5],
      ['function_call', 'lookup'],
      ['function_call', 'price'],
      ['function_call_output', 'price', '12 EUR', false, 20],
      ['function_call_output', 'lookup', '{"status":"late"}', false, 30],
      ['message', JSON.stringify(['{"status":"fine"}', '{"status":"late"}', '12 EUR'])],
      ['function_call', 'strict'],
      ['function_call_output', 'strict', expect.stringMatching(/^Error: the arguments of strict are refused/), true, 0],
      ['function_call', 'lookup'],
      ['function_call_output', 'lookup', expect.stringMatching(/^Error: the arguments of lookup are refused/), true, 0],
      ['message', 'b'],
      ['message', 'true,true'],
    ])
    expect(service.context.store.session(again.sessionId ?? '')?.state).toEqual({ turns: 2 })
  })

  it('takes one message each way where it calls nothing that has to be asked for', { tags: 'slow' }, async () => {
    const code = `export default async function* ({ call, state }) {
      state.seen = (await call('lookup', { id: '1' })).output
      yield { think: 'so' }
      yield state.seen
    }`
    const { say, read } = serve({ desk: [code, busyTools] })
    const { sessionId } = await say('desk', 'Hi')
    const sent = vi.spyOn(MessagePort.prototype, 'postMessage')
    read.mockClear()
    for (let turn = 0; turn < 5; turn += 1) expect((await say('desk', 'Hi', sessionId)).text).toBe('{"status":"fine"}')
    expect(sent).toHaveBeenCalledTimes(5)
    expect(read).not.toHaveBeenCalled()
  })

  it('that yields a list is told so, and one that calls without end is refused', { tags: 'slow' }, async () => {
    const lists = `export default async function* () { yield ['lookup', {}] }`
    const calls = `export default async function* ({ call }) { for (;;) await call('lookup', { id: '1' }) }`
    const { say } = serve({ lists: [lists, busyTools], calls: [calls, busyTools], good: [good] })
    expect((await say('lists', 'Hi')).said).toMatch(
      /\["lookup",\{\}\] was yielded, which is nothing that an agent does/,
    )
    expect((await say('calls', 'Hi')).said).toMatch(/more than 1000 things were said and done in one turn/)
    expect((await say('good', 'Hi')).text).toBe('Good.')
  })
})

describe('the history', () => {
  const looks = `export default async function* (turn) {
    const seen = JSON.stringify(turn.history)
    for (const entry of turn.history) entry.type = 'changed'
    turn.history.length = 0
    yield seen
  }`

  it('is what was said before, turn by turn, also where functions ran before the first message', async () => {
    const pre = `tools: { load: { output: ok, phase: pre } }`
    const { say, service } = serve({ plain: [looks], pre: [looks, pre] })
    for (const name of ['plain', 'pre', 'plain']) {
      let sessionId: string | undefined
      for (let turn = 0; turn < 4; turn += 1) {
        const before = sessionId === undefined ? [] : [...service.context.store.transcript(sessionId)]
        const reply = await say(name, `message ${turn}`, sessionId)
        sessionId = reply.sessionId
        const entries = JSON.parse(reply.text ?? '')
        if (turn > 0 || name === 'plain') expect(entries).toEqual(before)
        else expect(entries.map(({ type }: Entry) => type)).toEqual(['function_call', 'function_call_output'])
      }
    }
  })

  it('is told in part to one that has looked before', { tags: 'slow' }, async () => {
    const { say } = serve({ desk: ['export default async ({ history }) => `${history.length} entries`'] })
    let { sessionId } = await say('desk', 'first')
    for (let turn = 0; turn < 8; turn += 1) ({ sessionId } = await say('desk', 'x'.repeat(2_000), sessionId))
    const sent = vi.spyOn(MessagePort.prototype, 'postMessage')
    expect((await say('desk', 'last', sessionId)).text).toBe('18 entries')
    const [[messages]] = sent.mock.calls as [[{ history?: { from: number; more: string } }[]]]
    const history = messages.find(({ history: each }) => each !== undefined)?.history
    expect([history?.from, sent.mock.calls.length]).toEqual([16, 1])
  })

  it('is an error where an agent looks after its turn', { tags: 'slow' }, async () => {
    const late = `export default async function* (turn) {
      setTimeout(() => { try { turn.history } catch (error) { console.log(error.message) } }, 50)
      yield 'Done.'
    }`
    const { say, lines } = serve({ desk: [late] })
    expect((await say('desk', 'Hi')).text).toBe('Done.')
    await vi.waitFor(() => expect(lines).toEqual(['[desk] the turn is over, and its history with it']), 5_000)
  })

  it('that cannot be read is an error of the turn', { tags: 'slow' }, async () => {
    const { say, read } = serve({ desk: [looks], good: [good] })
    const { sessionId } = await say('good', 'Hi')
    read.mockImplementation(() => {
      throw new Error('disk I/O error')
    })
    expect((await say('desk', 'Hi', sessionId)).said).toContain('disk I/O error')
    expect((await say('good', 'Hi')).text).toBe('Good.')
  })
})

it('charges a crash of what is over to the next turn of the same module, and to none beside it', async () => {
  const late = `export default async function* () { setTimeout(() => { throw new Error('late') }, 40); yield 'Hello' }`
  const slow = `export default async function* () { await new Promise((done) => setTimeout(done, 2_000)); yield 'Hi' }`
  const { service } = serve({ late: [late], slow: [slow] })
  const ask = async (agentName: string) => {
    const body = JSON.stringify({ agentName, doReturnResponse: true, message: 'hi' })
    const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
    const url = 'http://localhost/api/chat-agent/trigger'
    const answer = await service.fetch(new Request(url, { method: 'POST', headers, body }))
    return [answer.status, answer.headers.get('x-local-layer'), await answer.text()]
  }
  const beside = ask('slow')
  expect((await ask('late'))[0]).toBe(200)
  expect(await beside).toEqual([
    ...[502, 'worker'],
    expect.stringContaining('what another turn began ended the thread that all code shares'),
  ])
  const charged = [
    502,
    'agent',
    expect.stringMatching(/after an earlier turn was over, .*threw what nobody caught.*late/),
  ]
  expect((await ask('slow'))[0]).toBe(200)
  expect(await ask('late')).toEqual(charged)
  expect((await ask('late'))[0]).toBe(200)
})
