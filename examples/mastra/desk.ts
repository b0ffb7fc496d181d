// The agents as they were before: Mastra, a model and two tools.
import { Agent } from '@mastra/core/agent'
import type { RuntimeContext } from '@mastra/core/runtime-context'
import { createTool } from '@mastra/core/tools'
import { z } from 'zod'
import { lookUp } from '../orders.mjs'

const { OPENAI_BASE_URL: url = 'https://api.openai.com/v1', OPENAI_API_KEY: apiKey = '' } = process.env
const model = { id: 'openai/gpt-5-mini' as const, url, apiKey }

const lookup_order = createTool({
  id: 'lookup_order',
  description: 'Finds an order by its number.',
  inputSchema: z.object({ order_id: z.string() }),
  execute: ({ context }) => lookUp(context),
})
const transfer_to_billing = createTool({
  id: 'transfer_to_billing',
  description: 'Hands the conversation over to billing.',
  inputSchema: z.object({}),
  execute: async () => 'Billing takes over.',
})
const instructions = ({ runtimeContext }: { runtimeContext: RuntimeContext }) =>
  `You are the order desk. The customer is ${runtimeContext.get('customer_name')}.`

export const desk = new Agent({ name: 'desk', instructions, model, tools: { lookup_order, transfer_to_billing } })
export const billing = new Agent({ name: 'billing', instructions: 'You are billing.', model })
