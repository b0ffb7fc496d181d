import type { JsonObject } from '../../base/json/json.ts'
import { pairCalls, type ToolCall } from '../../engine/transcript/tool-call.ts'
import type { ContentItem, Message } from '../../wire/api/transcript-entry.ts'
import { endingOf, sliceTurns, type Talk } from './talk.ts'

/** A talk as a replay agent of the local service repeats it, in JSON: see docs/local-service.md. */
export interface RecordedTalk {
  id: string
  turns: { user?: string; lines: JsonObject[] }[]
  end?: { calls: JsonObject[]; analysis: JsonObject }
}

/** The recording of a talk with all its draft expects; no links, which are signed, and no thoughts. */
export function toRecording(talk: Talk): RecordedTalk {
  const { sessionId, agentDetails, transcript } = talk.session
  const turns = sliceTurns(transcript).turns.map(({ user, entries }) => {
    const { calls } = pairCalls(entries)
    const lines = entries.flatMap((entry, index): JsonObject[] => {
      if (entry.type === 'message') return entry.role === 'user' ? [] : [toMessage(entry, agentDetails.name)]
      const call = calls.find((each) => each.index === index)
      return call === undefined ? [] : [toCall(call)]
    })
    return { ...(user === null ? {} : { user }), lines }
  })
  const end = endingOf(talk)
  return {
    id: sessionId,
    turns,
    ...(end === null ? {} : { end: { calls: end.calls.map(toCall), analysis: end.analysis } }),
  }
}

function toMessage({ content, role, agentName }: Message, own: string): JsonObject {
  const texts = content.flatMap((item) => (item.type === 'text' ? [item.text] : []))
  const items = content.flatMap(toItem)
  return {
    kind: 'message',
    text: texts.join('\n'),
    ...(items.length === 0 ? {} : { items }),
    ...(agentName === null || agentName === own ? {} : { agentName }),
    ...(role === 'assistant' ? {} : { role }),
  }
}

function toItem(item: ContentItem): JsonObject[] {
  switch (item.type) {
    case 'button':
      return [{ button: item.text, payload: item.payload }]
    case 'image':
    case 'video':
      return [{ [item.type]: item.type, mimeType: item.mimeType, caption: item.caption }]
    case 'audio':
      return [{ audio: item.type, mimeType: item.mimeType }]
    case 'file':
      return [{ file: item.filename, mimeType: item.mimeType }]
    default:
      return []
  }
}

function toCall({ name, arguments: args, callId, output, phase }: ToolCall): JsonObject {
  return {
    kind: 'call',
    name,
    arguments: args,
    callId,
    ...(output === null ? {} : { output: output.text, isError: output.isError }),
    ...(phase === null ? {} : { phase }),
  }
}
