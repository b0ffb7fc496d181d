import { kinds, type Reply } from './expectation.ts'
import { assign, judge, type Sight } from './judge-matcher.ts'
import type { Matcher } from './matcher.ts'
import { unlessItRests } from './nothing.ts'
import { every, fails, holds, type Outcome, settle, some, when } from './outcome.ts'
import { type Plain, type PlainMap, Written } from './plain.ts'
import { backgroundOf, besides, type Entries, itemsOf, messagesOf, messageText, typeOf } from './transcript.ts'

/** The outcome of all expectations about a reply. */
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
      : rested(
          content,
          noted(
            'content',
            judge(content, messages.flatMap(itemsOf).map(withKind), { ...sight, reader: 'items' }),
            sight,
          ),
        ),
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

/** Whether the number of messages that is expected is none: it holds for none, and not for one. */
export function expectsNoMessage(reply: Reply | 'none' | null, sight: Sight): boolean {
  if (reply === null || reply === 'none' || reply.messages === null) return false
  const { messages: matcher } = reply
  const { note: _, ...silent } = sight
  const allows = (messages: Entries): boolean => judgeMessages(matcher, messages, silent) === holds
  return allows([]) && !allows([{ type: 'assistant', content: [{ type: 'text', text: '' }] }])
}

function noted(name: string, outcome: Outcome, sight: Sight): Outcome {
  sight.note?.(name, outcome)
  return outcome
}

/** The texts of all messages; a message of only buttons or media has none. */
const textsOf = (messages: Entries): string[] =>
  messages.filter((message) => itemsOf(message).some(({ type }) => type === 'text')).map(messageText)

/** The text judged as a whole, and the pieces in which nothing ruled out may occur. */
interface Texts {
  whole: string | null
  pieces: readonly string[]
}

const judgeText = (matcher: Matcher, entries: Entries, sight: Sight): Outcome => {
  const messages = messagesOf(entries)
  const texts = textsOf(messages)
  return judgeTexts(
    matcher,
    { whole: messages.length === 0 ? null : texts.join('\n'), pieces: [...texts, ...besides(entries)] },
    { ...sight, reader: 'people', joined: texts },
  )
}

/** A negation must hold for the whole and for each piece by itself; it holds if nothing was said. */
function judgeTexts(matcher: Matcher, { whole, pieces }: Texts, sight: Sight): Outcome {
  if (matcher.kind !== 'operators') return whole === null ? fails : judge(matcher, whole, sight)
  const shared = { ...matcher, parts: [] }
  const below = { ...sight, ignored: [...(sight.ignored ?? []), ...matcher.ignored] }
  return every(
    matcher.parts.map((part) => {
      const single: Matcher = { ...shared, parts: [part] }
      const inner = (each: Matcher): Outcome => judgeTexts(each, { whole, pieces }, below)
      if (part.name === 'all') return every(part.of.map(inner))
      if (part.name === 'any' || part.name === 'one of') return some(part.of.map(inner))
      if (part.name === 'not' || part.name === 'none') {
        const { note, ...silent } = sight
        if (whole === null) return noted('negation of each message', every(part.of.map(holdsUnsaid)), sight)
        const outcome = judge(single, whole, sight)
        const each = every([outcome, ...pieces.map((piece) => judge(single, piece, silent))])
        return noted('negation of each message', each, sight)
      }
      if (part.name === 'present') return whole === null ? when(part.given === false) : judge(single, whole, sight)
      return whole === null ? fails : judge(single, whole, sight)
    }),
  )
}

/** Where nothing was said every negation holds, except that of `present: false`. */
function holdsUnsaid(ruledOut: Matcher): Outcome {
  const parts = ruledOut.kind === 'operators' ? ruledOut.parts : []
  return when(!(parts.length > 0 && parts.every(({ name, given }) => name === 'present' && given === false)))
}

/** Each item of a list applies to one message, in order, with the texts shown next to it. */
function judgeMessages(matcher: Matcher, messages: Entries, sight: Sight): Outcome {
  const count = new Written(messages.length, String(messages.length))
  const people: Sight = { ...sight, reader: 'people' }
  const [only] = matcher.kind === 'operators' ? matcher.parts : []
  if (only?.name === 'contains') return noted('messages', judge(matcher, messages.map(messageText), people), sight)
  const apart = only?.name === 'in any order' ? only.of : null
  if (matcher.kind !== 'list' && apart === null) return noted('messages', judge(matcher, count, sight), sight)
  const items = matcher.kind === 'list' ? matcher.items : (apart ?? [])
  if (items.length !== messages.length) return noted('messages', fails, sight)
  const single = (item: Matcher, index: number): Outcome => {
    const message = messages.slice(index, index + 1)
    return judgeTexts(
      item,
      { whole: message.map(messageText).join(), pieces: [...textsOf(message), ...besides(message)] },
      people,
    )
  }
  const outcome =
    apart === null
      ? every(items.map(single))
      : assign(
          items.map((item) => messages.map((_, index) => single(item, index))),
          messages.length,
        )
  return noted('messages', outcome, sight)
}

/** Expects a name of the last message, and rules a name out of all. If the last message names no agent, it fails. */
function judgeName(matcher: Matcher, messages: Entries, sight: Sight): Outcome {
  const names = messages.flatMap(({ agentName }) => (typeof agentName === 'string' ? [agentName] : []))
  const last = messages.at(-1)
  if (last !== undefined && typeof last.agentName !== 'string') return noted('agentName', fails, sight)
  const whole = typeof last?.agentName === 'string' ? last.agentName : null
  return noted('agentName', judgeTexts(matcher, { whole, pieces: names }, sight), sight)
}

function judgeEntries(kind: string, matcher: Matcher | 'none', entries: Entries, sight: Sight): Outcome {
  const texts =
    kind === 'background'
      ? backgroundOf(entries).map(messageText)
      : entries.filter((entry) => typeOf(entry) === kind).map((entry) => String(entry[kind]))
  if (matcher === 'none') return noted(`${kind} none`, when(texts.length === 0), sight)
  const whole = texts.length === 0 ? null : texts.join('\n')
  return noted(
    kind,
    judgeTexts(matcher, { whole, pieces: texts }, { ...sight, reader: 'people', joined: texts }),
    sight,
  )
}

const memberByKind: Record<string, string> = {
  text: 'text',
  button: 'text',
  image: 'caption',
  video: 'caption',
  file: 'filename',
}

/** Each matcher needs its own item, in any order; a negation applies to all items. */
function judgeItems(kind: string, all: readonly Matcher[] | 'none', items: Entries, around: Sight): Outcome {
  const sight: Sight = kind === 'audio' ? around : { ...around, reader: 'items' }
  const here = items.filter((item) => item.type === kind).map(withKind)
  if (all === 'none') return noted(`${kind} none`, when(here.length === 0), sight)
  const forbidden = all
    .filter(onlyForbids)
    .map((matcher) => settle(every(here.map((item) => judge(matcher, judgedOf(kind, matcher, item), sight)))))
  const matchers = all.filter((matcher) => !onlyForbids(matcher))
  const table = matchers.map((matcher) =>
    here.map((item) => settle(judge(matcher, judgedOf(kind, matcher, item), sight))),
  )
  const eachHasOne = (row: number, usedPlaces: readonly number[]): boolean =>
    row === table.length ||
    here.some(
      (_, at) => !usedPlaces.includes(at) && canHold(table[row]?.[at]) && eachHasOne(row + 1, [...usedPlaces, at]),
    )
  const outcome = when(eachHasOne(0, []))
  const unclear = table.flat().some((each) => each !== holds && each !== fails)
  return noted(kind, every([...forbidden, unclear ? 7 : outcome]), sight)
}

/** Whether a matcher only rules things out; then it applies to all items of the kind. */
const onlyForbids = (matcher: Matcher): boolean =>
  matcher.kind === 'operators' && matcher.parts.every(({ name }) => name === 'not' || name === 'none')

const canHold = (outcome: Outcome | undefined): boolean => ((outcome ?? fails) & holds) > 0

/** A bare text or a text condition applies to the item's text, caption, file name or URL. */
const judgedOf = (kind: string, matcher: Matcher, item: PlainMap): Plain =>
  namesMembers(matcher) ? item : (item[memberByKind[kind] ?? 'url'] ?? null)

const namesMembers = (matcher: Matcher): boolean =>
  matcher.kind === 'members' ||
  (matcher.kind === 'operators' &&
    matcher.parts.some(
      ({ name, of }) => ['not', 'none', 'all', 'any', 'one of', 'fields'].includes(name) && of.some(namesMembers),
    ))

/** An item as expectations see it: with its `kind`, and the `host` of its link. */
function withKind(item: PlainMap): PlainMap {
  const { type, ...members } = item
  const host = typeof item.url === 'string' && URL.canParse(item.url) ? { host: new URL(item.url).host } : {}
  return { kind: typeof type === 'string' && kinds.includes(type) ? type : 'unknown', ...members, ...host }
}
