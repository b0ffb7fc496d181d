// The agent as it was before: the Vercel AI SDK, a model and a tool.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { stepCountIs, ToolLoopAgent, tool } from 'ai'
import { z } from 'zod'

const orders: Record<string, { status: string }> = { 1042: { status: 'shipped' }, 2001: { status: 'packing' } }
const { OPENAI_BASE_URL: baseURL = 'https://api.openai.com/v1', OPENAI_API_KEY: apiKey = '' } = process.env
const model = createOpenAICompatible({ name: 'openai', baseURL, apiKey })('gpt-5-mini')

const lookup_order = tool({
  description: 'Finds an order by its number.',
  inputSchema: z.object({ order_id: z.string() }),
  execute: async ({ order_id }) => orders[order_id] ?? Promise.reject(new Error(`there is no order ${order_id}`)),
})
const transfer_to_billing = tool({
  description: 'Hands the conversation over to billing.',
  inputSchema: z.object({}),
  execute: async () => 'Billing takes over.',
})

const stopWhen = stepCountIs(5)
const tools = { lookup_order, transfer_to_billing }

export const billing = new ToolLoopAgent({ model, instructions: 'You are billing.' })
export const deskFor = (customer: string) =>
  new ToolLoopAgent({ model, instructions: `You are the order desk. The customer is ${customer}.`, tools, stopWhen })
