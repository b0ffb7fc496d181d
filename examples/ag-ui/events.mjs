// What an agent did in a turn, as events of AG-UI.
export function* eventsOf(parts) {
  const usage = []
  let speaker
  for (const part of parts) {
    const [messageId, toolCallId] = [crypto.randomUUID(), crypto.randomUUID()]
    if (typeof part === 'string') {
      yield { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant', name: speaker }
      if (part !== '') yield { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: part }
      yield { type: 'TEXT_MESSAGE_END', messageId }
    } else if ('think' in part) {
      yield { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' }
      yield { type: 'REASONING_MESSAGE_CONTENT', messageId, delta: part.think }
      yield { type: 'REASONING_MESSAGE_END', messageId }
    } else if ('call' in part) {
      const { call, with: given, output, error } = part
      const content = error ?? (typeof output === 'string' ? output : JSON.stringify(output))
      yield { type: 'TOOL_CALL_START', toolCallId, toolCallName: call }
      yield { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(given) }
      yield { type: 'TOOL_CALL_END', toolCallId }
      yield { type: 'TOOL_CALL_RESULT', toolCallId, messageId, content, ...(error === undefined ? {} : { error }) }
    } else if ('handOff' in part) {
      speaker = part.handOff
      yield { type: 'STATE_SNAPSHOT', snapshot: { handed: true } }
    } else if ('usage' in part) usage.push(part.usage)
  }
  yield { type: 'RUN_FINISHED', usage }
}
