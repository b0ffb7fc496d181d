import { basename, extname } from 'node:path'
import { groupByKey } from '../../../base/group-by.ts'
import type { JsonObject } from '../../../base/json/json.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { isGivenName } from '../../../suite/language/script/given-values.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import { completeConversation } from '../draft/complete-conversation.ts'
import { measuredHere, negateCondition } from '../draft/conditions.ts'
import {
  addTurn,
  type DraftConversation,
  type DraftTurn,
  nameOnce,
  notesAt,
  type PeerSuite,
  startConversation,
} from '../draft/draft.ts'
import { escapeLiteral, replaceBetween } from '../draft/escape-literal.ts'
import { itemsOf, memberOf, originAt, scalarText, showNode } from '../draft/read-members.ts'
import type { SourceFile } from '../draft/source-file.ts'
import { applyJudge, isJudged } from './apply-judge.ts'
import { assertionCondition, isLikeness } from './assertion-condition.ts'
import { type Collecting, type PromptTest, withValue } from './collect-tests.ts'
import { expectTrajectory, isAboutCalls, withoutPlain } from './expect-trajectory.ts'
import { joinRows } from './join-rows.ts'
import type { SourcedNode } from './open-reference.ts'
import { type PlacedTest, placeMetadata } from './prompt-metadata.ts'
import { namesInPrompt, type PromptTemplate, readHistory } from './prompt-template.ts'
import { completeUser, draftUser, instructionsOf } from './simulated-user.ts'

/**
 * Makes conversations of tests: one per test, or one for several that continue each other where the prompt
 * repeats `_conversation`.
 */
export function draftTests(
  suite: PeerSuite,
  tests: readonly PromptTest[],
  template: PromptTemplate,
  source: SourceFile,
  collecting: Collecting,
): void {
  const taken = new Set<string>()
  const placed: PlacedTest[] = []
  const goesOn =
    template.loops.includes('_conversation') ||
    template.messages.some(({ content }) => content.includes('_conversation'))
  const says = (test: PromptTest): string[] => namesInPrompt(userTemplate(test, template) ?? '')
  const joined = goesOn ? tests : joinRows(tests, source, says)
  const rowsOf = new Map(joined.flatMap((each) => ('rows' in each ? [[each.test, each]] : [])))
  const wholes = joined.map((each) => ('rows' in each ? each.test : each))
  const groups = groupByKey(wholes, (test) => {
    const isAlone = test.user !== null || test.vars.has('_conversation') || !(goesOn || test.conversationId !== null)
    return isAlone ? test : `talk ${test.conversationId ?? ''}`
  })
  for (const group of groups.values()) {
    const [first, second] = group
    const { rows, table = null } = rowsOf.get(first) ?? {}
    const own = table === null ? (first.name ?? first.conversationId) : basename(table.name, extname(table.name))
    const name = second === undefined ? own : (first.conversationId ?? suite.name)
    const conversation = startConversation(name ?? labelOf(first, template), first.origin)
    if (rows !== undefined) Object.assign(conversation, { parameters: rows, table })
    const columns = new Set(Object.keys(rows?.[0] ?? {}))
    const captured = new Set(columns)
    for (const test of group)
      placed.push({
        ...addTest(conversation, test, template, captured, second !== undefined, source, collecting),
        fill: (text) => fillFromStart(text, { vars: test.vars, captured: columns, variables: conversation.variables }),
        ...{ test, conversation, columns, isFirst: test === first },
      })
    completeUser(conversation)
    if (completeConversation(conversation))
      suite.conversations.push({ ...conversation, name: nameOnce(conversation.name, 'test', taken) })
    else {
      const hint = 'give it vars: with what the user says'
      suite.refused.push({ origin: first.origin, message: 'nothing is said in this test', hint })
    }
  }
  placeMetadata(suite, placed, template)
}

/** The variables that hold earlier messages. */
const earlierNames = ({ loops }: PromptTemplate): Set<string> =>
  new Set([...loops, '_conversation', 'messages', 'history', 'previous_messages', 'initialMessages'])

/** The label of a test; one without a name is named after its question. */
function labelOf(test: PromptTest, template: PromptTemplate): string {
  const wanted = test.user === null ? (userTemplate(test, template) ?? '') : instructionsOf(test.user)
  const asked = renderTemplate(wanted, { vars: test.vars, captured: new Set(), variables: {}, read: new Set() }, [])
  return cutText(asked.replace(/\s+/g, ' ').trim(), 80, '') || `line ${test.origin.line}`
}

/** Adds the turn of a test; gives what its variables are read by. */
function addTest(
  conversation: DraftConversation,
  test: PromptTest,
  template: PromptTemplate,
  captured: Set<string>,
  chained: boolean,
  source: SourceFile,
  collecting: Collecting,
): Pick<PlacedTest, 'turn' | 'said' | 'read'> {
  const read = earlierNames(template)
  const filling: Filling = { vars: test.vars, captured, variables: conversation.variables, read }
  const missing: string[] = []
  const render = (text: string): string => renderTemplate(text, filling, missing)
  const { user } = test
  const whole = user === null ? null : draftUser(conversation, { ...test, user }, render, source, collecting)
  if (whole === null && conversation.turns.length === 0) addHistory(conversation, test, template, render)
  const wanted = whole === null ? userTemplate(test, template) : null
  if (wanted !== null) {
    const text = render(wanted).trim()
    if (text !== '' || conversation.turns.length === 0) addTurn(conversation, 'user', text, test.origin)
    for (const what of missing.splice(0)) lose(conversation, test, what)
  }
  const said = new Set(read)
  const turn = whole ?? conversation.turns.at(-1)
  const placed = { turn, said, read }
  if (turn === undefined) return placed
  turn.answered = true
  if (chained && test.name !== null) turn.remarks.push({ label: 'test', text: test.name })
  turn.notes.push(...test.notes)
  for (const each of test.asserts) applyAssert(each, turn, { render, collecting, whole: whole !== null })
  const { 'any order': anyOrder } = turn.calls
  if (anyOrder !== undefined) turn.calls['any order'] = withoutPlain(anyOrder)
  for (const what of missing) lose(conversation, test, what)
  if (test.storeAs !== null && /^[A-Za-z_]\w*$/.test(test.storeAs)) {
    turn.capture[test.storeAs] = 'reply'
    captured.add(test.storeAs)
  }
  return placed
}

function lose({ turns, notes }: DraftConversation, { origin }: PromptTest, what: string): void {
  const why = 'nothing in the test gives it a value that a suite could say'
  notesAt(turns.at(-1) ?? { notes }, origin)('lost', what, why)
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
    for (const { role, text, node } of readHistory(test.vars.get(name)))
      say(role, text, originAt(test.origin.file, node.at))
}

/**
 * What the user says in a test: the last such message of a chat; of a text, which contains more than a user would say,
 * the variable in it.
 */
function userTemplate(test: PromptTest, { messages, isChat }: PromptTemplate): string | null {
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const plain = [...test.vars].filter(([, { kind }]) => kind === 'scalar').map(([name]) => name)
  const named = namesInPrompt(content).filter((name) => plain.includes(name))
  const usual = [...named, ...plain].find((name) =>
    /^(?:question|message|input|query|prompt|user_?\w*|text|utterance)$/i.test(name),
  )
  if (isChat && named.length > 0) return content
  const chosen = named.length === 1 ? named[0] : (usual ?? named.at(-1) ?? (content === '' ? plain[0] : undefined))
  if (chosen !== undefined) return `{{${chosen}}}`
  return namesInPrompt(content).length === 0 && content !== '' ? content : null
}

/** Adds the expectation of an item of `assert` to a turn. */
function applyAssert(
  written: SourcedNode,
  turn: DraftTurn,
  applying: { render: (text: string) => string; collecting: Collecting; whole: boolean },
): void {
  const { render, collecting, whole } = applying
  const opened = withValue(written, collecting)
  const { node, source } = typeof opened === 'string' ? written : opened
  const { name: file } = source
  const type = scalarText(memberOf(node, 'type')) ?? ''
  const note = (kind: 'lost' | 'changed', why: string): void =>
    notesAt(turn, originAt(file, node.at))(kind, showNode(node), why)
  const [, negation, bare = type] = /^(not-)?(.*)$/s.exec(type) ?? []
  const opposed = negation !== undefined
  const threshold = scalarText(memberOf(node, 'threshold'))
  if (typeof opened === 'string') note('lost', opened)
  else if (memberOf(node, 'transform') !== undefined)
    note('lost', 'a reply is held against what it is, without a change before')
  else if (scalarText(memberOf(node, 'weight')) === '0')
    note('lost', 'it weighs nothing: what stands in a suite has to hold')
  else if (bare === 'assert-set') {
    if (threshold !== null && Number(threshold) < 1)
      note('lost', 'expectations hold all together, and not a part of them')
    else if (opposed) note('lost', 'a set of expectations cannot be negated as a whole')
    else for (const each of itemsOf(memberOf(node, 'assert'))) applyAssert({ node: each, source }, turn, applying)
  } else if (bare === 'latency' && !opposed && Number(threshold) > 0) turn.latency = `${Number(threshold)} ms`
  else if (isAboutCalls(bare)) {
    const assertion = { type: bare, opposed, value: memberOf(node, 'value'), threshold }
    for (const { kind, why } of expectTrajectory(turn, assertion, render)) note(kind, why)
  } else if (isJudged(bare)) applyJudge(node, { type: bare, opposed, whole }, turn, { file, render })
  else {
    const condition = assertionCondition(bare, memberOf(node, 'value'), render)
    if (typeof condition === 'string') note('lost', condition)
    else if (/:"\s*"|[[,]"\s*"/.test(JSON.stringify(condition))) note('lost', 'it has no value')
    else {
      turn.conditions.push(opposed ? negateCondition(condition) : condition)
      if (isLikeness(bare)) note('changed', measuredHere)
    }
  }
}

/** What fills in a template: the variables of a test, and the names that earlier turns captured. */
interface Filling {
  vars: ReadonlyMap<string, YamlNode>
  captured: ReadonlySet<string>
  /** Variables of the conversation, for texts that contain braces. */
  variables: JsonObject
  /** The names of the variables that were filled in. */
  read: Set<string>
}

const braces = /\{\{([^{}]*)\}\}/g

/** A template filled in, in suite syntax; `missing` collects the names without a value. */
function renderTemplate(template: string, filling: Filling, missing: string[], depth = 0): string {
  return replaceBetween(template, braces, filling.variables, ([written, expression = '']) =>
    fillIn(expression.replace(/^-|-$/g, '').trim(), written, filling, missing, depth),
  )
}

/** A template filled in with what has a value before the first turn; as it is where something has none. */
function fillFromStart(template: string, filling: Omit<Filling, 'read'>): string {
  const missing: string[] = []
  const text = renderTemplate(template, { ...filling, read: new Set() }, missing)
  return missing.length === 0 ? text : escapeLiteral(template, filling.variables)
}

function fillIn(expression: string, written: string, filling: Filling, missing: string[], depth: number): string {
  const [path = '', ...filters] = expression.split('|').map((each) => each.trim())
  const name = path.replace(/^vars\./, '')
  if (name.startsWith('env.') && isGivenName(name)) return `{{${name}}}`
  filling.read.add(name)
  if (filling.captured.has(name)) return `{{${name}}}`
  const node = filling.vars.get(name)
  if (node === undefined || depth > 5) {
    missing.push(written)
    return ''
  }
  for (const filter of filters) if (!/^(?:dump|trim|safe|string)$/.test(filter)) missing.push(`${written} (${filter})`)
  return renderTemplate(showNode(node), filling, missing, depth + 1)
}
