import { createRequire } from 'node:module'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createService } from '../../app.ts'
import { createMemoryStore } from '../../store/memory-store.ts'
import type { Store } from '../../store/store.ts'
import type { AgentFunction } from '../../workspace/agent-function.ts'
import { defaultConfig } from '../../workspace/build-agent.ts'
import { bareWorkspace } from '../../workspace/workspace.ts'

afterEach(() => void vi.restoreAllMocks())

/** A store that counts the calls of each of its methods. */
function countingStore() {
  const counts: Partial<Record<keyof Store, number>> = {}
  const store = createMemoryStore()
  const counting = Object.fromEntries(
    Object.entries(store).map(([name, does]: [string, (...given: never[]) => unknown]) => [
      name,
      (...args: never[]) => {
        counts[name as keyof Store] = (counts[name as keyof Store] ?? 0) + 1
        return does(...args)
      },
    ]),
  ) as unknown as Store
  return { store: counting, counts }
}

const ofLength = (minLength: number) => ({
  type: 'object',
  properties: { order_id: { type: 'string', minLength } },
})

/** Plays a session with a code agent that has one tool. Gives the store's counts for the turns after the first. */
async function playSession(run: AgentFunction, turns: number, parameters = ofLength(1)) {
  const { store, counts } = countingStore()
  const tool = { name: 'lookup', description: '', parameters, timeMs: 1 }
  const behaviour = {
    ...{ kind: 'code' as const, from: run, before: [], after: [], limitMs: 5_000, analysis: {} },
    tools: [{ ...tool, cases: [{ with: {}, output: 'shipped', isError: false }] }],
  }
  const version = { label: '1', number: 1, description: '', config: defaultConfig(), behaviour }
  const agent = { name: 'desk', agentId: 'a-1', versions: new Map([[1, version]]), published: 1, draft: null }
  const workspaces = [bareWorkspace({ name: 'demo', keys: ['key'], agents: [agent] })]
  const service = createService({ workspaces, store })
  const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
  const say = async (sessionId: string | undefined): Promise<string> => {
    const body = JSON.stringify({ agentName: 'desk', doReturnResponse: true, message: '1042', sessionId })
    const url = 'http://localhost/api/chat-agent/trigger'
    const answer = await service.fetch(new Request(url, { method: 'POST', headers, body }))
    const reply = (await answer.json()) as { responseCode: number; data: { sessionId: string } }
    expect(reply.responseCode).toBe(200)
    return reply.data.sessionId
  }
  const sessionId = await say(undefined)
  for (const name of Object.keys(counts)) delete counts[name as keyof Store]
  for (let turn = 1; turn < turns; turn += 1) await say(sessionId)
  const played = { ...counts }
  service.close()
  return played
}

const desk: AgentFunction = async function* ({ call, state }) {
  const { output } = await call('lookup', { order_id: '1042' })
  state.seen = output
  yield `It was ${output}.`
}

describe('what a turn of an agent of code costs, counted', () => {
  it('is one transaction, and no look at what was said before unless the agent looks', async () => {
    const { transact, appendEntries, transcript = 0 } = await playSession(desk, 11)
    expect({ transact, transcript, appendEntries: (appendEntries ?? 0) <= 20 }).toEqual({
      transact: 10,
      transcript: 0,
      appendEntries: true,
    })
    const looking: AgentFunction = async function* (turn) {
      yield `${turn.history.length} and ${turn.history.length}`
    }
    expect(await playSession(looking, 11)).toMatchObject({ transact: 10, transcript: 10 })
  })

  it('is no signal that nobody asks for', async () => {
    const spies = [vi.spyOn(AbortSignal, 'any'), vi.spyOn(AbortSignal, 'timeout')]
    await playSession(desk, 6)
    expect(spies.map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  })

  it('compiles the schema of a tool once, however many sessions and turns call it', async () => {
    const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
    const compile = vi.spyOn(Ajv2020.prototype, 'compile')
    for (let session = 0; session < 3; session += 1) await playSession(desk, 4, ofLength(3))
    const own = compile.mock.calls.filter(([compiled]) => JSON.stringify(compiled).includes('"minLength":3'))
    expect(own.length, 'compilations in twelve turns of three sessions').toBe(1)
  })
})
