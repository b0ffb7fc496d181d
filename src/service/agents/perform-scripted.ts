import type { ContentItem } from '../../api/content-item.ts'
import type { Phase } from '../../api/transcript-entry.ts'
import type { JsonObject } from '../../base/json.ts'
import type { AgentVersion } from '../workspace/agent.ts'
import type { Rule, ScriptedBehaviour, Step } from '../workspace/scripted-behaviour.ts'
import { callTool } from './call-tool.ts'
import { fillJson, fillText, type TemplateScope } from './fill-template.ts'
import type { Line, Performance } from './line.ts'
import { mediaItem } from './media-item.ts'

/** What a turn of an agent starts from. `state` and `agentName` belong to the session and are changed. */
export interface Scene {
  version: AgentVersion
  /** Null when the agent opens. */
  message: string | null
  first: boolean
  variables: JsonObject
  state: JsonObject
  /** The agent that speaks now; a handoff changes it. */
  speaker: { agentName: string }
  /** The instructions for this reply alone, under `{context}`. */
  context: string | null
}

/** Plays one turn of a scripted agent. The blueprint says which phase a function runs in, unless a step says otherwise (TRN-20). */
export function performScripted(behaviour: ScriptedBehaviour, scene: Scene): Performance {
  const { message, state } = scene
  const opening = scene.version.config.agentInstructions.initialMessage.messageContent
  const rule = message === null ? undefined : behaviour.rules.find((each) => fits(each, message, state))
  const groups = message === null ? {} : (rule?.says?.exec(message)?.groups ?? {})
  const scope: TemplateScope = {
    values: { ...state, message: message ?? '', context: scene.context ?? '', ...groups },
    variables: scene.variables,
  }
  const before = scene.first ? play(behaviour.before, 'pre', behaviour, scene, scope) : []
  const steps =
    message === null
      ? [{ kind: 'say' as const, text: opening, as: 'assistant' as const }]
      : (rule?.do ?? behaviour.otherwise)
  const lines = play(steps, 'during', behaviour, scene, scope)
  for (const [name, value] of Object.entries(rule?.set ?? {})) state[name] = fillText(value, scope)
  const ended = steps.some(({ kind }) => kind === 'end')
  const after = ended ? play(behaviour.after, 'post', behaviour, scene, scope) : []
  return { lines: [...before, ...lines, ...after], delayMs: behaviour.delayMs, ended }
}

function fits({ says, state: wanted }: Rule, message: string, state: JsonObject): boolean {
  return (says === null || says.test(message)) && Object.entries(wanted).every(([name, value]) => state[name] === value)
}

function play(
  steps: readonly Step[],
  phase: Phase,
  behaviour: ScriptedBehaviour,
  scene: Scene,
  scope: TemplateScope,
): Line[] {
  const lines: Line[] = []
  for (const step of steps) {
    switch (step.kind) {
      case 'call': {
        const given = fillJson(step.arguments, scope) as JsonObject
        const { output, value, isError, timeMs } = callTool(
          behaviour.tools.find(({ name }) => name === step.name),
          given,
        )
        scope.values[step.name] = value
        lines.push({
          kind: 'call',
          name: step.name,
          arguments: given,
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
        attach(lines, mediaItem(fillJson(step.item, scope) as JsonObject), scene)
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

/** A button or a picture belongs to the message before it, or makes one of its own. */
function attach(lines: Line[], item: ContentItem, scene: Scene): void {
  const last = lines.at(-1)
  if (last?.kind === 'message' && last.role === 'assistant') last.items.push(item)
  else lines.push(message('assistant', [item], scene))
}

function message(role: 'assistant' | 'backgroundAgent', items: ContentItem[], { speaker }: Scene): Line {
  return { kind: 'message', role, items, agentName: speaker.agentName }
}
