import type { ShownTurn } from '../../engine/judge/judges.ts'
import type { Finding } from '../../suite/language/judge-expectation.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { LabelledTurn } from './label-shape.ts'

/** A labelled example whose transcript was found. */
export interface Example {
  /** The label file, as messages show it. */
  file: string
  at: Place
  /** The criterion as suites write it, and with its variables filled in. */
  asWritten: string
  criterion: string
  /** Undefined for criteria that look at either. */
  looksAt?: 'turn' | 'conversation'
  verdict: Finding
  by: string | null
  note: string | null
  /** All turns up to the one that is judged. */
  turns: ShownTurn[]
}

/** The turns of an example as a service would have told them. */
export function turnsOf(written: readonly LabelledTurn[]): ShownTurn[] {
  return written.map(({ user, calls = [], agent = [] }, index) => {
    const said = (role: 'user' | 'assistant', text: string): TranscriptEntry => ({
      type: 'message',
      role,
      content: [{ type: 'text', text }],
      senderId: null,
      senderName: null,
      agentName: null,
      metadata: null,
      timestamp: '',
    })
    const called = calls.flatMap(({ name, arguments: given = {}, output, error }, position): TranscriptEntry[] => {
      const call_id = `${index + 1}.${position + 1}`
      const told = error ?? (typeof output === 'string' ? output : JSON.stringify(output))
      const common = { name, call_id, phase: null, timestamp: '' }
      return [
        { type: 'function_call', arguments: given, ...common },
        ...(told === undefined
          ? []
          : [
              {
                type: 'function_call_output' as const,
                output: told,
                is_error: error !== undefined,
                executionTimeMs: null,
                ...common,
              },
            ]),
      ]
    })
    const entries = [
      ...(user === undefined ? [] : [said('user', user)]),
      ...called,
      ...agent.map((text) => said('assistant', text)),
    ]
    return { index, user: user ?? null, entries }
  })
}
