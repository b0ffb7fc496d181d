import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { isBlank } from '../../../base/text/characters.ts'
import { describeFlaw, flawOf } from '../../../wire/models/whole-answer.ts'
import { AgentError, type AgentPart, type CallPart } from '../../workspace/agent-function.ts'
import { readArguments } from '../remote/chat-messages.ts'

/** Members of something that a framework made; each is looked at before it is used. */
export type Members = Readonly<Record<string, unknown>>

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {}
}

/** The items of a list; none of anything else. */
export function partList(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.map(membersOf) : []
}

/** A list of a framework's result. @throws AgentError without it: what the agent did would look as if it were nothing */
export function listIn(result: unknown, member: string, reader: string, how = 'await it'): readonly Members[] {
  const list = membersOf(result)[member]
  if (Array.isArray(list)) return partList(list)
  throw new AgentError(`${reader} needs the ${member} of a result; ${how}`)
}

/** A text; "" for anything else. */
export function partText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** What became of a call, as a framework shows it; nothing for a call that is still open. */
export type FrameworkOutcome = Pick<CallPart, 'output' | 'error' | 'unsure'>

/** A call with its outcome. No framework says how long its tools took, so that the time is unknown. */
export function callPart(name: unknown, input: unknown, outcome: FrameworkOutcome | undefined): CallPart {
  const read = plainValue(input)
  return {
    call: partText(name),
    with:
      readArguments(partText(name), read, (it) => new AgentError(`the agent ${it}`)) ?? ({ text: read } as JsonObject),
    ...outcome,
    timeMs: null,
  }
}

/** A value as the model is shown it: by way of JSON, in which dates are texts. */
export function plainValue(value: unknown): JsonValue {
  return typeof value === 'string' ? value : (JSON.parse(JSON.stringify(value) ?? 'null') as JsonValue)
}

export function errorText(error: unknown): string {
  const { message } = membersOf(error)
  return typeof message === 'string' ? message : partText(error) || JSON.stringify(plainValue(error))
}

/** A thought, unless it is blank. */
export function thought(text: unknown): AgentPart[] {
  return isBlank(partText(text)) ? [] : [{ think: partText(text).trim() }]
}

/** A message, unless it is blank. */
export function message(text: string): AgentPart[] {
  return isBlank(text) ? [] : [text.trim()]
}

/** What a model took, where the framework shows it. */
export function usagePart(model: unknown, inputTokens: unknown, outputTokens: unknown): AgentPart[] {
  if (!isCount(inputTokens) || !isCount(outputTokens) || inputTokens + outputTokens === 0) return []
  return [{ usage: { model: partText(model) || 'unknown model', inputTokens, outputTokens } }]
}

function isCount(tokens: unknown): tokens is number {
  return Number.isSafeInteger(tokens) && Number(tokens) >= 0
}

/** Refuses an answer that was cut off or filtered. @throws AgentError of the service that the model runs on */
export function refuseUnfinished(endings: readonly unknown[], calls: number): void {
  for (const reason of endings.map(partText)) {
    const flaw = flawOf(reason, calls)
    if (flaw === null) continue
    const how = describeFlaw(flaw, reason)
    throw new AgentError(`the answer of the model ${how} (finish reason ${cutText(reason, 40)})`, 'service')
  }
}

/** All that was done in a turn. An empty answer is a message, and a law says what is wrong with it. */
export function orEmptyMessage(parts: AgentPart[]): AgentPart[] {
  const isSaid = (part: AgentPart): boolean =>
    typeof part === 'string' || 'image' in part || 'file' in part || 'handOff' in part
  return parts.some(isSaid) ? parts : [...parts, '']
}
