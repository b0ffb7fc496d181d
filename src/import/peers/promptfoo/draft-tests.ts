import { basename, extname } from 'node:path'
import { groupByKey } from '../../../base/group-by.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { completeConversation, skipFor } from '../draft/complete-conversation.ts'
import {
  addTurn,
  type DraftConversation,
  type DraftTurn,
  nameOnce,
  notesAt,
  type PeerSuite,
  startConversation,
} from '../draft/draft.ts'
import { originAt } from '../draft/read-members.ts'
import type { SourceFile } from '../draft/source-file.ts'
import type { Collecting, PromptTest } from './collect-tests.ts'
import { expectAssertion } from './expect-assertion.ts'
import { withoutPlain } from './expect-trajectory.ts'
import { fillFromStart, type Missing, renderTemplate, type TemplateValues } from './fill-template.ts'
import { joinRows } from './join-rows.ts'
import { type PlacedTest, placeMetadata } from './prompt-metadata.ts'
import { bySpeakers, namesInPrompt, type PromptTemplate, readHistory } from './prompt-template.ts'
import { completeUser, draftUser, instructionsOf } from './simulated-user.ts'

/** A tag of a template that reads what was said before; the name of another variable may end or begin like it. */
const talkTag = /\{[{%](?:(?!\}\}|%\}).)*?(?<![\w.])_conversation(?!\w)/s

/**
 * Makes conversations of tests: one per test, or one for several that continue each other where the prompt
 * repeats `_conversation`.
 */
export function draftTests(
  suite: PeerSuite,
  tests: readonly PromptTest[],
  templates: readonly PromptTemplate[],
  source: SourceFile,
  collecting: Collecting,
): void {
  const names = new Set<string>()
  const placed: PlacedTest[] = []
  const [main = noPrompt] = templates
  const goesOn = main.loops.includes('_conversation') || main.messages.some(({ content }) => talkTag.test(content))
  const templateFor = ({ vars }: PromptTest): PromptTemplate =>
    templates.find(({ messages }) =>
      messages.some(({ content }) => namesInPrompt(content).some((name) => vars.has(name))),
    ) ?? main
  const says = (test: PromptTest): string[] => namesInPrompt(userTemplate(test, templateFor(test)) ?? '')
  const stored = new Set(tests.flatMap(({ storeAs }) => storeAs ?? []))
  const entries = goesOn ? tests : joinRows(tests, source, says)
  const rowsOf = new Map(entries.flatMap((each) => ('rows' in each ? [[each.test, each]] : [])))
  const wholes = entries.map((each) => ('rows' in each ? each.test : each))
  const groups = groupByKey(wholes, (test) => {
    const isAlone = test.user !== null || test.vars.has('_conversation') || !(goesOn || test.conversationId !== null)
    return isAlone ? test : `talk ${test.conversationId ?? ''}`
  })
  for (const group of groups.values()) {
    const [first, second] = group
    const { rows, table = null } = rowsOf.get(first) ?? {}
    const own = table === null ? (first.name ?? first.conversationId) : basename(table.name, extname(table.name))
    const name = second === undefined ? own : (first.conversationId ?? suite.name)
    const conversation = startConversation(name ?? labelOf(first, templateFor(first)), first.origin)
    if (rows !== undefined) Object.assign(conversation, { parameters: rows, table })
    const columns = new Set(Object.keys(rows?.[0] ?? {}))
    const captured = new Set(columns)
    for (const test of group)
      placed.push({
        ...addTest(
          conversation,
          test,
          templateFor(test),
          { captured, stored },
          second !== undefined,
          source,
          collecting,
        ),
        fill: (text) => fillFromStart(text, { vars: test.vars, captured: columns, variables: conversation.variables }),
        ...{ test, conversation, columns, isFirst: test === first },
      })
    completeUser(conversation)
    const checked = group.some(({ own }) => own !== null)
    // What the defaults expect of every test would let one pass whose own question is no longer asked.
    const isOwnLost = placed.slice(-group.length).every((each) => each.isOwnLost)
    if (completeConversation(conversation, { checked, isOwnLost }))
      suite.conversations.push({ ...conversation, name: nameOnce(conversation.name, 'test', names) })
    else {
      const { origin, unread } = first
      const why = unread === null ? '' : `, as ${JSON.stringify(cutText(unread.what, 80))} is not read: ${unread.why}`
      const hint = 'give it vars: with what the user says'
      suite.refused.push({ origin, message: `nothing is said in this test${why}`, hint })
    }
  }
  placeMetadata(suite, placed, templates)
}

const noPrompt: PromptTemplate = { messages: [], isChat: false, loops: [], code: [] }

/** The variables that hold earlier messages. */
const earlierNames = ({ loops }: PromptTemplate): Set<string> =>
  new Set([...loops, '_conversation', 'messages', 'history', 'previous_messages', 'initialMessages'])

/** The label of a test; one without a name is named after its question. */
function labelOf(test: PromptTest, template: PromptTemplate): string {
  const wording = test.user === null ? (userTemplate(test, template) ?? '') : instructionsOf(test.user)
  const nothing = { captured: new Set<string>(), stored: new Set<string>(), variables: {}, read: new Set<string>() }
  const text = renderTemplate(wording, { vars: test.vars, ...nothing }, [])
  return cutText(text.replace(/\s+/g, ' ').trim(), 80, '') || `line ${test.origin.line}`
}

/** Adds the turn of a test; gives what its variables are read by. */
function addTest(
  conversation: DraftConversation,
  test: PromptTest,
  template: PromptTemplate,
  { captured, stored }: { captured: Set<string>; stored: ReadonlySet<string> },
  chained: boolean,
  source: SourceFile,
  collecting: Collecting,
): Pick<PlacedTest, 'turn' | 'said' | 'read' | 'isOwnLost'> {
  const read = earlierNames(template)
  const filling: TemplateValues = { vars: test.vars, captured, stored, variables: conversation.variables, read }
  const missing: Missing[] = []
  const render = (text: string): string => renderTemplate(text, filling, missing)
  const { user } = test
  const whole = user === null ? null : draftUser(conversation, { ...test, user }, render, source, collecting)
  if (whole === null && conversation.turns.length === 0) addHistory(conversation, test, template, render)
  const wording = whole === null ? userTemplate(test, template) : null
  if (wording !== null) {
    const text = render(wording).trim()
    if (text !== '' || conversation.turns.length === 0)
      attach(conversation, addTurn(conversation, 'user', text, test.origin), attachedIn(template), test, render)
    for (const each of missing.splice(0)) lose(conversation, test, each)
  }
  const names = new Set(read)
  const turn = whole ?? conversation.turns.at(-1)
  const placed = { turn, said: names, read, isOwnLost: false }
  if (turn === undefined) return placed
  turn.answered = true
  if (chained && test.name !== null) turn.remarks.push({ label: 'test', text: test.name })
  turn.notes.push(...test.notes)
  const became = test.asserts.map((each) => expectAssertion(each, turn, { render, collecting, whole: whole !== null }))
  placed.isOwnLost = test.own !== null && !became.slice(became.length - test.own).includes(true)
  const { 'any order': anyOrder } = turn.calls
  if (anyOrder !== undefined) turn.calls['any order'] = withoutPlain(anyOrder)
  for (const each of missing) lose(conversation, test, each)
  if (test.storeAs !== null && /^[A-Za-z_]\w*$/.test(test.storeAs)) {
    turn.capture[test.storeAs] = 'reply'
    captured.add(test.storeAs)
  }
  return placed
}

function lose(conversation: DraftConversation, { origin }: PromptTest, { what, why, stored }: Missing): void {
  const { turns, notes } = conversation
  notesAt(turns.at(-1) ?? { notes }, origin)('lost', what, why)
  if (stored)
    skipFor(conversation, 'it takes up the answer of another test: make both turns of one, or write it at TODO')
}

/** What the last message of the user in a chat has beside its text. */
const attachedIn = ({ messages, isChat }: PromptTemplate): readonly string[] =>
  (isChat ? messages.findLast(({ role }) => role === 'user')?.attached : undefined) ?? []

/** Attaches what is at a public link; without the rest, the message is another one. */
function attach(
  conversation: DraftConversation,
  turn: DraftTurn,
  attached: readonly string[],
  test: PromptTest,
  render: (text: string) => string,
): void {
  for (const each of attached) {
    const link = render(each)
    if (/^https?:\/\//.test(link)) turn.attachments.push(link)
    else {
      notesAt(turn, test.origin)('lost', each, 'attachments are public links, and this is none')
      skipFor(conversation, 'what comes with it is not at a public link: put it at one, under attachments')
    }
  }
}

/** Adds what was said before: messages of the prompt itself, then those that a variable holds. */
function addHistory(
  conversation: DraftConversation,
  test: PromptTest,
  template: PromptTemplate,
  render: (text: string) => string,
): void {
  const say = (role: string, text: string, origin = test.origin): void => {
    const last: DraftTurn | undefined = conversation.turns.at(-1)
    if (role === 'user') addTurn(conversation, 'user', render(text), origin)
    else if (role === 'assistant') {
      const turn = last ?? addTurn(conversation, 'agent', '', origin)
      turn.remarks.push({ label: 'the agent said', text })
      turn.answered = true
    }
  }
  const lastUser = template.messages.findLastIndex(({ role }) => role === 'user')
  for (const { role, content } of template.messages.slice(0, Math.max(0, lastUser))) say(role, content)
  for (const name of earlierNames(template))
    for (const { role, text, node } of readHistory(test.vars.get(name))) {
      const origin = originAt(test.origin.file, node.at)
      if (role === 'other') notesAt(conversation, origin)('lost', text, bySpeakers)
      else say(role, text, origin)
    }
}

/**
 * What the user says in a test: the last such message of a chat; of a text, which contains more than a user would say,
 * the variable in it.
 */
function userTemplate(test: PromptTest, { messages, isChat }: PromptTemplate): string | null {
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const plain = [...test.vars].filter(([, { kind }]) => kind === 'scalar').map(([name]) => name)
  const names = namesInPrompt(content).filter((name) => plain.includes(name))
  const usual = [...names, ...plain].find((name) =>
    /^(?:question|message|input|query|prompt|user_?\w*|text|utterance)$/i.test(name),
  )
  if (isChat && names.length > 0) return content
  const variable = names.length === 1 ? names[0] : (usual ?? names.at(-1) ?? (content === '' ? plain[0] : undefined))
  if (variable !== undefined) return `{{${variable}}}`
  return namesInPrompt(content).length === 0 && content !== '' ? content : null
}
