import { groupByKey } from '../../../base/group-by.ts'
import { listSome } from '../../../base/text/wording.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import type { DraftNote } from '../draft/draft.ts'
import { originAt, showEntry } from '../draft/read-members.ts'
import type { PromptTest } from './collect-tests.ts'
import { namesInPrompt, type PromptTemplate } from './prompt-template.ts'

/** A variable of a test that is in nothing that the user says and in nothing that is expected. */
export interface UnreadVariable {
  name: string
  node: YamlNode
  test: PromptTest
}

const ofPrompt =
  "only the prompt reads it: write it into the agent's prompt, or there ${…} with its name and here its value under metadata:"
const ofNothing = 'nothing that is said or expected reads it: where the agent does, write it under metadata:'

/** Each of these variables once, with its values and where they go; what another test reads, only if the prompt does too. */
export function unreadNotes(
  unread: readonly UnreadVariable[],
  everRead: ReadonlySet<string>,
  { messages }: PromptTemplate,
): DraftNote[] {
  const named = new Set(messages.flatMap(({ content }) => namesInPrompt(content)))
  const told = unread.filter(({ name }) => named.has(name) || !everRead.has(name))
  return [...groupByKey(told, (each) => each.name)].map(([name, [first, ...others]]) => {
    const values = [first, ...others].map(({ node }) => showEntry({ key: name, value: node }))
    const [what, why] = [listSome([...new Set(values)], 3), named.has(name) ? ofPrompt : ofNothing]
    return { kind: 'changed', origin: originAt(first.test.origin.file, first.node.at), what, why }
  })
}
