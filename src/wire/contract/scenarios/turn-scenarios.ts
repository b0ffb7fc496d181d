import fc from 'fast-check'
import type { JsonObject } from '../../../base/json/json.ts'
import { versionOf } from '../requests/chat-requests.ts'
import { customerNumber, details, plainText, writeInstant } from '../requests/interesting-values.ts'
import type { Bench } from '../world/bench.ts'
import { draftOf } from '../world/contract-request.ts'
import { isAllowed, showOutcome } from '../world/outcome.ts'
import { firstOf } from '../world/rule.ts'
import { type Scenario, type Scenarios, scenario } from '../world/scenario.ts'
import { talkers, type World } from '../world/world.ts'
import { later, nothing } from './calls.ts'
import { allOf, expectEqual, oneOf } from './messages.ts'
import { entriesIn, essence, saidIn, turn } from './turns.ts'

const somebody = (world: World) => oneOf(talkers(world))
const marker = 'marker-4711'

/** A conversation of a few turns, some of which use tools. */
function talks(world: World) {
  const agents = somebody(world)
  if (agents === null) return null
  return agents.chain((agent) =>
    fc.record({
      agent: fc.constant(agent.name),
      messages: fc.array(fc.oneof(plainText, ...agent.messages.map((text) => fc.constant(text))), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  )
}

/** Plays turns of one session in order: gives their slices and the session id. */
async function talk(
  bench: Bench,
  agent: string,
  messages: readonly string[],
): Promise<{ sessionId: string; slices: JsonObject[] }> {
  let sessionId = ''
  const slices: JsonObject[] = []
  for (const message of messages) {
    const answer = await turn(bench, agent, message, sessionId === '' ? {} : { sessionId })
    sessionId = answer.sessionId
    slices.push(...answer.transcript)
  }
  return { sessionId, slices }
}

/** Whether `part` is a subsequence of `whole`, compared as JSON. */
function isPartOf(part: readonly unknown[], whole: readonly unknown[]): boolean {
  let at = 0
  for (const value of whole) if (JSON.stringify(value) === JSON.stringify(part[at])) at += 1
  return at >= part.length
}

/** A request that breaks two rules: either refusal is right, but it must be the same each time (ENV-22). */
const sameRefusal = (time: JsonObject): Scenario =>
  scenario(nothing, async (bench) => {
    const request = draftOf('chat.trigger', { doReturnResponse: true, message: 'Hello', ...time })
    const outcomes = new Set<string>()
    for (let round = 0; round < 4; round += 1) {
      const { outcome } = await bench.send(request)
      outcomes.add(showOutcome(outcome))
      if (!isAllowed(outcome, ['400 agentNameRequired', '400 incompatibleOptions']))
        return `expected 400 agentNameRequired or 400 incompatibleOptions; got ${showOutcome(outcome)}`
    }
    return outcomes.size === 1 ? null : `the same request came to ${[...outcomes].join(', then to ')}`
  })

/** Inline turns and the session they make (Trigger chat; Session). */
export const turnScenarios: Scenarios = {
  'CHA-09': sameRefusal({ scheduleTime: writeInstant(later) }),
  'CHA-10': sameRefusal({ scheduleTime: writeInstant(later) }),
  'CHA-11': sameRefusal({ startWorkingHour: '09:00' }),
  'CHA-12': sameRefusal({ endWorkingHour: '17:00' }),
  'CHA-04': scenario(talks, async (bench, { agent, messages }) => {
    const { sessionId, slices } = await talk(bench, agent, messages)
    const stored = essence(entriesIn(await bench.fetch(sessionId)))
    if (JSON.stringify(stored) === JSON.stringify(essence(slices))) return { reading: 'equal' }
    return isPartOf(essence(slices), stored)
      ? { reading: 'a part, in order' }
      : 'the slices are no part of the stored transcript'
  }),
  'CHA-05': scenario(talks, async (bench, { agent, messages: [message = 'Hello'] }) => {
    const [first, second] = [await turn(bench, agent, message), await turn(bench, agent, message)]
    if (first.sessionId === second.sessionId) return 'two turns without sessionId are one session'
    return expectEqual('turns of the second session', 1, usersIn(entriesIn(await bench.fetch(second.sessionId))))
  }),
  'CHA-06': scenario(talks, async (bench, { agent, messages }) => {
    const { sessionId } = await talk(bench, agent, messages)
    const again = await turn(bench, agent, 'Hello', { sessionId })
    const stored = entriesIn(await bench.fetch(sessionId))
    return firstOf(
      expectEqual('sessionId', sessionId, again.sessionId),
      expectEqual('turns of the session', messages.length + 1, usersIn(stored)),
    )
  }),
  'CHA-24': scenario(somebody, async (bench, { name, published }) => {
    const { sessionId } = await turn(bench, name, 'Hello')
    const explicit = await turn(bench, name, 'Hello', { agentVersion: 'default' })
    const [absent, statedVersion] = [
      versionIn(await bench.fetch(sessionId)),
      versionIn(await bench.fetch(explicit.sessionId)),
    ]
    return firstOf(
      expectEqual('version', statedVersion, absent),
      bench.world.subject.control === null ? null : expectEqual('version', String(published), absent),
    )
  }),
  'CHA-23': scenario(
    (world) =>
      oneOf(talkers(world).flatMap((agent) => agent.versions.map((version) => ({ agent: agent.name, version })))),
    async (bench, { agent, version }) => {
      const one = await turn(bench, agent, 'Hello', { agentVersion: version })
      const two = await turn(bench, agent, 'Hello', { agentVersion: String(version) })
      return firstOf(
        expectEqual(`reply of version "${version}"`, saidIn(one.transcript), saidIn(two.transcript)),
        expectEqual('version', String(version), versionIn(await bench.fetch(one.sessionId))),
      )
    },
    'control',
  ),
  'CHA-37': scenario(
    (world) =>
      oneOf(
        talkers(world).flatMap(({ name, repeatsContext }) =>
          repeatsContext === null ? [] : [{ name, ask: repeatsContext }],
        ),
      ),
    async (bench, { name, ask }) => {
      const first = await turn(bench, name, ask, { chatOptions: { additionalContext: marker } })
      const next = await turn(bench, name, ask, { sessionId: first.sessionId })
      if (!saidIn(first.transcript).includes(marker)) return 'the context does not reach the reply'
      return saidIn(next.transcript).includes(marker) ? 'the context lasts longer than its reply' : null
    },
  ),
  'CHA-38': scenario(
    (world) => allOf({ agent: somebody(world), number: customerNumber }),
    async (bench, { agent, number }) => {
      const { sessionId } = await turn(bench, agent.name, 'Hello', { customerNumber: number })
      const json = JSON.stringify(await bench.fetch(sessionId))
      return json.includes(number.replace('+', '')) ? null : 'the session does not show the customer number'
    },
    'everything',
  ),
  'CHA-45': scenario(
    (world) => {
      const [agents, conversation] = [somebody(world), talks(world)]
      if (agents === null || conversation === null) return null
      return fc.record({
        conversation,
        labels: fc.record({ customerNumber, customerEmail: fc.constant('customer@example.com') }, { requiredKeys: [] }),
        version: agents.chain((agent) => versionOf(agent, true)),
      })
    },
    async (bench, { conversation: { agent, messages }, labels }) => {
      for (const message of messages) await turn(bench, agent, message, labels as JsonObject)
      const [messagesOut, calls] = [await bench.control.outbox(), await bench.control.queue()]
      return messagesOut.length + calls.length === 0
        ? null
        : `an inline reply sent ${messagesOut.length} messages and queued ${calls.length} calls`
    },
    'control',
  ),
  'SES-05': scenario(talks, async (bench, { agent, messages }) => {
    const { sessionId } = await talk(bench, agent, messages)
    const [first, second] = [await bench.fetch(sessionId), await bench.fetch(sessionId)]
    return expectEqual('the second fetch', withoutLinks(first), withoutLinks(second))
  }),
  'SES-07': scenario(talks, async (bench, { agent, messages: [message = 'Hello'] }) => {
    await bench.fetch((await turn(bench, agent, message)).sessionId)
    return { reading: '200 at once' }
  }),
  'SES-30': scenario(
    (world) => allOf({ agent: somebody(world), metadata: details }),
    async (bench, { agent, metadata }) => {
      const { sessionId } = await turn(bench, agent.name, 'Hello', { metadata })
      const { dynamicVariables = null } = await bench.fetch(sessionId)
      if (dynamicVariables === null) return { reading: 'null or absent' }
      const isSame = Object.entries(metadata).every(([name, value]) => (dynamicVariables as JsonObject)[name] === value)
      return isSame ? { reading: 'the metadata' } : 'dynamicVariables lack some of the metadata'
    },
  ),
  'TRN-08': scenario(talks, async (bench, { agent, messages: [message = 'Hello'] }) => {
    const { transcript } = await turn(bench, agent, message)
    const names = transcript.flatMap(({ role, agentName }) =>
      role === 'assistant' && typeof agentName === 'string' ? [agentName] : [],
    )
    return names.every((name) => name === agent) ? null : `${names.join(', ')} answers for ${agent}`
  }),
}

function usersIn(entries: readonly JsonObject[]): number {
  return entries.filter(({ role }) => role === 'user').length
}

function versionIn({ agentDetails }: JsonObject): unknown {
  return (agentDetails as JsonObject | undefined)?.version
}

/** A session without the query of its links, which signatures change. */
function withoutLinks(session: JsonObject): unknown {
  return JSON.parse(JSON.stringify(session).replace(/(https?:[^"?]*)\?[^"]*/g, '$1'))
}
