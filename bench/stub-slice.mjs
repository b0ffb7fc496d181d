import { latencyLimitMs, messageOf, replyOf } from './turn.mjs'

/** What the stub can be told to get wrong, to show what a contender notices. */
export const lies = ['another text', 'another argument', 'no call', 'too late']

/** How long a reply takes that is late as a lie. */
export const lateMs = latencyLimitMs + 500

const stamp = (ms) => new Date(ms).toISOString()
const noSender = '"senderId":null,"senderName":null'

/**
 * The transcript slice of one turn as JSON, without its brackets: the user's message as sent, one tool call
 * with its output, one message of the agent (CHA-02, TRN-04 to TRN-18). `at` is the time of its first entry.
 * The words never need escaping, so nothing is serialised. `lie` is one of `lies`, or null.
 */
export function writeSlice(order, callId, at, lie) {
  const call = `"name":"lookup_order","call_id":"${callId}"`
  const said = lie === 'another text' ? 'That order was lost' : replyOf(order)
  const asked = lie === 'another argument' ? '0-0' : order
  return (
    `{"type":"message","role":"user","content":[{"type":"text","text":"${messageOf(order)}"}],${noSender},"agentName":null,"metadata":null,"timestamp":"${stamp(at)}"},` +
    (lie === 'no call' ? '' : writeCall(call, asked, order, at)) +
    `{"type":"message","role":"assistant","content":[{"type":"text","text":"${said} and arrives on Friday."}],${noSender},"agentName":"order-desk","metadata":null,"timestamp":"${stamp(at + 3)}"}`
  )
}

function writeCall(call, asked, order, at) {
  return (
    `{"type":"function_call",${call},"arguments":{"order_id":"${asked}"},"phase":"during","timestamp":"${stamp(at + 1)}"},` +
    `{"type":"function_call_output",${call},"output":"{\\"order_id\\":\\"${order}\\",\\"status\\":\\"shipped\\"}","is_error":false,"executionTimeMs":1,"phase":"during","timestamp":"${stamp(at + 2)}"},`
  )
}
