import { basename } from 'node:path'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import { completeConversation, skipFor } from '../draft/complete-conversation.ts'
import { measuredHere, readLiteral, similarTo } from '../draft/conditions.ts'
import {
  addSuite,
  addTurn,
  type DraftConversation,
  type DraftTurn,
  expectItem,
  nameOnce,
  notesAt,
  type PeerDrafts,
  type PeerSuite,
  startConversation,
  startOf,
  startSuite,
} from '../draft/draft.ts'
import { escapeLiteral } from '../draft/escape-literal.ts'
import {
  entriesOf,
  itemsOf,
  memberOf,
  originAt,
  scalarText,
  scalarTexts,
  showEntry,
  showNode,
} from '../draft/read-members.ts'
import { type OpenBeside, outside, refuseDocument, type SourceFile } from '../draft/source-file.ts'

/** Suites from Voiceflow: one for each suite file, and one for each test that no suite names. */
export function draftVoiceflow(sources: readonly SourceFile[], open: OpenBeside): PeerDrafts {
  const drafts: PeerDrafts = { suites: [], refused: [] }
  const claimed = new Set<string>()
  const read = sources.flatMap((source) => {
    if (source.document?.ok === true) return [{ source, root: source.document.root }]
    drafts.refused.push(...refuseDocument(source))
    return []
  })
  for (const { source, root } of read.filter(({ root }) => isSuite(root)))
    addSuite(drafts, draftSuite(source, root, open, claimed))
  for (const { source, root } of read.filter(({ root }) => !isSuite(root))) {
    if (claimed.has(source.path)) continue
    const suite = startSuite(source.name, stem(source))
    addTest(suite, source, root, new Set())
    addSuite(drafts, suite)
  }
  return drafts
}

function isSuite(root: YamlNode): boolean {
  return memberOf(root, 'tests') !== undefined
}

function stem({ name }: SourceFile): string {
  return basename(name).replace(/\.\w+$/, '')
}

function addTest(suite: PeerSuite, source: SourceFile, root: YamlNode, names: Set<string>): void {
  const origin = startOf(source.name)
  if (memberOf(root, '$defs') !== undefined || memberOf(root, '$schema') !== undefined) {
    suite.refused.push({ origin, message: 'this is a JSON Schema of tests, and no test', hint: 'name the tests' })
    return
  }
  const conversation = draftTest(root, source.name, stem(source))
  if (typeof conversation === 'string')
    suite.refused.push({ origin, message: conversation, hint: 'write its turns by hand' })
  else suite.conversations.push({ ...conversation, name: nameOnce(conversation.name, stem(source), names) })
}

function draftSuite(source: SourceFile, root: YamlNode, open: OpenBeside, claimed: Set<string>): PeerSuite {
  const file = source.name
  const suite = startSuite(file, scalarText(memberOf(root, 'name')) ?? stem(source))
  const names = new Set<string>()
  for (const test of itemsOf(memberOf(root, 'tests'))) {
    const path = scalarText(memberOf(test, 'file')) ?? scalarText(test) ?? ''
    const beside = path === '' ? '' : open(source, path)
    const origin = originAt(file, test.at)
    if (typeof beside === 'string' || beside.document === null) {
      const why = beside === outside ? outside : `the file ${JSON.stringify(path)} is not there`
      const message = path === '' ? 'this test names no file' : why
      suite.refused.push({ origin, message, hint: 'paths are relative to the suite' })
      continue
    }
    claimed.add(beside.path)
    suite.uses.push(beside.name)
    if (beside.document.ok) addTest(suite, beside, beside.document.root, names)
    else suite.refused.push(...refuseDocument(beside))
  }
  for (const { key, keyAt, value } of entriesOf(root)) {
    const why = Object.hasOwn(reasons, key) ? reasons[key] : undefined
    if (why !== undefined && !(key === 'newSessionPerTest' && scalarText(value) === 'true'))
      notesAt(suite, originAt(file, keyAt))('changed', showEntry({ key, value }), why)
  }
  return suite
}

/** A Voiceflow test as a conversation, or why it cannot be one. */
function draftTest(root: YamlNode, file: string, fallback: string): DraftConversation | string {
  const conversation = startConversation(scalarText(memberOf(root, 'name')) ?? fallback, originAt(file, root.at))
  if (memberOf(root, 'interactions') === undefined && memberOf(root, 'agent') !== undefined)
    return 'a model plays the user here, by a goal and a persona; the turns of a suite are written'
  for (const node of itemsOf(memberOf(root, 'interactions'))) applyInteraction(node, conversation, file)
  for (const { key, keyAt, value } of entriesOf(root)) {
    if (['name', 'description', 'interactions'].includes(key)) continue
    const note = notesAt(conversation, originAt(file, keyAt))
    note('lost', showEntry({ key, value }), 'a conversation has no equivalent')
  }
  return completeConversation(conversation) ? conversation : 'nothing is said in this test'
}

function applyInteraction(node: YamlNode, conversation: DraftConversation, file: string): void {
  const turn = startTurn(memberOf(node, 'user'), conversation, node, file)
  for (const each of itemsOf(memberOf(memberOf(node, 'agent'), 'validate')))
    applyValidation(each, turn, conversation, file)
  for (const { key, keyAt, value } of entriesOf(node)) {
    if (key === 'id' || key === 'user' || key === 'agent') continue
    const why =
      key === 'variables' ? 'variables of the agent are not set: give it metadata' : 'a turn has nothing like it'
    notesAt(turn, originAt(file, keyAt))('lost', showEntry({ key, value }), why)
  }
}

function startTurn(
  user: YamlNode | undefined,
  conversation: DraftConversation,
  node: YamlNode,
  file: string,
): DraftTurn {
  const origin = originAt(file, (user ?? node).at)
  const type = scalarText(memberOf(user, 'type')) ?? ''
  if (type === 'launch' && conversation.turns.length === 0) return addTurn(conversation, 'agent', '', origin)
  const turn = addTurn(conversation, 'user', '', origin)
  const note = (kind: 'lost' | 'changed', why: string): void =>
    notesAt(turn, origin)(kind, user === undefined ? 'user' : showNode(user), why)
  const text = [memberOf(user, 'text'), memberOf(user, 'value')]
    .map((each) => scalarText(each) ?? '')
    .find((each) => each.trim() !== '')
  if (type === 'launch') {
    note('lost', 'the agent starts a conversation once: begin another conversation here')
    skipFor(conversation, 'it launches again: make it two conversations')
  } else if (type === 'text' || type === 'prompt' || type === '')
    turn.text = escapeLiteral(text ?? '', conversation.variables)
  else if (text !== undefined && type !== 'audio') {
    turn.text = escapeLiteral(text, conversation.variables)
    note('changed', `a message of the type ${type} is sent as its text`)
  } else note('lost', type === 'intent' ? 'an intent is no words: write what the user says' : 'a turn sends a text')
  if (turn.text === '' && !turn.notes.some(({ kind }) => kind === 'lost')) note('lost', 'it has no text')
  return turn
}

const traces: Readonly<Record<string, string>> = { choice: 'button', visual: 'image', audio: 'audio', video: 'video' }

/** Adds the expectation of an item of `validate`, which holds when any message of the turn meets it. */
function applyValidation(node: YamlNode, turn: DraftTurn, { variables }: DraftConversation, file: string): void {
  const type = scalarText(memberOf(node, 'type')) ?? ''
  const value = scalarText(memberOf(node, 'value')) ?? ''
  const note = notesAt(turn, originAt(file, node.at))
  const lose = (why: string): void => note('lost', showNode(node), why)
  const literal = (text: string): string => escapeLiteral(text, variables)
  if (value === '' && ['contains', 'equals', 'regexp', 'traceType'].includes(type)) lose('it has no value')
  else if (type === 'contains') turn.conditions.push({ contains: literal(value) })
  else if (type === 'equals') expectItem(turn, 'text', literal(value))
  else if (type === 'regexp') {
    const read = readLiteral(value)
    if (read.ok) turn.conditions.push({ matches: literal(read.text) })
    else lose(read.why)
  } else if (type === 'traceType' && (value === 'text' || value === 'speak')) turn.conditions.push({ empty: false })
  else if (type === 'traceType' && traces[value] !== undefined)
    expectItem(turn, 'content', { contains: { kind: traces[value] ?? '' } })
  else if (type === 'traceType') lose('a reply has texts, buttons and media, and no other traces')
  else if (type === 'similarity') {
    const condition = similarTo(scalarTexts(memberOf(node, 'values')), literal)
    if (condition === null) lose('it has no value')
    else {
      turn.conditions.push(condition)
      note('changed', showNode(node), measuredHere)
    }
  } else if (type === 'variable') lose('variables of the agent are no part of a transcript: expect session variables')
  else lose('this check is not known')
}

const reasons: Readonly<Record<string, string>> = {
  environmentName: 'the version of the agent is chosen when the suite runs',
  newSessionPerTest: 'each conversation has a session of its own',
}
