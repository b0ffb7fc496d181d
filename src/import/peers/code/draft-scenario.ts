import {
  addTurn,
  type DraftConversation,
  type DraftTurn,
  type Note,
  type PeerDrafts,
  startConversation,
} from '../draft/draft.ts'
import { keepLiteral } from '../draft/keep-literal.ts'
import { memberOf, textOf } from '../draft/read-members.ts'
import { skipFor } from '../draft/settle-conversation.ts'
import type { SourceFile } from '../draft/source-file.ts'
import { type CallDraft, type CodeSource, draftCode, judgeCode, originOf, shownCode, textOfCode } from './draft-code.ts'
import { type CodeNode, childOf, childrenOf, nodesBelow, parseCode, propertiesOf, textIn } from './parse-code.ts'

/** The package of LangWatch Scenario. */
const scenarioPackage = /^@langwatch\/scenario(?:-ts)?$/

/**
 * Makes suites from LangWatch Scenario tests: one conversation for each `scenario.run` whose script is written
 * out.
 */
export function draftScenario(sources: readonly SourceFile[]): PeerDrafts {
  const drafts = draftCode(sources, draftRun, 'scenario.run')
  for (const suite of drafts.suites) {
    const source = sources.find(({ name }) => name === suite.file)
    if (source !== undefined) suite.notes.push(...assertionsIn(source))
  }
  return drafts
}

/** Notes the assertions of a test on anything but the verdict of its scenario. */
function assertionsIn({ path, name: file, text }: SourceFile): Note[] {
  const read = parseCode(text, path)
  if (!read.ok) return []
  const source = { code: read.code, file, text }
  const outer = read.code.calls.filter((call) => nodesBelow(childOf(call, 'callee') ?? call).some(isExpect))
  const inner = new Set(outer.flatMap((call) => nodesBelow(childOf(call, 'callee') ?? call)))
  return outer.flatMap((call): Note[] => {
    const what = shownCode(call, source)
    if (inner.has(call) || /\.success\)\.toBe(?:\(true\)|Truthy\(\))$/.test(what)) return []
    return [
      { origin: originOf(call, source), kind: 'lost', what, why: 'code is not run: expect words, calls or times' },
    ]
  })
}

function isExpect(node: CodeNode): boolean {
  return node.type === 'CallExpression' && textIn(childOf(node, 'callee'), 'name') === 'expect'
}

/** Members that name a run or describe its agents; they affect neither what is said nor what is expected. */
const silent: readonly string[] = ['name', 'description', 'agents', 'script', 'id', 'setId']

function draftRun(call: CodeNode, source: CodeSource): CallDraft | null {
  const { code } = source
  if (calledHere(call, source) !== 'run') return null
  const given = code.resolve(childrenOf(call, 'arguments')[0])
  const properties = propertiesOf(given)
  const propertyOf = (name: string): CodeNode | undefined => properties.find((each) => each.name === name)?.value
  const name = textOfCode(propertyOf('name'), source) ?? 'scenario'
  const draft: CallDraft = { name, conversations: [], refused: [], notes: [] }
  const script = code.resolve(propertyOf('script'))
  if (given?.type !== 'ObjectExpression' || script?.type !== 'ArrayExpression') {
    const [message, hint] =
      given?.type !== 'ObjectExpression' || script !== undefined
        ? ['what this scenario is is put together by code', 'write its object and its script out as literals']
        : [
            'a model makes up what the user of this scenario says',
            'write script: [user("…"), agent(), judge()], or a simulated user by hand: docs/simulated-users.md',
          ]
    draft.refused.push({ node: call, message, hint })
    return draft
  }
  const conversation = startConversation(name, originOf(call, source))
  for (const { name: key, node } of properties)
    if (key === null || !silent.includes(key))
      conversation.notes.push({
        origin: originOf(node, source),
        kind: 'lost',
        what: shownCode(node, source),
        why: 'a conversation has no equivalent',
      })
  const criteria = criteriaOfAgents(code.resolve(propertyOf('agents')), source)
  const steps = childrenOf(script, 'elements')
  const judges = steps.some((step) => step !== undefined && calledHere(step, source) === 'judge')
  for (const step of steps) if (step !== undefined) applyStep(step, conversation, criteria, source)
  const last = conversation.turns.at(-1)
  if (!judges && last !== undefined) judgeAll(criteria, last, conversation, source)
  if (last === undefined)
    draft.refused.push({ node: script, message: 'nobody says anything in this script', hint: 'add user("…")' })
  else draft.conversations.push(conversation)
  return draft
}

function calledHere(call: CodeNode, { code }: CodeSource): string | null {
  if (call.type !== 'CallExpression') return null
  const called = code.called(call)
  return called !== null && scenarioPackage.test(called.from) ? called.name.replace(/^scenario\./, '') : null
}

/** The criteria of `judgeAgent({ criteria })`, wherever they are among the agents. */
function criteriaOfAgents(agents: CodeNode | undefined, source: CodeSource): CodeNode[] {
  const judges = (agents === undefined ? [] : childrenOf(agents, 'elements')).flatMap((each) => {
    const agent = source.code.resolve(each)
    return agent !== undefined && calledHere(agent, source) === 'judgeAgent' ? [agent] : []
  })
  return judges.flatMap((judge) => criteriaIn(judge, source))
}

/**
 * The criteria passed to a call, one node each; a computed list is a single node, which is then reported as
 * lost.
 */
function criteriaIn(call: CodeNode, { code }: CodeSource): CodeNode[] {
  const properties = propertiesOf(code.resolve(childrenOf(call, 'arguments')[0]))
  return properties.flatMap(({ name, value }) => {
    if (name !== 'criteria') return []
    const list = code.resolve(value)
    return list?.type === 'ArrayExpression' ? childrenOf(list, 'elements').flatMap((each) => each ?? []) : [value]
  })
}

function judgeAll(
  criteria: readonly CodeNode[],
  turn: DraftTurn,
  conversation: DraftConversation,
  source: CodeSource,
): void {
  turn.answered = true
  for (const node of criteria) {
    const sentence = textOfCode(node, source)
    if (sentence !== null) judgeCode(sentence, node, { turn, conversation, source, whole: true })
    else
      turn.notes.push({
        origin: originOf(node, source),
        kind: 'lost',
        what: shownCode(node, source),
        why: 'code makes this criterion: write it out',
      })
  }
}

function applyStep(
  step: CodeNode,
  conversation: DraftConversation,
  criteria: readonly CodeNode[],
  source: CodeSource,
): void {
  const origin = originOf(step, source)
  const lose = (why: string): void => {
    const at = conversation.turns.at(-1)?.notes ?? conversation.notes
    at.push({ origin, kind: 'lost', what: shownCode(step, source), why })
  }
  const [given] = childrenOf(step, 'arguments')
  const kind = calledHere(step, source)
  const last = conversation.turns.at(-1)
  const say = (text: string | null): void => {
    addTurn(conversation, 'user', text === null ? '' : keepLiteral(text, conversation.variables), origin)
    if (text === null) lose('a model, or code, makes up what the user says here')
  }
  if (kind === 'user') say(textOfCode(given, source))
  else if (kind === 'message') applyMessage(given, say, lose, source)
  else if (kind === 'agent') {
    const turn = last ?? addTurn(conversation, 'agent', '', origin)
    turn.answered = true
    if (given !== undefined) lose('what the agent says is its own: expect words under reply:')
  } else if (kind === 'judge') {
    const turn = last ?? addTurn(conversation, 'agent', '', origin)
    const own = criteriaIn(step, source)
    judgeAll(own.length === 0 ? criteria : own, turn, conversation, source)
  } else if (kind === 'proceed') {
    lose('a model goes on with the talk from here: write its turns')
    skipFor(conversation, 'a model goes on with the talk: write its turns, and take out skip')
  } else if (kind === null && !/Function/.test(source.code.resolve(step)?.type ?? '')) {
    lose('code makes this part of the script: write it out')
    skipFor(conversation, 'code makes a part of the script: write its turns, and take out skip')
  } else if (kind !== 'succeed') lose('code is not run: expect words, calls or times')
}

/**
 * `message({ role, content })`: a message of the user, or a part of the conversation that the agent cannot be
 * made to say.
 */
function applyMessage(
  given: CodeNode | undefined,
  say: (text: string | null) => void,
  lose: (why: string) => void,
  source: CodeSource,
): void {
  const read = source.code.literal(given) ?? undefined
  if (read === undefined || textOf(memberOf(read, 'role')) === 'user') say(textOf(memberOf(read, 'content')))
  else lose('what the agent says is its own: expect words under reply:')
}
