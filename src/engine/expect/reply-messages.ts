import type { JsonValue } from '../../base/json.ts'
import type { Matcher } from '../../suite/language/matcher.ts'
import type { TurnView } from '../transcript/turn-view.ts'
import { type Combination, isCombination } from './combine.ts'
import { describeMatcher } from './describe-matcher.ts'
import { exactly, type Folding, foldingOf, turn } from './fold-text.ts'
import { match } from './match.ts'
import { firstCondition, isAboutText, matchBy, type Reading } from './match-by.ts'
import { matchEach, matchItems } from './match-members.ts'
import { matchTexts } from './match-texts.ts'
import { type Mismatch, mismatch } from './mismatch.ts'
import { messageTexts, replyTexts } from './reply-texts.ts'

/**
 * `messages`: numbers are held against how many there are, lists against the text of each, text conditions against all of it.
 * What must not be there is looked for in every text alone too.
 */
export function matchMessages(matcher: Matcher, view: TurnView, folding: Folding = exactly): Mismatch[] {
  if (matcher.kind === 'items' || matcher.kind === 'each') return matchSingly(matcher, view, folding)
  if (!isCombination(matcher)) return matchBy(matcher, (condition) => readMessages(condition, view), folding)
  return matchTogether(matcher, view, folding)
}

/** One message after the other, each with all that is read of it. */
function matchSingly(matcher: Matcher & { kind: 'items' | 'each' }, view: TurnView, folding: Folding): Mismatch[] {
  const { path, value } = readMessages(matcher, view)
  const texts = new Map(messageTexts(view).map((each) => [each.path, each]))
  const inner = (nested: Matcher, text: JsonValue | undefined, at: string): Mismatch[] => {
    const one = texts.get(at)
    return one === undefined ? match(nested, text, at, folding) : matchTexts(nested, one, folding)
  }
  return matcher.kind === 'items' ? matchItems(matcher, value, path, inner) : matchEach(matcher, value, path, inner)
}

function matchTogether(matcher: Combination, view: TurnView, folding: Folding): Mismatch[] {
  const inner = (nested: Matcher): Mismatch[] => matchMessages(nested, view, folding)
  switch (matcher.kind) {
    case 'all':
      return matcher.of.flatMap(inner)
    case 'any':
      return matcher.of.some((nested) => inner(nested).length === 0) ? [] : [missed(matcher, view)]
    case 'folded':
      return matchMessages(matcher.of, view, foldingOf(matcher, folding))
    case 'not':
      return forbid(matcher.of, matcher, view, folding)
    case 'none':
      return matcher.of.flatMap((of) => forbid(of, { kind: 'not', of, at: of.at }, view, folding))
  }
}

/** What may hold neither of the messages together nor, as far as it is about text, of one of the texts. */
function forbid(of: Matcher, negation: Matcher, view: TurnView, folding: Folding): Mismatch[] {
  if (matchBy(of, (condition) => readMessages(condition, view), turn(folding)).length === 0)
    return [missed(negation, view)]
  const { path, whole = '', each } = replyTexts(view)
  const found = [{ path, text: whole }, ...each()].find(
    ({ text }) => matchBy(of, (condition) => readText(condition, text, view), turn(folding)).length === 0,
  )
  return found === undefined ? [] : [mismatch(negation.at, found.path, describeMatcher(negation), found.text)]
}

function missed(matcher: Matcher, view: TurnView): Mismatch {
  const { path, value } = readMessages(firstCondition(matcher), view)
  return mismatch(matcher.at, path, describeMatcher(matcher), value)
}

function readMessages(condition: Matcher, { assistant, replyText }: TurnView): Reading {
  const path = 'messages'
  if (isAboutText(condition)) return { path, value: replyText }
  const counts = condition.kind === 'compare' || (condition.kind === 'equals' && !Array.isArray(condition.value))
  return { path, value: counts ? assistant.length : assistant.map(({ text }) => text) }
}

/** `contains: sorry` is an item of the list, but must not be inside of one of the texts either where it is ruled out. */
function readText(condition: Matcher, text: string, view: TurnView): Reading {
  const textual = isAboutText(condition) || condition.kind === 'contains'
  return textual ? { path: 'messages', value: text } : readMessages(condition, view)
}
