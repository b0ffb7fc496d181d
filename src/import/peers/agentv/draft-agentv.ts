import { basename } from 'node:path'
import { cutText } from '../../../base/privacy/cut.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import {
  addTurn,
  type DraftConversation,
  type DraftSuite,
  type Note,
  nameOnce,
  type PeerDrafts,
  startConversation,
  startSuite,
} from '../draft/draft.ts'
import { keepLiteral } from '../draft/keep-literal.ts'
import { entriesOf, itemsOf, memberOf, originAt, showEntry, textOf } from '../draft/read-members.ts'
import { settleConversation } from '../draft/settle-conversation.ts'
import { refuseDocument, type SourceFile } from '../draft/source-file.ts'
import { applyGrader, applyRubric } from './apply-grader.ts'

/** The names that AgentV has used for a list of cases. */
const lists = ['tests', 'evalcases', 'evals', 'cases'] as const
/** Members that describe a case in one sentence. */
const sentences = ['criteria', 'expected_outcome', 'outcome'] as const
/** Members that hold graders, in a case or in a file. */
const graders = ['assertions', 'assert', 'graders', 'evaluators'] as const

/** Makes suites from AgentV files: one conversation per case, of which the last message is judged. */
export function draftAgentV(sources: readonly SourceFile[]): PeerDrafts {
  const drafts: PeerDrafts = { suites: [], refused: [] }
  for (const source of sources) {
    if (source.document?.ok !== true) {
      drafts.refused.push(...refuseDocument(source))
      continue
    }
    const suite = draftFile(source.name, source.document.root)
    if (suite.conversations.length > 0) drafts.suites.push(suite)
    else if (suite.refused.length > 0) drafts.refused.push(...suite.refused)
    else {
      const origin = { file: source.name, line: 1, column: 1 }
      drafts.refused.push({ origin, message: 'this file has no cases', hint: 'write tests: with input: and criteria:' })
    }
  }
  return drafts
}

function draftFile(file: string, root: YamlNode): DraftSuite {
  const named = textOf(memberOf(root, 'name')) ?? textOf(memberOf(root, 'dataset'))
  const suite = startSuite(file, named ?? basename(file).replace(/(?:\.eval)?\.\w+$/i, ''))
  for (const { key, keyAt, value } of entriesOf(root)) {
    const why = Object.hasOwn(elsewhere, key) ? elsewhere[key] : undefined
    if (known.includes(key)) continue
    suite.notes.push({
      origin: originAt(file, keyAt),
      kind: why === undefined ? 'lost' : 'changed',
      what: why === undefined ? showEntry({ key, value }) : key,
      why: why ?? 'a suite has no equivalent',
    })
  }
  const taken = new Set<string>()
  const general = gradersIn(root)
  for (const test of lists.flatMap((key) => itemsOf(memberOf(root, key)))) {
    const conversation = draftCase(file, test, general)
    if (settleConversation(conversation))
      suite.conversations.push({ ...conversation, name: nameOnce(conversation.name, 'case', taken) })
    else
      suite.refused.push({
        origin: conversation.origin,
        message: textOf(test) === null ? 'nothing is said in this case' : 'this case is in another file',
        hint: textOf(test) === null ? 'give it input: with what the user says' : 'name that file instead',
      })
  }
  return suite
}

const known: readonly string[] = [...lists, ...graders, 'name', 'dataset', 'description', 'version', 'tags', '$schema']
const elsewhere: Readonly<Record<string, string>> = {
  target: 'the agent is named under agent:',
  targets: 'the agent is named under agent:',
  providers: 'the agent is named under agent:',
  prompts: 'a prompt belongs to the agent: what the user says is sent',
  execution: 'how a suite runs is said when it runs',
}

/** The graders of a case or of a file, at any of the places that AgentV has used. */
function gradersIn(node: YamlNode): YamlNode[] {
  const places = [node, memberOf(node, 'execution')]
  return places.flatMap((place) => graders.flatMap((key) => itemsOf(memberOf(place, key))))
}

function draftCase(file: string, test: YamlNode, general: readonly YamlNode[]): DraftConversation {
  const origin = originAt(file, test.at)
  const vars = memberOf(test, 'vars')
  const input = memberOf(test, 'input') ?? memberOf(test, 'input_messages') ?? memberOf(vars, 'input')
  const conversation = startConversation(textOf(memberOf(test, 'id')) ?? '', origin)
  addMessages(conversation, file, input, test)
  if (conversation.name === '') conversation.name = cutText(conversation.turns[0]?.text ?? '', 80, '')
  const turn = conversation.turns.at(-1)
  if (turn === undefined) return conversation
  turn.answered = true
  const render = (text: string): string => keepLiteral(text, conversation.variables)
  const at = { file, render }
  const expected =
    memberOf(test, 'expected_output') ?? memberOf(test, 'expected_messages') ?? memberOf(vars, 'expected_output')
  const answer = messagesIn(expected).map(({ text }) => text)
  if (answer.join('') !== '') turn.remarks.push({ label: 'a sample answer', text: answer.join('\n') })
  for (const key of sentences) {
    const node = memberOf(test, key)
    if (node !== undefined) applyRubric(node, turn, at)
  }
  for (const rubric of itemsOf(memberOf(test, 'rubrics'))) applyRubric(rubric, turn, at)
  const own = memberOf(memberOf(test, 'execution'), 'skip_defaults')
  const all = [...gradersIn(test), ...(textOf(own) === 'true' ? [] : general)]
  for (const grader of all) applyGrader(grader, turn, at)
  for (const { key, keyAt, value } of entriesOf(test))
    if (!ofCase.includes(key))
      turn.notes.push({
        origin: originAt(file, keyAt),
        kind: 'lost',
        what: showEntry({ key, value }),
        why: 'a conversation has no equivalent',
      })
  return conversation
}

const ofCase: readonly string[] = [
  ...sentences,
  ...graders,
  ...['id', 'input', 'input_messages', 'expected_output', 'expected_messages', 'rubrics', 'vars', 'execution'],
  ...['conversation_id', 'description', 'name', 'note'],
]

/** Adds the messages of a case in order: texts of the user are sent, and recorded answers become comments. */
function addMessages(conversation: DraftConversation, file: string, input: YamlNode | undefined, test: YamlNode): void {
  for (const { role, text, lost, at } of messagesIn(input)) {
    const origin = originAt(file, at)
    const note = (kind: Note['kind'], what: string, why: string): void => {
      const { turns, notes } = conversation
      ;(turns.at(-1)?.notes ?? notes).push({ origin, kind, what, why })
    }
    if (role === 'system') note('changed', 'system', 'what an agent is told belongs to the agent')
    else if (role === 'user') addTurn(conversation, 'user', keepLiteral(text, conversation.variables), origin)
    else {
      const turn = conversation.turns.at(-1) ?? addTurn(conversation, 'agent', '', originAt(file, test.at))
      turn.answered = true
      turn.remarks.push({ label: 'the agent said', text })
    }
    for (const what of lost) note('lost', what, 'files of a case are not read')
  }
}

/** A message of a case; `lost` names parts of it other than text. */
interface CaseMessage {
  role: string
  text: string
  lost: string[]
  at: YamlNode['at']
}

/** Reads messages: a bare text is the user's; a list holds messages, or the parts of one. */
function messagesIn(node: YamlNode | undefined): CaseMessage[] {
  if (node === undefined) return []
  const text = textOf(node)
  if (text !== null) return [{ role: 'user', text: text.trim(), lost: [], at: node.at }]
  return itemsOf(node).flatMap((item): CaseMessage[] => {
    const content = memberOf(item, 'content')
    if (content === undefined) return textOf(item) === null ? [] : messagesIn(item)
    const parts = content.kind === 'list' ? content.items : [content]
    const texts = parts.flatMap(
      (part) =>
        textOf(part) ??
        (isText(part) ? (textOf(memberOf(part, 'value')) ?? textOf(memberOf(part, 'text'))) : null) ??
        [],
    )
    const others = parts.filter((part) => part.kind !== 'scalar' && !isText(part))
    const lost = others.map((part) =>
      showEntry({ key: textOf(memberOf(part, 'type')) ?? 'part', value: memberOf(part, 'value') ?? part }),
    )
    return [{ role: textOf(memberOf(item, 'role')) ?? 'user', text: texts.join('\n').trim(), lost, at: item.at }]
  })
}

function isText(part: YamlNode): boolean {
  return textOf(memberOf(part, 'type')) === 'text'
}
