import type { ReplyExpectation } from '../../suite/language/reply-expectation.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { TurnView } from '../transcript/turn-view.ts'
import { match, matchAbsent } from './match.ts'
import { matchTexts, type OneText, type Texts } from './match-texts.ts'
import { type Mismatch, mismatch } from './mismatch.ts'
import type { Outcome } from './outcome.ts'
import { contentOf, evaluateItems } from './reply-item.ts'
import { matchMessages } from './reply-messages.ts'
import { replyTexts } from './reply-texts.ts'

/** The reply of a turn: all its assistant messages together. */
export function evaluateReply(expected: ReplyExpectation, view: TurnView): Outcome[] {
  const { none, text, items = [], agentName, messages, thinking, summary, background, content } = expected
  const outcomes: Outcome[] = []
  const add = (subject: string, at: Place, mismatches: Mismatch[]): void => {
    outcomes.push(...judge(subject, at, mismatches))
  }
  const addTexts = (part: typeof thinking, subject: string, found: () => readonly string[]): void => {
    if (part !== undefined) add(subject, part.at, matchTexts(part.value, joined(subject, found())))
  }
  if (none !== undefined) add('reply', expected.at, noReply(expected, view))
  if (text !== undefined) add('reply', text.at, matchTexts(text, replyTexts(view)))
  outcomes.push(...evaluateItems(items, view))
  if (agentName !== undefined) {
    const unnamed = view.assistant.length > 0 && view.assistant.at(-1)?.agentName == null
    const { value, at } = agentName
    add('agentName', at, unnamed ? matchAbsent(value, 'agentName') : matchTexts(value, agentNames(view)))
  }
  if (messages !== undefined) add('messages', messages.at, matchMessages(messages.value, view))
  if (content !== undefined) add('content', content.at, match(content.value, contentOf(view), 'content'))
  addTexts(thinking, 'thinking', () => view.thinking)
  addTexts(summary, 'summary', () => view.summaries)
  addTexts(background, 'background', () => view.background.map((message) => message.text))
  return outcomes
}

function noReply(expected: ReplyExpectation, { assistant, replyText }: TurnView): Mismatch[] {
  return assistant.length === 0 ? [] : [mismatch(expected.at, 'reply', 'no reply', replyText)]
}

function joined(path: string, found: readonly string[]): Texts {
  const each = (): OneText[] => found.map((text, index) => ({ path: `${path}, entry ${index + 1}`, text }))
  return { path, whole: found.length === 0 ? undefined : found.join('\n'), each }
}

/** The agent of the last message stands for the reply; what must not be is looked for in every message. */
function agentNames({ assistant }: TurnView): Texts {
  const each = (): OneText[] =>
    assistant.flatMap(({ agentName }, index) =>
      agentName === null ? [] : [{ path: `agentName, message ${index + 1}`, text: agentName }],
    )
  return { path: 'agentName', whole: assistant.at(-1)?.agentName ?? undefined, each }
}

/** One outcome for each place that fails, or one that passed. */
function judge(subject: string, at: Place, mismatches: Mismatch[]): Outcome[] {
  if (mismatches.length === 0) return [{ kind: 'reply', verdict: 'passed', at, subject, mismatches }]
  return mismatches.map(
    (each): Outcome => ({ kind: 'reply', verdict: 'failed', at: each.at, subject, mismatches: [each] }),
  )
}
