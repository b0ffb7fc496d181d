// The agents as they were before: the OpenAI Agents SDK, with a tool and a handoff.
import { Agent, setOpenAIAPI, setTracingDisabled, tool } from '@openai/agents'
import { z } from 'zod'
import { lookUp } from '../orders.mjs'

setTracingDisabled(true) // traces would go to OpenAI
setOpenAIAPI('chat_completions') // what most hosts speak

const lookup_order = tool({
  name: 'lookup_order',
  description: 'Finds an order by its number.',
  parameters: z.object({ order_id: z.string() }),
  execute: lookUp,
})
/** @param {{ context: Record<string, unknown> }} run */
const instructions = ({ context }) => `You are the order desk. The customer is ${context.customer_name}.`

const billing = new Agent({ name: 'billing', instructions: 'You are billing.', model: 'gpt-5-mini' })
const desk = new Agent({ name: 'desk', instructions, model: 'gpt-5-mini', tools: [lookup_order], handoffs: [billing] })
export const agents = { desk, billing }
