import { isJsonObject, type JsonValue } from '../base/json.ts'
import type { Place } from '../grammar/place.ts'
import type { Matcher } from '../script/matcher.ts'
import type { ReplyExpectation } from '../script/reply-expectation.ts'
import type { TurnView } from '../transcript/turn-view.ts'
import { match } from './match.ts'
import { type Mismatch, mismatch } from './mismatch.ts'
import type { Outcome } from './outcome.ts'
import { evaluateItem } from './reply-item.ts'

/** The reply of a turn: all its assistant messages together. */
export function evaluateReply(expected: ReplyExpectation, view: TurnView): Outcome[] {
  const { none, text, items = [], agentName, messages, thinking, summary, background } = expected
  const outcomes: Outcome[] = []
  if (none !== undefined) outcomes.push(...judge('reply', expected.at, noReply(expected, view)))
  if (text !== undefined) outcomes.push(...judge('reply', text.at, matchReply(text, view)))
  for (const item of items) outcomes.push(evaluateItem(item, view))
  if (agentName !== undefined) outcomes.push(...judge('agentName', agentName.at, matchAgent(agentName.value, view)))
  if (messages !== undefined) outcomes.push(...judge('messages', messages.at, matchMessages(messages.value, view)))
  const joined: [string, typeof thinking, string[]][] = [
    ['thinking', thinking, view.thinking],
    ['summary', summary, view.summaries],
    ['background', background, view.background.map((message) => message.text)],
  ]
  for (const [subject, part, texts] of joined) {
    if (part !== undefined)
      outcomes.push(
        ...judge(subject, part.at, match(part.value, texts.length === 0 ? undefined : texts.join('\n'), subject)),
      )
  }
  return outcomes
}

function noReply(expected: ReplyExpectation, { assistant, replyText }: TurnView): Mismatch[] {
  return assistant.length === 0 ? [] : [mismatch(expected.at, 'reply', 'no reply', replyText)]
}

/** A negation has to hold for the joined text and for each message alone, so that no message hides behind another. */
function matchReply(matcher: Matcher, view: TurnView): Mismatch[] {
  if (matcher.kind === 'all') return matcher.of.flatMap((each) => matchReply(each, view))
  if (matcher.kind === 'folded') return onEach(matcher, isNegative(matcher.of), view)
  return onEach(matcher, isNegative(matcher), view)
}

function onEach(matcher: Matcher, negative: boolean, { assistant, replyText }: TurnView): Mismatch[] {
  const whole = match(matcher, assistant.length === 0 && !negative ? undefined : replyText, 'reply')
  if (!negative || whole.length > 0) return whole
  return assistant.flatMap(({ text }, index) => match(matcher, text, `reply, message ${index + 1}`)).slice(0, 1)
}

function isNegative(matcher: Matcher): boolean {
  return matcher.kind === 'not' || matcher.kind === 'none' || (matcher.kind === 'all' && matcher.of.some(isNegative))
}

/** The agent of the last message; under a negation, of every message. */
function matchAgent(matcher: Matcher, { assistant }: TurnView): Mismatch[] {
  const names = assistant.map(({ agentName }) => agentName)
  if (isNegative(matcher)) return names.flatMap((name) => match(matcher, name, 'agentName')).slice(0, 1)
  return match(matcher, names.at(-1), 'agentName')
}

function matchMessages(matcher: Matcher, { assistant }: TurnView): Mismatch[] {
  const texts: JsonValue = assistant.map(({ text }) => text)
  const counts = matcher.kind !== 'items' && matcher.kind !== 'contains' && matcher.kind !== 'each'
  return match(matcher, counts && !isJsonObject(texts) ? texts.length : texts, 'messages')
}

/** One outcome for each place that fails, or one that passed. */
function judge(subject: string, at: Place, mismatches: Mismatch[]): Outcome[] {
  if (mismatches.length === 0) return [{ kind: 'reply', verdict: 'passed', at, subject, mismatches }]
  return mismatches.map(
    (each): Outcome => ({ kind: 'reply', verdict: 'failed', at: each.at, subject, mismatches: [each] }),
  )
}
