import { secretsBelow } from '../../../base/privacy/patterns.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import {
  type DraftConversation,
  type DraftSuite,
  type DraftTurn,
  type Note,
  nameOnce,
  type Origin,
  type PeerDrafts,
  startSuite,
} from '../draft/draft.ts'
import { expectCriterion, judgedHere } from '../draft/expect-criterion.ts'
import { keepLiteral } from '../draft/keep-literal.ts'
import { originAt } from '../draft/read-members.ts'
import { settleConversation } from '../draft/settle-conversation.ts'
import type { SourceFile } from '../draft/source-file.ts'
import { type Code, type CodeNode, childOf, nodesBelow, parseCode, placeOfCode, textIn } from './parse-code.ts'

/** A code file that is being imported. */
export interface CodeSource {
  code: Code
  file: string
  text: string
}

/** What a peer's call was turned into: conversations, or the reason why not. */
export interface CallDraft {
  name: string
  conversations: DraftConversation[]
  refused: { node: CodeNode; message: string; hint: string }[]
  notes: Note[]
}

/** Makes a suite of each file that contains calls of a peer; `draftCall` returns null for other calls. */
export function draftCode(
  sources: readonly SourceFile[],
  draftCall: (call: CodeNode, source: CodeSource) => CallDraft | null,
  what: string,
): PeerDrafts {
  const drafts: PeerDrafts = { suites: [], refused: [] }
  for (const { path, name: file, text } of sources) {
    const read = parseCode(text, path)
    if (!read.ok) {
      const hint = 'only JavaScript and TypeScript are read: mend the file, and import it again'
      drafts.refused.push({ origin: originAt(file, read.at), message: read.message, hint })
      continue
    }
    const source = { code: read.code, file, text }
    const found = read.code.calls.flatMap((call) => draftCall(call, source) ?? [])
    const [first] = found
    if (first === undefined) {
      const origin = { file, line: 1, column: 1 }
      drafts.refused.push({ origin, message: `this file has no ${what}`, hint: 'name a file that has one' })
      continue
    }
    const suite = startSuite(file, found.length === 1 ? first.name : file.replace(/^.*[\\/]/, '').replace(/\..*$/, ''))
    for (const each of found) addCall(suite, each, found.length > 1)
    if (suite.conversations.length > 0) drafts.suites.push(suite)
    else drafts.refused.push(...suite.refused)
  }
  return drafts
}

function addCall(suite: DraftSuite, { name, conversations, refused, notes }: CallDraft, named: boolean): void {
  const taken = new Set(suite.conversations.map((each) => each.name))
  suite.notes.push(...notes)
  for (const { node, message, hint } of refused)
    suite.refused.push({ origin: originAt(suite.file, placeOfCode(node)), message: `not imported: ${message}`, hint })
  for (const conversation of conversations) {
    if (!settleConversation(conversation)) continue
    const own = named ? `${name}: ${conversation.name}` : conversation.name
    suite.conversations.push({ ...conversation, name: nameOnce(own, 'case', taken) })
  }
}

/** The place of a node in its file. */
export function originOf(node: CodeNode, { file }: Pick<CodeSource, 'file'>): Origin {
  return originAt(file, placeOfCode(node))
}

/** The first line of a node as written, for notes; values under secret names are hidden, whatever they are. */
export function shownCode(node: CodeNode, { text }: Pick<CodeSource, 'text'>): string {
  const { line, column, length } = placeOfCode(node)
  let written = text.split('\n')[line - 1] ?? ''
  let end = length === 1 ? written.length : column - 1 + length
  for (const value of secretsIn(node).reverse()) {
    const at = placeOfCode(value)
    if (at.line !== line) continue
    const from = at.column - 1
    const to = at.length === 1 ? end : from + at.length
    written = `${written.slice(0, from)}(hidden)${written.slice(to)}`
    end += '(hidden)'.length - (to - from)
  }
  return written.slice(column - 1, end).trim()
}

/** The values under secret names, in the order of the file; values nested in one of them are not listed again. */
function secretsIn(node: CodeNode): CodeNode[] {
  const within = new Set<CodeNode>()
  return nodesBelow(node).flatMap((each) => {
    const [key, value] = [childOf(each, 'key'), childOf(each, 'value')]
    const name = textIn(key, 'name') ?? textIn(key, 'value')
    if (within.has(each) || name === null || value === undefined || secretsBelow(name, 'none') === 'none') return []
    for (const below of nodesBelow(each)) within.add(below)
    return [value]
  })
}

/** The text of a string literal; null for anything that code would have to compute. */
export function textOfCode(node: CodeNode | undefined, { code }: Pick<CodeSource, 'code'>): string | null {
  const read: YamlNode | null = code.literal(node)
  return read?.kind === 'scalar' && typeof read.value === 'string' ? read.value : null
}

/** Expects a judge to find a sentence true and adds a note about it, or notes why that is impossible. */
export function judgeCode(
  sentence: string,
  node: CodeNode,
  {
    turn,
    conversation,
    source,
    whole = false,
  }: {
    turn: DraftTurn
    conversation: DraftConversation
    source: CodeSource
    whole?: boolean
  },
): void {
  const why = expectCriterion(turn, keepLiteral(sentence, conversation.variables), { whole })
  const origin = originOf(node, source)
  if (why === null) turn.notes.push({ origin, kind: 'changed', what: 'criterion', why: judgedHere })
  else turn.notes.push({ origin, kind: 'lost', what: shownCode(node, source), why })
}
