import type { Reply } from './expectation.ts'
import { judge, type Sight } from './judge-matcher.ts'
import type { Matcher } from './matcher.ts'
import { unlessItRests } from './nothing.ts'
import { every, fails, holds, type Outcome, some, when } from './outcome.ts'
import { type Plain, type PlainMap, Written } from './plain.ts'
import { backgroundOf, besides, type Entries, itemsOf, messagesOf, messageText, typeOf } from './transcript.ts'

/** The outcome of all that is expected of a reply. */
export function judgeReply(reply: Reply | 'none', entries: Entries, sight: Sight): Outcome {
  const messages = messagesOf(entries)
  if (reply === 'none') return noted('reply none', when(messages.length === 0), sight)
  const { text, agentName, content, items } = reply
  const rested = (matcher: Matcher, outcome: Outcome): Outcome => unlessItRests(outcome, [matcher], sight.variables)
  return every([
    text === null ? holds : rested(text, judgeText(text, entries, sight)),
    reply.messages === null ? holds : rested(reply.messages, judgeMessages(reply.messages, messages, sight)),
    agentName === null ? holds : rested(agentName, judgeName(agentName, messages, sight)),
    content === null
      ? holds
      : rested(content, noted('content', judge(content, messages.flatMap(itemsOf).map(withKind), sight), sight)),
    ...reply.entries.map(([kind, matcher]) => {
      const outcome = judgeEntries(kind, matcher, entries, sight)
      return matcher === 'none' ? outcome : rested(matcher, outcome)
    }),
    ...items.map(([kind, matchers]) => {
      const outcome = judgeItems(kind, matchers, messages.flatMap(itemsOf), sight)
      return matchers === 'none' ? outcome : unlessItRests(outcome, matchers, sight.variables)
    }),
  ])
}

function noted(name: string, outcome: Outcome, sight: Sight): Outcome {
  sight.note?.(name, outcome)
  return outcome
}

/** The text of all messages; whether one without a text adds an empty line to it, the docs do not say. */
function judgeWhole(matcher: Matcher, entries: Entries, sight: Sight): Outcome {
  const { note, ...silent } = sight
  const texts = messagesOf(entries).map(messageText)
  const outcome = judge(matcher, texts.join('\n'), sight)
  return texts.includes('') ? outcome | judge(matcher, texts.filter((text) => text !== '').join('\n'), silent) : outcome
}

/** A negation holds for the whole, for each message alone and for what else is read; without an answer the docs say nothing. */
function judgeText(matcher: Matcher, entries: Entries, sight: Sight): Outcome {
  const texts = messagesOf(entries).map(messageText)
  if (texts.length === 0) return judge(matcher, '', sight) | fails
  if (matcher.kind !== 'operators') return judgeWhole(matcher, entries, sight)
  const pieces = [...texts, ...besides(entries)].filter((piece) => piece !== '')
  const shared = { ...matcher, parts: [] }
  return every(
    matcher.parts.map((part) => {
      const single: Matcher = { ...shared, parts: [part] }
      const outcome = judgeWhole(single, entries, sight)
      if (part.name === 'not' || part.name === 'none') {
        const { note, ...silent } = sight
        const each = every([outcome, ...pieces.map((piece) => judge(single, piece, silent))])
        return noted('negation of each message', each, sight)
      }
      if (part.name === 'all') return every(part.of.map((each) => judgeText(each, entries, sight)))
      if (part.name === 'any' || part.name === 'one of')
        return some(part.of.map((each) => judgeText(each, entries, sight)))
      return outcome
    }),
  )
}

function judgeMessages(matcher: Matcher, messages: Entries, sight: Sight): Outcome {
  if (matcher.kind === 'list') return noted('messages', judge(matcher, messages.map(messageText), sight), sight)
  return noted('messages', judge(matcher, new Written(messages.length, String(messages.length)), sight), sight)
}

/** Where messages of several agents answer, the docs do not say which one is meant. */
function judgeName(matcher: Matcher, messages: Entries, sight: Sight): Outcome {
  if (messages.length === 0) return fails
  const outcomes = messages.map(({ agentName }) => judge(matcher, agentName == null ? undefined : agentName, sight))
  return noted(
    'agentName',
    outcomes.reduce((all, each) => all | each),
    sight,
  )
}

function judgeEntries(kind: string, matcher: Matcher | 'none', entries: Entries, sight: Sight): Outcome {
  const texts =
    kind === 'background'
      ? backgroundOf(entries).map(messageText)
      : entries.filter((entry) => typeOf(entry) === kind).map((entry) => String(entry[kind]))
  if (matcher === 'none') return noted(`${kind} none`, when(texts.length === 0), sight)
  if (texts.length > 0) return noted(kind, judge(matcher, texts.join('\n'), sight), sight)
  return isNegation(matcher) ? holds | fails : fails
}

const named: Record<string, string> = {
  text: 'text',
  button: 'text',
  image: 'caption',
  video: 'caption',
  file: 'filename',
}

/** Whether a condition may hold where there is nothing: of thinking that never came, the docs do not say. */
const isNegation = (matcher: Matcher): boolean =>
  matcher.kind === 'operators' && JSON.stringify(matcher).match(/"name":"(not|none)"/) !== null

/** Each is there, in any order, and another one for each; a negation is about all of them. */
function judgeItems(kind: string, all: readonly Matcher[] | 'none', items: Entries, sight: Sight): Outcome {
  const here = items.filter((item) => item.type === kind).map(withKind)
  if (all === 'none') return noted(`${kind} none`, when(here.length === 0), sight)
  const forbidden = all
    .filter(onlyForbids)
    .map((matcher) => every(here.map((item) => judge(matcher, judgedOf(kind, matcher, item), sight))))
  const matchers = all.filter((matcher) => !onlyForbids(matcher))
  const table = matchers.map((matcher) => here.map((item) => judge(matcher, judgedOf(kind, matcher, item), sight)))
  const eachHasOne = (row: number, taken: readonly number[]): boolean =>
    row === table.length ||
    here.some((_, at) => !taken.includes(at) && canHold(table[row]?.[at]) && eachHasOne(row + 1, [...taken, at]))
  const outcome = when(eachHasOne(0, []))
  const unclear = table.flat().some((each) => each !== holds && each !== fails)
  const negated = matchers.some(
    (each) => each.kind === 'operators' && each.parts.some(({ name }) => name === 'not' || name === 'none'),
  )
  const apart = negated && table.flat().includes(fails)
  return noted(kind, every([...forbidden, unclear ? 7 : apart ? outcome | fails : outcome]), sight)
}

/** A negation is about all items of the kind. */
const onlyForbids = (matcher: Matcher): boolean =>
  matcher.kind === 'operators' && matcher.parts.every(({ name }) => name === 'not' || name === 'none')

const canHold = (outcome: Outcome | undefined): boolean => ((outcome ?? fails) & holds) > 0

/** A bare text, or a condition of text, is held against the text of the item. */
const judgedOf = (kind: string, matcher: Matcher, item: PlainMap): Plain =>
  namesMembers(matcher) ? item : (item[named[kind] ?? 'url'] ?? null)

const namesMembers = (matcher: Matcher): boolean =>
  matcher.kind === 'members' ||
  (matcher.kind === 'operators' &&
    matcher.parts.some(
      ({ name, of }) => ['not', 'none', 'all', 'any', 'one of', 'fields'].includes(name) && of.some(namesMembers),
    ))

/** An item as it is looked at: with its `kind`, and the `host` of its link. */
function withKind(item: PlainMap): PlainMap {
  const { type, ...members } = item
  const host = typeof item.url === 'string' && URL.canParse(item.url) ? { host: new URL(item.url).host } : {}
  return { kind: type ?? null, ...members, ...host }
}
