import type { JsonValue } from '../../base/json/json.ts'
import type { ReplyExpectation } from '../../suite/language/expectations/reply-expectation.ts'
import { isCombination } from '../../suite/language/matchers/combination.ts'
import type { Matcher } from '../../suite/language/matchers/matcher.ts'
import type { Place } from '../../suite/yaml/place.ts'
import type { UngroundedFact } from '../transcript/ground.ts'
import { describeNearest } from '../transcript/laws/grounded.ts'
import type { TurnView } from '../transcript/turn-view.ts'
import { combine, missOf } from './combination.ts'
import { describeMatcher } from './describe-matcher.ts'
import { type Folding, forItems, forPeopleApart, turn } from './fold-text.ts'
import { match, matchAbsent } from './match.ts'
import { matchEach, matchItems } from './match-members.ts'
import {
  firstCondition,
  forbidIn,
  isAboutText,
  matchBy,
  matchTexts,
  type OneReading,
  type OneText,
  type Texts,
} from './match-readings.ts'
import { answerOf } from './outcome/answer.ts'
import { type Mismatch, mismatch, type Outcome, type TurnFacts, unjudgedOf, verdictOn } from './outcome/outcome.ts'
import { contentOf, evaluateItems } from './reply-item.ts'

export function evaluateReply(
  expected: ReplyExpectation,
  { view, ungrounded }: Pick<TurnFacts, 'view' | 'ungrounded'>,
): Outcome[] {
  const { none, text, items = [], agentName, messages, thinking, summary, background, content } = expected
  const outcomes: Outcome[] = []
  const add = (subject: string, at: Place, mismatches: Mismatch[]): void => {
    outcomes.push(...judge(subject, at, mismatches))
  }
  const addTexts = (part: typeof thinking, subject: string, readTexts: () => readonly string[]): void => {
    if (part === undefined) return
    if (readTexts().length === 0 && view.unseenThoughts !== null && subject !== 'background') {
      outcomes.push({ kind: 'value', verdict: 'not judged', at: part.at, subject, reason: view.unseenThoughts })
      return
    }
    const texts = joined(subject, readTexts())
    add(subject, part.at, matchTexts(part.value, texts, forPeopleApart(readTexts(), texts.whole)))
  }
  const forReaders = (): Folding =>
    forPeopleApart(
      view.assistant.map((each) => each.text),
      view.replyText,
    )
  if (none !== undefined) add('reply', expected.at, noReply(expected, view))
  if (text !== undefined) add('reply', text.at, matchTexts(text, replyTexts(view), forReaders()))
  outcomes.push(...evaluateItems(items, view))
  if (agentName !== undefined) {
    const unnamed = view.assistant.length > 0 && view.assistant.at(-1)?.agentName == null
    const { value, at } = agentName
    add('agentName', at, unnamed ? matchAbsent(value, 'agentName') : matchTexts(value, agentNames(view)))
  }
  if (messages !== undefined) add('messages', messages.at, matchMessages(messages.value, view, forReaders()))
  if (content !== undefined) add('content', content.at, match(content.value, contentOf(view), 'content', forItems))
  addTexts(thinking, 'thinking', () => view.thinking)
  addTexts(summary, 'summary', () => view.summaries)
  addTexts(background, 'background', () => view.background.map((message) => message.text))
  if (expected.grounded !== undefined)
    outcomes.push(...judgeGrounded(expected.grounded.at, ungrounded?.(), view.unseen))
  return outcomes
}

/** One outcome for each unsupported fact; without a transcript, or where outputs of tools cannot be seen, none can be judged. */
function judgeGrounded(at: Place, ungrounded: readonly UngroundedFact[] | undefined, unseen: string | null): Outcome[] {
  const subject = 'grounded'
  if (ungrounded === undefined)
    return [{ kind: 'value', verdict: 'not judged', at, subject, reason: 'what was said before is not known here' }]
  if (ungrounded.length === 0) return [{ kind: 'reply', verdict: 'passed', at, subject, mismatches: [] }]
  if (unseen !== null) return [{ kind: 'value', verdict: 'not judged', at, subject, reason: unseen }]
  return ungrounded.slice(0, 20).map(({ fact, nearest }): Outcome => {
    const expected = `something that was said before: ${describeNearest(fact.kind, nearest)}`
    return {
      kind: 'reply',
      verdict: 'failed',
      at,
      subject,
      mismatches: [mismatch(at, 'reply', expected, fact.text.trim())],
    }
  })
}

function noReply(expected: ReplyExpectation, { assistant, replyText }: TurnView): Mismatch[] {
  return assistant.length === 0 ? [] : [mismatch(expected.at, 'reply', 'no reply', replyText)]
}

function joined(path: string, texts: readonly string[]): Texts {
  const each = (): OneText[] => texts.map((text, index) => ({ path: `${path}, entry ${index + 1}`, text }))
  return { path, whole: texts.length === 0 ? undefined : texts.join('\n'), each }
}

/** The agent of the last message stands for the reply; a forbidden name is searched in every message. */
function agentNames({ assistant }: TurnView): Texts {
  const each = (): OneText[] =>
    assistant.flatMap(({ agentName }, index) =>
      agentName === null ? [] : [{ path: `agentName, message ${index + 1}`, text: agentName }],
    )
  return { path: 'agentName', whole: assistant.at(-1)?.agentName ?? undefined, each }
}

/** One outcome for each place that fails; if none does, one for each that could not be judged, or a single pass. */
function judge(subject: string, at: Place, misses: Mismatch[]): Outcome[] {
  const { verdict, mismatches } = verdictOn(misses)
  if (verdict === 'not judged') return unjudgedOf(subject, mismatches)
  if (verdict === 'passed') return [{ kind: 'reply', verdict: 'passed', at, subject, mismatches }]
  return mismatches.map(
    (each): Outcome => ({ kind: 'reply', verdict: 'failed', at: each.at, subject, mismatches: [each] }),
  )
}

/** Numbers are compared with how many there are, lists with their texts, and text conditions with the whole text. */
function matchMessages(matcher: Matcher, view: TurnView, folding: Folding): Mismatch[] {
  if (matcher.kind === 'items' || matcher.kind === 'in any order' || matcher.kind === 'each')
    return matchSingly(matcher, view, folding)
  if (!isCombination(matcher)) return matchBy(matcher, (condition) => readMessages(condition, view), folding)
  return combine(
    matcher,
    folding,
    (nested, inner) => matchMessages(nested, view, inner),
    (of) => missed(of, view),
    (of, negation) => forbid(of, negation, view, folding),
  )
}

/** Matches messages one by one, each with everything that a reader sees of it. */
function matchSingly(
  matcher: Matcher & { kind: 'items' | 'in any order' | 'each' },
  view: TurnView,
  folding: Folding,
): Mismatch[] {
  const { path, value } = readMessages(matcher, view)
  const texts = new Map(messageTexts(view).map((each) => [each.path, each]))
  const inner = (nested: Matcher, text: JsonValue | undefined, at: string): Mismatch[] => {
    const one = texts.get(at)
    return one === undefined ? match(nested, text, at, folding) : matchTexts(nested, one, folding)
  }
  return matcher.kind === 'each' ? matchEach(matcher, value, path, inner) : matchItems(matcher, value, path, inner)
}

/** Fails where a forbidden condition holds for the messages together or, if it is about text, for a single text. */
function forbid(of: Matcher, negation: Matcher, view: TurnView, folding: Folding): Mismatch[] {
  const judge = (turned: Folding): Mismatch[] => matchBy(of, (condition) => readMessages(condition, view), turned)
  const together = judge(turn(folding))
  if (answerOf(together) === 'holds') return [missOf(missed(negation, view), folding, judge)]
  const { path, whole = '', each } = replyTexts(view)
  const single = forbidIn(
    { path, text: whole },
    each,
    negation,
    ({ text }, turned) => matchBy(of, (condition) => readText(condition, text, view), turned),
    folding,
  )
  return answerOf(together) === 'cannot tell' ? [...together, ...single] : single
}

function missed(matcher: Matcher, view: TurnView): Mismatch {
  const { path, value } = readMessages(firstCondition(matcher), view)
  return mismatch(matcher.at, path, describeMatcher(matcher), value)
}

function readMessages(condition: Matcher, { assistant, replyText }: TurnView): OneReading {
  const path = 'messages'
  if (isAboutText(condition)) return { path, value: replyText }
  const counts = condition.kind === 'compare' || (condition.kind === 'equals' && !Array.isArray(condition.value))
  return { path, value: counts ? assistant.length : assistant.map(({ text }) => text) }
}

/** `contains: sorry` looks for a list item; under a negation it must not occur within any of the texts either. */
function readText(condition: Matcher, text: string, view: TurnView): OneReading {
  const textual = isAboutText(condition) || condition.kind === 'contains'
  return textual ? { path: 'messages', value: text } : readMessages(condition, view)
}

type Message = TurnView['assistant'][number]
type Item = Message['items'][number]

/** `each` adds button texts, captions and file names, which may contain what must not be said. */
function replyTexts({ assistant, replyText }: TurnView): Texts {
  const each = (): OneText[] => assistant.flatMap((message, index) => piecesOf(message, `reply, message ${index + 1}`))
  return { path: 'reply', whole: assistant.length === 0 ? undefined : replyText, each }
}

function messageTexts({ assistant }: TurnView): Texts[] {
  return assistant.map((message, index) => {
    const path = `messages[${index}]`
    return { path, whole: message.text, each: () => piecesOf(message, path) }
  })
}

export function piecesOf({ text, items }: Message, path: string): OneText[] {
  const own = items.some(({ type }) => type === 'text') ? [{ path, text }] : []
  return [...own, ...items.flatMap((item) => readBeside(item, path))]
}

/** What a customer reads of an item other than text. Payloads and links are not read. */
function readBeside(item: Item, path: string): OneText[] {
  if (item.type === 'button') return visibleTexts(item.text, `${path}, button`)
  if (item.type === 'image' || item.type === 'video') return visibleTexts(item.caption, `${path}, caption`)
  return item.type === 'file' ? visibleTexts(item.filename, `${path}, filename`) : []
}

function visibleTexts(text: string, path: string): OneText[] {
  return text === '' ? [] : [{ path, text }]
}
