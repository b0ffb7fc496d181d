import { unique } from '../../base/group-by.ts'
import { isJsonObject, sameJson } from '../../base/json/json.ts'
import { textsIn } from '../../base/json/walk-json.ts'
import type { CallsExpectation } from '../../suite/language/expectations/calls-expectation.ts'
import type { Matcher } from '../../suite/language/matchers/matcher.ts'
import { bannedCalls, capturedCalls, type NamedCall, namedCalls, rulesOut } from '../../suite/lint/named-calls.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { criteriaOfPlan } from '../../suite/plan/plan-criteria.ts'
import { languagesOfPlan } from '../../suite/plan/plan-languages.ts'
import type { Coverage } from '../coverage/coverage.ts'
import { sumTally } from '../verdict/verdict.ts'
import type { AgentSketch, ToolSample } from './agent-sketch.ts'
import { commentsOn } from './comments-on.ts'
import { languageRule } from './language-rule.ts'
import { sentencesOf } from './list-rules.ts'
import type { Cell } from './suggestion-shape.ts'

interface Known {
  plans: readonly Plan[]
  textOf(file: string): string | undefined
  runs: readonly Coverage[]
}

/** The cells with the conversations that cover each, and how often runs saw it; kinds of content that only runs know are added. */
export function findCover(cells: readonly Cell[], sketch: AgentSketch, { plans, textOf, runs }: Known): Cell[] {
  const running = plans.filter(({ conversation }) => conversation.skip === undefined)
  const coverages = runs.flatMap(({ agents }) => agents).filter(({ agent }) => agent === sketch.agent)
  const all = [...cells, ...contentCells(sketch, coverages)]
  return all.map((cell) => ({
    ...cell,
    coveredBy: placesOf(running.filter((plan) => covers(plan, cell, sketch, textOf))),
    seen: coverages.reduce((total, each) => total + seenIn(each, cell), 0),
  }))
}

type Seen = Coverage['agents'][number]

const contentKinds = ['image', 'video', 'audio', 'file', 'button'] as const

/** Nothing but a run tells which kinds of content an agent shows. */
function contentCells({ agent, version }: AgentSketch, agents: readonly Seen[]): Cell[] {
  const kinds = contentKinds.filter((kind) => agents.some(({ content }) => sumTally(content[kind]) > 0))
  return kinds.map((name) => ({
    ...{ id: [agent, version, 'content', name].join(' > '), agent, version, kind: 'content', name },
    ...{ ending: null, phase: null, coveredBy: [], seen: 0, byHand: 'expect it where it is shown' },
  }))
}

function placesOf(plans: readonly Plan[]): Cell['coveredBy'] {
  const places = plans.map(({ file, conversation: { at, name } }) => ({
    ...{ file, line: at.line, conversation: name.value },
  }))
  return places.filter((each, index) => places.findIndex((other) => sameJson(each, other)) === index)
}

function seenIn({ content, handoffs, metadata, tools }: Seen, { kind, name, ending, phase }: Cell): number {
  const countOf = (all: Seen['handoffs']): number =>
    all.reduce((total, each) => total + (each.name === name ? sumTally(each.count) : 0), 0)
  if (kind === 'handoff') return countOf(handoffs)
  if (kind === 'metadata') return ending === 'given' ? countOf(metadata) : 0
  if (kind === 'content') return sumTally(content[name as (typeof contentKinds)[number]])
  const own = tools.filter((tool) => tool.name === name && (tool.phase ?? phase) === phase)
  if (ending === 'succeeds') return own.reduce((total, { success }) => total + sumTally(success), 0)
  return ending === 'fails' ? own.reduce((total, { error }) => total + sumTally(error), 0) : 0
}

function covers(plan: Plan, cell: Cell, sketch: AgentSketch, textOf: Known['textOf']): boolean {
  switch (cell.kind) {
    case 'tool':
      return coversTool(plan, cell, sketch)
    case 'handoff':
      return expectationsOf(plan).some(({ reply }) => mentions(reply?.agentName?.value, cell.name))
    case 'metadata':
      return Object.hasOwn(plan.metadata, cell.name) === (cell.ending === 'given')
    case 'content':
      return expectationsOf(plan).some(({ reply }) => reply?.items?.some(({ kind }) => kind === cell.name))
    case 'rule':
    case 'sentence':
      return coversRule(plan, cell.name, textOf(plan.file) ?? '')
  }
}

const expectationsOf = ({ conversation, everyTurn }: Plan) => [
  ...conversation.turns.flatMap(({ expect }) => expect ?? []),
  ...everyTurn,
]

const mentions = (matcher: Matcher | undefined, name: string): boolean => textsIn(matcher).includes(name)

function callsOf({ conversation }: Plan): CallsExpectation[] {
  const { session, simulatedUser, turns } = conversation
  return [
    ...turns.flatMap(({ expect }) => expect?.calls ?? []),
    session?.calls ?? [],
    simulatedUser?.doneWhen.calls ?? [],
  ].flat()
}

function coversTool(plan: Plan, { name, phase, ending }: Cell, { tools }: AgentSketch): boolean {
  if (ending === 'value missing') {
    const bans = plan.conversation.turns.flatMap(({ expect }) =>
      expect?.calls === undefined ? [] : bannedCalls(expect.calls),
    )
    return bans.some(
      (ban) =>
        (ban.rule === 'never' || (ban.rule !== 'only' && isAbout(plan, name, tools))) &&
        rulesOut(ban, { tool: name, at: ban.at, phases: [] }),
    )
  }
  const inPhase = (phases: readonly unknown[]): boolean => phases.length === 0 || phases.includes(phase)
  const samples = tools.find((tool) => tool.name === name)?.samples ?? []
  const toolCalls = callsOf(plan)
    .flatMap((calls) => namedCalls(calls))
    .filter(
      ({ call, use, phases }) => call.name === name && inPhase(phases) && (use === 'expected' || use === 'counted'),
    )
  const captured =
    ending === 'succeeds' && plan.conversation.turns.flatMap(capturedCalls).some(({ tool }) => tool === name)
  return captured || toolCalls.some((call) => endingsOf(call, samples).includes(ending))
}

/** Whether users say a word of a tool's name or description: `calls: none` in a talk of something else tries nothing of it. */
function isAbout({ conversation }: Plan, name: string, tools: AgentSketch['tools']): boolean {
  const description = tools.find((tool) => tool.name === name)?.description ?? ''
  const words = wordsOf(`${name.replace(/_|(?<=\p{Ll})(?=\p{Lu})/gu, ' ')} ${description}`)
  const typed = new Set(wordsOf(textsIn(conversation.turns.map(({ user }) => user)).join(' ')))
  return words.some((word) => typed.has(word))
}

/** An error that a double gives to unknown arguments, or an empty output, finds nothing; so may an open ending. */
function endingsOf({ call }: NamedCall, samples: readonly ToolSample[]): Cell['ending'][] {
  const empty =
    call.returns !== undefined && /"value":(?:null|\[\]|"")|"kind":"length"/.test(JSON.stringify(call.returns))
  if (call.isError?.value === 'either') return samples.length === 0 ? ['finds nothing'] : ['succeeds']
  if (call.isError?.value !== true) return [empty ? 'finds nothing' : 'succeeds']
  const texts = textsIn(call.with)
  const fitting = samples.find((each) => Object.values(each.with).every((value) => texts.includes(String(value))))
  if (fitting === undefined) return samples.length === 0 ? ['fails', 'finds nothing'] : ['fails']
  return isJsonObject(fitting.with) && Object.keys(fitting.with).length === 0 ? ['finds nothing'] : ['fails']
}

/** How many of the words of a rule a criterion has to share, and at least how many. */
const enough = { share: 0.6, words: 2 }

/** By a criterion in much the same words, by `# rule:`, or by an expectation of the language alone. */
function coversRule(plan: Plan, rule: string, text: string): boolean {
  const language = languageRule(rule)
  if (language !== null) {
    const expected = languagesOfPlan(plan)
    return language.codes.length === 0 ? expected.length > 0 : language.codes.some((code) => expected.includes(code))
  }
  if (rulesIn(commentsOn(plan, text)).some((each) => each.startsWith(rule))) return true
  const words = wordsOf(rule)
  return criteriaOfPlan(plan).some(({ criterion }) => {
    const own = new Set(wordsOf(criterion.asWritten))
    const shared = words.filter((word) => own.has(word)).length
    return shared >= enough.words && shared / words.length >= enough.share
  })
}

/** What comments `# rule:` say, whole and by sentence. Comments below go on with it, until one that begins as `# to do:` does. */
function rulesIn(text: string): string[] {
  const rules: string[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const rule = /(?:^|\s)#+\s*rule:\s*(.*)$/.exec(line)?.[1]
    const more = /^\s*#+\s*(?!\p{L}[\p{L} ]*:)(\S.*)$/u.exec(line)?.[1]
    isOpen = rule !== undefined || (isOpen && more !== undefined)
    if (rule !== undefined) rules.push(rule)
    else if (isOpen) rules.push(`${rules.pop()} ${more}`)
  }
  return rules.flatMap((rule) => [rule.replace(/\s+/g, ' '), ...sentencesOf(rule)])
}

const common = /^(?:never|alway|must|niemal|immer|jamai|toujour|nunca|siempre|that|with|when|your|they)$/

/** The words of a sentence that say what it is about, without their endings. */
const wordsOf = (text: string): string[] => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []
  return unique(words.map((word) => word.replace(/(?:es|s|ed|ing|e)$/, '')).filter((word) => !common.test(word)))
}
