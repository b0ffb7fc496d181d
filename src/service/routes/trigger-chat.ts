import { refuse } from '../answer/answer.ts'
import type { Handler } from '../context/context.ts'
import { readChatBody } from '../rules/chat-body.ts'
import { readBody } from '../rules/read-body.ts'
import { replyInline } from './reply-inline.ts'

/** `POST /api/chat-agent/trigger`: an inline reply, or a message to a customer. Refusals come in the order of ENV-22. */
export const triggerChat: Handler = async (call) => {
  const { ambiguity } = call.context
  const read = await readBody(call.request)
  if (!read.ok) return refuse(ambiguity.settle(read.refusal) ?? read.refusal)
  const checked = readChatBody(read.body)
  if (!checked.ok) return refuse(ambiguity.settle(checked.refusal) ?? checked.refusal)
  if (checked.unknown.length > 0) call.decisions.push('ENV-12')
  if (checked.chat.doReturnResponse === true) return replyInline(call, checked.chat)
  const { dispatchMessage } = await import('../dispatch/dispatch-message.ts')
  return dispatchMessage(call, checked.chat)
}
