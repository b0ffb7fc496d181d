/**
 * Your agent: called once per turn, it yields what it says and does. Call your own code here instead.
 * @type {import('tableread/agent').AgentFunction}
 */
export default async function* desk({ message, call }) {
  const order = /\b\d{4}\b/.exec(message ?? '')?.[0]
  if (/refund/i.test(message ?? '')) return yield 'A colleague will look at that. I cannot promise a refund.'
  if (order === undefined) return yield 'Which order is it about?'
  const { isError, value } = await call('lookup_order', { order_id: order })
  yield isError ? `I cannot find order ${order}.` : `Order ${order} is ${value.status} and arrives on ${value.arrives}.`
}

/**
 * The draft to publish next. It makes a promise that it must not make.
 * @type {import('tableread/agent').AgentFunction}
 */
export async function* draft(turn) {
  if (/refund/i.test(turn.message ?? '')) return yield 'Of course, your refund is on its way!'
  yield* desk(turn)
}
