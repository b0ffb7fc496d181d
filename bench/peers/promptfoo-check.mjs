import { latencyLimitMs, orderOf, replyOf } from '../turn.mjs'

/** Whether every turn of a conversation has its text, its one call with the right argument, and arrived in time. */
export default function checkTurns(output, { vars }) {
  const turns = typeof output === 'string' ? JSON.parse(output) : output
  const wrong = turns.findIndex(({ reply, calls, timeMs }, index) => {
    const order = orderOf(vars.conversation, index + 1)
    const called = calls.length === 1 && calls[0].name === 'lookup_order' && calls[0].arguments.order_id === order
    return !(reply.includes(replyOf(order)) && called && timeMs <= latencyLimitMs)
  })
  const pass = turns.length === vars.turns && wrong === -1
  return { pass, score: pass ? 1 : 0, reason: pass ? 'sound' : `turn ${wrong + 1} is wrong` }
}
