// All that Tableread needs: one function, called for each turn.
import type { ModelMessage } from 'ai'
import { type AgentFunction, fromAiSdk } from 'tableread/agent'
import { billing, deskFor } from './desk.mjs'

const handoffs = { transfer_to_billing: 'billing' }

const agent: AgentFunction = async function* ({ message, state, variables, signal: abortSignal }) {
  const { messages = [], handed = false } = state as { messages?: ModelMessage[]; handed?: boolean }
  messages.push({ role: 'user', content: message ?? '' })
  const speaker = handed ? billing : deskFor(String(variables.customer_name))
  const result = await speaker.generate({ messages, abortSignal })
  messages.push(...result.response.messages)
  const isHanding = result.steps.some(({ toolCalls }) => toolCalls.some(({ toolName }) => toolName in handoffs))
  Object.assign(state, { messages, handed: handed || isHanding })
  yield* fromAiSdk(result, { handoffs })
}
export default agent
