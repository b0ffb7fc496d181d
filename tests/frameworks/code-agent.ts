// The desk as code of Tableread's own kind: tools through `call`, everything else as parts.
import type { AgentFunction, AgentPart } from '../../src/service/workspace/agent-function.ts'
import { answerOf } from './desk-model.ts'

const agent: AgentFunction = async function* ({ message, history, variables, call }) {
  const messages = history.flatMap((entry) => (entry.type === 'message' && entry.role === 'user' ? [entry] : []))
  const users = [...messages.map(({ content: [first] }) => (first?.type === 'text' ? first.text : '')), message ?? '']
  const system = `You are the order desk. The customer is ${variables.customer_name}.`
  const ask = (outputs: string[]) => answerOf({ system, offered: ['transfer_to_billing'], users, outputs })
  let answer = ask([])
  if (answer.finish !== undefined) throw Object.assign(new Error('not whole'), { finishReason: answer.finish })
  if (answer.calls?.[0]?.name === 'transfer_to_billing') return yield* handOver()
  const outcomes = await Promise.all((answer.calls ?? []).map(({ name, given }) => call(name, given)))
  if (outcomes.length > 0) answer = ask(outcomes.map(({ output }) => output))
  if (answer.thinking !== undefined) yield { think: answer.thinking }
  yield { usage: { model: 'desk-model', inputTokens: 100, outputTokens: 10 } }
  yield answer.refusal ?? answer.text ?? ''
}
export default agent

function* handOver(): Generator<AgentPart> {
  yield 'I hand you over.'
  yield { handOff: 'billing' }
}

/** The agent that takes over. */
export const billing: AgentFunction = async function* () {
  yield answerOf({ system: 'You are billing.', offered: [], users: [], outputs: [] }).text ?? ''
}
