import type { AgentFunction } from 'tableread/agent'

/** Your agent: called once per turn, it yields what it says and does. Call your own code here instead. */
const desk: AgentFunction = async function* ({ message, call }) {
  const order = /\b\d{4}\b/.exec(message ?? '')?.[0]
  if (/refund/i.test(message ?? '')) return yield 'A colleague will look at that. I cannot promise a refund.'
  if (order === undefined) return yield 'Which order is it about?'
  const { isError, value } = await call('lookup_order', { order_id: order })
  if (isError) return yield `I cannot find order ${order}.`
  const { status, arrives } = value as { status: string; arrives: string }
  yield `Order ${order} is ${status} and arrives on ${arrives}.`
}
export default desk

/** The draft to publish next. It makes a promise that it must not make. */
export const draft: AgentFunction = async function* (turn) {
  if (/refund/i.test(turn.message ?? '')) return yield 'Of course, your refund is on its way!'
  yield* desk(turn) as AsyncIterable<string>
}
