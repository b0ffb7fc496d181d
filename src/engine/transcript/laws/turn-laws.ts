import type { LawName } from '../../../base/law-name.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { isBlank } from '../../../base/text/characters.ts'
import type { ContentItem } from '../../../wire/api/transcript-entry.ts'
import type { LawFinding, TurnLawFacts } from '../law.ts'
import { checkCalls } from './call-laws.ts'
import { checkGrounded } from './grounded.ts'
import { checkKnownEntries } from './known-entries.ts'
import { checkAnswerSession } from './session-laws.ts'
import { checkTimeOrder } from './time-order.ts'

/** Every law that one turn's slice breaks, except the relaxed ones (design, transcript laws). */
export function checkTurnLaws(facts: TurnLawFacts, relaxed: ReadonlySet<LawName>): LawFinding[] {
  const findings = checkTimeOrder(facts)
  findings.push(...checkKnownEntries(facts.view.entries), ...checkAnswerSession(facts))
  findings.push(...checkEcho(facts), ...checkCalls(facts), ...checkReply(facts))
  if (facts.grounded === true) findings.push(...checkGrounded(facts.memory))
  return relaxed.size === 0 ? findings : findings.filter(({ law }) => !relaxed.has(law))
}

/** Law `message echoed`: exactly what was sent (CHA-02); none when the agent opens (CHA-16). */
function checkEcho({ view, sent }: Pick<TurnLawFacts, 'view' | 'sent'>): LawFinding[] {
  const [first, second] = view.user
  const finding = (message: string, index: number | null): LawFinding[] => [{ law: 'message echoed', message, index }]
  if (sent === null)
    return first === undefined ? [] : finding("the slice holds a user's message though none was sent", first.index)
  if (first === undefined) return finding("the slice does not hold the user's message", null)
  if (first.text !== sent)
    return finding(`the slice holds another user's message: ${JSON.stringify(cutText(first.text, 60))}`, first.index)
  return second === undefined ? [] : finding("the slice holds a second user's message", second.index)
}

/** It may span several lines, since texts get wrapped; `{tool.member}` is what agents write for what a tool gave. */
const placeholder = /\$\{[^{}]{1,60}\}|\{\{[^{}]{1,60}\}\}|\{[\p{L}_]\w{0,59}(?:\.\w{1,60}){1,9}\}/gu

/** Laws `agent answers`, `no empty message`, `no placeholder`. One that the user typed is an echo, not a leak. */
function checkReply({ view, sent }: Pick<TurnLawFacts, 'view' | 'sent'>): LawFinding[] {
  if (view.assistant.length === 0) return [{ law: 'agent answers', message: 'the agent did not answer', index: null }]
  const findings: LawFinding[] = []
  for (const { items, text, index } of view.assistant) {
    if (items.every(showsNothing))
      findings.push({ law: 'no empty message', message: 'the agent sent an empty message', index })
    const texts = [text]
    for (const item of items) texts.push(...textsBeside(item))
    for (const leak of leaksOf(texts, sent ?? ''))
      findings.push({ law: 'no placeholder', message: `the reply leaks the placeholder ${leak}`, index })
  }
  return findings
}

/** Media always shows something, an item of an unknown type may; a button without text shows its payload. */
function showsNothing(item: ContentItem): boolean {
  return item.type === 'text' ? isBlank(item.text) : item.type === 'button' && isBlank(item.text + item.payload)
}

/** Each placeholder once, on one line. */
function leaksOf(texts: readonly string[], sent: string): Iterable<string> {
  const leaks = new Set<string>()
  for (const text of texts)
    for (const leak of text.match(placeholder) ?? []) if (!sent.includes(leak)) leaks.add(leak.replace(/\s+/g, ' '))
  return leaks
}

function textsBeside(item: ContentItem): string[] {
  switch (item.type) {
    case 'button':
      return [item.text, item.payload]
    case 'image':
    case 'video':
      return [item.caption]
    case 'file':
      return [item.filename]
    default:
      return []
  }
}
