// All that Tableread needs: one function, called for each turn.
import { type AgentInputItem, type ModelRefusalError, run, user } from '@openai/agents'
import { type AgentFunction, fromOpenAiAgents } from 'tableread/agent'
import { agents } from './desk.mjs'

const agent: AgentFunction = async function* ({ message, state, variables, signal }) {
  const { items = [], speaker = 'desk' } = state as { items?: AgentInputItem[]; speaker?: keyof typeof agents }
  const result = await run(agents[speaker], [...items, user(message ?? '')], {
    context: variables,
    signal,
    // Otherwise a refusal would be an exception.
    errorHandlers: { modelRefusal: ({ error }) => ({ finalOutput: (error as ModelRefusalError).refusal }) },
  })
  Object.assign(state, { items: result.history, speaker: result.lastAgent?.name })
  yield* fromOpenAiAgents(result)
}
export default agent
