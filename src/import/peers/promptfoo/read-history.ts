import type { YamlNode } from '../../../suite/yaml/node.ts'
import { entriesOf, itemsOf, memberOf, textOf } from '../draft/read-members.ts'

/** A message of a talk that took place before the test. */
export interface HistoryMessage {
  role: 'user' | 'assistant'
  text: string
  node: YamlNode
}

/** The messages of a history: `{ input, output }`, `{ user: … }`, or `{ role, content }`. */
export function readHistory(node: YamlNode | undefined): HistoryMessage[] {
  return itemsOf(node).flatMap((each): HistoryMessage[] => {
    const [role, content] = [textOf(memberOf(each, 'role')), textOf(memberOf(each, 'content'))]
    if (role !== null && content !== null) return message(role, content, each)
    return entriesOf(each).flatMap(({ key, value }) => message(key, textOf(value) ?? '', value))
  })
}

function message(name: string, text: string, node: YamlNode): HistoryMessage[] {
  if (text.trim() === '') return []
  if (/^(?:user|human|input|prompt)$/.test(name)) return [{ role: 'user', text, node }]
  return /^(?:assistant|ai|bot|output)$/.test(name) ? [{ role: 'assistant', text, node }] : []
}
