import { groupByKey } from '../../../base/group-by.ts'
import { type JsonValue, setMember } from '../../../base/json/json.ts'
import { isExactNumber } from '../../../base/json/json-text.ts'
import { mapTexts } from '../../../base/json/walk-json.ts'
import { replaceNamedSecrets } from '../../../base/privacy/named-secrets.ts'
import { replaceKeys } from '../../../base/privacy/service-keys.ts'
import { listSome } from '../../../base/text/wording.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import type { DraftConversation, DraftTurn, PeerSuite } from '../draft/draft.ts'
import { originAt, scalarText, showEntry, toJson } from '../draft/read-members.ts'
import type { PromptTest } from './collect-tests.ts'
import { namesInPrompt, type PromptTemplate } from './prompt-template.ts'

/** A test as it stands in a conversation: the turn that it became, and which of its variables are elsewhere. */
export interface PlacedTest {
  test: PromptTest
  conversation: DraftConversation
  turn: DraftTurn | undefined
  /** Whether the conversation begins with it. */
  isFirst: boolean
  /** Whether it asserts something of its own, and nothing of that can be expected. */
  isOwnLost: boolean
  /** In what the user says, or among earlier messages. */
  said: ReadonlySet<string>
  /** Those, and what is expected. */
  read: ReadonlySet<string>
  /** The columns of its rows, whose values are parameters. */
  columns: ReadonlySet<string>
  /** A text of a variable with those in it filled in; as it is where one has no value from the start. */
  fill: (text: string) => string
}

const byPrompt = 'the prompt reads it'
const byNothing = 'nothing that is said or expected reads it'
const toRead = 'it stands under metadata:, where a prompt reads it as'
const ofSecret = 'a secret is not copied: where the agent needs it, write it under metadata: as {{env.NAME}}'
const ofName = 'metadata that a prompt can read has a name of letters, digits and _'

/**
 * Gives conversations, or their turns where it changes, what only the agent reads of the variables; what all share
 * stands on the suite. Each of these variables is noted once, with its values.
 */
export function placeMetadata(
  suite: PeerSuite,
  tests: readonly PlacedTest[],
  prompts: readonly PromptTemplate[],
): void {
  const names = new Set(prompts.flatMap(({ messages }) => messages).flatMap(({ content }) => namesInPrompt(content)))
  const everRead = new Set(tests.flatMap(({ read }) => [...read]))
  const isForAgent = (name: string, { said }: PlacedTest): boolean =>
    names.has(name) ? !said.has(name) : !everRead.has(name)
  const members = tests.flatMap((placed) =>
    [...placed.test.vars].filter(([name]) => isForAgent(name, placed)).map(([name, node]) => ({ name, node, placed })),
  )
  for (const [name, [first, ...others]] of groupByKey(members, (each) => each.name)) {
    const all = [first, ...others]
    const why = !/^\w+$/.test(name) ? ofName : all.some(({ node }) => isSecret(name, node)) ? ofSecret : null
    if (why === null) for (const { node, placed } of all) give(placed, name, node)
    const what = listSome([...new Set(all.map(({ node }) => showEntry({ key: name, value: node })))], 3)
    const whose = names.has(name) ? byPrompt : byNothing
    suite.notes.push({
      ...{
        kind: why === null ? 'changed' : 'lost',
        origin: originAt(first.placed.test.origin.file, first.node.at),
        what,
      },
      why: why ?? `${whose}: ${toRead} \${${name}}, an http: body as {{metadata.${name}}}`,
    })
  }
  if (suite.conversations.length > 1) share(suite)
}

/** Of the tests of one conversation, the first says what holds from the start, and a later one what changes with it. */
function give({ conversation, turn, isFirst, columns, fill }: PlacedTest, name: string, node: YamlNode): void {
  const value = columns.has(name) ? `{{${name}}}` : mapTexts(plainValue(node), fill)
  const { metadata, turns } = conversation
  const before = turns.findLast((each) => Object.hasOwn(each.metadata, name))?.metadata ?? metadata
  if (isFirst || turn === undefined) setMember(metadata, name, value)
  else if (JSON.stringify(before[name]) !== JSON.stringify(value)) setMember(turn.metadata, name, value)
}

/** A value as JSON; a number with more digits than one can hold is the text of its digits. */
function plainValue(node: YamlNode): JsonValue {
  if (node.kind === 'list') return node.items.map(plainValue)
  if (node.kind === 'map') return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainValue(value)]))
  return typeof node.value === 'number' && !isExactNumber(node.source) ? node.source : node.value
}

function isSecret(name: string, node: YamlNode): boolean {
  const text = scalarText(node) ?? JSON.stringify(toJson(node))
  const open = replaceKeys(
    replaceNamedSecrets(text, () => ''),
    () => '',
  )
  return open !== text || showEntry({ key: name, value: node }) !== `${name}: ${text}`
}

/** Moves to the suite what each conversation has alike; what fills in variables is of its conversation. */
function share({ conversations, metadata }: PeerSuite): void {
  for (const [name, value] of Object.entries(conversations[0]?.metadata ?? {})) {
    const jsonText = JSON.stringify(value)
    if (jsonText.includes('{{') || conversations.some((each) => JSON.stringify(each.metadata[name]) !== jsonText))
      continue
    setMember(metadata, name, value)
    for (const each of conversations) delete each.metadata[name]
  }
}
