import fc from 'fast-check'
import type { JsonObject } from '../../../base/json/json.ts'
import { expectEqual } from '../scenarios/messages.ts'
import { contractText, entriesIn, turn } from '../scenarios/turns.ts'
import type { Bench } from '../world/bench.ts'
import { draftOf } from '../world/contract-request.ts'
import { type ContractExchange, isAllowed, showOutcome } from '../world/outcome.ts'
import { talkers, type World } from '../world/world.ts'
import {
  command,
  commandOn,
  demandOf,
  type ModelSession,
  type Owner,
  type ServiceCommand,
  type ServiceModel,
} from './service-command.ts'

const owner = fc.constantFrom<Owner[]>('own', 'own', 'other')
const message = fc.constantFrom('Hello', 'Where is order 7?', 'Ünïcode 日本 🙂', 'a\nb')
const awayFrom = ({ owner: home }: ModelSession): Owner => (home === 'own' ? 'other' : 'own')
const nameSession = ({ sessions }: Readonly<ServiceModel>, session: ModelSession): string =>
  `session ${sessions.indexOf(session) + 1}`

/** Sessions with a turn since the clock last moved: nothing can have ended them. */
const awake = ({ sessions, now }: Readonly<ServiceModel>): ModelSession[] =>
  sessions.filter(({ lastTurn }) => lastTurn === now)

/** Conversations of two workspaces, kept apart (Trigger chat; Get session details; Authentication). */
export function talkCommands(world: World): fc.Arbitrary<ServiceCommand>[] {
  const there = world.subject.other?.agents.map(({ name }) => name) ?? []
  const agents = talkers(world).flatMap(({ name }) => (there.includes(name) ? [name] : []))
  if (agents.length === 0) return []
  const session = fc.nat(5)
  return [
    fc.tuple(owner, fc.constantFrom(...agents), message).map(([by, agent, text]) => beginTalk(by, agent, text)),
    fc.tuple(session, message).map(([index, text]) => goOn(index, text)),
    session.map(fetchSession),
    session.map(fetchFromElsewhere),
    fc.tuple(session, message).map(([index, text]) => goOnFromElsewhere(index, text)),
    ...talkers(world).flatMap(({ name, ends }) =>
      ends === null ? [] : [session.map((index) => endTalk(index, name, ends))],
    ),
  ]
}

function beginTalk(by: Owner, agent: string, text: string): ServiceCommand {
  return command({
    rule: 'CHA-05',
    says: () => `begin a talk with ${agent} in the ${by} workspace: ${text}`,
    async run(model, bench) {
      const { sessionId } = await turn(bench, agent, text, {}, by)
      const isKnown = model.sessions.some(({ id }) => id === sessionId)
      demandOf('CHA-05', isKnown ? 'a talk without sessionId has the id of an earlier one' : null)
      const begun = { id: sessionId, owner: by, agent, said: [text], lastTurn: model.now }
      model.sessions.push(begun)
      demandOf('CHA-05', findLost(begun, await bench.fetch(sessionId, by)))
    },
  })
}

function goOn(index: number, text: string): ServiceCommand {
  return commandOn(index, {
    rule: 'CHA-06',
    among: awake,
    says: (session, model) => `go on with ${nameSession(model, session)}: ${text}`,
    async run(session, _, bench) {
      const { id, owner: by, agent } = session
      const { sessionId } = await turn(bench, agent, text, { sessionId: id }, by)
      demandOf('CHA-06', expectEqual('sessionId', id, sessionId))
      session.said.push(text)
      demandOf('CHA-06', findLost(session, await bench.fetch(id, by)))
    },
  })
}

/** Ends a session. Whether it can still be continued is open (CHA-34); it can be fetched. */
function endTalk(index: number, agent: string, words: string): ServiceCommand {
  return commandOn(index, {
    rule: 'CHA-06',
    among: (model) => awake(model).filter((session) => session.agent === agent),
    says: (session, model) => `end ${nameSession(model, session)}: ${words}`,
    async run(session, _, bench) {
      await turn(bench, agent, words, { sessionId: session.id }, session.owner)
      session.said.push(words)
      session.lastTurn = Number.NEGATIVE_INFINITY
    },
  })
}

const anySession = ({ sessions }: Readonly<ServiceModel>): ModelSession[] => sessions

function fetchSession(index: number): ServiceCommand {
  return commandOn(index, {
    rule: 'SES-01',
    among: anySession,
    says: (session, model) => `fetch ${nameSession(model, session)}`,
    run: async (session, _, bench) =>
      demandOf('CHA-06', findLost(session, await bench.fetch(session.id, session.owner))),
  })
}

const elsewhere = 'with the key of the workspace it is not in'

function fetchFromElsewhere(index: number): ServiceCommand {
  return commandOn(index, {
    rule: 'ISO-01',
    among: anySession,
    says: (session, model) => `fetch ${nameSession(model, session)} ${elsewhere}`,
    async run(session, _, bench) {
      const request = { ...draftOf('session.get', null, session.id), credential: awayFrom(session) }
      demandOutcome('ISO-01', '404 sessionNotFound', await bench.send(request))
    },
  })
}

function goOnFromElsewhere(index: number, text: string): ServiceCommand {
  return commandOn(index, {
    rule: 'ISO-02',
    among: anySession,
    says: (session, model) => `go on with ${nameSession(model, session)} ${elsewhere}: ${text}`,
    async run(session, _, bench) {
      const body = { doReturnResponse: true, agentName: session.agent, message: text, sessionId: session.id }
      const request = { ...draftOf('chat.trigger', body), credential: awayFrom(session) }
      demandOutcome('ISO-02', '403 forbidden', await bench.send(request))
      demandOf('ISO-02', findLost(session, await bench.fetch(session.id, session.owner)))
    },
  })
}

function demandOutcome(rule: string, allowed: string, { outcome, request }: ContractExchange): void {
  const right = isAllowed(outcome, [allowed])
  demandOf(rule, right ? null : `expected ${allowed}; got ${showOutcome(outcome)}`, request)
}

/** How the customer's messages in the stored session differ from what was said, or null. */
function findLost({ said }: ModelSession, stored: JsonObject): string | null {
  const users = entriesIn(stored).filter(({ role }) => role === 'user')
  return expectEqual('what the customer said', said, users.map(contractText))
}

export async function demandTalks(rule: string, { sessions }: ServiceModel, bench: Bench): Promise<void> {
  for (const session of sessions) demandOf(rule, findLost(session, await bench.fetch(session.id, session.owner)))
}
