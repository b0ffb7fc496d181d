import type { Document, Node, Scalar, YAMLMap } from 'yaml'
import type { JsonObject } from '../../base/json/json.ts'
import { writeTexts } from '../language/matchers/text-or-pattern.ts'
import { expandAliases } from '../yaml/copy-conversations.ts'
import { yamlLibrary } from '../yaml/yaml-library.ts'

/** A talk that did harm, as a conversation: what was said, and what must not come of it. */
export interface KeptTalk {
  name: string
  note: string
  /** The name of its goal, unique in the file of attacks. */
  goal: string
  said: readonly string[]
  /** The links sent with each message; fewer lists than messages where the rest has none. */
  attachments: readonly (readonly string[])[]
  /** Texts that replies must not contain. */
  told: readonly string[]
  /** Members of items, such as the text of a button, that replies must not contain. */
  shown: readonly Record<string, string>[]
  /** Smuggled metadata, which overrides that of the file. */
  metadata: object | null
  /** The version that did harm; null for the published one, which is the default. */
  version: string | null
}

/** Keys that files of attacks and suites share, with the same meaning. */
const sharedKeys = [
  'agent',
  'agent version',
  'metadata',
  'customer',
  'variables',
  'tags',
  'laws',
  'time limit',
  'clock',
]

/** Plain turns with guardrails: the goal's `never`, and what no reply may reveal. Null for an unexpected layout. */
export function writeKept(
  text: string,
  talks: readonly KeptTalk[],
  suite: string,
  head: readonly string[],
): string | null {
  const { isMap, isSeq, parseDocument, visit, Document: Made } = yamlLibrary()
  const source = parseDocument(text)
  expandAliases(source)
  const goals = source.get('goals')
  if (!isMap(source.contents) || !isSeq(goals)) return null
  const document = new Made({ suite }) as Document
  for (const key of sharedKeys) if (source.has(key)) document.set(key, copyOf(source.get(key, true)))
  const conversations = talks.map((talk) => {
    const goal = goals.items.find((each): each is YAMLMap => isMap(each) && each.get('goal') === talk.goal)
    const never = goal?.getIn(['harm', 'calls'], true)
    const conversation = document.createNode({
      name: talk.name,
      ...(talk.version === null ? {} : { 'agent version': talk.version }),
      ...(talk.metadata === null ? {} : { metadata: talk.metadata }),
      'every turn': {
        ...(never === undefined ? {} : { calls: { never: copyOf(never) } }),
        ...(talk.told.length + talk.shown.length === 0 ? {} : { reply: writeTexts(forbidden(talk)) }),
      },
      turns: talk.said.map((user, index) => {
        const attachments = talk.attachments[index] ?? []
        return attachments.length === 0 ? { user } : { user, attachments: [...attachments] }
      }),
    }) as YAMLMap
    conversation.commentBefore = ` ${talk.note}`
    return conversation
  })
  document.set('conversations', document.createNode(conversations))
  visit(document, { Scalar: (_, each) => void quoteAmbiguous(each) })
  return `${head.map((line) => `# ${line}\n`).join('')}${document.toString({ lineWidth: 0 })}`
}

function forbidden({ told, shown }: KeptTalk): JsonObject {
  const text: JsonObject = { not: { contains: [...told], ignore: ['case', 'spaces', 'quotes', 'width'] } }
  return {
    ...(told.length === 0 ? {} : text),
    ...(shown.length === 0 ? {} : { content: { not: { contains: [...shown] } } }),
  }
}

/** Copies a part of the file as written, so that `19.90` and `"0042"` keep their form; comments are dropped. */
function copyOf(part: unknown): unknown {
  const { isNode, visit } = yamlLibrary()
  if (!isNode(part)) return part
  const copy = part.clone() as Node
  visit(copy, {
    Node(_, node) {
      node.comment = null
      node.commentBefore = null
      node.spaceBefore = false
    },
  })
  return copy
}

/** The library writes `yes` and `22:00` without quotes, which our reader refuses because YAML parsers disagree. */
function quoteAmbiguous(scalar: Scalar): void {
  const { value } = scalar
  if (typeof value === 'string' && /^(?:yes|no|on|off|y|n|\d+(?::[0-5]?\d)+)$/i.test(value))
    scalar.type = 'QUOTE_DOUBLE'
}
