import { addTurn, type DraftConversation, type DraftSuite, type DraftTurn, startConversation } from '../draft/draft.ts'
import { nameOnce } from '../draft/name-once.ts'
import { originAt } from '../draft/read-members.ts'
import { settleConversation } from '../draft/settle-conversation.ts'
import { applyAssert } from './apply-assert.ts'
import type { PromptTest } from './collect-tests.ts'
import { namesIn, type PromptTemplate } from './prompt-template.ts'
import { readHistory } from './read-history.ts'
import { type Filling, renderTemplate } from './render-template.ts'

/** Makes conversations of tests: one of each, or of those that go on from one another, where the prompt repeats `_conversation`. */
export function draftTests(suite: DraftSuite, tests: readonly PromptTest[], template: PromptTemplate): void {
  const taken = new Set<string>()
  const groups = new Map<string, PromptTest[]>()
  const goesOn =
    template.loops.includes('_conversation') ||
    template.messages.some(({ content }) => content.includes('_conversation'))
  for (const [index, test] of tests.entries()) {
    const chained = !test.vars.has('_conversation') && (goesOn || test.conversationId !== null)
    const key = chained ? `talk ${test.conversationId ?? ''}` : `test ${index}`
    groups.set(key, [...(groups.get(key) ?? []), test])
  }
  for (const group of groups.values()) {
    const [first, second] = group
    if (first === undefined) continue
    const name = second === undefined ? (first.name ?? first.conversationId) : (first.conversationId ?? suite.name)
    const conversation = startConversation(name ?? labelOf(first, template), first.origin)
    const captured = new Set<string>()
    for (const test of group) addTest(conversation, test, template, captured, second !== undefined, suite.file)
    if (settleConversation(conversation))
      suite.conversations.push({ ...conversation, name: nameOnce(conversation.name, 'test', taken) })
    else
      suite.refused.push({
        origin: first.origin,
        message: 'nothing is said in this test',
        hint: 'give it vars: with what the user says',
      })
  }
}

/** A test without a name goes by what is asked in it. */
function labelOf(test: PromptTest, template: PromptTemplate): string {
  const asked = renderTemplate(
    userTemplate(test, template) ?? '',
    { vars: test.vars, captured: new Set(), variables: {} },
    [],
  )
  return [...asked.replace(/\s+/g, ' ').trim()].slice(0, 80).join('') || `line ${test.origin.line}`
}

function addTest(
  conversation: DraftConversation,
  test: PromptTest,
  template: PromptTemplate,
  captured: Set<string>,
  chained: boolean,
  file: string,
): void {
  const filling: Filling = { vars: test.vars, captured, variables: conversation.variables }
  const missing: string[] = []
  const render = (text: string): string => renderTemplate(text, filling, missing)
  if (conversation.turns.length === 0) addHistory(conversation, test, template, render, file)
  const wanted = userTemplate(test, template)
  if (wanted !== null) {
    const text = render(wanted).trim()
    if (text !== '' || conversation.turns.length === 0) addTurn(conversation, 'user', text, test.origin)
    for (const what of missing.splice(0)) lose(conversation, test, what)
  }
  const turn = conversation.turns.at(-1)
  if (turn === undefined) return
  turn.answered = true
  if (chained && test.name !== null) turn.remarks.push({ label: 'test', text: test.name })
  turn.notes.push(...test.notes)
  for (const node of test.asserts) applyAssert(node, turn, file, render)
  for (const what of missing) lose(conversation, test, what)
  if (test.storeAs !== null && /^[A-Za-z_]\w*$/.test(test.storeAs)) {
    turn.capture[test.storeAs] = 'reply'
    captured.add(test.storeAs)
  }
}

function lose({ turns, notes }: DraftConversation, { origin }: PromptTest, what: string): void {
  const why = 'nothing in the test gives it a value that a suite could say'
  ;(turns.at(-1)?.notes ?? notes).push({ origin, kind: 'lost', what, why })
}

/** What was said before: messages of the prompt itself, then those that a variable holds. */
function addHistory(
  conversation: DraftConversation,
  test: PromptTest,
  template: PromptTemplate,
  render: (text: string) => string,
  file: string,
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
  for (const name of new Set([...template.loops, '_conversation', 'messages', 'history', 'previous_messages']))
    for (const { role, text, node } of readHistory(test.vars.get(name))) say(role, text, originAt(file, node.at))
}

/** What the user says in a test: a message of the prompt; or, where the prompt says more than the user would, the variable in it. */
function userTemplate(test: PromptTest, { messages }: PromptTemplate): string | null {
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const plain = [...test.vars].filter(([, { kind }]) => kind === 'scalar').map(([name]) => name)
  const named = namesIn(content).filter((name) => plain.includes(name))
  const usual = [...named, ...plain].find((name) =>
    /^(?:question|message|input|query|prompt|user_?\w*|text|utterance)$/i.test(name),
  )
  if (messages.length > 1 && named.length > 0) return content
  const chosen = named.length === 1 ? named[0] : (usual ?? named.at(-1) ?? (content === '' ? plain[0] : undefined))
  if (chosen !== undefined) return `{{${chosen}}}`
  return namesIn(content).length === 0 && content !== '' ? content : null
}
