import { isPlace } from '../../yaml/place.ts'
import { dateStart } from '../matchers/date-words.ts'
import type { Matcher } from '../matchers/matcher.ts'
import type { Conversation } from './conversation.ts'

/** What a part of a script mentions anywhere within it. */
export interface Mentions {
  /** A text that contains `{{`. */
  variable: boolean
  /** A date reckoned from the present, such as `now + 36 h`. */
  now: boolean
  /** A condition that cannot be judged with the values filled in. */
  unjudgeable: boolean
  /** A condition that may be uncertain, such as one on the language of a text. */
  doubtful: boolean
}

const [variable, now, unjudgeable, doubtful] = [1, 2, 4, 8]
const answers: readonly Mentions[] = Array.from({ length: 16 }, (_, bits) => ({
  variable: (bits & variable) > 0,
  now: (bits & now) > 0,
  unjudgeable: (bits & unjudgeable) > 0,
  doubtful: (bits & doubtful) > 0,
}))

/** Caches the mentions of turns and their expectations, which are needed when they are read, sent and judged. */
const mentionCounts = new WeakMap<object, number>()

/** A text without any of these mentions nothing; the backslash is included because an escape may spell one of them. */
const mayMention = new RegExp(`\\{\\{|\\b${dateStart}\\b|\\\\|\\blanguage\\b|\\bsimilar to\\b|\\breading level\\b`, 'i')
const startsDate = new RegExp(`^\\s*${dateStart}\\b`, 'i')

/** Records that conversations mention nothing, if the text they were read from proves it. */
export function recordMentions(content: string, conversations: readonly Pick<Conversation, 'turns'>[]): void {
  if (mayMention.test(content)) return
  for (const turn of conversations.flatMap(({ turns }) => turns)) {
    mentionCounts.set(turn, 0)
    if (turn.expect !== undefined) mentionCounts.set(turn.expect, 0)
    for (const call of turn.expect?.calls?.inOrder ?? []) mentionCounts.set(call, 0)
  }
}

/** What a part of a script mentions. Most parts mention nothing; then there is nothing to fill in, copy or refuse. */
export function mentionsOf(part: unknown): Mentions {
  return answers[look(part, true)] as Mentions
}

function look(data: unknown, keep: boolean): number {
  if (typeof data === 'string') return data.includes('{{') ? variable : 0
  if (typeof data !== 'object' || data === null) return 0
  const earlier = keep ? mentionCounts.get(data) : undefined
  if (earlier !== undefined) return earlier
  let bits = 'kind' in data ? ofKind(data) : 0
  for (const key in data) {
    const value = (data as Record<string, unknown>)[key]
    if (key === 'at' && isPlace(value)) continue
    if (key.includes('{{')) bits |= variable
    if (key === 'turns' && Array.isArray(value)) for (const turn of value) bits |= look(turn, true)
    else bits |= look(value, key === 'expect')
  }
  if (keep) mentionCounts.set(data, bits)
  return bits
}

const mayDoubt: readonly unknown[] = ['language', 'similar to', 'reading level'] satisfies Matcher['kind'][]

function ofKind(data: { kind: unknown }): number {
  if (mayDoubt.includes(data.kind)) return doubtful
  if (data.kind === 'unjudgeable') return unjudgeable
  return data.kind === 'date' && 'bound' in data && startsDate.test(String(data.bound)) ? now : 0
}
