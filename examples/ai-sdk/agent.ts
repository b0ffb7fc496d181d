// All that Tableread needs: one function, called for each turn.
import type { ModelMessage } from 'ai'
import { type AgentFunction, fromAiSdk } from 'tableread/agent'
import { billing, deskFor } from './desk.ts'

const agent: AgentFunction = async function* ({ message, state, variables, signal: abortSignal }) {
  const { messages = [], isHanded = false } = state as { messages?: ModelMessage[]; isHanded?: boolean }
  messages.push({ role: 'user', content: message ?? '' })
  const speaker = isHanded ? billing : deskFor(String(variables.customer_name))
  const result = await speaker.generate({ messages, abortSignal })
  const parts = fromAiSdk(result, { handoffs: { transfer_to_billing: 'billing' } })
  yield* parts
  state.messages = JSON.parse(JSON.stringify([...messages, ...result.response.messages]))
  state.isHanded = isHanded || parts.some((part) => typeof part === 'object' && 'handOff' in part)
}
export default agent
