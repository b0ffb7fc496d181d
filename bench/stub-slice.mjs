import { messageOf, replyOf } from './turn.mjs'

const stamp = (ms) => new Date(ms).toISOString()
const noSender = '"senderId":null,"senderName":null'

/**
 * The transcript slice of one turn as JSON, without its brackets: the user's message as it was sent, one tool call with
 * its output, one message of the agent (CHA-02, TRN-04 to TRN-18). `at` is the time of its first entry. The words are
 * known to need no escaping, so nothing is serialised.
 */
export function writeSlice(order, callId, at) {
  const call = `"name":"lookup_order","call_id":"${callId}"`
  return (
    `{"type":"message","role":"user","content":[{"type":"text","text":"${messageOf(order)}"}],${noSender},"agentName":null,"metadata":null,"timestamp":"${stamp(at)}"},` +
    `{"type":"function_call",${call},"arguments":{"order_id":"${order}"},"phase":"during","timestamp":"${stamp(at + 1)}"},` +
    `{"type":"function_call_output",${call},"output":"{\\"order_id\\":\\"${order}\\",\\"status\\":\\"shipped\\"}","is_error":false,"executionTimeMs":1,"phase":"during","timestamp":"${stamp(at + 2)}"},` +
    `{"type":"message","role":"assistant","content":[{"type":"text","text":"${replyOf(order)} and arrives on Friday."}],${noSender},"agentName":"order-desk","metadata":null,"timestamp":"${stamp(at + 3)}"}`
  )
}
