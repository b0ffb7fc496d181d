import { type JsonObject, setMember } from '../../base/json/json.ts'
import { mapTexts } from '../../base/json/walk-json.ts'
import { matchGroups } from '../../base/patterns/linear-pattern.ts'
import type { ContentItem, Phase } from '../../wire/api/transcript-entry.ts'
import type { AgentRule, AgentStep, ScriptedBehaviour, VersionedAgent } from '../workspace/agent.ts'
import { callCanned } from './code/call-canned.ts'
import { mediaItem } from './content-items.ts'
import { fillArguments } from './fill-arguments.ts'
import { fillText, type TemplateScope } from './fill-template.ts'
import { findTool } from './find-tool.ts'
import type { Line, Performance } from './write-entries.ts'

/** The input of an agent's turn. `state` and `agentName` belong to the session and are modified. */
export interface Scene {
  version: VersionedAgent
  /** Null when the agent opens. */
  message: string | null
  first: boolean
  variables: JsonObject
  state: JsonObject
  /** The current speaker, which a handoff changes. */
  speaker: { agentName: string }
  /** Instructions for this reply only, available as `{context}`. */
  context: string | null
  /** What the agent opens with instead of its initial message (options.initialMessage of a call). */
  opening: string | null
}

/** Plays a scripted turn: before the first one the functions of the phase pre, then its rule (TRN-20). */
export function performScripted(behaviour: ScriptedBehaviour, scene: Scene): Performance {
  const { message, state } = scene
  const rule = message === null ? undefined : behaviour.rules.find((each) => fits(each, message, state))
  const says = rule?.says ?? null
  const scope = scopeOf(scene, message === null || says === null ? {} : (matchGroups(says, message) ?? {}))
  const before = scene.first ? play(withListed(behaviour.before, scene, 'preCall'), 'pre', behaviour, scene, scope) : []
  const steps = message === null ? [openingOf(scene)] : (rule?.do ?? behaviour.otherwise)
  const lines = play(steps, 'during', behaviour, scene, scope)
  const set = Object.entries(rule?.set ?? {}).map(([name, value]) => [name, fillText(value, scope)] as const)
  for (const [name, value] of set) setMember(state, name, value)
  return { lines: [...before, ...lines], ended: steps.some(({ kind }) => kind === 'end') }
}

/** Plays what a scripted agent does when the customer says nothing. */
export function performSilence(behaviour: ScriptedBehaviour, scene: Scene): Line[] {
  return play(behaviour.onSilence, 'during', behaviour, scene, scopeOf(scene, {}))
}

/** Plays the functions of the phase post, after the last message. */
export function performAfter(behaviour: ScriptedBehaviour, scene: Scene): Line[] {
  return play(withListed(behaviour.after, scene, 'postCall'), 'post', behaviour, scene, scopeOf(scene, {}))
}

function scopeOf(scene: Scene, groups: Record<string, string>): TemplateScope {
  return {
    values: { ...scene.state, message: scene.message ?? '', context: scene.context ?? '', ...groups },
    variables: scene.variables,
  }
}

function openingOf({ opening, version }: Scene): AgentStep {
  const text = opening ?? version.config.agentInstructions.initialMessage.messageContent
  return { kind: 'say', text: text === '' ? 'Hello!' : text, as: 'assistant' }
}

/** A phase's steps after the functions that the blueprint lists for it and no step calls, without arguments. */
function withListed(steps: readonly AgentStep[], { version }: Scene, phase: 'preCall' | 'postCall'): AgentStep[] {
  const called = new Set(steps.map((step) => (step.kind === 'call' ? step.name : null)))
  const toolNames = version.config.functionSettings[phase].filter((name) => !called.has(name))
  return [...toolNames.map((name): AgentStep => ({ kind: 'call', name, arguments: {}, phase: null })), ...steps]
}

function fits({ says, state: states }: AgentRule, message: string, state: JsonObject): boolean {
  return (
    (says === null || matchGroups(says, message) !== null) &&
    Object.entries(states).every(([name, value]) => Object.hasOwn(state, name) && state[name] === value)
  )
}

function play(
  steps: readonly AgentStep[],
  phase: Phase,
  behaviour: ScriptedBehaviour,
  scene: Scene,
  scope: TemplateScope,
): Line[] {
  const lines: Line[] = []
  for (const step of steps) {
    switch (step.kind) {
      case 'call': {
        const tool = findTool(step.name, behaviour.tools, scene.version.config)
        const args = fillArguments(step.arguments, scope, 'output' in tool ? undefined : tool.parameters)
        const { output, value, isError, timeMs } = 'output' in tool ? tool : callCanned(tool, args)
        scope.values[step.name] = value
        lines.push({
          kind: 'call',
          name: step.name,
          arguments: args,
          phase: step.phase ?? phase,
          output,
          isError,
          timeMs,
        })
        break
      }
      case 'say':
        lines.push(message(step.as, [{ type: 'text', text: fillText(step.text, scope) }], scene))
        break
      case 'item':
        attach(lines, mediaItem(mapTexts(step.item, (text) => fillText(text, scope)) as JsonObject), scene)
        break
      case 'think':
        lines.push({ kind: 'thinking', text: fillText(step.text, scope) })
        break
      case 'summarise':
        lines.push({ kind: 'summary', text: fillText(step.text, scope) })
        break
      case 'hand off':
        scene.speaker.agentName = step.agent
    }
  }
  return lines
}

/** Adds a button or picture to the message before it, or to a new message if there is none. */
function attach(lines: Line[], item: ContentItem, scene: Scene): void {
  const last = lines.at(-1)
  if (last?.kind === 'message' && last.role === 'assistant') last.items.push(item)
  else lines.push(message('assistant', [item], scene))
}

function message(role: 'assistant' | 'backgroundAgent', items: ContentItem[], { speaker }: Scene): Line {
  return { kind: 'message', role, items, agentName: speaker.agentName }
}
