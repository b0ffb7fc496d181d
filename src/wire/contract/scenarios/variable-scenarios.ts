import fc from 'fast-check'
import type { JsonObject } from '../../../base/json/json.ts'
import { plainText, writeInstant } from '../requests/interesting-values.ts'
import type { Bench } from '../world/bench.ts'
import { draftOf } from '../world/contract-request.ts'
import { localScenario, type ScenarioResult, type Scenarios, scenario } from '../world/scenario.ts'
import { flowsOf, talkers, type World } from '../world/world.ts'
import { call, callersOf, callWorkflow, hourMs, later, otherNumber, queuedTo, someNumber } from './calls.ts'
import { allOf, oneOf } from './messages.ts'
import { entriesIn, saidIn } from './turns.ts'

const marker = 'Marker-4711'

/** An agent that opens with a placeholder, and its name. */
interface Greeter {
  name: string
  variable: string
}

function greeters(world: World): fc.Arbitrary<Greeter> | null {
  return oneOf(
    talkers(world).flatMap(({ name, greetsWith }) => (greetsWith === null ? [] : [{ name, variable: greetsWith }])),
  )
}

/** Reads the opening of an agent: an inline turn without a message (CHA-16), if the service accepts one. */
async function readOpening(
  bench: Bench,
  agentName: string,
  metadata: Record<string, string>,
  read: (said: string) => ScenarioResult,
): Promise<ScenarioResult> {
  const exchange = await bench.send(draftOf('chat.trigger', { doReturnResponse: true, agentName, metadata }))
  if (!exchange.outcome.accepted) return { reading: 'no opening without a message' }
  return read(saidIn(entriesIn((exchange.body as { data: JsonObject }).data)))
}

async function readCalls(
  bench: Bench,
  { name, variable }: Greeter,
  value: string,
  flow: string,
): Promise<ScenarioResult> {
  const details = { [variable]: value }
  const [first, second] = [writeInstant(later), writeInstant(later + hourMs)]
  await call(bench, { phoneNumber: someNumber, agentName: name, metadata: details, scheduleTime: first })
  const body = { customer_number: otherNumber, use_case: name, customer_details: details, schedule_time: second }
  await callWorkflow(bench, flow, body)
  const queued = [await queuedTo(bench, someNumber), await queuedTo(bench, otherNumber)]
  await bench.control.moveTo(later + 2 * hourMs)
  for (const { sessionId } of queued) {
    const words = saidIn(entriesIn(await bench.fetch(sessionId)))
    if (!words.includes(value)) return `the value does not show in a call: ${words}`
  }
  return null
}

/** Placeholders of prompts and initial messages (Metadata variables). */
export const variableScenarios: Scenarios = {
  'SUB-01': localScenario(
    (world) => {
      const [flow] = callersOf(world).length === 0 ? [] : flowsOf(world)
      const flows = flow === undefined ? [null] : [null, flow]
      const value = plainText.map((text) => `${marker} ${text}`)
      return allOf({ agent: greeters(world), value, flow: fc.constantFrom(...flows) })
    },
    async (bench, { agent, value, flow }) => {
      if (flow !== null) return readCalls(bench, agent, value, flow)
      return readOpening(bench, agent.name, { [agent.variable]: value }, (words) => {
        if (words.includes(`\${${agent.variable}}`)) return `the placeholder stays: ${words}`
        return words.includes(value) ? null : `the value does not show: ${words}`
      })
    },
  ),
  'SUB-02': scenario(greeters, (bench, { name, variable }) =>
    readOpening(bench, name, {}, (words) => ({
      reading: words.includes(`\${${variable}}`) ? 'left as it is' : 'empty text',
    })),
  ),
  'SUB-04': scenario(
    (world) => allOf({ agent: greeters(world), other: fc.constantFrom('tier', 'a') }),
    (bench, { agent: { name, variable }, other }) =>
      readOpening(bench, name, { [variable]: `\${${other}} $& $1`, [other]: marker }, (words) =>
        words.includes(marker) ? 'a value is expanded again' : null,
      ),
  ),
}
