import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { parseExactJson, parseIfJson } from '../../base/json/json-text.ts'
import { mapTexts } from '../../base/json/walk-json.ts'
import type { ToolCall } from '../../engine/transcript/tool-call.ts'
import type { TurnView } from '../../engine/transcript/turn-view.ts'
import { dash, indent, quoteText, writeItem, writeTextScalar } from '../../suite/yaml/write-yaml.ts'
import type { Message } from '../../wire/api/transcript-entry.ts'
import { type FoundCapture, nameValues } from './find-captures.ts'

interface GivenTurn {
  user: string | null
  view: TurnView
  /** The placeholders of values that turns before it capture. */
  names: ReadonlyMap<JsonValue, string>
  agent: string
}

/** A turn's history in order, with later captures; without thoughts, summaries and media. `keep` takes out braces. */
export function draftHistory(
  { user, view, names, agent }: GivenTurn,
  captures: readonly FoundCapture[],
  keep: <T extends JsonValue>(value: T) => T,
): string[] {
  const capture = captures.map(({ name, path }) => `${name}: ${writeTextScalar(path, false)}`)
  return view.entries.flatMap((entry, index) => {
    if (entry.type === 'message' && entry.role === 'user')
      return dash([
        `user: ${quoteText(nameValues(keep(user ?? ''), names))}`,
        ...(capture.length === 0 ? [] : ['capture:', ...indent(capture)]),
      ])
    if (entry.type === 'message') return entry.role === 'assistant' ? draftWords(entry, agent, keep) : []
    const call = view.calls.find((each) => each.index === index)
    return call === undefined ? [] : writeItem({ call: { [call.name]: callOf(call, names, keep) } }, 6)
  })
}

function draftWords({ content, agentName }: Message, agent: string, keep: (text: string) => string): string[] {
  const text = content.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')
  if (text.trim() === '') return []
  const isOther = agentName !== null && agentName !== agent
  return dash([`agent: ${quoteText(keep(text))}`, ...(isOther ? [`agentName: ${quoteText(agentName)}`] : [])])
}

function callOf(
  { arguments: args, output, phase }: ToolCall,
  names: ReadonlyMap<JsonValue, string>,
  keep: <T extends JsonValue>(value: T) => T,
): JsonObject {
  const result =
    output === null || output.text === ''
      ? {}
      : { [output.isError === true ? 'error' : 'returns']: outputOf(output.text, keep) }
  return {
    ...(Object.keys(args).length === 0 ? {} : { with: mapTexts(keep(args), (text) => names.get(text) ?? text) }),
    ...result,
    ...(phase === null || phase === 'during' ? {} : { phase }),
  }
}

/** An output as JSON where that gives the same text again; otherwise its text. */
function outputOf(text: string, keep: <T extends JsonValue>(value: T) => T): JsonValue {
  const read = parseIfJson(text, parseExactJson)
  return keep(typeof read === 'object' && read !== null && JSON.stringify(read) === text ? read : text)
}
