import { isJsonObject, type JsonObject } from '../../../base/json/json.ts'
import { draftOf, finishDraft } from './contract-request.ts'
import type { ContractExchange } from './outcome.ts'
import { performExchange } from './perform-exchange.ts'
import type { AgentFacts, KnownSession, Subject, WorkspaceFacts, World } from './world.ts'

/** The time of a local service's clock when a rule begins. */
export const beginning: number = Date.parse('2026-06-01T12:00:00Z')

/** Creates sessions of as many kinds as reach nobody, to name them. @throws TransportError when no answer comes */
export async function openWorld(subject: Subject, watch: (exchange: ContractExchange) => void): Promise<World> {
  if (subject.control !== null) await subject.control.restart(beginning)
  const world: World = { subject, sessions: [], watch }
  for (const agent of subject.own.agents.filter(({ published }) => published !== null).slice(0, 2)) {
    await talk(world, 'own', agent, ['Hello', ...agent.messages], 'inline')
  }
  await talkOnce(world, 'own', subject.own)
  if (subject.other !== null) {
    await talkOnce(world, 'other', subject.other)
    const [agent] = subject.other.agents
    if (agent !== undefined) await talk(world, 'other', agent, ['Hello'], 'inline')
  }
  if (subject.reach === 'everything') await messageCustomers(world)
  return world
}

/** Creates a session that has ended, if it is known how to make an agent end one. */
async function talkOnce(world: World, workspace: KnownSession['workspace'], facts: WorkspaceFacts): Promise<void> {
  const agent = facts.agents.find(({ ends }) => ends !== null)
  if (agent !== undefined) await talk(world, workspace, agent, [agent.ends ?? ''], 'completed')
}

async function talk(
  world: World,
  workspace: KnownSession['workspace'],
  { name }: AgentFacts,
  messages: readonly string[],
  kind: KnownSession['kind'],
): Promise<void> {
  let id: string | undefined
  for (const message of messages) {
    const body = { doReturnResponse: true, agentName: name, message, ...(id === undefined ? {} : { sessionId: id }) }
    id = (await idFrom(world, workspace, body, 'sessionId')) ?? id
  }
  if (id !== undefined) world.sessions.push({ id, workspace, kind, agent: name })
}

async function messageCustomers(world: World): Promise<void> {
  const { own, other } = world.subject
  for (const [workspace, facts] of [
    ['own', own],
    ['other', other],
  ] as const) {
    for (const [kind, type] of [
      ['whatsapp', 'waChat'],
      ['email', 'email'],
    ] as const) {
      const channel = facts?.channels.find(
        (each) =>
          each.enabled && each.type === type && each.agent !== null && (each.numbers.length > 0 || each.email !== null),
      )
      if (channel === undefined) continue
      const body = {
        communicationChannel: channel.name,
        ...(kind === 'email' ? { customerEmail: 'earlier@example.com' } : { customerNumber: '15550100000' }),
      }
      const id = await idFrom(world, workspace, body, 'sessionId')
      if (id !== undefined) world.sessions.push({ id, workspace, kind, agent: channel.agent ?? '' })
    }
  }
  const agent = own.agents.find(({ published }) => published !== null)
  if (agent === undefined || !own.channels.some(({ type, enabled }) => enabled && type === 'outboundSipTrunk')) return
  const id = await idFrom(world, 'own', { phoneNumber: '15550100000', agentName: agent.name }, 'callId')
  if (id !== undefined) world.sessions.push({ id, workspace: 'own', kind: 'call', agent: agent.name })
}

async function idFrom(
  world: World,
  credential: KnownSession['workspace'],
  body: JsonObject,
  member: 'sessionId' | 'callId',
): Promise<string | undefined> {
  const draft = { ...draftOf(member === 'callId' ? 'call.trigger' : 'chat.trigger', body), credential }
  const exchange = await performExchange(world, finishDraft(draft))
  const data = isJsonObject(exchange.body) && isJsonObject(exchange.body.data) ? exchange.body.data : {}
  const id = data[member]
  return exchange.outcome.accepted && typeof id === 'string' ? id : undefined
}
