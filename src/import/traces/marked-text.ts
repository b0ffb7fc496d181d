import { isJsonObject, type JsonObject } from '../../base/json/json.ts'
import { objectsIn, unpack } from './members.ts'
import { callAndOutput, outputPiece, type PartSpeaker } from './read-part.ts'
import { lose, type TracePiece } from './trace.ts'

const markOfCalls = /<tool_call>([\s\S]*?)(?:<\/tool_call>|$)/
const markOfOutputs = /<tool_response>([\s\S]*?)(?:<\/tool_response>|$)/

/**
 * A text as what is said and done in it: Hermes and Qwen write calls as `<tool_call>` amid the words of the model, and
 * outputs as `<tool_response>` in what comes back.
 */
export function piecesOfText(text: string, speaker: PartSpeaker): TracePiece[] {
  const say = (words: string): TracePiece => ({
    ...{ kind: 'message', role: speaker },
    content: [{ type: 'text', text: words }],
  })
  const isOfAgent = speaker === 'assistant'
  const parts = text.split(isOfAgent ? markOfCalls : markOfOutputs)
  if (parts.length === 1) return [say(text)]
  return parts.flatMap((part, index) => {
    if (index % 2 === 0) return part.trim() === '' ? [] : [say(part.trim())]
    return isOfAgent ? markedCalls(part) : markedOutput(part.trim())
  })
}

/** One call or a list of them; what cannot be read may be any call. */
function markedCalls(text: string): TracePiece[] {
  const value = unpack(text)
  const pieces = (isJsonObject(value) ? [value] : objectsIn(value)).flatMap(callAndOutput)
  const isRead = pieces.length > 0 && pieces.every((piece) => piece.kind !== 'lost' || piece.ends === undefined)
  return isRead ? pieces : [{ ...lose('call', 'in a text, which cannot be read'), type: 'tool_call' }]
}

function markedOutput(text: string): TracePiece[] {
  const value = unpack(text)
  const isNamed = (given: JsonObject): boolean => typeof given.name === 'string' && 'content' in given
  if (!isJsonObject(value) || !isNamed(value)) return outputPiece({ id: null, content: text })
  return outputPiece({ id: value.tool_call_id, name: value.name, content: value.content })
}
