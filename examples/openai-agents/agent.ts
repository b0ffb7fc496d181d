// All that Tableread needs: one function, called for each turn.
import { type AgentInputItem, run, user } from '@openai/agents'
import { type AgentFunction, fromOpenAiAgents } from 'tableread/agent'
import { agents } from './desk.mjs'

const agent: AgentFunction = async function* ({ message, state, variables, signal }) {
  const { items = [], speaker = 'desk' } = state as { items?: AgentInputItem[]; speaker?: keyof typeof agents }
  const errorHandlers = {
    modelRefusal: ({ error }: { error: { refusal: string } }) => ({ finalOutput: error.refusal }),
  }
  const options = { context: variables, signal, errorHandlers } // without the last, a refusal would be an exception
  const result = await run(agents[speaker], [...items, user(message ?? '')], options)
  Object.assign(state, { items: result.history, speaker: result.lastAgent?.name })
  yield* fromOpenAiAgents(result)
}
export default agent
