import { diffArrays } from 'diff'
import { hashJson } from '../../base/json/hash-json.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'
import { splitSentences } from '../../base/text/split-sentences.ts'

/** One version of an agent, as far as it decides what the agent does. */
export interface AgentState {
  /** Its blueprint. */
  config: JsonObject
  /** What is known of its tools beside their names in the blueprint, by name, in their order. */
  tools: ReadonlyMap<string, unknown>
  /** Tools that run before or after conversations by themselves, beside those that the blueprint lists. */
  always: readonly string[]
  /** Whatever else plays it. */
  rest: unknown
}

/** One thing that differs between two versions of an agent. */
export interface StateDifference {
  /** For a person: `the tool refund`, `llmService`. It quotes nothing of a prompt. */
  what: string
  /** Which conversations it touches: those that call one of the tools, or hear one of the agents; null for all. */
  touches: { tools: readonly string[]; agents: readonly string[] } | null
}

const phases = ['preCall', 'duringCall', 'postCall'] as const

/** What differs, in order: tools, prompt, handoffs, settings. What is new or tied to no tool or agent touches all. */
export function findDifferences(a: AgentState, b: AgentState): StateDifference[] {
  const differences = [
    ...toolDifferences(a, b),
    ...promptDifferences(a, b),
    ...handoffDifferences(a, b),
    ...otherDifferences(a, b),
  ]
  const same = hashJson(wholeOf(a)) === hashJson(wholeOf(b))
  return same || differences.length > 0
    ? differences
    : [{ what: 'the order or the spacing of something', touches: null }]
}

const wholeOf = ({ config, tools, always, rest }: AgentState): unknown => [config, [...tools], always, rest]

function toolDifferences(a: AgentState, b: AgentState): StateDifference[] {
  const [before, after] = [listTools(a), listTools(b)]
  const always = new Set([a, b].flatMap(toolsOfEverySession))
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const order = (tools: typeof before): string =>
    [...tools.keys()].filter((name) => before.has(name) && after.has(name)).join('\n')
  const others = [
    ...(listsAny(a) === listsAny(b) ? [] : ['whether its tools are listed']),
    ...(order(before) === order(after) ? [] : ['the order of its tools']),
  ].map((what): StateDifference => ({ what, touches: null }))
  return names
    .flatMap((name): StateDifference[] => {
      const [own, other] = [before.get(name), after.get(name)]
      if (own === other) return []
      const isNew = other !== undefined && (own === undefined || hasNewPhase(own, other))
      const what = `the tool ${name}${own === undefined ? ' (new)' : other === undefined ? ' (gone)' : ''}`
      return [{ what, touches: isNew || always.has(name) ? null : { tools: [name], agents: [] } }]
    })
    .concat(others)
}

/** A blueprint that lists no tool leaves out none. */
const listsAny = ({ config }: AgentState): boolean => phases.some((phase) => listedIn(config, phase).length > 0)

/** Each tool with the phases that list it and what is known of it, as one text that differs where it does. */
function listTools({ config, tools }: AgentState): Map<string, string> {
  const names = [...tools.keys(), ...phases.flatMap((phase) => listedIn(config, phase))]
  return new Map(
    names.map((name) => {
      const toolPhases = phases.filter((phase) => listedIn(config, phase).includes(name))
      return [toNormalForm(name, 'NFC'), `${toolPhases.join(' ')}|${hashJson(tools.get(name))}`]
    }),
  )
}

function hasNewPhase(own: string, other: string): boolean {
  const phasesOf = (text: string): string[] => text.slice(0, text.indexOf('|')).split(' ').filter(Boolean)
  return phasesOf(other).some((phase) => !phasesOf(own).includes(phase))
}

function listedIn(config: JsonObject, phase: (typeof phases)[number]): string[] {
  const settings = config.functionSettings
  const names = isJsonObject(settings) ? settings[phase] : undefined
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

/** Every session calls these, also where nothing of it was seen. */
function toolsOfEverySession({ config, always }: AgentState): string[] {
  const names = [...always, ...listedIn(config, 'preCall'), ...listedIn(config, 'postCall')]
  return names.map((name) => toNormalForm(name, 'NFC'))
}

/** A sentence of a prompt that differs is tied to the tools that it names; one that names none concerns everything. */
function promptDifferences(a: AgentState, b: AgentState): StateDifference[] {
  const [before, after] = [promptOf(a.config), promptOf(b.config)]
  if (before === after) return []
  const toolNames = [...new Set([...listTools(a).keys(), ...listTools(b).keys()])]
  const always = new Set([a, b].flatMap(toolsOfEverySession))
  const changes = diffArrays(sentencesOf(before), sentencesOf(after), { maxEditLength: 2_000 })
  if (changes === undefined) return [{ what: 'most of the prompt', touches: null }]
  const changed = changes.flatMap(({ added, removed, value }) => (added || removed ? value : []))
  return changed.map((sentence) => {
    const tools = toolNames.filter((name) => isNamedIn(toNormalForm(sentence, 'NFC'), name))
    if (tools.length === 0) return { what: 'a sentence of the prompt that names no tool', touches: null }
    const isTied = !tools.some((name) => always.has(name))
    return {
      what: `a sentence of the prompt about ${tools.join(', ')}`,
      touches: isTied ? { tools, agents: [] } : null,
    }
  })
}

function promptOf(config: JsonObject): string {
  const { agentInstructions: instructions } = config
  const parts = isJsonObject(instructions) ? instructions.systemContext : undefined
  return Array.isArray(parts) ? parts.map((part) => (isPrompt(part) ? part.system : '')).join('\n\n') : ''
}

function isPrompt(part: JsonValue): part is { system: string } {
  return isJsonObject(part) && typeof part.system === 'string'
}

function sentencesOf(prompt: string): string[] {
  return prompt
    .split('\n')
    .flatMap(splitSentences)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** Whether a sentence names a tool: in quotes, or by a name that is no word (`refund_order`). Not `they search`. */
function isNamedIn(sentence: string, name: string): boolean {
  const quoted = ['`', '"', "'"].some((mark) => sentence.includes(`${mark}${name}${mark}`))
  if (quoted || !/[_\d.:/]|\p{Ll}\p{Lu}/u.test(name)) return quoted
  return sentence.split(/[^\p{L}\p{N}\p{M}_.:/-]+/u).some((word) => word.replace(/[.:/-]+$/, '') === name)
}

/** That it no longer hands over to an agent touches the conversations in which that one spoke. */
function handoffDifferences({ config: a }: AgentState, { config: b }: AgentState): StateDifference[] {
  const [before, after] = [a.agentsList, b.agentsList].map((list = null) => (Array.isArray(list) ? list : [list]))
  const without = (some: readonly JsonValue[] = [], others: readonly JsonValue[] = []): JsonValue[] => {
    const hashes = new Set(others.map((each) => hashJson(each)))
    return some.filter((each) => !hashes.has(hashJson(each)))
  }
  const nameOf = (each: JsonValue): string | null =>
    isJsonObject(each) && typeof each.transferTo === 'string' ? each.transferTo : null
  const isNew = without(after, before).length > 0
  return without(before, after)
    .map((each): StateDifference => {
      const name = nameOf(each)
      const isKnown = name !== null && !isNew
      return {
        what: `the agent ${name ?? ''} that it hands over to`,
        touches: isKnown ? { tools: [], agents: [toNormalForm(name, 'NFC')] } : null,
      }
    })
    .concat(isNew ? [{ what: 'another agent that it hands over to', touches: null }] : [])
}

function otherDifferences(a: AgentState, b: AgentState): StateDifference[] {
  const [before, after] = [settingsOf(a), settingsOf(b)]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const differ = names.filter((name) => hashJson(before[name] ?? null) !== hashJson(after[name] ?? null))
  return differ.map((what) => ({ what, touches: null }))
}

/** All but the tools, the texts of the prompt and whom it hands over to. */
function settingsOf({ config, rest, always }: AgentState): Record<string, unknown> {
  const { agentsList: _, functionSettings, agentInstructions, ...settings } = config
  const { systemContext, ...instructions } = isJsonObject(agentInstructions) ? agentInstructions : {}
  const {
    preCall: __,
    duringCall: ___,
    postCall: ____,
    ...functions
  } = isJsonObject(functionSettings) ? functionSettings : {}
  const parts = Array.isArray(systemContext)
    ? systemContext.map((part) => (isPrompt(part) ? { ...part, system: '' } : part))
    : systemContext
  return {
    ...settings,
    agentInstructions: { ...instructions, parts },
    functionSettings: functions,
    behaviour: rest,
    always,
  }
}
