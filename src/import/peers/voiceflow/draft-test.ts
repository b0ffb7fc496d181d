import type { YamlNode } from '../../../suite/yaml/node.ts'
import { addTurn, type DraftConversation, type DraftTurn, startConversation } from '../draft/draft.ts'
import { keepLiteral } from '../draft/keep-literal.ts'
import type { Note } from '../draft/note.ts'
import { entriesOf, itemsOf, memberOf, originAt, showEntry, showNode, textOf } from '../draft/read-members.ts'
import { settleConversation, skipFor } from '../draft/settle-conversation.ts'
import { applyValidation } from './apply-validation.ts'

/** A test of Voiceflow as a conversation; why where it is none. */
export function draftTest(root: YamlNode, file: string, fallback: string): DraftConversation | string {
  const conversation = startConversation(textOf(memberOf(root, 'name')) ?? fallback, originAt(file, root.at))
  if (memberOf(root, 'interactions') === undefined && memberOf(root, 'agent') !== undefined)
    return 'a model plays the user here, by a goal and a persona; the turns of a suite are written'
  for (const node of itemsOf(memberOf(root, 'interactions'))) applyInteraction(node, conversation, file)
  for (const { key, keyAt, value } of entriesOf(root)) {
    if (['name', 'description', 'interactions'].includes(key)) continue
    const why = 'a conversation has nothing like it'
    conversation.notes.push({ origin: originAt(file, keyAt), kind: 'lost', what: showEntry({ key, value }), why })
  }
  return settleConversation(conversation) ? conversation : 'nothing is said in this test'
}

function applyInteraction(node: YamlNode, conversation: DraftConversation, file: string): void {
  const turn = startTurn(memberOf(node, 'user'), conversation, node, file)
  for (const each of itemsOf(memberOf(memberOf(node, 'agent'), 'validate')))
    applyValidation(each, turn, conversation, file)
  for (const { key, keyAt, value } of entriesOf(node)) {
    if (key === 'id' || key === 'user' || key === 'agent') continue
    const why =
      key === 'variables' ? 'variables of the agent are not set: give it metadata' : 'a turn has nothing like it'
    turn.notes.push({ origin: originAt(file, keyAt), kind: 'lost', what: showEntry({ key, value }), why })
  }
}

function startTurn(
  user: YamlNode | undefined,
  conversation: DraftConversation,
  node: YamlNode,
  file: string,
): DraftTurn {
  const origin = originAt(file, (user ?? node).at)
  const type = textOf(memberOf(user, 'type')) ?? ''
  if (type === 'launch' && conversation.turns.length === 0) return addTurn(conversation, 'agent', '', origin)
  const turn = addTurn(conversation, 'user', '', origin)
  const note = (kind: Note['kind'], why: string): void => {
    turn.notes.push({ origin, kind, what: user === undefined ? 'user' : showNode(user), why })
  }
  const text = [memberOf(user, 'text'), memberOf(user, 'value')]
    .map((each) => textOf(each) ?? '')
    .find((each) => each.trim() !== '')
  if (type === 'launch') {
    note('lost', 'the agent starts a conversation once: begin another conversation here')
    skipFor(conversation, 'it launches again: make it two conversations')
  } else if (type === 'text' || type === 'prompt' || type === '')
    turn.text = keepLiteral(text ?? '', conversation.variables)
  else if (text !== undefined && type !== 'audio') {
    turn.text = keepLiteral(text, conversation.variables)
    note('changed', `a message of the type ${type} is sent as its text`)
  } else note('lost', type === 'intent' ? 'an intent is no words: write what the user says' : 'a turn sends a text')
  if (turn.text === '' && !turn.notes.some(({ kind }) => kind === 'lost')) note('lost', 'it has no text')
  return turn
}
