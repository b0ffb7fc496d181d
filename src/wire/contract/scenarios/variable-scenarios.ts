import fc from 'fast-check'
import { plainText } from '../requests/interesting-values.ts'
import { draftOf } from '../world/contract-request.ts'
import { type Scenarios, scenario } from '../world/scenario.ts'
import type { World } from '../world/world.ts'
import { allOf, oneOf } from './messages.ts'
import { saidIn, talkers, type turn } from './turns.ts'

const marker = 'Marker-4711'

/** Agents that open with a placeholder, and its name. */
function greeters(world: World) {
  return oneOf(
    talkers(world).flatMap(({ name, greetsWith }) => (greetsWith === null ? [] : [{ name, variable: greetsWith }])),
  )
}

/** The opening of an agent: an inline turn without a message (CHA-16), if the service accepts one. */
async function opening(
  bench: Parameters<typeof turn>[0],
  agentName: string,
  metadata: Record<string, string>,
): Promise<string | null> {
  const exchange = await bench.send(inlineWithout(agentName, metadata))
  if (!exchange.outcome.accepted) return null
  const { data } = exchange.body as { data: { transcript: Parameters<typeof saidIn>[0] } }
  return saidIn(data.transcript)
}

function inlineWithout(agentName: string, metadata: Record<string, string>) {
  return draftOf('chat.trigger', { doReturnResponse: true, agentName, metadata })
}

/** Placeholders of prompts and initial messages (Metadata variables). */
export const variableScenarios: Scenarios = {
  'SUB-01': scenario({
    draw: (world) => allOf({ agent: greeters(world), value: plainText.map((text) => `${marker} ${text}`) }),
    async hold(bench, { agent: { name, variable }, value }) {
      const said = await opening(bench, name, { [variable]: value })
      if (said === null) return { reading: 'no opening without a message' }
      if (said.includes(`\${${variable}}`)) return `the placeholder stays: ${said}`
      return said.includes(value) ? null : `the value does not show: ${said}`
    },
  }),
  'SUB-02': scenario({
    draw: greeters,
    async hold(bench, { name, variable }) {
      const said = await opening(bench, name, {})
      if (said === null) return { reading: 'no opening without a message' }
      return { reading: said.includes(`\${${variable}}`) ? 'left as it is' : 'empty text' }
    },
  }),
  'SUB-04': scenario({
    draw: (world) => allOf({ agent: greeters(world), other: fc.constantFrom('tier', 'a') }),
    async hold(bench, { agent: { name, variable }, other }) {
      const said = await opening(bench, name, { [variable]: `\${${other}} $& $1`, [other]: marker })
      if (said === null) return { reading: 'no opening without a message' }
      return said.includes(marker) ? 'a value is expanded again' : null
    },
  }),
}
