import { acts } from '../../base/acts.ts'
import { unique } from '../../base/group-by.ts'
import { isJsonObject, type JsonObject, type JsonValue, sameJson, setMember } from '../../base/json/json.ts'
import { writeArguments } from '../../suite/language/matchers/read-matcher.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import { dash, indent, writeMember } from '../../suite/yaml/write-yaml.ts'
import { leavesOf } from '../transcript/values-in-text.ts'
import type { AgentSketch, SketchedTool, ValuePool } from './agent-sketch.ts'
import { draftRule } from './draft-rules.ts'
import { plainBan } from './list-rules.ts'
import { countVariants, poolValues, sampleArguments, samplesFor } from './sample-arguments.ts'
import { speeches, type Tongue, tongueOf, wordsAs } from './speech.ts'
import type { Cell } from './suggestion-shape.ts'
import { askedAs, factsIn, guessFacts, type TypedFact, tongueOfWish, userMessage, wishIn } from './user-message.ts'

export interface DraftedSuite {
  text: string
  conversations: number
  leftOut: { name: string; reason: string }[]
}

interface Draft {
  rule: string | null
  body: JsonObject
}

/** The tag of every draft, by which they are chosen or left out. */
const draftTag = 'draft'

/** A suite with conversations for each cell that nothing covers; `head` are its first comments. Null if there is none to draft. */
export function draftSuite(sketch: AgentSketch, cells: readonly Cell[], head: readonly string[]): DraftedSuite | null {
  const open = cells.filter(({ byHand, coveredBy }) => byHand === null && coveredBy.length === 0)
  const rules = open.filter(({ kind }) => kind === 'rule').map(({ name }) => name)
  const pool = poolValues(sketch)
  const facts = { sketch, pool, tongue: tongueOf(sketch), metadata: metadataOf(sketch, pool) }
  const guard = guardrailsOf(rules, sketch)
  const write = (drafts: readonly Draft[]): string => {
    const openRules = rules.filter((rule) => drafts.every((each) => each.rule !== rule))
    return [
      ...head.map((each) => `# ${each}`),
      ...writeMember('suite', `${sketch.agent}, drafts`, 0),
      ...writeMember('agent', sketch.agent, 0),
      `tags: [${draftTag}]`,
      'laws: { grounded: on }',
      ...(openRules.length === 0
        ? []
        : ['', '# What the prompt demands. Write an expectation of each, and call it "# rule:".']),
      ...openRules.map((rule) => `# to do: ${onOneLine(rule)}`),
      ...(guard === null ? [] : writeMember('every turn', guard, 0)),
      '',
      'conversations:',
      ...drafts.flatMap(({ rule, body }) =>
        indent([...(rule === null ? [] : [`# rule: ${onOneLine(rule)}`]), ...writeConversation(body)]),
      ),
      '',
    ].join('\n')
  }
  const drafts: Draft[] = []
  const leftOut: DraftedSuite['leftOut'] = []
  for (const { rule, body } of open.flatMap((cell) => draftsOf(cell, facts))) {
    const others = drafts.filter((each) => String(each.body.name).startsWith(String(body.name))).length
    const draft = { rule, body: others === 0 ? body : { ...body, name: `${body.name} ${others + 1}` } }
    const parsed = parseScript(write([draft]), 'drafts.yaml')
    const same = drafts.find((each) => isAlike(each.body, body))
    if (parsed.ok && same === undefined) drafts.push(draft)
    else {
      const flaw = parsed.ok ? undefined : parsed.problems[0]?.message
      const reason =
        same === undefined ? `its suite would not be sound: ${flaw}` : `it would say the same as ${same.body.name}`
      leftOut.push({ name: String(body.name), reason })
    }
  }
  if (drafts.length === 0 && guard !== null) drafts.push({ rule: null, body: greeting(facts) })
  return drafts.length + leftOut.length === 0 ? null : { text: write(drafts), conversations: drafts.length, leftOut }
}

const onOneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** Whether two conversations differ in name only. */
const isAlike = ({ name: _, ...one }: JsonObject, { name: __, ...other }: JsonObject): boolean => sameJson(one, other)

function writeConversation(conversation: JsonObject): string[] {
  const { turns, ...rest } = conversation
  const members = Object.entries(rest).flatMap(([key, value]) => writeMember(key, value, 6))
  const lines = (Array.isArray(turns) ? turns : []).flatMap((turn) =>
    indent(dash(Object.entries(turn as JsonObject).flatMap(([key, value]) => writeMember(key, value, 10)))),
  )
  return dash([...members, ...(lines.length === 0 ? [] : ['turns:', ...lines])])
}

/** Guardrails that a prompt states so plainly that no judge is needed; null if there are none. */
function guardrailsOf(rules: readonly string[], { tools }: AgentSketch): JsonObject | null {
  const names = tools.map(({ name }) => name)
  const bans = rules.map((rule) => plainBan(rule, names))
  const [texts, banned] = [unique(bans.flatMap((each) => each.texts)), unique(bans.flatMap((each) => each.tools))]
  if (texts.length + banned.length === 0) return null
  return {
    ...(texts.length === 0 ? {} : { reply: { none: texts.map((text) => ({ contains: text })) } }),
    ...(banned.length === 0 ? {} : { calls: { never: banned } }),
  }
}

/** Values for the variables of the prompts: what tools know by that name, else a plain word. */
function metadataOf({ variables }: AgentSketch, pool: ValuePool): JsonObject {
  const sampleOf = (name: string): string => (/name$/i.test(name) ? 'Asha' : String(pool.get(name)?.[0] ?? 'sample'))
  return Object.fromEntries(variables.map(({ name }) => [name, sampleOf(name)]))
}

interface Known {
  sketch: AgentSketch
  pool: ValuePool
  tongue: Tongue
  metadata: JsonObject
}

const withMetadata = (metadata: JsonObject): JsonObject => (Object.keys(metadata).length === 0 ? {} : { metadata })

const greeting = ({ metadata, tongue }: Known): JsonObject => ({
  ...{ name: 'answers a greeting', ...withMetadata(metadata) },
  turns: [{ user: speeches[tongue].hello, expect: { reply: { matches: '/\\p{L}/' } } }],
})

/** The conversations for a cell: several for a tool that has several cases or words to choose from. */
function draftsOf(cell: Cell, facts: Known): Draft[] {
  const { kind, name, ending, phase } = cell
  const { sketch, tongue, metadata } = facts
  const { hello } = speeches[tongue]
  const own = withMetadata(metadata)
  const draft = (body: JsonObject, rule: string | null = null): Draft => ({ rule, body })
  const greets = (expect: JsonObject): JsonObject => ({ turns: [{ user: hello, expect }] })
  if (kind === 'rule') {
    const tried = draftRule(name, facts)
    if (tried === null) return []
    const { name: title, ...rest } = tried
    return [draft({ name: title ?? name, ...own, ...rest }, name)]
  }
  const title = nameOf(cell)
  if (kind === 'handoff')
    return [
      draft({ name: title, ...own, turns: [{ user: askFor(name, tongue), expect: { reply: { agentName: name } } }] }),
    ]
  if (kind === 'metadata')
    return ending === 'given'
      ? [draft({ name: title, ...own, ...greets({ reply: { none: [{ contains: `\${${name}}` }] } }) })]
      : [draft({ name: title, ...greets({ reply: { not: { matches: '/\\$\\{|undefined|null/' } } }) })]
  const tool = sketch.tools.find((each) => each.name === name)
  if (kind !== 'tool' || tool === undefined) return []
  if (phase === 'pre') return [draft({ name: title, ...own, ...greets({ calls: { pre: [name] } }) })]
  if (ending === 'value missing') return [draft({ name: title, ...own, ...draftMissing(tool, facts) })]
  const variants = Array.from({ length: countVariants(tool, ending ?? 'succeeds') }, (_, variant) => variant)
  const factsOf = (variant: number): TypedFact[] =>
    factsIn(sampleArguments(tool, ending ?? 'succeeds', facts.pool, variant).args)
  const usual = factsOf(0)
  return variants.map((variant) => {
    const others = factsOf(variant).flatMap(([, value], at) => (usual[at]?.[1] === value ? [] : [value]))
    const name = others.length === 0 ? title : `${title} with ${others.join(', ')}`
    return draft({ name, ...own, ...draftCall(tool, ending ?? 'succeeds', facts, variant) })
  })
}

const nameOf = ({ kind, name, ending, phase }: Cell): string => {
  if (kind === 'handoff') return `hands over to ${name}`
  if (kind === 'metadata') return `${name} is ${ending}`
  if (phase === 'pre') return `${name} is called before the talk`
  return ending === 'value missing' ? `${name} is not called while a value is missing` : `${name} ${ending}`
}

const askFor = (agent: string, tongue: Tongue): string =>
  /human|person|people|staff|support|colleague|mensch|humain|agente/i.test(agent)
    ? speeches[tongue].person
    : speeches[tongue].colleague(agent.replace(/[-_]+/g, ' '))

/** The other tools that change something, which a request for one must not call. */
const othersThatAct = (tool: SketchedTool, { tools }: AgentSketch): string[] =>
  tools.filter((each) => each !== tool && acts(each.name) && each.phases.includes('during')).map(({ name }) => name)

function draftMissing(tool: SketchedTool, { sketch, tongue }: Known): JsonObject {
  const calls = { never: unique([tool.name, ...othersThatAct(tool, sketch)]) }
  return { turns: [{ user: userMessage(tool, [], tongue), expect: { reply: { matches: '/\\p{L}/' }, calls } }] }
}

/** Turns, or a simulated user who confirms, that make the agent use a tool so that it ends as asked. */
function draftCall(tool: SketchedTool, ending: string, { sketch, pool, tongue }: Known, variant: number): JsonObject {
  const { name } = tool
  const never = othersThatAct(tool, sketch)
  const { args } = sampleArguments(tool, ending, pool, variant)
  const facts = [...factsIn(args), ...(Object.keys(args).length === 0 ? guessFacts(tool, pool) : [])]
  const call = { [name]: { ...withArguments(args), ...endOf(tool, ending, variant) } }
  const reply = replyTo(tool, ending, { args, variant, tongue })
  if (!acts(name)) {
    const calls = { 'in order': [call], ...(never.length === 0 ? {} : { never }) }
    return {
      turns: [{ user: userMessage(tool, facts, tongue), expect: { ...(reply === null ? {} : { reply }), calls } }],
    }
  }
  const speech = speeches[tongueOfWish(tool, tongue)]
  const knows = Object.fromEntries([...idsOf(sketch), ...facts].map(([fact, value]) => [askedAs(fact), value]))
  const once = { [name]: { ...(call[name] as JsonObject), times: 1 } }
  return {
    'simulated user': {
      wants: wishIn(tool, tongue),
      'opens with': userMessage(tool, facts, tongue),
      ...(Object.keys(knows).length === 0 ? {} : { knows }),
      answers: [{ when: { matches: `/${speech.confirming}/i` }, says: speech.yes }],
      patience: '6 turns',
      'done when': { calls: [call] },
    },
    ...(ending === 'succeeds' || reply === null ? {} : { 'every turn': { reply } }),
    session: { calls: { 'any order': [once], ...(never.length === 0 ? {} : { never }) } },
  }
}

/** The ids that tools of the agent take: an agent may ask for one that the tool's own arguments do not name. */
const idsOf = ({ tools }: AgentSketch): TypedFact[] =>
  tools
    .flatMap(({ samples }) => samples.filter(({ isError }) => !isError).flatMap((each) => factsIn(each.with)))
    .filter(([name], index, all) => askedAs(name) !== name && all.findIndex(([other]) => other === name) === index)

/** How the call ends: as the double says; where there is none, nothing tells how a value that may be unknown ends. */
function endOf(tool: SketchedTool, ending: string, variant: number): JsonObject {
  const isOpen = tool.samples.length === 0 && (ending === 'finds nothing' || variant > 0)
  if (isOpen) return { is_error: 'either' }
  return samplesFor(tool, ending)[0]?.isError === true || ending === 'fails' ? { is_error: true } : {}
}

/** The arguments that a person typed, nested ones too, each as it was typed. */
function withArguments(input: JsonObject): JsonObject {
  const typed = (value: JsonValue): JsonValue | undefined => {
    if (Array.isArray(value)) {
      const items = value.map(typed)
      return items.length === 0 || items.includes(undefined) ? undefined : (items as JsonValue[])
    }
    if (isJsonObject(value)) {
      const members = membersTyped(value)
      return Object.keys(members).length === 0 ? undefined : writeArguments(members)
    }
    return typeof value === 'string' || typeof value === 'number' ? value : undefined
  }
  const membersTyped = (value: JsonObject): JsonObject => {
    const members: JsonObject = {}
    for (const [name, each] of Object.entries(value)) {
      const own = typed(each)
      if (own !== undefined) setMember(members, name, own)
    }
    return members
  }
  const members = membersTyped(input)
  return Object.keys(members).length === 0 ? {} : { with: writeArguments(members) }
}

/** How many values of an output an expectation names at most, and how many items of a list. */
const [mostNamed, mostItems] = [6, 5]

/** A success says something that only the tool gave; anything else says nothing of it, and either asks or says no. */
function replyTo(
  tool: SketchedTool,
  ending: string,
  { args, variant, tongue }: { args: JsonObject; variant: number; tongue: Tongue },
): JsonObject | null {
  const typed = new Set(factsIn(args).map(([, value]) => value))
  const tellable = (output: JsonValue): string[] =>
    unique(tellingValues(output))
      .filter((value) => !typed.has(value))
      .slice(0, mostNamed)
  const texts = (values: readonly string[]): { contains: string }[] => values.map((text) => ({ contains: text }))
  if (ending === 'succeeds') {
    const own = samplesFor(tool, ending)
    const output = own[variant % Math.max(1, own.length)]?.output ?? null
    const items = itemsOf(output).map((item) => tellable([item]))
    if (items.length > 1 && items.length <= mostItems && items.every((each) => each.length > 0))
      return { all: items.map((each) => ({ any: texts(each) })) }
    const phrases = tellable(output)
    return phrases.length === 0 ? null : { any: texts(phrases) }
  }
  const only = unique(samplesFor(tool, 'succeeds').flatMap(({ output }) => tellable(output))).slice(0, mostNamed)
  const none = texts(only.filter((text) => text.length > 3))
  const matches = wordsAs(speeches[tongueOfWish(tool, tongue)].declining, '\\?')
  return { ...(none.length === 0 ? {} : { none }), matches }
}

function itemsOf(output: JsonValue): JsonValue[] {
  if (Array.isArray(output)) return output
  const lists = isJsonObject(output) ? Object.values(output).filter((each) => Array.isArray(each)) : []
  return lists.length === 1 ? (lists[0] ?? []) : []
}

/** The values of an output that a reply would repeat: short texts, and numbers. */
function tellingValues(output: JsonValue): string[] {
  if (!isJsonObject(output) && !Array.isArray(output)) return []
  const leaves = leavesOf(output).map(({ value }) => String(value))
  return leaves.filter((text) => text.length > 1 && text.length <= 40 && text.split(' ').length <= 4)
}
