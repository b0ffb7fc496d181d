import type { Matcher } from '../script/matcher.ts'
import type { TurnView } from '../transcript/turn-view.ts'
import { isAboutText, matchBy, type Reading } from './match-by.ts'
import type { Mismatch } from './mismatch.ts'

/** `messages`: numbers are held against how many there are, lists against the text of each, text conditions against all of it. */
export function matchMessages(matcher: Matcher, view: TurnView): Mismatch[] {
  return matchBy(matcher, (condition) => readMessages(condition, view))
}

function readMessages(condition: Matcher, { assistant, replyText }: TurnView): Reading {
  const path = 'messages'
  if (isAboutText(condition)) return { path, value: replyText }
  const counts = condition.kind === 'compare' || (condition.kind === 'equals' && !Array.isArray(condition.value))
  return { path, value: counts ? assistant.length : assistant.map(({ text }) => text) }
}
