import type { Act } from './row.ts'

/** Refuses every turn from the given one on, as if its message were missing. */
export const refused = (from: number) => (turn: number) =>
  turn >= from ? { status: 400, errorCode: 'messageRequired' } : null

/** A message of the agent, made of these content items. */
export const messageOf = (...content: object[]): Act => ({ type: 'message', content })

/** One turn, and two turns, that expect no call. */
export const hi = '- { user: Hi, expect: { calls: none } }'
export const hiTwice = '- { user: Hi, expect: { calls: none } }\n- { user: Bye, expect: { calls: none } }'

/** A suite of one conversation, with further members next to its turns. */
export const talk = (members: string, turns: string): string =>
  `suite: Desk\nagent: desk\nconversations:\n  - name: talks\n${indent(members, 4)}\n    turns:\n${indent(turns, 6)}\n`
const indent = (text: string, by: number): string => text.trim().replace(/^/gm, ' '.repeat(by))

/** Changes the data of an answer: of turn `at`, or of the stored session (null). */
export const withData =
  (at: number | null, change: (data: Record<string, unknown>) => void) =>
  (body: string, turn: number | null): string => {
    if (turn !== at) return body
    const envelope = JSON.parse(body) as { data: Record<string, unknown> }
    change(envelope.data)
    return JSON.stringify(envelope)
  }
