// All that Tableread needs: one function, called for each turn.
import { type AgentFunction, fromLangGraph } from 'tableread/agent'
import { graph } from './desk.ts'

const agent: AgentFunction = async function* ({ message, sessionId, variables, signal }) {
  const configurable = { thread_id: sessionId, ...variables }
  yield* fromLangGraph(
    await graph.invoke({ messages: [{ role: 'user', content: message ?? '' }] }, { configurable, signal }),
  )
}
export default agent
