import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../../base/json/json.ts'
import { isTooDeep, parseExactJson, parseIfJson } from '../../base/json/json-text.ts'
import { count } from '../../base/text/wording.ts'
import { jsonObject } from '../../wire/api/member-shapes.ts'
import { openObject } from '../../wire/api/shape.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'

const textOrObject = z.union([z.string(), jsonObject])

export const messageListShape = openObject({
  id: z.string().optional(),
  domain: z.string().optional(),
  messages: z.array(
    openObject({
      role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
      content: z.string().nullish(),
      tool_calls: z
        .array(
          openObject({
            id: z.string(),
            name: z.string().optional(),
            arguments: textOrObject.optional(),
            function: openObject({ name: z.string(), arguments: textOrObject }).optional(),
          }),
        )
        .nullish(),
      tool_call_id: z.string().optional(),
      /** Whose tool it was, where users have tools too. */
      requestor: z.string().optional(),
      error: z.boolean().optional(),
    }),
  ),
})

/** A conversation as language models take it: messages with the roles system, user, assistant and tool. */
export interface MessageList extends z.output<typeof messageListShape> {}
type ModelMessage = MessageList['messages'][number]
type ModelCall = NonNullable<ModelMessage['tool_calls']>[number]

const callKeys = ['tool_calls', 'toolCalls', 'tool_uses', 'toolUses', 'function_call', 'functionCall', 'function_calls']

/** The member of a message under which its calls stand, in any dialect; undefined where none of them holds anything. */
export function callMember(message: JsonObject): string | undefined {
  return callKeys.find((key) => !/^(?:null|""|\[\]|\{\})$/.test(JSON.stringify(message[key] ?? null)))
}

/** The transcript of a list of messages, what a transcript cannot express, and whether calls are missing in it. */
export function entriesOfMessages({ messages }: MessageList): {
  entries: TranscriptEntry[]
  leftOut: string[]
  openCalls: boolean
  openArguments: number[]
} {
  const output = createEntries()
  const names = new Map<string, string>()
  let [own, openCalls] = [0, false]
  const givens: (JsonObject | null)[] = []
  for (const { role, content, tool_calls: calls, tool_call_id: id = '', requestor, error = false } of messages) {
    // A user who sent nothing that is known has a turn all the same: what follows answers it.
    const text = content ?? (role === 'user' && calls == null ? '' : null)
    if ((role === 'user' || role === 'assistant') && text !== null && (text !== '' || calls == null))
      output.say(role, text)
    if (role === 'assistant') {
      for (const call of calls ?? []) {
        const { name, given } = readCall(call)
        names.set(call.id, name)
        givens.push(given)
        output.open(name, given ?? {}, call.id)
      }
    } else if (role === 'user') own += calls?.length ?? 0
    else if (role === 'tool' && requestor !== 'user') {
      if (!names.has(id)) openCalls = true
      output.close(names.get(id) ?? 'unknown', id, content ?? '', error)
    }
  }
  const openArguments = [...givens.keys()].filter((index) => givens[index] === null)
  const leftOut = [
    ...(own === 0 ? [] : [`${count(own, 'call')} of tools on the user's side`]),
    ...(openArguments.length === 0 ? [] : [`${count(openArguments.length, 'argument list')} that is not known`]),
  ]
  return { entries: output.entries, leftOut, openCalls, openArguments }
}

function readCall({ name, arguments: direct, function: inner }: ModelCall): { name: string; given: JsonObject | null } {
  const raw = direct ?? inner?.arguments ?? null
  return { name: name ?? inner?.name ?? 'unknown', given: typeof raw === 'string' ? readArguments(raw) : raw }
}

/** Arguments are JSON text in most exports; a model may have written something else. */
function readArguments(text: string): JsonObject {
  const value = isTooDeep(text) ? undefined : parseIfJson(text, parseExactJson)
  return isJsonObject(value) ? value : { arguments: value ?? text }
}

interface MadeEntries {
  entries: TranscriptEntry[]
  say(role: 'user' | 'assistant', text: string): void
  /** Adds a call, with its output where there is one. */
  call(name: string, given: JsonObject, id: string | undefined, output: string | undefined, isError?: boolean): void
  /** Adds a call whose output comes later. */
  open(name: string, given: JsonObject, id: string): void
  close(name: string, id: string, output: string, isError: boolean): void
}

/** A timestamp for an entry of a source without any: one second apart from its neighbours. */
export function madeUpMoment(index: number): string {
  return new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString()
}

/** Starts an empty transcript. Timestamps are made up, since most sources have none. */
export function createEntries(): MadeEntries {
  const entries: TranscriptEntry[] = []
  let count = 0
  const timestamp = (): string => madeUpMoment(entries.length)
  const builder: MadeEntries = {
    entries,
    say(role, text) {
      const sender = { senderId: null, senderName: null, agentName: null, metadata: null }
      entries.push({ type: 'message', role, content: [{ type: 'text', text }], ...sender, timestamp: timestamp() })
    },
    call(name, args, id, output, isError = false) {
      count += 1
      const callId = id ?? `call-${count}`
      builder.open(name, args, callId)
      if (output !== undefined) builder.close(name, callId, output, isError)
    },
    open(name, args, id) {
      const rest = { arguments: args, phase: 'during' as const, timestamp: timestamp() }
      entries.push({ type: 'function_call', name, call_id: id, ...rest })
    },
    close(name, id, output, isError) {
      const result = { output, is_error: isError, executionTimeMs: null, phase: 'during' as const }
      entries.push({ type: 'function_call_output', name, call_id: id, ...result, timestamp: timestamp() })
    },
  }
  return builder
}
