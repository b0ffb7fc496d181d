import { afterEach, describe, expect, it, vi } from 'vitest'
import { readVariable } from '../../../base/secrets/environment.ts'
import { readUsage, totalUsage, usageHeader } from '../../../wire/api/usage.ts'
import { createService, type Service } from '../../app.ts'
import { createFrozenClock } from '../../time/clock.ts'
import type { AgentTool } from '../../workspace/agent.ts'
import type { AgentFunction, AgentPart } from '../../workspace/agent-function.ts'
import { defaultConfig } from '../../workspace/build-agent.ts'
import { bareWorkspace } from '../../workspace/workspace.ts'

/** An entry of the transcript, reduced to what these tests read. */
interface Entry {
  type: string
  role?: string
  name?: string
  phase?: string
  call_id?: string
  output?: string
  is_error?: boolean
  executionTimeMs?: number
  agentName?: string
  timestamp: string
  content: { type: string; text: string }[]
}

const open: Service[] = []
afterEach(() => {
  for (const service of open.splice(0)) service.close()
})

const frozen = Date.parse('2026-03-02T10:00:00Z')

/** A service with one code agent, `desk`. */
function serve(
  run: AgentFunction,
  rest: { tools?: AgentTool[]; limitMs?: number; functions?: Partial<Record<string, string[]>> } = {},
) {
  const config = defaultConfig()
  Object.assign(config.functionSettings, rest.functions)
  const behaviour = {
    kind: 'code' as const,
    from: run,
    tools: rest.tools ?? [],
    before: [],
    after: [],
    limitMs: rest.limitMs ?? 5_000,
    analysis: {},
  }
  const version = { label: '1', number: 1, description: '', config, behaviour }
  const agent = { name: 'desk', agentId: 'a-1', versions: new Map([[1, version]]), published: 1, draft: null }
  const service = createService({
    workspaces: [bareWorkspace({ name: 'demo', keys: ['key'], agents: [agent] })],
    clock: createFrozenClock(frozen),
  })
  open.push(service)
  return service
}

async function send(service: Service, body: object): Promise<Response> {
  const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
  return service.fetch(
    new Request('http://localhost/api/chat-agent/trigger', { method: 'POST', headers, body: JSON.stringify(body) }),
  )
}

async function say(service: Service, message: string | undefined, more: object = {}) {
  const body = { agentName: 'desk', doReturnResponse: true, ...(message === undefined ? {} : { message }), ...more }
  return (await (await send(service, body)).json()) as {
    responseCode: number
    message: string
    data: { sessionId: string; transcript: Entry[] }
  }
}

const tool = (name: string, rest: Partial<AgentTool> = {}): AgentTool => ({
  name,
  description: '',
  parameters: { type: 'object' },
  timeMs: 20,
  cases: [{ with: {}, output: { ok: true }, isError: false }],
  ...rest,
})

const kindsOf = (transcript: Entry[]) =>
  transcript.map((entry) => `${entry.phase ?? ''}${entry.phase ? ' ' : ''}${entry.name ?? entry.role ?? entry.type}`)

describe('an agent that thinks', () => {
  it('says, calls, thinks, hands over and attaches, in order, and each call has its output', async () => {
    const service = serve(
      async function* ({ message, call }) {
        yield { think: 'an order' }
        const outcome = await call('lookup_order', { order_id: '1042' })
        yield `You said ${message}: ${outcome.output}`
        yield { button: 'Track', payload: 'track' }
        yield { call: 'own_call', with: { x: 1 }, output: { y: 2 }, timeMs: 7 }
        yield { handOff: 'billing' }
        yield { say: 'Billing here.' }
      },
      { tools: [tool('lookup_order'), tool('load_customer', { phase: 'pre' })] },
    )
    const { data } = await say(service, 'hello')
    expect(kindsOf(data.transcript)).toEqual([
      'pre load_customer',
      'pre load_customer',
      'user',
      'thinking',
      'during lookup_order',
      'during lookup_order',
      'assistant',
      'during own_call',
      'during own_call',
      'assistant',
    ])
    const [, , , , call, output, reply, , own, last] = data.transcript
    expect([call?.call_id === output?.call_id, output?.output, output?.is_error]).toEqual([true, '{"ok":true}', false])
    expect(reply?.content).toEqual([
      { type: 'text', text: 'You said hello: {"ok":true}' },
      { type: 'button', text: 'Track', payload: 'track' },
    ])
    expect([own?.output, own?.executionTimeMs, last?.agentName]).toEqual(['{"y":2}', 7, 'billing'])
  })

  it.each<[what: string, part: unknown, message: RegExp]>([
    ['a time below zero', { call: 'find', output: 'x', timeMs: -5 }, /timeMs has to be milliseconds, from 0 to a day/],
    [
      'a time that is no number',
      { call: 'find', output: 'x', timeMs: Number.NaN },
      /timeMs NaN, which JSON cannot hold/,
    ],
    [
      'a time without end',
      { call: 'find', output: 'x', timeMs: Number.POSITIVE_INFINITY },
      /timeMs Infinity, which JSON/,
    ],
    ['a time of ages', { call: 'find', output: 'x', timeMs: 1e18 }, /timeMs has to be milliseconds/],
    ['a time in words', { call: 'find', output: 'x', timeMs: '5' }, /timeMs has to be milliseconds/],
    [
      'a name of a model that no header holds',
      { usage: { model: 'm'.repeat(100_000), inputTokens: 1, outputTokens: 1 } },
      /the model of usage has more than 200 characters/,
    ],
  ])('that yields %s is refused', async (_, part, message) => {
    const service = serve(async function* () {
      yield part as AgentPart
      yield 'Done.'
    })
    const reply = await say(service, 'hello')
    expect([reply.responseCode, reply.message]).toEqual([502, expect.stringMatching(message)])
  })

  it('tells its usage without secrets, also where its turn fails', async () => {
    vi.stubEnv('USAGE_KEY', 'sk-in-the-usage-4711')
    vi.stubEnv('TABLEREAD_API_KEY', 'local-key-4711')
    readVariable('USAGE_KEY')
    const models = ['USAGE_KEY', 'TABLEREAD_API_KEY'].map((name) => `m-${process.env[name]}`)
    const service = serve(async function* ({ message }) {
      for (const model of models) yield { usage: { model, inputTokens: 1, outputTokens: 2 } }
      if (message === 'fail') throw new Error('it broke')
      yield 'Done.'
    })
    for (const message of ['hello', 'fail']) {
      const answer = await send(service, { agentName: 'desk', doReturnResponse: true, message })
      const usage = readUsage(answer.headers.get(usageHeader))
      expect(usage?.map(({ model }) => model)).toEqual(['m-<env.USAGE_KEY>', 'm-<api key>'])
    }
    vi.unstubAllEnvs()
  })

  it('may use more models than a header holds', async () => {
    const service = serve(async function* () {
      for (let index = 0; index < 900; index += 1)
        yield { usage: { model: `model-${index}`, inputTokens: 1, outputTokens: 2 } }
      yield 'Done.'
    })
    const answer = await send(service, { agentName: 'desk', doReturnResponse: true, message: 'hello' })
    const header = answer.headers.get(usageHeader) ?? ''
    expect([answer.status, header.length < 6_500]).toEqual([200, true])
    expect(totalUsage(readUsage(header) ?? [])).toMatchObject({ inputTokens: 900, outputTokens: 1800 })
  })

  it('keeps its state from turn to turn, and its time on the session alone', async () => {
    const service = serve(async function* ({ state, now, history }) {
      state.turns = Number(state.turns ?? 0) + 1
      await new Promise((resolve) => setTimeout(resolve, 60))
      yield `turn ${state.turns} at ${now}, ${history.length} before`
    })
    const first = await say(service, 'one')
    const second = await say(service, 'two', { sessionId: first.data.sessionId })
    const texts = [first, second].map(({ data }) => data.transcript.at(-1)?.content[0]?.text)
    expect(texts).toEqual([
      'turn 1 at 2026-03-02T10:00:00.000Z, 0 before',
      'turn 2 at 2026-03-02T10:00:00.000Z, 2 before',
    ])
    const [user, reply] = first.data.transcript.map(({ timestamp }) => Date.parse(timestamp))
    expect(user).toBe(frozen)
    expect(Number(reply) - frozen).toBeGreaterThan(50)
    expect(service.context.clock.now()).toBe(frozen)
  })

  it('has one turn at a time a session, and sessions side by side', async () => {
    let running = 0
    let most = 0
    const service = serve(async function* ({ message, history }) {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 100))
      running -= 1
      yield `${message} after ${history.length}`
    })
    const { data } = await say(service, 'first')
    const { sessionId } = data
    const both = await Promise.all([say(service, 'a', { sessionId }), say(service, 'b', { sessionId })])
    expect(both.map((each) => each.data.transcript.at(-1)?.content[0]?.text)).toEqual(['a after 2', 'b after 4'])
    expect(most).toBe(1)
    await Promise.all(Array.from({ length: 20 }, (_, index) => say(service, `n${index}`)))
    expect(most).toBe(20)
  })

  it.each<[string, AgentFunction, RegExp]>([
    [
      'throws',
      () => {
        throw new Error('out of tea')
      },
      /^the agent desk failed: Error: out of tea \(.*think\.test\.ts:\d+:\d+\)/,
    ],
    [
      'throws after it spoke',
      async function* () {
        yield 'Hello'
        throw new TypeError('late')
      },
      /failed: TypeError: late/,
    ],
    [
      'yields what is no part',
      async function* () {
        yield { shout: 'x' } as never
      },
      /\{"shout":"x"\} was yielded, which is nothing that an agent does/,
    ],
    [
      'yields an odd member',
      async function* () {
        yield { say: 'x', loud: true } as never
      },
      /\{ say \} has no member loud/,
    ],
    [
      'yields no text',
      async function* () {
        yield { say: 7 } as never
      },
      /say has to be a text/,
    ],
    [
      'never ends',
      async function* () {
        await new Promise(() => undefined)
        yield 'x'
      },
      /has not answered within 0.2 s/,
    ],
    [
      'talks without end',
      async function* () {
        for (;;) yield 'more'
      },
      /more than 1000 things/,
    ],
    [
      'keeps what JSON cannot',
      async function* ({ state }) {
        state.self = state
        yield 'x'
      },
      /the state of the session cannot be kept/,
    ],
    ['is no generator and rejects', () => Promise.reject(new Error('no')), /failed: Error: no/],
    [
      'throws no error',
      () => {
        throw 'a text'
      },
      /failed: a text/,
    ],
  ])('that %s is told, and nothing of the turn is stored', async (_, run, message) => {
    const service = serve(run, { limitMs: 200 })
    const answer = await say(service, 'hello')
    expect([answer.responseCode, answer.message]).toEqual([502, expect.stringMatching(message)])
    expect(service.context.store.countSessions()).toBe(0)
  })

  it('has tools that run at once beside each other, and their times are not added up', async () => {
    const canned = (name: string, timeMs: number): AgentTool =>
      tool(name, { timeMs, cases: [{ with: {}, output: name, isError: false }] })
    const service = serve(
      async function* ({ call }) {
        const both = await Promise.all([call('slow'), call('fast')])
        yield both.map(({ output }) => output).join(' ')
      },
      { tools: [canned('slow', 600_000), canned('fast', 400_000)] },
    )
    const { data } = await say(service, 'hello')
    const [user, ...rest] = data.transcript
    const began = Date.parse(user?.timestamp ?? '')
    const rows = rest.map((entry) => {
      const minutes = Math.round((Date.parse(entry.timestamp) - began) / 60_000)
      return [minutes, entry.type, entry.name ?? entry.content[0]?.text, entry.output ?? null]
    })
    expect(rows).toEqual([
      [0, 'function_call', 'slow', null],
      [0, 'function_call', 'fast', null],
      [7, 'function_call_output', 'fast', 'fast'],
      [10, 'function_call_output', 'slow', 'slow'],
      [10, 'message', 'slow fast', null],
    ])
    const ids = rest.flatMap(({ call_id: id }) => id ?? [])
    expect([ids[0] === ids[3], ids[1] === ids[2], new Set(ids).size]).toEqual([true, true, 2])
    const times = rest.flatMap(({ executionTimeMs }) => executionTimeMs ?? [])
    expect(times).toEqual([400_000, 600_000])
  })

  it('reads the errors of its tools: none rejects', async () => {
    const outcomes: [string, boolean][] = []
    const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
    const service = serve(
      async function* ({ call }) {
        for (const [name, args] of [
          ['strict', {}],
          ['strict', { id: 'x' }],
          ['strct', {}],
        ] as const) {
          const { output, isError } = await call(name, args)
          outcomes.push([output, isError])
        }
        yield 'done'
      },
      {
        tools: [tool('strict', { parameters: schema })],
      },
    )
    const { data } = await say(service, 'hello')
    expect(outcomes).toEqual([
      [expect.stringMatching(/^Error: the arguments of strict are refused: .*id/), true],
      ['{"ok":true}', false],
      ['Error: there is no tool "strct": did you mean "strict"?', true],
    ])
    expect(data.transcript.filter(({ is_error }) => is_error)).toHaveLength(2)
  })

  it('cannot pass with a call where it has no tool at all, whatever its code makes of that', async () => {
    const service = serve(async function* ({ call }) {
      await call('ghost').catch(() => undefined)
      yield 'Your order has shipped.'
    })
    const answer = await say(service, 'hello')
    expect(answer.responseCode).toBe(502)
    expect(answer.message).toContain('its code calls the tool "ghost", and it has none: list it under tools:')
  })

  it('cannot pass with a tool that nobody could ask, even if it goes on as if nothing were wrong', async () => {
    const source = { kind: 'module' as const, file: '/nowhere/x.ts', name: 'y' }
    const service = serve(
      async function* ({ call }) {
        await call('broken').catch(() => undefined)
        yield 'Sorry, I cannot find it.'
      },
      { tools: [tool('broken', { source })] },
    )
    const answer = await say(service, 'hello')
    expect([answer.responseCode, answer.message]).toEqual([502, expect.stringMatching(/x\.ts cannot be loaded/)])
    expect(service.context.store.countSessions()).toBe(0)
  })

  it('ends a session with the functions of the phase post, and says nothing there', async () => {
    const occasions: string[] = []
    const service = serve(
      async function* ({ occasion, message }) {
        occasions.push(occasion)
        yield `on ${occasion}`
        if (message === 'bye') yield { end: true }
      },
      { tools: [tool('save_summary', { phase: 'post' })] },
    )
    const opening = await say(service, undefined)
    expect(opening.data.transcript.at(-1)?.content[0]?.text).toBe('on open')
    const { sessionId } = opening.data
    await say(service, 'bye', { sessionId })
    expect(occasions).toEqual(['open', 'reply', 'end'])
    const { store } = service.context
    expect(store.session(sessionId)?.status).toBe('completed')
    expect(kindsOf(store.transcript(sessionId) as Entry[]).slice(-3)).toEqual([
      'assistant',
      'post save_summary',
      'post save_summary',
    ])
  })

  it('stops when the service closes, and stores nothing', async () => {
    let stopped = false
    const service = serve(async function* ({ signal }) {
      signal.addEventListener('abort', () => {
        stopped = true
      })
      await new Promise(() => undefined)
      yield 'never'
    })
    const answer = say(service, 'hello')
    await new Promise((resolve) => setTimeout(resolve, 20))
    service.close()
    expect((await answer).responseCode).toBe(502)
    expect(stopped).toBe(true)
  })
})
