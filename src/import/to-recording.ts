import type { JsonObject } from '../base/json.ts'
import { pairCalls } from '../transcript/tool-call.ts'
import { sliceTurns } from './slice-turns.ts'
import type { Talk } from './talk.ts'

/** A talk as a replay agent of the local service repeats it, as JSON: see docs/local-service.md. */
export interface RecordedTalk {
  id: string
  turns: { user?: string; lines: JsonObject[] }[]
}

/** The recording of a talk: calls with their outputs, and texts. Buttons, media and thoughts have no place in recordings. */
export function toRecording({ session }: Talk): RecordedTalk {
  const turns = sliceTurns(session.transcript).turns.map(({ user, entries }) => {
    const { calls } = pairCalls(entries)
    const lines = entries.flatMap((entry, index): JsonObject[] => {
      if (entry.type === 'message' && entry.role === 'assistant') {
        const texts = entry.content.flatMap((item) => (item.type === 'text' ? [item.text] : []))
        return [{ kind: 'message', text: texts.join('\n') }]
      }
      const call = calls.find((each) => each.index === index)
      if (call === undefined) return []
      const { output, phase } = call
      return [
        {
          kind: 'call',
          name: call.name,
          arguments: call.arguments,
          callId: call.callId,
          ...(output === null ? {} : { output: output.text, isError: output.isError }),
          ...(phase === null ? {} : { phase }),
        },
      ]
    })
    return { ...(user === null ? {} : { user }), lines }
  })
  return { id: session.sessionId, turns }
}
