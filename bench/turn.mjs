/**
 * The words of a turn. The order number tells the stub which turn of which conversation it is, so that it can
 * count what really arrived; every contender of the bench sends and checks the same words.
 */

/** The order that turn `turn` of conversation `conversation` asks about; both count from 1. */
export function orderOf(conversation, turn) {
  return `${conversation}-${turn}`
}

/** What the user says. */
export function messageOf(order) {
  return `Where is my order ${order}?`
}

/** What every sound reply contains. */
export function replyOf(order) {
  return `Order ${order} was shipped`
}

/** The conversation and turn that a user's message belongs to, or null if it is not a message of a work. */
export function readMessage(message) {
  const found = /^Where is my order (\d+)-(\d+)\?$/.exec(message)
  return found === null ? null : { order: `${found[1]}-${found[2]}`, conversation: +found[1], turn: +found[2] }
}

/** How long the answer to a turn may take, in milliseconds, in every contender's check. */
export const latencyLimitMs = 2_000
