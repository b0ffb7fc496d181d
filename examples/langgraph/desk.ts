// The graph as it was before: two agents, of which the desk may hand over to billing.
import { ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import {
  Annotation,
  Command,
  END,
  getCurrentTaskInput,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from '@langchain/langgraph'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { ChatOpenAI } from '@langchain/openai'
import { z } from 'zod'
import { lookUp } from '../orders.mjs'

const State = Annotation.Root({ ...MessagesAnnotation.spec, speaker: Annotation<'desk' | 'billing'>() })
// Without the raw answer, what a model thinks or refuses to say is not shown; six retries would take a minute.
const llm = new ChatOpenAI({ model: 'gpt-5-mini', maxRetries: 1, __includeRawResponse: true })

const lookup_order = tool((given: { order_id: string }) => lookUp(given), {
  name: 'lookup_order',
  description: 'Finds an order by its number.',
  schema: z.object({ order_id: z.string() }),
})
const transfer_to_billing = tool(
  (_, { toolCall: { id } }) => {
    const { messages } = getCurrentTaskInput<typeof State.State>()
    const said = new ToolMessage({ content: 'Billing takes over.', tool_call_id: id, status: 'success' })
    const update = { messages: [...messages, said], speaker: 'billing' }
    return new Command({ goto: 'billing', graph: Command.PARENT, update })
  },
  { name: 'transfer_to_billing', description: 'Hands the conversation over to billing.', schema: z.object({}) },
)
const desk = createReactAgent({
  name: 'desk',
  llm,
  tools: [lookup_order, transfer_to_billing],
  prompt: ({ messages }, { configurable }) => [
    { role: 'system', content: `You are the order desk. The customer is ${configurable?.customer_name}.` },
    ...messages,
  ],
})
const billing = createReactAgent({ name: 'billing', llm, tools: [], prompt: 'You are billing.' })

export const graph = new StateGraph(State)
  .addNode('desk', desk, { ends: ['billing', END] })
  .addNode('billing', billing)
  .addConditionalEdges(START, ({ speaker }) => speaker ?? 'desk', ['desk', 'billing'])
  .compile({ checkpointer: new MemorySaver() })
