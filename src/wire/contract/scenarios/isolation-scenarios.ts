import fc from 'fast-check'
import { isJsonObject } from '../../../base/json/json.ts'
import { plainText, unknownId, writeInstant } from '../requests/interesting-values.ts'
import type { Bench } from '../world/bench.ts'
import { type Credential, draftOf } from '../world/contract-request.ts'
import { firstOf } from '../world/rule.ts'
import { type Scenarios, scenario } from '../world/scenario.ts'
import { flowsOf, talkers } from '../world/world.ts'
import { callWorkflow, later, nothing, queuedNumbers, removeCall, someNumber } from './calls.ts'
import { allOf, expectEqual, oneOf } from './messages.ts'
import { turn } from './turns.ts'

async function agentIds(bench: Bench, credential: Credential): Promise<unknown[]> {
  const { agents } = await bench.demand({ ...draftOf('blueprints.get', null), credential })
  return Array.isArray(agents) ? agents.filter(isJsonObject).map(({ agentId }) => agentId) : []
}

/** Two workspaces side by side (Authentication). */
export const isolationScenarios: Scenarios = {
  'AUT-21': scenario(
    (world) => allOf({ agent: oneOf(talkers(world)), id: unknownId }),
    async (bench, { agent: { name }, id }) => {
      const { sessionId } = await turn(bench, name, 'Hello')
      const ask = (parameter: string, credential: Credential) =>
        bench.send({ ...draftOf('session.get', null, parameter), credential })
      const [there, reply] = [await ask(sessionId, 'bogus'), await ask(id, 'bogus')]
      const text = (answer: string) => answer.replaceAll(sessionId, '').replaceAll(id, '')
      const leaks = there.answer.text.includes(name) ? `the refusal names the agent ${name}` : null
      return firstOf(
        leaks,
        expectEqual('the answer for an id that exists', text(reply.answer.text), text(there.answer.text)),
      )
    },
  ),
  'ISO-01': scenario(
    (world) =>
      talkers(world).length === 0
        ? null
        : fc.record({ agent: fc.constantFrom(...(world.subject.other?.agents ?? [])), id: fc.uuid() }),
    async (bench, { agent: { name }, id }) => {
      const { sessionId } = await turn(bench, name, 'Hello', {}, 'other')
      const [foreign, answer] = [
        await bench.send(draftOf('session.get', null, sessionId)),
        await bench.send(draftOf('session.get', null, id)),
      ]
      return expectEqual(
        'the answer for a foreign session',
        answer.answer.text.replaceAll(id, ''),
        foreign.answer.text.replaceAll(sessionId, ''),
      )
    },
    'other',
  ),
  'ISO-02': scenario(
    (world) => allOf({ agent: oneOf(talkers(world)), message: plainText }),
    async (bench, { agent: { name }, message }) => {
      const { sessionId } = await turn(bench, name, 'Hello', {}, 'other')
      const before = await bench.fetch(sessionId, 'other')
      await bench.send(draftOf('chat.trigger', { doReturnResponse: true, agentName: name, message, sessionId }))
      return expectEqual('the foreign session afterwards', before, await bench.fetch(sessionId, 'other'))
    },
    'other',
  ),
  'ISO-05': scenario(
    nothing,
    async (bench) => {
      const [own, other] = [await agentIds(bench, 'own'), await agentIds(bench, 'other')]
      const shared = own.filter((id) => other.includes(id))
      return shared.length === 0 ? null : `both keys list ${shared.join(', ')}`
    },
    'other',
  ),
  'ISO-08': scenario(
    (world) => {
      const [[here], there] = [flowsOf(world), world.subject.other?.workflows[0]?.workflowId]
      return here === undefined || there === undefined ? null : fc.constant({ here, there })
    },
    async (bench, { here, there }) => {
      const body = { customer_number: someNumber, schedule_time: writeInstant(later) }
      await callWorkflow(bench, here, body)
      await bench.demand({ ...draftOf('workflow.call', body, there), credential: 'other' })
      await removeCall(bench, here, someNumber)
      return expectEqual('calls left', 1, (await queuedNumbers(bench)).length)
    },
    'control',
    'everything',
    'other',
  ),
}
