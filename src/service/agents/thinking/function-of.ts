import type { JsonObject } from '../../../base/json/json.ts'
import type { BlueprintConfig } from '../../../wire/api/blueprint.ts'
import type { TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { ModelEntries } from '../../../wire/models/find-model.ts'
import type { ModelAccess } from '../../../wire/models/model-access.ts'
import { ModelError } from '../../../wire/models/model-error.ts'
import type { AgentTool, ModelBehaviour, ThinkingBehaviour } from '../../workspace/agent.ts'
import { AgentError, type AgentFunction, type TokenUsage } from '../../workspace/agent-function.ts'
import type { Edition } from '../code/agent-code.ts'
import { foreknownTools } from '../code/call-canned.ts'
import type { FarNotes } from '../remote/remote-version.ts'

/** The agent as a function of one turn, begun at `begun` ms of the process. @throws AgentError if it fails to load */
export async function functionOf(
  behaviour: ThinkingBehaviour,
  config: BlueprintConfig,
  code: Edition,
  begun: number,
  notes: FarNotes,
): Promise<AgentFunction> {
  if (behaviour.kind === 'code')
    return typeof behaviour.from === 'function'
      ? behaviour.from
      : code.agent(behaviour.from, foreknownOf(behaviour.tools, config))
  if (behaviour.kind === 'remote') {
    const { remoteAgent } = await import('../remote/remote-agent.ts')
    return remoteAgent(behaviour, config, notes)
  }
  const [{ modelAgent }, { versionSettings }] = await Promise.all([
    import('../model/model-agent.ts'),
    import('../model/version-settings.ts'),
  ])
  const { model, mayEnd, foldAfter, steps, tokens, limitMs: timeMs } = behaviour
  const modelSettings = { model, mayEnd, foldAfter, limits: { steps, tokens, timeMs, begun } }
  return modelAgent(versionSettings(config, behaviour.tools, modelSettings), await accessOf(behaviour))
}

/** By version: the tools that the code thread can answer itself, in JSON. */
const foreknown = new WeakMap<BlueprintConfig, { tools: readonly AgentTool[]; text: string }>()

function foreknownOf(tools: readonly AgentTool[], config: BlueprintConfig): string {
  const memory = foreknown.get(config)
  if (memory?.tools === tools) return memory.text
  const text = JSON.stringify(foreknownTools(tools, config))
  foreknown.set(config, { tools, text })
  return text
}

interface Finished {
  config: BlueprintConfig
  transcript: readonly TranscriptEntry[]
  variables: JsonObject
  signal: AbortSignal
}

/** An analysis as the agent's model finds it, and the usage; null without a model or a question. @throws AgentError */
export async function analyseWith(
  behaviour: ThinkingBehaviour,
  { config, transcript, variables, signal }: Finished,
): Promise<{ members: JsonObject; usage: TokenUsage } | null> {
  if (behaviour.kind !== 'model' || !config.analyticsConfig.enabled) return null
  const { answerQueries } = await import('../model/answer-queries.ts')
  try {
    const access = await accessOf(behaviour)
    const model = await access.open(behaviour.model)
    const options = { variables, timeLimitMs: behaviour.limitMs, signal }
    const { summary, sentiment, answers, usage } = await answerQueries(
      config.analyticsConfig,
      transcript,
      model,
      options,
    )
    return { members: { ...answers, summary, sentiment }, usage }
  } catch (error) {
    throw error instanceof ModelError ? new AgentError(error.message, error.layer) : error
  }
}

/** One access per workspace, so that its agents share the rate limits of a host. */
const accesses = new WeakMap<ModelEntries, ModelAccess>()

async function accessOf({ models, folder }: ModelBehaviour): Promise<ModelAccess> {
  const { accessModels } = await import('../../../wire/models/model-access.ts')
  const access = accesses.get(models) ?? accessModels(models, { folder, env: process.env })
  accesses.set(models, access)
  return access
}
