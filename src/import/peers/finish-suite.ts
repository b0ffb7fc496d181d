import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { writeTexts } from '../../suite/language/matchers/text-or-pattern.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { dash, indent, shorten, writeMember, writeTextScalar } from '../../suite/yaml/write-yaml.ts'
import { joinConditions } from './draft/conditions.ts'
import {
  asserts,
  type DraftConversation,
  type DraftNote,
  type DraftTable,
  type DraftTurn,
  type Peer,
  type PeerSuite,
  type RefusedPart,
} from './draft/draft.ts'
import { escapeLiterals, spaceBraces } from './draft/escape-literal.ts'

/** The suite made of one file. */
export interface ImportedSuite {
  /** The peer's file, as messages show it. */
  file: string
  peer: Peer
  text: string
  conversations: number
  skipped: number
  notes: DraftNote[]
  /** Other files that were merged into it. */
  uses: string[]
  /** Files of rows that have to lie beside it. */
  tables: DraftTable[]
}

/** A written suite, or null; and what had to be left out of it. */
interface Finished {
  suite: ImportedSuite | null
  refused: RefusedPart[]
}

/** Writes a suite and parses it again; conversations that would make it invalid are left out. */
export function finishSuite(draft: PeerSuite, peer: Peer, agent: string | null): Finished {
  const { file } = draft
  const refused: RefusedPart[] = []
  const text = writeSuite(draft, agent)
  const problem = problemOf(text, draft)
  if (problem === null) return { suite: describe(draft, peer, text), refused }
  const refuseAll = ({ message }: Problem): Finished => {
    const origin = { file, line: 1, column: 1 }
    const all = { origin, message: `its suite could not be read: ${message}`, hint: 'split the file' }
    return { suite: null, refused: [...refused, all] }
  }
  if (problem.code === 'too-large' || problem.code === 'alias-bomb') return refuseAll(problem)
  const conversations = draft.conversations.filter((each) => {
    const own = problemOf(writeSuite({ ...draft, conversations: [each] }, agent), draft)
    if (own !== null) {
      const hint = 'write it by hand, and report it to Tableread'
      refused.push({ origin: each.origin, message: `its suite could not be read: ${own.message}`, hint })
    }
    return own === null
  })
  if (conversations.length === 0) return { suite: null, refused }
  const rest = { ...draft, conversations }
  const shorter = writeSuite(rest, agent)
  const left = problemOf(shorter, draft)
  return left === null ? { suite: describe(rest, peer, shorter), refused } : refuseAll(left)
}

function problemOf(text: string, draft: PeerSuite): Problem | null {
  const parsed = parseScript(text, draft.file, (path) => {
    const table = tablesOf(draft).find(({ name }) => name === path)
    return table === undefined ? null : { file: path, content: table.text }
  })
  return parsed.ok ? null : (parsed.problems[0] ?? null)
}

function tablesOf({ conversations }: PeerSuite): DraftTable[] {
  return [...new Map(conversations.flatMap(({ table }) => (table === null ? [] : [[table.name, table]]))).values()]
}

function describe(draft: PeerSuite, peer: Peer, text: string): ImportedSuite {
  const { file, notes, conversations, uses, templates } = draft
  const skipped = conversations.filter(({ skip }) => skip !== null).length
  const inTemplates = [...templates.values()].flat().flatMap((turn) => turn.notes)
  const all = [...notes, ...inTemplates, ...conversations.flatMap(notesOf)]
  return { file, peer, text, conversations: conversations.length, skipped, notes: all, uses, tables: tablesOf(draft) }
}

function notesOf({ notes, turns, simulated }: DraftConversation): DraftNote[] {
  return [...notes, ...[...turns, ...(simulated === null ? [] : [simulated.whole])].flatMap((turn) => turn.notes)]
}

/** The text of a suite file. `agent` is null where none was named. */
function writeSuite(suite: PeerSuite, agent: string | null): string {
  const { file, name, notes, conversations, templates } = suite
  const writeTemplate = ([key, turns]: [string, DraftTurn[]]): string[] => [
    `${writeTextScalar(key, false)}:`,
    ...indent(turns.flatMap((turn) => writeTurn(turn, file, 6))),
  ]
  const lines = [
    `# Imported from ${shorten(file)}`,
    ...writeNotes(notes, file),
    ...writeMember('suite', spaceBraces(name), 0),
    ...(agent === null ? ['agent: TODO # name the agent'] : writeMember('agent', agent, 0)),
    ...(templates.size === 0 ? [] : ['', 'templates:', ...indent([...templates].flatMap(writeTemplate))]),
    '',
    'conversations:',
    ...conversations.flatMap((each, index) => [...(index === 0 ? [] : ['']), ...indent(writeConversation(each, file))]),
  ]
  return `${lines.join('\n')}\n`
}

function writeConversation(conversation: DraftConversation, file: string): string[] {
  const { name, notes, skip, turns, laws, simulated, table } = conversation
  const braces: JsonObject = { ...conversation.variables }
  const keep = <T extends JsonValue>(value: T): T => escapeLiterals(value, braces) as T
  const [metadata, shown, parameters, own] = [
    keep(conversation.metadata),
    keep(conversation.shown),
    keep(conversation.parameters),
    keep(conversation.variables),
  ]
  const variables = { ...braces, ...own }
  const room = 6
  const some = (value: object): boolean => Object.keys(value).length > 0
  return [
    ...writeNotes(notes, file),
    ...dash([
      ...writeMember('name', spaceBraces(name), room),
      ...(skip === null ? [] : writeMember('skip', spaceBraces(skip), room)),
      ...(some(metadata) ? writeMember('metadata', metadata, room) : []),
      ...(some(variables) ? writeMember('variables', variables, room) : []),
      ...(some(parameters) ? writeMember('parameters', table === null ? parameters : rowsFrom(table), room) : []),
      ...(some(laws) ? writeMember('laws', laws, room) : []),
      ...(turns.length === 0 ? [] : ['turns:', ...indent(turns.flatMap((turn) => writeTurn(turn, file, room + 4)))]),
      ...(simulated === null ? [] : writeSimulated(simulated, file, room)),
      ...(some(shown) ? writeMember('session', { variables: writeTexts(shown) }, room) : []),
    ]),
  ]
}

const rowsFrom = ({ name, rows }: DraftTable): JsonObject => ({ from: name, ...(rows === null ? {} : { rows }) })

/** The lines of a turn, as an item of `turns` indented by `room`; losses follow as comments. */
function writeTurn(turn: DraftTurn, file: string, room: number): string[] {
  const { speaker, text, attachments, timeLimit, capture, notes, remarks } = turn
  const head = speaker === 'agent' ? ['agent starts: true'] : writeMember(speaker, text, room)
  return dash([
    ...head,
    ...(attachments.length === 0 ? [] : writeMember('attachments', attachments, room)),
    ...(timeLimit === null ? [] : [`time limit: ${timeLimit}`]),
    ...remarks.map((each) => `# ${each.label} ${shorten(each.text)}`),
    ...writeNotes(notes, file),
    ...(asserts(turn) ? writeExpectation(turn, room) : []),
    ...(Object.keys(capture).length === 0 ? [] : writeMember('capture', capture, room)),
  ])
}

/** A simulated user, and what is expected of its talk: of every reply, of all calls, and by judges of the whole. */
function writeSimulated({ user, whole }: NonNullable<DraftConversation['simulated']>, file: string, room: number) {
  const session: JsonObject = { ...callsOf(whole), ...judgeOf(whole) }
  const reply = writeTexts(joinConditions(whole.conditions))
  return [
    ...writeMember('simulated user', user, room),
    ...writeNotes(whole.notes, file),
    ...(whole.conditions.length === 0 ? [] : writeMember('every turn', { reply }, room)),
    ...(Object.keys(session).length === 0 ? [] : writeMember('session', session, room)),
  ]
}

function callsOf({ calls }: DraftTurn): JsonObject {
  const { 'in order': inOrder, ...rest } = calls
  const [other] = Object.keys(rest)
  if (other === undefined) return inOrder === undefined ? {} : { calls: writeTexts(inOrder) }
  return { calls: writeTexts(Object.fromEntries(Object.entries(calls).filter(([, each]) => each !== undefined))) }
}

function judgeOf({ judge }: DraftTurn): JsonObject {
  return judge.length === 0 ? {} : { judge: judge.length === 1 ? (judge[0] ?? null) : judge }
}

function writeExpectation(turn: DraftTurn, room: number): string[] {
  const { conditions, items, latency } = turn
  const reply: JsonObject = joinConditions(conditions)
  for (const [kind, matchers] of Object.entries(items))
    reply[kind] = matchers.length === 1 ? (matchers[0] ?? null) : kind === 'content' ? { all: matchers } : matchers
  const expect: JsonObject = {
    ...(Object.keys(reply).length > 0 ? { reply: writeTexts(reply) } : {}),
    ...callsOf(turn),
    ...(latency === null ? {} : { latency }),
    ...judgeOf(turn),
  }
  return writeMember('expect', expect, room)
}

/**
 * A comment for each thing that the suite does not express, or expresses differently; another file than the
 * suite's is named.
 */
function writeNotes(notes: readonly DraftNote[], file: string): string[] {
  return notes.map(({ origin, kind, what, why }) => {
    const where = `${origin.file === file ? '' : `${origin.file} `}line ${origin.line}`
    return `# ${kind} (${where}) ${shorten(what)}: ${oneLine(why)}`
  })
}

/** Reasons may quote the file, and a comment must not leave its line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
