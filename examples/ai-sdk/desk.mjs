// The agent as it was before: the Vercel AI SDK, a model and two tools.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { stepCountIs, ToolLoopAgent, tool } from 'ai'
import { z } from 'zod'
import { lookUp } from '../orders.mjs'

const { OPENAI_BASE_URL: baseURL = 'https://api.openai.com/v1', OPENAI_API_KEY: apiKey = '' } = process.env
const model = createOpenAICompatible({ name: 'openai', baseURL, apiKey })('gpt-5-mini')

const lookup_order = tool({
  description: 'Finds an order by its number.',
  inputSchema: z.object({ order_id: z.string() }),
  execute: lookUp,
})
const transfer_to_billing = tool({
  description: 'Hands the conversation over to billing.',
  inputSchema: z.object({}),
  execute: () => 'Billing takes over.',
})
const tools = { lookup_order, transfer_to_billing }
const shared = { model, maxRetries: 1, stopWhen: stepCountIs(5) }

export const billing = new ToolLoopAgent({ ...shared, instructions: 'You are billing.' })
/** @param {string} customer */
export const deskFor = (customer) =>
  new ToolLoopAgent({ ...shared, tools, instructions: `You are the order desk. The customer is ${customer}.` })
