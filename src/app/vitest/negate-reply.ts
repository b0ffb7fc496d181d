import type { Matcher } from '../../suite/language/matcher.ts'
import type { ReplyExpectation } from '../../suite/language/reply-expectation.ts'

/**
 * The opposite of a reply that is one condition on text, so that each message is looked at alone too; null for any
 * other, whose opposite the language does not know.
 */
export function negateReply({ at, ...conditions }: ReplyExpectation): ReplyExpectation | null {
  const [name, second] = Object.keys(conditions)
  if (second !== undefined) return null
  const { text } = conditions
  if (text !== undefined) return { at, text: opposite(text) }
  if (name !== 'agentName' && name !== 'thinking' && name !== 'summary' && name !== 'background') return null
  const part = conditions[name]
  return part === undefined ? null : { at, [name]: { value: opposite(part.value), at: part.at } }
}

function opposite(matcher: Matcher): Matcher {
  return { kind: 'not', of: matcher, at: matcher.at }
}
