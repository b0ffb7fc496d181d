import fc from 'fast-check'
import { isJsonObject } from '../../../base/json/json.ts'
import { parseIfJson } from '../../../base/json/json-text.ts'
import { drawBroken } from '../rules/draw-request.ts'
import { judgeRequest } from '../rules/oracle.ts'
import type { ContractRequest } from '../world/contract-request.ts'
import { isAllowed, showOutcome } from '../world/outcome.ts'
import { performExchange } from '../world/perform-exchange.ts'
import { firstOf } from '../world/rule.ts'
import { type Scenarios, scenario } from '../world/scenario.ts'
import { talkers } from '../world/world.ts'
import { callScenarios } from './call-scenarios.ts'
import { conversationModel } from './conversation-model.ts'
import { isolationScenarios } from './isolation-scenarios.ts'
import { messageScenarios } from './message-scenarios.ts'
import { allOf, expectEqual, oneOf } from './messages.ts'
import { queueScenarios } from './queue-scenarios.ts'
import { scheduleScenarios } from './schedule-scenarios.ts'
import { turnScenarios } from './turn-scenarios.ts'
import { saidIn, turn } from './turns.ts'
import { variableScenarios } from './variable-scenarios.ts'
import { workflowScenarios } from './workflow-scenarios.ts'

/** The same request with the members of its body in reverse order; unchanged if its body is not an object. */
function reversed(request: ContractRequest): ContractRequest {
  const value = parseIfJson(request.body ?? '')
  if (!isJsonObject(value)) return request
  return { ...request, body: JSON.stringify(Object.fromEntries(Object.entries(value).reverse())) }
}

/** Versions that change during conversations (Versioning). */
const versionScenarios: Scenarios = {
  'CHA-30': scenario(
    (world) =>
      allOf({
        agent: oneOf(talkers(world).filter(({ draft }) => draft)),
        text: fc.constantFrom('A new draft.', 'Another one.'),
      }),
    async (bench, { agent: { name, published }, text }) => {
      const say = async (agentVersion: string | number): Promise<string> =>
        saidIn((await turn(bench, name, 'zzz', { agentVersion })).transcript)
      const { sessionId } = await turn(bench, name, 'zzz')
      const [before, numbered] = [await say('default'), await say(published ?? 0)]
      await bench.control.saveDraft(name, { 'based on': published ?? 0, otherwise: [{ say: text }] })
      const saved = firstOf(
        expectEqual('default after a draft was saved', before, await say('default')),
        expectEqual('the draft', text, lastLine(await say('draft'))),
      )
      if (saved !== null) return saved
      await bench.control.publish(name)
      const went = await turn(bench, name, 'zzz', { sessionId })
      return firstOf(
        expectEqual('default after publishing', text, lastLine(await say('default'))),
        expectEqual('the numbered version after publishing', numbered, await say(published ?? 0)),
        expectEqual('the session that was under way', sessionId, went.sessionId),
      )
    },
    'control',
  ),
}

function lastLine(text: string): string {
  return text.split('\n').at(-1) ?? ''
}

/** Requests that break several rules at once (Response envelope). */
const outcomeScenarios: Scenarios = {
  'ENV-22': scenario(
    (world) => {
      const bases = ['inline', 'waSay', 'waTemplate', 'emailSay'] as const
      const traffic = bases.flatMap((base) => drawBroken(base, world) ?? [])
      return traffic.length === 0 ? null : fc.oneof(...traffic)
    },
    async (bench, request) => {
      const { outcome } = await performExchange(bench.world, request)
      const { allowed } = judgeRequest(request, bench.world)
      if (!isAllowed(outcome, allowed)) return `expected ${allowed.join(' or ')}; got ${showOutcome(outcome)}`
      if (outcome.accepted) return { reading: 'accepted' }
      for (const other of [request, reversed(request)]) {
        const again = await performExchange(bench.world, other)
        if (showOutcome(again.outcome) !== showOutcome(outcome))
          return `the same request came to ${showOutcome(outcome)}, then to ${showOutcome(again.outcome)}`
      }
      return { reading: showOutcome(outcome) }
    },
  ),
}

/** Every rule about several exchanges, by its id. */
export const allScenarios: Scenarios = {
  ...messageScenarios,
  ...scheduleScenarios,
  ...callScenarios,
  ...queueScenarios,
  ...workflowScenarios,
  ...turnScenarios,
  ...variableScenarios,
  ...isolationScenarios,
  ...versionScenarios,
  ...outcomeScenarios,
  ...conversationModel,
}
