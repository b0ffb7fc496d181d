import type { YamlNode } from '../../../suite/yaml/node.ts'
import { addTurn, type DraftConversation, type DraftTurn, type PeerDrafts, startConversation } from '../draft/draft.ts'
import { keepLiteral } from '../draft/keep-literal.ts'
import { itemsOf, memberOf, textOf } from '../draft/read-members.ts'
import type { SourceFile } from '../draft/source-file.ts'
import { type CallDraft, type CodeSource, draftCode, judgeCode, originOf, shownCode, textOfCode } from './draft-code.ts'
import { type CodeNode, childOf, childrenOf, nodesBelow, propertiesOf, textIn } from './parse-code.ts'

/** The package of vitest-evals. */
const evalsPackage = /^vitest-evals(?:\/|$)/

/** Packages whose judges are known by name; judges defined in the file or next to it are project code. */
const judgePackages = /^(?:vitest-evals|autoevals|@vitest-evals\/[\w-]+)(?:\/|$)/

/**
 * Makes suites from vitest-evals: one conversation for each item of `data`, or for each test that runs the
 * agent once.
 */
export function draftVitestEvals(sources: readonly SourceFile[]): PeerDrafts {
  return draftCode(sources, draftEval, 'describeEval')
}

/** One run of the agent: what is said, and what a judge is told about the right answer. */
interface Case {
  node: CodeNode
  name: string
  input: CodeNode | undefined
  given: YamlNode | undefined
  judges: CodeNode[]
  /** Statements of a test that do anything else. */
  left: CodeNode[]
}

const elsewhere: Readonly<Record<string, string>> = {
  task: 'what is tested is the agent that the suite names',
  harness: 'what is tested is the agent that the suite names',
  threshold: 'there are no scores: a criterion is met or not',
  judgeThreshold: 'there are no scores: a criterion is met or not',
  skipIf: 'what runs is said when it runs',
  timeout: 'how long an answer may take is said by time limit:',
}

function draftEval(call: CodeNode, source: CodeSource): CallDraft | null {
  const { code } = source
  const called = code.called(call)
  if (called === null || !evalsPackage.test(called.from) || called.name !== 'describeEval') return null
  const [title, options, tests] = childrenOf(call, 'arguments')
  const draft: CallDraft = { name: textOfCode(title, source) ?? 'evals', conversations: [], refused: [], notes: [] }
  const properties = propertiesOf(code.resolve(options))
  const propertyOf = (name: string): CodeNode | undefined =>
    code.resolve(properties.find((each) => each.name === name)?.value)
  for (const { name, node } of properties) {
    const why = name === null || !Object.hasOwn(elsewhere, name) ? undefined : elsewhere[name]
    if (['data', 'judges', 'scorers'].includes(name ?? '')) continue
    const kind = /^(?:task|harness)$/.test(name ?? '') ? 'changed' : 'lost'
    const what = shownCode(node, source)
    draft.notes.push({ origin: originOf(node, source), kind, what, why: why ?? 'a suite has no equivalent' })
  }
  const judges = [...judgesIn(propertyOf('judges')), ...judgesIn(propertyOf('scorers'))]
  const cases = [
    ...casesOfData(propertyOf('data'), judges, draft, source),
    ...casesOfTests(tests, judges, draft, source),
  ]
  if (cases.length === 0 && draft.refused.length === 0)
    draft.refused.push({ node: call, message: 'it has no cases', hint: 'write data: [{ input: "…" }]' })
  for (const each of cases) addCase(each, draft, source)
  return draft
}

function judgesIn(list: CodeNode | undefined): CodeNode[] {
  if (list === undefined) return []
  return list.type === 'ArrayExpression' ? childrenOf(list, 'elements').flatMap((each) => each ?? []) : [list]
}

/** The items of `data`: a list, or a function that only returns one. */
function casesOfData(
  data: CodeNode | undefined,
  judges: CodeNode[],
  { refused }: CallDraft,
  source: CodeSource,
): Case[] {
  if (data === undefined) return []
  const list = source.code.resolve(/Function/.test(data.type) ? givenBy(data) : data)
  if (list?.type !== 'ArrayExpression') {
    refused.push({ node: data, message: 'code makes these cases', hint: 'write data: with a list of literals' })
    return []
  }
  return childrenOf(list, 'elements').flatMap((element): Case[] => {
    const item = source.code.resolve(element)
    if (element === undefined || item === undefined) return []
    const given = source.code.literal(item) ?? undefined
    const inputs = propertiesOf(item)
    const input = inputs.find(({ name }) => name === 'input')?.value
    if (given === undefined || input === undefined) {
      const message = given === undefined ? 'code makes a part of this case' : 'nothing is said in this case'
      refused.push({ node: element, message, hint: 'write input: and expected: out as literals' })
      return []
    }
    return [{ node: element, name: textOf(memberOf(given, 'name')) ?? '', input, given, judges, left: [] }]
  })
}

/** The value returned by a function that does nothing else. */
function givenBy(node: CodeNode): CodeNode | undefined {
  const body = childOf(node, 'body')
  if (body?.type !== 'BlockStatement') return body
  const [only, more] = childrenOf(body, 'body')
  return only?.type === 'ReturnStatement' && more === undefined ? childOf(only, 'argument') : undefined
}

/** `it('…', async ({ run }) => …)`: the tests that call `run` once, with a literal text. */
function casesOfTests(
  tests: CodeNode | undefined,
  judges: readonly CodeNode[],
  { refused }: CallDraft,
  source: CodeSource,
): Case[] {
  if (tests === undefined) return []
  const name = textIn(childrenOf(tests, 'params')[0], 'name')
  const all = nodesBelow(tests)
  const called = new Set(all.map((node) => childOf(node, 'callee')))
  return all.flatMap((node): Case[] => {
    if (node.type !== 'CallExpression' || name === null || called.has(node)) return []
    const callee = childOf(node, 'callee')
    const plain = textIn(callee, 'name') === name
    if (!plain && !nodesBelow(callee ?? node).some((each) => each !== node && textIn(each, 'name') === name)) return []
    const runs = nodesBelow(node).filter((each) => isCallOf(each, 'run'))
    const [run, second] = runs
    const title = textOfCode(childrenOf(node, 'arguments')[0], source)
    if (!plain || title === null || run === undefined || second !== undefined) {
      const message = plain
        ? `${runs.length === 1 ? 'code makes the name of this test' : `this test runs the agent ${runs.length} times`}`
        : 'code makes these tests'
      refused.push({ node, message, hint: 'write one test for each thing that is said, with run("…") once in it' })
      return []
    }
    const statements = statementsOf(childrenOf(node, 'arguments').at(-1))
    if (statements.some((each) => nodesBelow(each).some((part) => branches.test(part.type) && holds(part, run)))) {
      refused.push({
        node: run,
        message: 'code decides whether, or how often, this is said',
        hint: 'write run("…") by itself',
      })
      return []
    }
    const left = statements.filter((each) => !isPlain(each, run, source))
    const [input, context] = childrenOf(run, 'arguments')
    const metadata = propertiesOf(source.code.resolve(context)).find((each) => each.name === 'metadata')?.value
    const asked = nodesBelow(node).filter((each) => isCallOf(each, 'toSatisfyJudge'))
    const told = [metadata, ...asked.map((each) => childrenOf(each, 'arguments')[1])]
    const given = told.flatMap((each) => source.code.literal(each) ?? []).at(-1)
    const own = asked.flatMap((each) => childrenOf(each, 'arguments')[0] ?? [])
    return [{ node, name: title, input, given, judges: [...judges, ...own], left }]
  })
}

/** Nodes whose contents may run conditionally, repeatedly or later. */
const branches =
  /^(?:For\w*|While|DoWhile|If|Switch|Try|Labeled)Statement$|^(?:Conditional|Logical)Expression$|Function/

function holds(outer: CodeNode, inner: CodeNode): boolean {
  return nodesBelow(outer).includes(inner)
}

function statementsOf(test: CodeNode | undefined): CodeNode[] {
  const body = childOf(test, 'body')
  if (body === undefined) return []
  return body.type === 'BlockStatement' ? childrenOf(body, 'body').flatMap((each) => each ?? []) : [body]
}

/** Whether a statement only runs the agent, declares a name, or asks a judge; anything else it may do is lost. */
function isPlain(statement: CodeNode, run: CodeNode, { code }: CodeSource): boolean {
  const bare = (node: CodeNode | undefined): CodeNode | undefined =>
    node?.type === 'AwaitExpression' ? childOf(node, 'argument') : node
  if (statement.type === 'VariableDeclaration')
    return childrenOf(statement, 'declarations').every((each) => {
      const value = bare(childOf(each, 'init'))
      return value === run || code.literal(value) !== null
    })
  const done = bare(statement.type === 'ExpressionStatement' ? childOf(statement, 'expression') : statement)
  return done === run || (done !== undefined && isCallOf(done, 'toSatisfyJudge'))
}

function isCallOf(node: CodeNode, name: string): boolean {
  if (node.type !== 'CallExpression') return false
  const callee = childOf(node, 'callee')
  return textIn(callee, 'name') === name || textIn(childOf(callee, 'property'), 'name') === name
}

function addCase({ node, name, input, given, judges, left }: Case, draft: CallDraft, source: CodeSource): void {
  const text = textOfCode(input, source)
  if (text === null) {
    const hint = 'only a text can be said: write it out'
    draft.refused.push({ node: input ?? node, message: 'what is said here is no text that is written out', hint })
    return
  }
  const conversation = startConversation(name === '' ? text : name, originOf(node, source))
  const turn = addTurn(conversation, 'user', keepLiteral(text, conversation.variables), originOf(node, source))
  turn.answered = true
  const expected = textOf(memberOf(given, 'expected'))
  if (expected !== null) turn.remarks.push({ label: 'a sample answer', text: expected })
  for (const judge of judges) applyScorer(judge, { turn, conversation, given, source })
  for (const each of left)
    turn.notes.push({
      origin: originOf(each, source),
      kind: 'lost',
      what: shownCode(each, source),
      why: 'code is not run: expect words, calls or times',
    })
  draft.conversations.push(conversation)
}

/** Expects what a judge or scorer checks, where its name says what that is. */
function applyScorer(
  written: CodeNode,
  {
    turn,
    conversation,
    given,
    source,
  }: {
    turn: DraftTurn
    conversation: DraftConversation
    given: YamlNode | undefined
    source: CodeSource
  },
): void {
  const node = source.code.resolve(written) ?? written
  const lose = (why: string): void => {
    turn.notes.push({ origin: originOf(node, source), kind: 'lost', what: shownCode(node, source), why })
  }
  const judge = (sentence: string): void => judgeCode(sentence, node, { turn, conversation, source })
  const expected = textOf(memberOf(given, 'expected'))
  const [kind = '', part] = nameOfScorer(node, source).split('.')
  const options = node.type === 'CallExpression' ? source.code.literal(childrenOf(node, 'arguments')[0]) : null
  const criteria = textOf(memberOf(options ?? undefined, 'criteria')) ?? textOf(memberOf(given, 'criteria'))
  if (/^Factuality(?:Judge|Scorer)?$/.test(kind))
    expected === null
      ? lose('nothing says what is right: add expected:')
      : judge(`agrees with this statement: ${expected}`)
  else if (/^(?:ClosedQA|ClosedQa)$/.test(kind) && (part === undefined || part === 'partial'))
    criteria === null ? lose('its criteria are not written out') : judge(criteria)
  else if (/^AnswerRelevancy$/.test(kind)) judge('answers what the customer asked')
  else if (/^ExactMatch$/.test(kind) && expected !== null)
    turn.conditions.push({ equals: keepLiteral(expected, conversation.variables) })
  else if (/^ToolCall(?:Judge|Scorer)$/.test(kind)) applyTools(memberOf(given, 'expectedTools'), turn, lose)
  else
    lose(
      kind === ''
        ? 'code is not run: write what it asks under judge:, or expect words, calls or times'
        : 'it has no equivalent here',
    )
}

/** The name of a judge in the package that it comes from; empty for one defined in this project. */
function nameOfScorer(node: CodeNode, { code }: CodeSource): string {
  const call = node.type === 'CallExpression' ? node : ({ type: 'CallExpression', callee: node } as CodeNode)
  const called = code.called(call)
  return called !== null && judgePackages.test(called.from) ? called.name : ''
}

function applyTools(tools: YamlNode | undefined, turn: DraftTurn, lose: (why: string) => void): void {
  const items = itemsOf(tools)
  const names = items.flatMap((each) => textOf(each) ?? textOf(memberOf(each, 'name')) ?? [])
  if (names.length === 0 || names.length < items.length || !names.every((name) => /^[\w.-]+$/.test(name))) {
    lose('nothing says which tools: add expectedTools:')
    return
  }
  turn.calls.push(...names)
  lose(
    names.length > 1 || items.some((each) => memberOf(each, 'arguments') !== undefined)
      ? 'calls are expected by their names and in this order: any order is calls: { any order: […] }, arguments are calls: [{ name: { key: value } }]'
      : 'calls are expected by their names: other calls may stand beside',
  )
}
