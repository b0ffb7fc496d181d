import { acts } from '../../base/acts.ts'
import { unique } from '../../base/group-by.ts'
import { isJsonObject, type JsonObject, type JsonValue, sameJson } from '../../base/json.ts'
import { parseScript } from '../../suite/language/parse.ts'
import { dash, indent, writeMember } from '../../suite/yaml/write-yaml.ts'
import { leavesOf } from '../transcript/values-in-text.ts'
import type { AgentSketch, SketchedTool } from './agent-sketch.ts'
import { plainBan } from './list-rules.ts'
import { poolValues, sampleArguments, sampleFor, type ValuePool } from './sample-arguments.ts'
import type { Cell } from './suggestion-shape.ts'
import { askedAs, type Fact, factsIn, guessFacts, userMessage, wishIn } from './user-message.ts'

/** A suite of drafts: its text, and how many conversations it has. */
export interface DraftSuite {
  text: string
  conversations: number
}

/** The tag of every draft, by which they are chosen or left out. */
const draftTag = 'draft'

/** A suite with a conversation for each cell that nothing covers; `head` are its first comments. Null if there is none to draft. */
export function draftSuite(sketch: AgentSketch, cells: readonly Cell[], head: readonly string[]): DraftSuite | null {
  const open = cells.filter(({ byHand, coveredBy }) => byHand === null && coveredBy.length === 0)
  const rules = open.filter(({ kind }) => kind === 'rule').map(({ name }) => name)
  const pool = poolValues(sketch)
  const metadata = metadataOf(sketch, pool)
  const guard = guardrailsOf(rules, sketch)
  const write = (conversations: readonly JsonObject[]): string =>
    [
      ...head.map((each) => `# ${each}`),
      ...writeMember('suite', `${sketch.agent}, drafts`, 0),
      ...writeMember('agent', sketch.agent, 0),
      `tags: [${draftTag}]`,
      'laws: { grounded: on }',
      ...(rules.length === 0
        ? []
        : ['', '# What the prompt demands. Write an expectation of each, and call it "# rule:".']),
      ...rules.map((rule) => `# to do: ${rule.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`),
      ...(guard === null ? [] : writeMember('every turn', guard, 0)),
      '',
      'conversations:',
      ...conversations.flatMap((each) => indent(writeConversation(each))),
      '',
    ].join('\n')
  const isSound = (each: JsonObject): boolean => parseScript(write([each]), 'drafts.yaml').ok
  const drafted = open
    .flatMap((cell): JsonObject[] => {
      const conversation = draftConversation(cell, sketch, pool, metadata)
      return conversation === null ? [] : [conversation]
    })
    .filter(isSound)
    .filter((each, index, all) => all.findIndex((other) => isAlike(each, other)) === index)
  const conversations = [...drafted, ...(drafted.length === 0 && guard !== null ? [greeting(metadata)] : [])]
  return conversations.length === 0 ? null : { text: write(conversations), conversations: conversations.length }
}

/** Whether two conversations differ in name only. */
const isAlike = ({ name: _, ...one }: JsonObject, { name: __, ...other }: JsonObject): boolean => sameJson(one, other)

function writeConversation(conversation: JsonObject): string[] {
  const { turns, ...rest } = conversation
  const members = Object.entries(rest).flatMap(([key, value]) => writeMember(key, value, 6))
  const written = (Array.isArray(turns) ? turns : []).flatMap((turn) =>
    indent(dash(Object.entries(turn as JsonObject).flatMap(([key, value]) => writeMember(key, value, 10)))),
  )
  return dash([...members, ...(written.length === 0 ? [] : ['turns:', ...written])])
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

const withMetadata = (metadata: JsonObject): JsonObject => (Object.keys(metadata).length === 0 ? {} : { metadata })

const greeting = (metadata: JsonObject): JsonObject => ({
  ...{ name: 'answers a greeting', ...withMetadata(metadata) },
  turns: [{ user: 'Hello', expect: { reply: { matches: '/\\p{L}/' } } }],
})

/** A conversation for a cell; null for a rule, which is a guardrail. */
function draftConversation(cell: Cell, sketch: AgentSketch, pool: ValuePool, metadata: JsonObject): JsonObject | null {
  const { kind, name, ending } = cell
  const own = { name: nameOf(cell), ...withMetadata(metadata) }
  if (kind === 'handoff') return { ...own, turns: [{ user: askFor(name), expect: { reply: { agentName: name } } }] }
  if (kind === 'metadata')
    return ending === 'given'
      ? { ...own, turns: [{ user: 'Hello', expect: { reply: { none: [{ contains: `\${${name}}` }] } } }] }
      : {
          name: nameOf(cell),
          turns: [{ user: 'Hello', expect: { reply: { not: { matches: '/\\$\\{|undefined|null/' } } } }],
        }
  const tool = sketch.tools.find((each) => each.name === name)
  if (kind !== 'tool' || tool === undefined) return null
  if (cell.phase === 'pre') return { ...own, turns: [{ user: 'Hello', expect: { calls: { pre: [name] } } }] }
  return { ...own, ...draftCall(tool, ending ?? 'succeeds', sketch, pool) }
}

const nameOf = ({ kind, name, ending, phase }: Cell): string => {
  if (kind === 'handoff') return `hands over to ${name}`
  if (kind === 'metadata') return `${name} is ${ending}`
  if (phase === 'pre') return `${name} is called before the talk`
  return ending === 'value missing' ? `${name} is not called while a value is missing` : `${name} ${ending}`
}

const askFor = (agent: string): string =>
  /human|person|people|staff|support|colleague|mensch/i.test(agent)
    ? 'I would like to speak to a person, please.'
    : `I would like to speak to the ${agent.replace(/[-_]+/g, ' ')}, please.`

/** Turns, or a simulated user who confirms, that make the agent use a tool so that it ends as asked. */
function draftCall(tool: SketchedTool, ending: string, sketch: AgentSketch, pool: ValuePool): JsonObject {
  const { name } = tool
  const others = sketch.tools.filter((each) => each !== tool && acts(each.name) && each.phases.includes('during'))
  const never = others.map((each) => each.name)
  if (ending === 'value missing') {
    const banned = unique([...(acts(name) ? [name] : []), ...never])
    const calls = acts(name) ? { never: banned } : { never: unique([name, ...banned]) }
    return { turns: [{ user: userMessage(tool, []), expect: { reply: { matches: '/\\p{L}/' }, calls } }] }
  }
  const { given } = sampleArguments(tool, ending, pool)
  const facts = [...factsIn(given), ...(Object.keys(given).length === 0 ? guessFacts(tool, pool) : [])]
  const call = { [name]: { ...withArguments(given), ...(isError(tool, ending) ? { is_error: true } : {}) } }
  const reply = replyTo(tool, ending, given)
  if (!acts(name)) {
    const calls = { 'in order': [call], ...(never.length === 0 ? {} : { never }) }
    return {
      turns: [{ user: userMessage(tool, facts), expect: { ...(reply === null ? {} : { reply }), calls } }],
    }
  }
  const knows = Object.fromEntries([...idsOf(sketch), ...facts].map(([name, value]) => [askedAs(name), value]))
  const once = { [name]: { ...(call[name] as JsonObject), times: 1 } }
  return {
    'simulated user': {
      wants: wishIn(tool),
      'opens with': userMessage(tool, facts),
      ...(Object.keys(knows).length === 0 ? {} : { knows }),
      answers: [{ when: confirming, says: 'Yes, please' }],
      patience: '6 turns',
      'done when': { calls: [call] },
    },
    ...(ending === 'succeeds' || reply === null ? {} : { 'every turn': { reply } }),
    session: { calls: { 'any order': [once], ...(never.length === 0 ? {} : { never }) } },
  }
}

/** The ids that tools of the agent take: an agent may ask for one that the tool's own arguments do not name. */
const idsOf = ({ tools }: AgentSketch): Fact[] =>
  tools
    .flatMap(({ samples }) => samples.filter(({ isError }) => !isError).flatMap((each) => factsIn(each.with)))
    .filter(([name], index, all) => askedAs(name) !== name && all.findIndex(([other]) => other === name) === index)

/** Words by which an agent asks whether it should. */
const confirming =
  '/really|are you sure|confirm|shall I|should I|would you like|do you want|go ahead|proceed|wirklich|sicher|bestätig|soll ich|möchten Sie/i'

function isError(tool: SketchedTool, ending: string): boolean {
  return ending === 'fails' || (ending === 'finds nothing' && sampleFor(tool, ending)?.isError === true)
}

/** The arguments that a person typed: plain ones, since an agent may shape the others. */
function withArguments(given: JsonObject): JsonObject {
  const plain = Object.entries(given).filter(([, value]) => typeof value === 'string' || typeof value === 'number')
  return plain.length === 0 ? {} : { with: Object.fromEntries(plain) }
}

/** How many values of an output an expectation names at most. */
const mostNamed = 6

/** A success says something that the tool gave; anything else says nothing that only a success gives. */
function replyTo(tool: SketchedTool, ending: string, given: JsonObject): JsonObject | null {
  const typed = new Set(factsIn(given).map(([, value]) => value))
  const outputs =
    ending === 'succeeds'
      ? [sampleFor(tool, ending)?.output ?? null]
      : tool.samples.filter((each) => !each.isError).map((each) => each.output)
  const said = unique(outputs.flatMap(tellingValues))
    .filter((value) => !typed.has(value))
    .slice(0, mostNamed)
  if (said.length === 0) return null
  const texts = said.map((text) => ({ contains: text }))
  return ending === 'succeeds' ? { any: texts } : { none: texts.filter(({ contains }) => contains.length > 3) }
}

/** The values of an output that a reply would repeat: short texts, and numbers. */
function tellingValues(output: JsonValue): string[] {
  if (!isJsonObject(output) && !Array.isArray(output)) return []
  const leaves = leavesOf(output).map(({ value }) => String(value))
  return leaves.filter((text) => text.length > 1 && text.length <= 40 && text.split(' ').length <= 4)
}
