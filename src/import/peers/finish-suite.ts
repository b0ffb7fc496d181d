import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { writeTexts } from '../../suite/language/matchers/text-or-pattern.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { dash, indent, oneLine, shorten, writeMember, writeTextScalar } from '../../suite/yaml/write-yaml.ts'
import { joinConditions } from './draft/conditions.ts'
import {
  asserts,
  bareIfOne,
  type DraftConversation,
  type DraftNote,
  type DraftTable,
  type DraftTurn,
  type Peer,
  type PeerSuite,
  type RefusedPart,
  startOf,
} from './draft/draft.ts'
import { escapeLiterals, spaceBraces } from './draft/escape-literal.ts'

export interface ImportedSuite {
  file: string
  peer: Peer
  text: string
  conversations: number
  skipped: number
  notes: DraftNote[]
  /** Other files that were merged into it. */
  uses: string[]
  tables: DraftTable[]
}

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
    const all = { origin: startOf(file), message: `its suite could not be read: ${message}`, hint: 'split the file' }
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
  const lastProblem = problemOf(shorter, draft)
  return lastProblem === null ? { suite: describe(rest, peer, shorter), refused } : refuseAll(lastProblem)
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
  return [...notes, ...turns.flatMap((turn) => turn.notes), ...(simulated?.whole.notes ?? [])]
}

/** The text of a suite file. `agent` is null where none was named. */
function writeSuite(suite: PeerSuite, agent: string | null): string {
  const { file, name, notes, metadata, conversations, templates } = suite
  const writeTemplate = ([key, turns]: [string, DraftTurn[]]): string[] => [
    `${writeTextScalar(key, false)}:`,
    ...indent(turns.flatMap((turn) => writeTurn(turn, file, 6))),
  ]
  const lines = [
    `# Imported from ${shorten(file)}`,
    ...writeNotes(notes, file),
    ...writeMember('suite', spaceBraces(name), 0),
    ...(agent === null ? ['agent: TODO # name the agent'] : writeMember('agent', agent, 0)),
    ...writeSome('metadata', metadata, 0),
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
  const [own, parameters] = [keep(conversation.shown), keep(conversation.parameters)]
  const variables = { ...braces, ...keep(conversation.variables) }
  const room = 6
  return [
    ...writeNotes(notes, file),
    ...dash([
      ...writeMember('name', spaceBraces(name), room),
      ...(skip === null ? [] : writeMember('skip', spaceBraces(skip), room)),
      ...writeSome('metadata', conversation.metadata, room),
      ...writeSome('variables', variables, room),
      ...writeSome('parameters', table === null || parameters.length === 0 ? parameters : rowsFrom(table), room),
      ...writeSome('laws', laws, room),
      ...(turns.length === 0 ? [] : ['turns:', ...indent(turns.flatMap((turn) => writeTurn(turn, file, room + 4)))]),
      ...(simulated === null ? [] : writeSimulated(simulated, file, room)),
      ...(isEmpty(own) ? [] : writeMember('session', { variables: writeTexts(own) }, room)),
    ]),
  ]
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0

function writeSome(name: string, value: JsonObject | JsonValue[], room: number): string[] {
  return isEmpty(value) ? [] : writeMember(name, value, room)
}

const rowsFrom = ({ name, rows }: DraftTable): JsonObject => ({ from: name, ...(rows === null ? {} : { rows }) })

/** The lines of a turn, as an item of `turns` indented by `room`; losses follow as comments. */
function writeTurn(turn: DraftTurn, file: string, room: number): string[] {
  const { speaker, text, attachments, metadata, timeLimit, capture, notes, remarks } = turn
  return dash([
    ...(speaker === 'agent' ? ['agent starts: true'] : writeMember(speaker, text, room)),
    ...writeSome('attachments', attachments, room),
    ...writeSome('metadata', metadata, room),
    ...(timeLimit === null ? [] : [`time limit: ${timeLimit}`]),
    ...remarks.map((each) => `# ${each.label} ${shorten(each.text)}`),
    ...writeNotes(notes, file),
    ...(asserts(turn) ? writeExpectation(turn, room) : []),
    ...writeSome('capture', capture, room),
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
    ...writeSome('session', session, room),
  ]
}

function callsOf({ calls }: DraftTurn): JsonObject {
  const { 'in order': inOrder, ...rest } = calls
  if (isEmpty(rest)) return inOrder === undefined ? {} : { calls: writeTexts(inOrder) }
  return { calls: writeTexts(Object.fromEntries(Object.entries(calls).filter(([, each]) => each !== undefined))) }
}

function judgeOf({ judge }: DraftTurn): JsonObject {
  return judge.length === 0 ? {} : { judge: bareIfOne(judge) }
}

function writeExpectation(turn: DraftTurn, room: number): string[] {
  const { conditions, items, latency } = turn
  const reply: JsonObject = joinConditions(conditions)
  for (const [kind, matchers] of Object.entries(items))
    reply[kind] = kind === 'content' && matchers.length > 1 ? { all: matchers } : bareIfOne(matchers)
  const expect: JsonObject = {
    ...(isEmpty(reply) ? {} : { reply: writeTexts(reply) }),
    ...callsOf(turn),
    ...(latency === null ? {} : { latency }),
    ...judgeOf(turn),
  }
  return writeMember('expect', expect, room)
}

/** A comment for each thing that the suite does not express as it was; names a file other than the suite's. */
function writeNotes(notes: readonly DraftNote[], file: string): string[] {
  return notes.map(({ origin, kind, what, why }) => {
    const where = `${origin.file === file ? '' : `${origin.file} `}line ${origin.line}`
    return `# ${kind} (${where}) ${shorten(what)}: ${oneLine(why)}`
  })
}
