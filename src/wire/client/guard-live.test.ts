import { describe, expect, it } from 'vitest'
import type { BlueprintListing } from '../api/blueprint.ts'
import { type AgentTools, guardTools, type ToolGuard, toolsOf, transferTool } from './guard-live.ts'
import type { WireRequest } from './transport.ts'

interface Told {
  id: string
  during?: string[]
  post?: string[]
  hands?: { transferTo: string; agentVersion: string }[]
  transferTo?: string
}

/** The parts of a listing that tools are read from. */
function listing(...entries: Told[]): BlueprintListing {
  const agents = entries.map(({ id, during = [], post = [], hands = [], transferTo = '' }) => ({
    agentId: id,
    config: {
      functionSettings: { preCall: [], duringCall: during, postCall: post },
      agentsList: hands.map((hand) => ({ ...hand, useBaseSettings: false })),
      callSettings: { transferTo },
    },
    version: { name: '', description: '', number: 3 },
  }))
  return { agents, workflowList: [{ workflowId: 'wf', agentId: 'desk' }] } as unknown as BlueprintListing
}

const desk = listing({ id: 'desk', during: ['find_order'], post: ['send_survey'] })

function open(rules: Partial<ToolGuard> & { data?: BlueprintListing }, host = 'api.example.com') {
  const counts = { asked: 0, reached: 0 }
  const send = guardTools(
    async () => {
      counts.reached += 1
      return { status: 200, headers: {}, text: '{}' }
    },
    {
      tools: [],
      list: async () => {
        counts.asked += 1
        return { ok: true, data: rules.data ?? desk }
      },
      ...rules,
    },
  )
  const turn = (body: object, path = '/api/chat-agent/trigger', method: WireRequest['method'] = 'POST') =>
    send({
      method,
      url: `https://${host}${path}`,
      headers: { 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
      timeLimitMs: 1_000,
    })
  return { seen: counts, turn }
}

const hello = { doReturnResponse: true, agentName: 'desk', message: 'hi' }

describe('the guard of tools', () => {
  it('keeps an agent from being talked to that has a tool nobody declared, and names it and the mend', async () => {
    const { seen, turn } = open({ tools: ['find_order'] })
    await expect(turn(hello)).rejects.toMatchObject({
      kind: 'blocked',
      code: expect.stringMatching(/the agent desk can call send_survey, .*"harmless tools:".*--allow-tools/),
    })
    expect(seen).toEqual({ asked: 1, reached: 0 })
  })
  it('lets it be talked to when all are declared, and reads the blueprints once', async () => {
    const { seen, turn } = open({ tools: ['send_survey', 'find_order'] })
    await Promise.all([turn(hello), turn(hello)])
    await turn({ ...hello, agentVersion: 3 })
    expect(seen).toEqual({ asked: 1, reached: 3 })
  })
  it.each([
    ['the draft', { ...hello, agentVersion: 'draft' }, /version 3 of desk alone, so the tools of the draft cannot/],
    ['another version', { ...hello, agentVersion: 2 }, /the tools of version 2 cannot be seen/],
    ['an unlisted agent', { ...hello, agentName: 'nobody' }, /lists no agent nobody/],
    ['no agent', { doReturnResponse: true, message: 'hi' }, /which agent would answer cannot be told/],
  ])('takes %s for unsafe, since its tools cannot be seen', async (_, body, code) => {
    const { turn } = open({ tools: ['find_order', 'send_survey'] })
    await expect(turn(body)).rejects.toMatchObject({ kind: 'blocked', code: expect.stringMatching(code) })
  })
  it('takes every agent for unsafe when the blueprints cannot be read, and tries again', async () => {
    let askCount = 0
    const { turn } = open({
      tools: ['find_order', 'send_survey'],
      list: async () => {
        askCount += 1
        return { ok: false, failure: { kind: 'timed out', limitMs: 5 } }
      },
    })
    await expect(turn(hello)).rejects.toMatchObject({
      code: expect.stringMatching(/cannot be read \(no answer within/),
    })
    await expect(turn(hello)).rejects.toMatchObject({ kind: 'blocked' })
    expect(askCount).toBe(2)
  })
  it.each(['ENOTFOUND', 'ECONNREFUSED', 'CERT_HAS_EXPIRED', 'proxy http://127.0.0.1:9 ECONNREFUSED'])(
    'leaves it to the network that the blueprints cannot be read, where the turn could not leave either: %s',
    async (code) => {
      const failure = { kind: 'unreachable', url: 'https://api.example.com', code } as const
      const { turn, seen } = open({ list: async () => ({ ok: false, failure }) })
      await expect(turn(hello)).rejects.toMatchObject({ kind: 'unreachable', code })
      expect(seen.reached).toBe(0)
    },
  )
  it('asks nothing when all tools are allowed, on this machine, and of a read', async () => {
    const all = open({ tools: 'all' })
    await all.turn({ ...hello, agentVersion: 'draft' })
    const here = open({}, '127.0.0.1')
    await here.turn(hello)
    const read = open({})
    await read.turn({}, '/api/session/fetch/s', 'GET')
    expect([all.seen, here.seen, read.seen]).toEqual(Array(3).fill({ asked: 0, reached: 1 }))
  })
  it('lets an agent that is none be asked for, where requests are wrong on purpose', async () => {
    const { turn, seen } = open({ unlisted: true })
    await turn({ ...hello, agentName: 'nobody' })
    await expect(turn({ ...hello, agentName: 'DESK ' })).rejects.toMatchObject({ kind: 'blocked' })
    expect(seen.reached).toBe(1)
  })
  it.each([
    ['支持-1', '销售-1'],
    ['agént', 'agent'],
    ['order-desk', 'Order Desk'],
    ['бот', 'bot'],
    ['🙂', '🎉'],
  ])('never lets %s be vouched for by %s', async (name, agentId) => {
    const { turn, seen } = open({ tools: ['harmless'], data: listing({ id: agentId, during: ['harmless'] }) })
    await expect(turn({ ...hello, agentName: name })).rejects.toMatchObject({
      kind: 'blocked',
      code: expect.stringContaining(`the service lists no agent ${name}`),
    })
    await turn({ ...hello, agentName: agentId })
    expect(seen.reached).toBe(1)
  })
  it('takes the two ways in which a letter is written for one', async () => {
    const data = listing({ id: 'caf\u00e9', during: ['harmless'] })
    const { turn, seen } = open({ tools: ['harmless'], data })
    await turn({ ...hello, agentName: 'cafe\u0301' })
    expect(seen.reached).toBe(1)
  })
  it('knows the agent of a call and of a workflow', async () => {
    const { turn, seen } = open({ tools: ['find_order'] })
    await expect(turn({ agentName: 'desk', phoneNumber: '1' }, '/api/call/trigger')).rejects.toThrow('send_survey')
    await expect(turn({ customer_number: '1' }, '/api/workflow/call/wf')).rejects.toThrow('send_survey')
    await expect(turn({ customer_number: '1', workflow_id: 'wf' }, '/workflow/trigger')).rejects.toThrow('send_survey')
    expect(seen.reached).toBe(0)
  })
})

describe('the tools of an agent', () => {
  const agent = { name: 'desk', workflow: null, version: undefined, calls: false }
  const tools = (agentTools: AgentTools) => (agentTools.ok ? agentTools.tools : agentTools.why)
  it('are also those of the agents it hands over to, round in a circle', () => {
    const all = listing(
      { id: 'desk', during: ['a'], hands: [{ transferTo: 'back', agentVersion: 'default' }] },
      { id: 'back', during: ['b'], hands: [{ transferTo: 'desk', agentVersion: '3' }] },
    )
    expect(tools(toolsOf(all, agent))).toEqual(['a', 'b'])
  })
  it('include the handoff to an agent whose own tools cannot be seen', () => {
    const hands = [
      { transferTo: 'back', agentVersion: 'draft' },
      { transferTo: 'people', agentVersion: 'default' },
    ]
    const all = listing({ id: 'desk', hands }, { id: 'back', during: ['b'] })
    expect(tools(toolsOf(all, agent))).toEqual(['handoff to back', 'handoff to people', 'b'])
  })
  it('include the handoff to an agent whose name is merely like a listed one', () => {
    const all = listing(
      { id: '支持-1', hands: [{ transferTo: '客服-1', agentVersion: 'default' }] },
      { id: '销售-1', during: ['harmless'] },
    )
    expect(tools(toolsOf(all, { ...agent, name: '支持-1' }))).toEqual(['handoff to 客服-1'])
  })
  it('include the transfer of a call, on the telephone alone', () => {
    const all = listing({ id: 'desk', transferTo: '+15550199' })
    expect([tools(toolsOf(all, agent)), tools(toolsOf(all, { ...agent, calls: true }))]).toEqual([[], [transferTool]])
  })
})
