import { type Parsed, readScript } from '../language/parse.ts'
import type { MapNode, YamlNode } from '../yaml/node.ts'
import type { Reading } from '../yaml/shape.ts'
import { nodeFromDraft } from './node-from-code.ts'
import type { CodeSuite } from './suite.ts'
import type { ConversationDraft } from './written.ts'

/**
 * Reads a suite from code by the same shapes and checks as the text of a suite file, so that the script and the problems
 * are the same. Places are those of the calls, in the file that calls `suite`.
 */
export function readSuite(suite: CodeSuite): Parsed {
  const { file, at } = suite.site
  const reading: Reading = { file, problems: [] }
  const root = nodeFromDraft(suite, at, reading)
  const items = suite.conversations.map((draft) => conversationNode(draft, root, reading))
  return readScript(withList(root, 'conversations', items), reading)
}

function conversationNode(draft: ConversationDraft, { at }: MapNode, reading: Reading): MapNode {
  const node = nodeFromDraft(draft, at, reading)
  const turns = draft.turns.map((turn) => nodeFromDraft(turn, node.at, reading))
  return withList(node, 'turns', turns)
}

function withList({ at, entries }: MapNode, key: string, items: YamlNode[]): MapNode {
  return { kind: 'map', entries: [...entries, { key, keyAt: at, value: { kind: 'list', items, at } }], at }
}
