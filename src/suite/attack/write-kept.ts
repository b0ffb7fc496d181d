import type { Document, Node, Scalar, YAMLMap } from 'yaml'
import { expandAliases } from '../yaml/copy-conversations.ts'
import { yamlLibrary } from '../yaml/yaml-library.ts'

/** A talk that did harm, as a conversation: what was said, and what must not come of it. */
export interface KeptTalk {
  name: string
  note: string
  /** The name of its goal in the file of attacks, which no other has. */
  goal: string
  said: readonly string[]
  /** Texts that its replies must not hold. */
  told: readonly string[]
  /** Members of items, such as the text of a button, that they must not hold. */
  shown: readonly Record<string, string>[]
  /** What an attack smuggles in, over the metadata of the file. */
  metadata: object | null
  /** The version that did it; null for the published one, which is asked where nothing is said. */
  version: string | null
}

/** Keys of a file of attacks that a suite has with the same meaning. */
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

/**
 * A suite of talks that did harm, each as plain turns under guardrails: `never` as the goal has it, and a reply that does not tell what
 * was told. Settings are those of the file of attacks whose text is given. Null where that is not laid out as one.
 */
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
  const made = new Made({ suite }) as Document
  for (const key of sharedKeys) if (source.has(key)) made.set(key, copyOf(source.get(key, true)))
  const conversations = talks.map((talk) => {
    const goal = goals.items.find((each): each is YAMLMap => isMap(each) && each.get('goal') === talk.goal)
    const never = goal?.getIn(['harm', 'calls'], true)
    const conversation = made.createNode({
      name: talk.name,
      ...(talk.version === null ? {} : { 'agent version': talk.version }),
      ...(talk.metadata === null ? {} : { metadata: talk.metadata }),
      'every turn': {
        ...(never === undefined ? {} : { calls: { never: copyOf(never) } }),
        ...(talk.told.length + talk.shown.length === 0 ? {} : { reply: forbidden(talk) }),
      },
      turns: talk.said.map((user) => ({ user })),
    }) as YAMLMap
    conversation.commentBefore = ` ${talk.note}`
    return conversation
  })
  made.set('conversations', made.createNode(conversations))
  visit(made, { Scalar: (_, each) => void quoteAmbiguous(each) })
  return `${head.map((line) => `# ${line}\n`).join('')}${made.toString({ lineWidth: 0 })}`
}

function forbidden({ told, shown }: KeptTalk): object {
  const text = { not: { contains: told, ignore: ['case', 'spaces', 'quotes', 'width'] } }
  return {
    ...(told.length === 0 ? {} : text),
    ...(shown.length === 0 ? {} : { content: { not: { contains: shown } } }),
  }
}

/** A part of the file as it is written there, so that `19.90` and `"0042"` keep their form; comments stay behind. */
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

/** The library writes `yes` and `22:00` without quotes, and our own reader refuses what YAML readers do not agree on. */
function quoteAmbiguous(scalar: Scalar): void {
  const { value } = scalar
  if (typeof value === 'string' && /^(?:yes|no|on|off|y|n|\d+(?::[0-5]?\d)+)$/i.test(value))
    scalar.type = 'QUOTE_DOUBLE'
}
