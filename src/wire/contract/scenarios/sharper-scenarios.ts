import fc from 'fast-check'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { writeInstant } from '../requests/interesting-values.ts'
import type { Bench } from '../world/bench.ts'
import { draftOf, type RequestDraft } from '../world/contract-request.ts'
import { isAllowed, showOutcome } from '../world/outcome.ts'
import { firstOf } from '../world/rule.ts'
import { eitherScenario, localScenario, type Scenario, type Scenarios, scenario } from '../world/scenario.ts'
import { beside, call, callerOf, callNode, callWorkflow, later, queuedNumbers, queuedTo, removeCall } from './calls.ts'
import { messageScenarios } from './message-scenarios.ts'
import { allOf, channelsOver, dispatch, expectEqual, messageOver, oneOf } from './messages.ts'
import { queueScenarios } from './queue-scenarios.ts'
import { entriesIn, saidIn, talkers } from './turns.ts'
import { variableScenarios } from './variable-scenarios.ts'

const number = '15550100001'
const otherNumber = '15550100002'
const hourMs = 3_600_000
const dayMs = 86_400_000

/** Texts that an intermediate layer might tidy up. */
const untidy = ['  blanks  ', 'a\n\n  b\t', 'word '.repeat(60), '<b>&amp;</b>', 'Caf\u00e9 e\u0301 \u{1f642}', ' 1e3 ']

/** Checks that a request has one of the allowed outcomes, whatever open points it touches. */
async function expectOutcome(bench: Bench, draft: RequestDraft, allowed: string): Promise<string | null> {
  const { outcome } = await bench.send(draft)
  return isAllowed(outcome, [allowed]) ? null : `expected ${allowed}; got ${showOutcome(outcome)}`
}

/** Checks that a refused request did nothing: no message is sent, and no call is waiting. */
async function expectNoEffect(bench: Bench): Promise<string | null> {
  const { control } = bench.world.subject
  if (control === null) return null
  const [messages, calls] = [await control.outbox(), await control.queue()]
  return messages.length + calls.length === 0
    ? null
    : `it was refused, and yet made ${messages.length} messages and ${calls.length} calls`
}

/** Customer details on calls: a placeholder in the opening shows them. */
const detailsOfCalls = localScenario({
  draw: (world) => {
    const agents = talkers(world).filter(({ greetsWith }) => greetsWith !== null)
    const [flow] = world.subject.own.workflows
    if (agents.length === 0 || callerOf(world) === null || flow === undefined) return null
    return fc.constantFrom(...agents).map((agent) => ({ agent, flow: flow.workflowId }))
  },
  async hold(bench, { agent: { name, greetsWith }, flow }) {
    const details = { [greetsWith ?? '']: 'Marker-4712' }
    const [first, second] = [writeInstant(later), writeInstant(later + hourMs)]
    await call(bench, { phoneNumber: number, agentName: name, metadata: details, scheduleTime: first })
    const asked = { customer_number: otherNumber, use_case: name, customer_details: details, schedule_time: second }
    await callWorkflow(bench, flow, asked)
    const queued = [await queuedTo(bench, number), await queuedTo(bench, otherNumber)]
    await bench.control.moveTo(later + 2 * hourMs)
    for (const { sessionId } of queued) {
      const said = saidIn(entriesIn(await bench.fetch(sessionId)))
      if (!said.includes('Marker-4712')) return `the value does not show in a call: ${said}`
    }
    return null
  },
})

/** A request that breaks two rules: either refusal is right, but it must be the same each time (ENV-22). */
const sameRefusal = (time: JsonObject): Scenario =>
  scenario({
    draw: () => fc.constant(null),
    async hold(bench) {
      const asked = draftOf('chat.trigger', { doReturnResponse: true, message: 'Hello', ...time })
      const seen = new Set<string>()
      for (let round = 0; round < 4; round += 1) {
        const { outcome } = await bench.send(asked)
        seen.add(showOutcome(outcome))
        if (!isAllowed(outcome, ['400 agentNameRequired', '400 incompatibleOptions']))
          return `expected 400 agentNameRequired or 400 incompatibleOptions; got ${showOutcome(outcome)}`
      }
      return seen.size === 1 ? null : `the same request came to ${[...seen].join(', then to ')}`
    },
  })

/** More scenarios for rules whose other checks miss a small mistake, each with a case that reveals it. */
export const sharperScenarios: Scenarios = {
  'CHA-09': sameRefusal({ scheduleTime: writeInstant(later) }),
  'CHA-10': sameRefusal({ scheduleTime: writeInstant(later) }),
  'CHA-11': sameRefusal({ startWorkingHour: '09:00' }),
  'CHA-12': sameRefusal({ endWorkingHour: '17:00' }),
  'DSP-11': scenario({
    needs: ['everything'],
    draw: (world) => oneOf(channelsOver(world, 'waChat').filter(({ templates }) => templates === null)),
    async hold(bench, channel) {
      const asked = messageOver(channel, { whatsappOptions: { messageType: 'template', templateId: 'any' } })
      const finding = await expectOutcome(bench, draftOf('chat.trigger', asked), '400 templateNotSupported')
      return finding ?? expectNoEffect(bench)
    },
  }),
  'NOD-02': scenario({
    needs: ['everything'],
    draw: (world) =>
      world.subject.own.workflows.length === 0
        ? null
        : fc.record({
            member: fc.constantFrom('customer_number', 'workflow_id'),
            wrong: fc.constantFrom<JsonValue[]>(7, true, ['x'], {}),
          }),
    async hold(bench, { member, wrong }) {
      const [flow] = bench.world.subject.own.workflows
      const asked = { workflow_id: flow?.workflowId ?? '', customer_number: number, [member]: wrong }
      return (await expectOutcome(bench, draftOf('node.trigger', asked), '400')) ?? expectNoEffect(bench)
    },
  }),
  'HST-04': localScenario({
    draw: (world) => oneOf(world.subject.own.workflows.map(({ workflowId }) => workflowId)),
    async hold(bench, flow) {
      const waiting = async (to: string) => (await queuedNumbers(bench)).includes(to)
      await callWorkflow(bench, flow, { customer_number: number, schedule_time: writeInstant(later) })
      const queued = await waiting(number)
      await removeCall(bench, flow, { customer_number: number })
      const left = await waiting(number)
      await callNode(bench, { workflow_id: flow, customer_number: otherNumber })
      return firstOf(
        queued ? null : 'the workflow call was accepted, and is not in the queue',
        left ? 'the delete was accepted, and the call is still in the queue' : null,
        (await waiting(otherNumber)) ? null : 'the node trigger was accepted, and no call is in the queue',
      )
    },
  }),
  'SES-26': eitherScenario(
    queueScenarios['SES-26'],
    localScenario({
      draw: beside(fc.integer({ min: 1, max: 3 })),
      async hold(bench, { agent, value: noOfRetries }) {
        const asked = { phoneNumber: bench.control.failingNumber, agentName: agent, noOfRetries, retryAfterHours: 1 }
        const callId = await call(bench, asked)
        await bench.control.moveTo((await bench.control.now()) + 3 * dayMs)
        const attempts = await bench.control.attempts(callId)
        const fetched = await Promise.all(attempts.map(({ sessionId }) => bench.fetch(sessionId)))
        const numbers = fetched.map(({ retryAttemptNo }) => retryAttemptNo)
        return expectEqual('retryAttemptNo', Object.keys(fetched).map(Number), numbers)
      },
    }),
  ),
  'WAO-02': eitherScenario(
    messageScenarios['WAO-02'],
    localScenario({
      draw: (world) =>
        allOf({
          channel: oneOf(channelsOver(world, 'waChat')),
          text: fc.subarray(untidy, { minLength: 4 }).map((texts) => texts.join('')),
        }),
      async hold(bench, { channel, text }) {
        const asked = { whatsappOptions: { messageType: 'say', message: text } }
        return expectEqual('text', text, (await dispatch(bench, messageOver(channel, asked))).text)
      },
    }),
  ),
  'WAO-05': eitherScenario(
    messageScenarios['WAO-05'],
    localScenario({
      draw: (world) =>
        oneOf(
          channelsOver(world, 'waChat').flatMap(({ templates, ...channel }) =>
            (templates ?? []).map((templateId) => ({ channel: { ...channel, templates }, templateId })),
          ),
        ),
      async hold(bench, { channel, templateId }) {
        const templateVariables = { name: 'Ada', order: '7' }
        const asked = { whatsappOptions: { messageType: 'template', templateId, templateVariables } }
        const { template } = await dispatch(bench, messageOver(channel, asked))
        return expectEqual('templateVariables', templateVariables, isJsonObject(template) ? template.variables : null)
      },
    }),
  ),
  'SUB-01': eitherScenario(variableScenarios['SUB-01'], detailsOfCalls),
}
