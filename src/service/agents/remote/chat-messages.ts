import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json/json.ts'
import { duplicateMember, parseExactJson, parseIfJson } from '../../../base/json/json-text.ts'
import { isNothing, successIn } from '../../../base/json/output-success.ts'
import { redactKeys } from '../../../base/secrets/secret-keys.ts'
import type { ContentItem } from '../../../wire/api/transcript-entry.ts'
import type { AgentError, AgentTurn, CallPart } from '../../workspace/agent-function.ts'
import { describeTwice } from '../check-answer.ts'
import { describeContent, newWords, outputsByCall } from '../content-items.ts'

export interface ChatCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

/** A message of a conversation, as chat completions and AG-UI have it. */
export type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | JsonObject[] }
  | { role: 'assistant'; content: string | null; calls: ChatCall[] }
  | { role: 'tool'; callId: string; content: string }

/** The session as messages; functions of phase pre are text, as nobody asked for them; a summary replaces the rest. */
export function toChat(turn: AgentTurn): ChatMessage[] {
  const at = turn.history.findLastIndex(({ type }) => type === 'summary')
  const entries = turn.history.slice(at === -1 ? 0 : at)
  const outputs = outputsByCall(entries)
  const messages: ChatMessage[] = []
  let calls = 0
  for (const entry of entries) {
    if (entry.type === 'summary')
      messages.push({ role: 'system', content: `The conversation so far, in short:\n${entry.summary}` })
    if (entry.type === 'message') addMessage(messages, entry.role === 'user' ? 'user' : 'assistant', entry.content)
    if (entry.type !== 'function_call') continue
    const output = outputs.get(entry.call_id)?.shift()?.output ?? 'It has not answered.'
    const argumentText = JSON.stringify(entry.arguments)
    if (entry.phase === 'pre') {
      messages.push({
        role: 'system',
        content: `Before the conversation, ${entry.name}(${argumentText}) gave: ${output}`,
      })
      continue
    }
    calls += 1
    // Ids are made anew: recorded ones may repeat, or contain characters that a host refuses.
    addCall(messages, {
      id: `call_${calls}`,
      type: 'function',
      function: { name: entry.name, arguments: argumentText },
    })
    messages.push({ role: 'tool', callId: `call_${calls}`, content: output })
  }
  addMessage(messages, 'user', newWords(turn))
  return messages
}

export function toWire(message: ChatMessage): JsonObject {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.content }
  if (message.role !== 'assistant') return { role: message.role, content: message.content }
  const calls = message.calls.map((call) => ({ ...call }))
  return { role: 'assistant', content: message.content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }
}

function addMessage(messages: ChatMessage[], role: 'user' | 'assistant', content: readonly ContentItem[]): void {
  const images = role === 'user' ? content.filter((item) => item.type === 'image') : []
  const words = content.filter((item) => !images.includes(item as never)).map(describeContent)
  const text = words.filter((line) => line !== '').join('\n')
  if (role === 'assistant') {
    const last = messages.at(-1)
    if (last?.role === 'assistant' && last.calls.length === 0) last.content = `${last.content ?? ''}\n\n${text}`
    else messages.push({ role, content: text, calls: [] })
    return
  }
  const pictures = images.map(
    (item): JsonObject => ({ type: 'image_url', image_url: { url: (item as { url: string }).url } }),
  )
  messages.push({ role, content: pictures.length === 0 ? text : [{ type: 'text', text }, ...pictures] })
}

function addCall(messages: ChatMessage[], call: ChatCall): void {
  const last = messages.at(-1)
  if (last?.role === 'assistant' && last.calls.length === 0) last.calls.push(call)
  else messages.push({ role: 'assistant', content: null, calls: [call] })
}

/** What a message says, and the refusal beside it, which it may repeat. */
export function withRefusal(text: string, refusal: string): string {
  const apart = text.includes(refusal.trim()) ? [text] : [text, refusal]
  return apart
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .join('\n')
}

/** A call's arguments; null if no JSON object. @throws what `fail` makes, for a member that stands twice */
export function readArguments(
  name: string,
  rawArguments: JsonValue | undefined,
  fail: (it: string) => AgentError,
): JsonObject | null {
  if (typeof rawArguments !== 'string') return isJsonObject(rawArguments) ? rawArguments : null
  const read = parseIfJson(rawArguments.trim() === '' ? '{}' : rawArguments, parseExactJson)
  const twice = read === undefined ? null : duplicateMember(rawArguments)
  if (twice !== null) throw fail(`calls ${name} with ${describeTwice(redactKeys(twice))}`)
  return isJsonObject(read) ? read : null
}

/** A tool's outcome where the protocol may show an error but no success: often nobody knows which it was. */
export function toolOutcome(
  output: string,
  error: JsonValue | undefined,
): Pick<CallPart, 'output' | 'error' | 'unsure'> {
  const value = parseIfJson(output)
  const isSuccess = successIn(value === undefined ? output : value)
  if (isNothing(error) && isSuccess !== false) return isSuccess === true ? { output } : { output, unsure: true }
  if (output !== '') return { error: output }
  return { error: typeof error === 'string' ? error : JSON.stringify(error) }
}
