// All that Tableread needs: one function, called for each turn.
import { RuntimeContext } from '@mastra/core/runtime-context'
import { type AgentFunction, fromMastra } from 'tableread/agent'
import { billing, desk } from './desk.ts'

const handoffs = { transfer_to_billing: 'billing' }
/** By session: Mastra's messages may have errors in them, which the state of a session does not keep. */
const sessions = new Map<string, object[]>()

const agent: AgentFunction = async function* ({ message, sessionId, state, variables, signal: abortSignal }) {
  const messages = [...(sessions.get(sessionId) ?? []), { role: 'user', content: message ?? '' }]
  const runtimeContext = new RuntimeContext(Object.entries(variables) as [string, object][])
  const result = await (state.handed === true ? billing : desk).generate(messages as never[], {
    runtimeContext,
    abortSignal,
  })
  sessions.set(sessionId, [...messages, ...(result.response.messages ?? [])])
  if (result.toolCalls.some(({ payload }) => payload.toolName in handoffs)) state.handed = true
  yield* fromMastra(result, { handoffs })
}
export default agent
