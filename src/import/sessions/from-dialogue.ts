import { z } from 'zod'
import type { JsonObject } from '../../base/json.ts'
import { jsonObject } from '../../wire/api/json-object.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { createEntries } from './made-entries.ts'

/** A dialogue as corpora write it: a turn is what the user says, the calls with their outputs, and what the agent answers. */
export interface Dialogue {
  id: string
  domain?: string | undefined
  turns: DialogueTurn[]
}

interface DialogueTurn {
  user?: string | undefined
  assistant?: string | undefined
  assistant_messages?: string[] | undefined
  /** The order, where it was not user, calls, messages. */
  sequence?: ('user' | 'call' | 'assistant')[] | undefined
  calls: {
    name: string
    arguments: JsonObject
    call_id?: string | undefined
    output?: unknown
    is_error?: boolean | undefined
  }[]
}

/** Reads a dialogue. */
export const dialogueShape: z.ZodType<Dialogue> = z.looseObject({
  id: z.string(),
  domain: z.string().optional(),
  turns: z.array(
    z.looseObject({
      user: z.string().optional(),
      assistant: z.string().optional(),
      assistant_messages: z.array(z.string()).optional(),
      sequence: z.array(z.enum(['user', 'call', 'assistant'])).optional(),
      calls: z.array(
        z.looseObject({
          name: z.string(),
          arguments: jsonObject,
          call_id: z.string().optional(),
          output: z.unknown().optional(),
          is_error: z.boolean().optional(),
        }),
      ),
    }),
  ),
})

/** The transcript of a dialogue; phases and times were not recorded. */
export function entriesOfDialogue({ turns }: Dialogue): TranscriptEntry[] {
  const made = createEntries()
  for (const turn of turns) {
    const calls = [...turn.calls]
    const texts = turn.assistant_messages ?? (turn.assistant === undefined ? [] : [turn.assistant])
    const rest = [...texts]
    if (turn.user !== undefined) made.say('user', turn.user)
    const call = (): void => {
      const next = calls.shift()
      if (next !== undefined) made.call(next.name, next.arguments, next.call_id, outputOf(next.output), next.is_error)
    }
    const say = (): void => {
      const text = rest.shift()
      if (text !== undefined) made.say('assistant', text)
    }
    for (const part of turn.sequence ?? []) {
      if (part === 'call') call()
      else if (part === 'assistant') say()
    }
    while (calls.length > 0) call()
    while (rest.length > 0) say()
  }
  return made.entries
}

function outputOf(output: unknown): string | undefined {
  if (output === undefined || output === null) return undefined
  return typeof output === 'string' ? output : JSON.stringify(output)
}
