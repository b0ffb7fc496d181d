import type { JsonObject } from '../../../base/json/json.ts'
import { oneOrMore } from '../../yaml/collections.ts'
import type { MapNode, ScalarNode, YamlNode } from '../../yaml/node.ts'
import type { Place, WithPlace } from '../../yaml/place.ts'
import { hintsBehindComma, refuseUnknownKey, sameHint } from '../../yaml/record.ts'
import { type Reading, refine, refuse, refuseType, type Shape, withName } from '../../yaml/shape.ts'
import { ofKind } from '../matchers/complement.ts'
import { contentMembers, itemMembers, ofMembers } from '../matchers/item-members.ts'
import type { Matcher } from '../matchers/matcher.ts'
import { matcherOperators } from '../matchers/matcher-operator.ts'
import { ofNames } from '../matchers/name-matcher.ts'
import { decide, quantity } from '../matchers/quantity.ts'
import { jsonMatcher, readOperators, textMatcher } from '../matchers/read-matcher.ts'

/** The kinds of content item a reply can hold (Content item). */
export const itemKinds = ['text', 'image', 'video', 'audio', 'file', 'button'] as const
export type ItemKind = (typeof itemKinds)[number]

/**
 * One content item that some assistant message of the turn must contain, by its members; a bare text means the
 * text of a button or text item. Null if there must be no item of the kind.
 */
export interface ItemExpectation {
  kind: ItemKind
  matcher: Matcher | null
  at: Place
}

/**
 * What is expected of a turn's reply: all assistant messages together. `text` applies to their text joined by
 * newlines; its negations also apply to each message alone.
 */
export interface ReplyExpectation {
  at: Place
  none?: true
  text?: Matcher
  items?: ItemExpectation[]
  agentName?: WithPlace<Matcher>
  messages?: WithPlace<Matcher>
  thinking?: WithPlace<Matcher>
  summary?: WithPlace<Matcher>
  background?: WithPlace<Matcher>
  content?: WithPlace<Matcher>
  /** Every fact in the reply was said before it, or can be derived from what was (law `grounded`). */
  grounded?: WithPlace<true>
}

/** Whether a node is the plain word `none`, which forbids entries of a kind. */
const isNone = (node: YamlNode): boolean => node.kind === 'scalar' && node.plain && node.source === 'none'

/** The same word in quotes or capitals, or `null`. */
const isLikeNone = (node: ScalarNode): boolean =>
  !isNone(node) && (/^none$/i.test(node.source) || (node.value === null && node.source !== ''))

/** In quotes, in capitals and under `not` it is another word, where formatters and people mean that nothing is there. True if refused. */
function refuseNotNone(node: YamlNode, reading: Reading): boolean {
  if (node.kind === 'scalar' && isLikeNone(node)) {
    const word = node.source
    const plainly = word === 'none' ? 'none without quotes' : 'none'
    const hint = `write ${plainly} (in JSON { "present": false }) if there must be none, { equals: ${node.value === null ? '"null"' : word} } for the word`
    const message = word === 'none' ? '"none" in quotes is the text "none"' : `${word} is not the word none`
    refuse(reading, 'wrong-value', node.at, message, hint)
    return true
  }
  const word = node.kind === 'map' ? node.entries.find(({ key, value }) => key === 'not' && isNone(value)) : undefined
  if (word === undefined) return false
  const hint = 'write present: true if there must be one, and not: { equals: none } for the word'
  refuse(reading, 'wrong-value', word.value.at, 'under not, none is the word "none"', hint)
  return true
}

const textOrNone: Shape<Matcher> = {
  read(node, reading) {
    if (refuseNotNone(node, reading)) return undefined
    return isNone(node) ? { kind: 'present', wanted: false, at: node.at } : textMatcher.read(node, reading)
  },
  schema: (definitions) => textMatcher.schema(definitions),
}

/** A scalar that begins with a sign compares the count; any other is the text of the messages, or their number. */
const messages: Shape<Matcher> = {
  read(node, reading) {
    if (node.kind === 'scalar' && (isNone(node) || isLikeNone(node))) {
      const hint = 'write 0 if there must be none, { equals: none } for the word'
      return refuse(reading, 'wrong-value', node.at, `${node.source} is no number of messages`, hint)
    }
    if (node.kind === 'scalar' && /^\s*[<>]/.test(node.source))
      return quantity('count', jsonMatcher).read(node, reading)
    const read = jsonMatcher.read(node, refine(reading, { texts: 'items' }))
    if (read === undefined || decide(read, 'messages') !== true) return read
    const hint = 'write a limit, such as at least: 1'
    return refuse(reading, 'wrong-value', node.at, 'there are always so many messages, so it could never fail', hint)
  },
  schema: (definitions) => jsonMatcher.schema(definitions),
}

/** Content items by their members, all of which are texts, or a single one by its text. */
const itemMatcher: Shape<Matcher> = {
  read: (node, reading) => jsonMatcher.read(node, refine(reading, { texts: 'scalars' })),
  schema: (definitions) => jsonMatcher.schema(definitions),
}

const contentMatcher = ofMembers(ofKind(itemMatcher, 'list'), 'a content item', contentMembers, { lists: true })

const parts: Record<string, { shape: Shape<Matcher>; doc: string }> = {
  agentName: {
    shape: ofNames(textMatcher),
    doc: 'The agent that answers; another name than the one asked is a handoff.',
  },
  messages: { shape: messages, doc: 'A number: how many assistant messages. A list: the text of each, in order.' },
  thinking: { shape: textOrNone, doc: "The agent's thinking entries of the turn, joined." },
  summary: { shape: textOrNone, doc: 'The summary entries of the turn, joined.' },
  background: { shape: textOrNone, doc: 'The backgroundAgent messages of the turn, joined.' },
  content: {
    shape: contentMatcher,
    doc: 'The content items of all messages, in order: a list of objects, each with its kind, such as image.',
  },
}

/** `grounded: true` only: there is no point in requiring an ungrounded reply. */
const grounded: Shape<true> = {
  read(node, reading) {
    if (node.kind === 'scalar' && node.value === true) return true
    const hint = 'write grounded: true, or take it out; laws: { grounded: why not } lets a conversation off'
    return refuseType(reading, node, 'true', hint)
  },
  schema: () => ({
    const: true,
    description:
      'Each number, amount, date, time, id, link, phone number, email address and address of the reply was said before it, or follows from what was.',
  }),
}

/** Text, `none`, or a mapping of text operators, content items and the parts `agentName`, `messages`, `thinking`, `summary`, `background`, `content`. */
export const replyExpectation: Shape<ReplyExpectation> = withName('reply', () => {
  const operators = matcherOperators(textMatcher, jsonMatcher)
  const items = Object.fromEntries(
    itemKinds.map((kind) => {
      const matcher = kind === 'text' ? textMatcher : ofMembers(itemMatcher, `the item ${kind}`, itemMembers[kind])
      return [kind, oneOrMore('items', matcher)]
    }),
  )
  return {
    read(node, reading) {
      if (refuseNotNone(node, reading)) return undefined
      if (isNone(node)) return { none: true, at: node.at }
      if (node.kind !== 'map') {
        const text = textMatcher.read(node, reading)
        return text === undefined ? undefined : { text, at: node.at }
      }
      return readReply(node, operators, items, reading)
    },
    schema(definitions) {
      const properties: JsonObject = {}
      for (const [key, { value, doc }] of Object.entries(operators))
        properties[key] = { ...value.schema(definitions), description: doc }
      for (const [key, { shape, doc }] of Object.entries(parts))
        properties[key] = { ...shape.schema(definitions), description: doc }
      for (const [key, shape] of Object.entries(items))
        properties[key] = { ...shape.schema(definitions), description: `A content item of the type ${key}.` }
      properties.grounded = grounded.schema(definitions)
      return {
        anyOf: [
          textMatcher.schema(definitions),
          { type: 'object', properties, additionalProperties: false, minProperties: 1 },
        ],
      }
    },
  }
})

/** What a reply lacks is said within its part: `not` beside it is about the text. */
const deniedHints = Object.fromEntries(
  [...itemKinds, ...Object.keys(parts)].map((part) => [
    `not ${part}`,
    part === 'agentName' || part === 'messages'
      ? `write ${part}: { not: … }`
      : `write ${part}: none, or ${part}: { not: … }`,
  ]),
)

const farHint =
  'write contains, matches, one of, not or another operator, a content item such as button, agentName or messages'

function readReply(
  node: MapNode,
  operators: ReturnType<typeof matcherOperators>,
  items: Record<string, Shape<Matcher[]>>,
  reading: Reading,
): ReplyExpectation | undefined {
  const before = reading.problems.length
  if (node.entries.length === 0) {
    const message = 'an empty mapping expects nothing'
    return refuse(reading, 'wrong-value', node.at, message, 'write the text, or { contains: … }')
  }
  const reply: ReplyExpectation = { at: node.at }
  const textual = node.entries.filter(({ key }) => Object.hasOwn(operators, key))
  if (textual.length > 0) {
    const text = readOperators({ ...node, entries: textual }, operators, reading, 'text')
    if (text !== undefined) reply.text = text
  }
  for (const { key, keyAt, value } of node.entries) {
    if (Object.hasOwn(operators, key)) continue
    if (key === 'grounded') {
      const isGrounded = grounded.read(value, reading)
      if (isGrounded !== undefined) reply.grounded = { value: isGrounded, at: keyAt }
    } else if (Object.hasOwn(parts, key)) {
      const matcher = parts[key]?.shape.read(value, reading)
      if (matcher !== undefined) Object.assign(reply, { [key]: { value: matcher, at: keyAt } })
    } else if (Object.hasOwn(items, key)) {
      const matchers = isNone(value)
        ? [null]
        : refuseNotNone(value, reading)
          ? []
          : (items[key]?.read(value, reading) ?? [])
      reply.items = [
        ...(reply.items ?? []),
        ...matchers.map((matcher) => ({ kind: key as ItemKind, matcher, at: keyAt })),
      ]
    } else
      refuseUnknownKey(
        reading,
        key,
        keyAt,
        'reply',
        [...Object.keys(operators), ...Object.keys(parts), ...itemKinds, 'grounded'],
        hintsBehindComma(value, {
          ...deniedHints,
          ...sameHint(['excludes', 'without', 'omits', 'lacks', 'avoids'], 'write not: { contains: … }'),
          '*': farHint,
        }),
      )
  }
  return reading.problems.length > before ? undefined : reply
}
