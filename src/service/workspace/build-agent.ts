import { isJsonObject, type JsonObject, setMember } from '../../base/json/json.ts'
import type { WithPlace } from '../../suite/yaml/place.ts'
import type { BlueprintConfig } from '../../wire/api/blueprint.ts'
import type { Agent, VersionedAgent } from './agent.ts'
import type { StatedAgent, StatedVersion } from './agent-shape.ts'
import { buildBehaviour } from './build-behaviour.ts'
import { placeOfRemote, whyNoHandoff } from './build-remote.ts'
import { checkSteps } from './check-steps.ts'
import { type AgentSource, loadNamed, refuseAt, refuseRemote, shownPath } from './loading.ts'
import { type PromptRead, readPrompt } from './read-prompt.ts'
import { type Recording, readRecordings } from './recordings-file.ts'

/** Builds an agent from its stated form. Versions are built in order, so that each can be based on an earlier one. */
export function buildAgent(definition: StatedAgent, source: AgentSource): Agent {
  const versions = new Map<number, VersionedAgent>()
  for (const entry of definition.versions) {
    const { name, value } = entry
    if (/^\d+$/.test(name) && versions.has(Number(name)))
      refuseAt(source, entry, `the version ${Number(name)} is here twice`, 'give it another number')
    else if (/^\d+$/.test(name))
      versions.set(Number(name), buildStated(String(Number(name)), Number(name), value, versions, source))
    else refuseAt(source, entry, `"${name}" is not a version number`, 'versions are numbered 1, 2, 3')
  }
  const next = Math.max(0, ...versions.keys()) + 1
  const draft = definition.draft === undefined ? null : buildStated('draft', next, definition.draft, versions, source)
  const { published } = definition
  if (published !== undefined && !versions.has(published.value)) {
    const versionsNote = `the versions are ${[...versions.keys()].join(', ') || 'none'}`
    const unmoved =
      draft?.number === published.value ? `: move what draft: says below versions:, as number ${published.value}` : ''
    refuseAt(source, published, `there is no version ${published.value} to publish`, versionsNote + unmoved)
  }
  return { name: definition.name, agentId: definition.agentId, versions, published: published?.value ?? null, draft }
}

/** Builds one version from its stated form and the version it is based on. */
export function buildStated(
  label: string,
  number: number,
  definition: StatedVersion,
  versions: ReadonlyMap<number, VersionedAgent>,
  source: AgentSource,
): VersionedAgent {
  const { basedOn } = definition
  const base = basedOn === undefined ? null : (versions.get(basedOn.value) ?? null)
  if (base === null && basedOn !== undefined) {
    const hint = 'a version is based on one that stands before it'
    refuseAt(source, basedOn, `there is no version ${basedOn.value} above this one`, hint)
  }
  const recordings = loadRecordings(definition, source)
  const prompt = readPrompt(definition, source)
  const inherited = definition.wholeBlueprint === true ? undefined : base?.promptParts
  const parts = prompt === undefined ? inherited : prompt.parts
  const promptAt = placeOfPrompt(definition, base, source)
  const config = buildConfig(
    definition,
    prompt,
    (definition.wholeBlueprint === true ? null : base?.config) ?? defaultConfig(),
  )
  const behaviour: VersionedAgent['behaviour'] =
    recordings === null ? buildBehaviour(definition, base, source) : { kind: 'replay', recordings }
  if (behaviour.kind !== 'replay')
    checkSteps(definition, behaviour, config, { file: shownPath(source.path), problems: source.loading.problems })
  const why = config.agentsList.length === 0 ? null : whyNoHandoff(behaviour)
  if (why !== null)
    refuseAt(
      source,
      definition.handsOffTo ?? placeOfRemote(definition),
      `hands off to: this version ${why}`,
      'take it out, or write hands off to: [] where it comes from the version that this one is based on',
    )
  return {
    label,
    number,
    ...(definition.name === undefined ? {} : { name: definition.name }),
    description: definition.description ?? base?.description ?? '',
    config,
    ...(parts === undefined ? {} : { promptParts: parts }),
    ...(promptAt === undefined ? {} : { promptAt }),
    behaviour,
  }
}

function placeOfPrompt(
  { prompt, from, basedOn }: StatedVersion,
  base: VersionedAgent | null,
  { path }: AgentSource,
): VersionedAgent['promptAt'] {
  const ownPrompt = prompt ?? from?.commit
  if (ownPrompt === undefined && base?.promptAt !== undefined) return base.promptAt
  const at = (ownPrompt ?? basedOn)?.at
  return at === undefined ? undefined : { file: shownPath(path), at }
}

function loadRecordings({ recordings }: StatedVersion, source: AgentSource): Recording[] | null {
  if (recordings === undefined) return null
  if (refuseRemote(source, recordings, 'file')) return []
  const content = loadNamed(source, recordings)
  if (content === undefined) return []
  const read = readRecordings(content)
  if (read.ok) return read.recordings
  refuseAt(source, recordings, `line ${read.line} of ${recordings.value} is not a recording: ${read.reason}`)
  return []
}

function buildConfig(
  definition: StatedVersion,
  prompt: PromptRead | undefined,
  base: BlueprintConfig,
): BlueprintConfig {
  const config = structuredClone(base)
  const { initialMessage } = config.agentInstructions
  if (prompt !== undefined) config.agentInstructions.systemContext = prompt.texts.map((system) => ({ system }))
  if (definition.initialMessage !== undefined) initialMessage.messageContent = definition.initialMessage
  if (definition.firstSpeaker !== undefined) initialMessage.firstSpeaker = definition.firstSpeaker
  if (definition.functions !== undefined) {
    const { pre, during, post } = definition.functions
    config.functionSettings = { preCall: valuesOf(pre), duringCall: valuesOf(during), postCall: valuesOf(post) }
  }
  if (definition.handsOffTo !== undefined) {
    config.agentsList = definition.handsOffTo.value.map((transferTo) => ({
      transferTo,
      useBaseSettings: true,
      agentVersion: 'DEFAULT',
    }))
  }
  if (definition.variables !== undefined) {
    config.dynamicVariablesConfig = definition.variables.map(({ name, value }) => ({ name, description: value }))
  }
  return merge(config as unknown as JsonObject, definition.blueprint ?? {}) as unknown as BlueprintConfig
}

const valuesOf = (names: readonly WithPlace<string>[] = []): string[] => names.map(({ value }) => value)

/** Deep merge. Members that the interface does not document are kept: a service may have more than those. */
function merge(into: JsonObject, from: JsonObject): JsonObject {
  for (const [key, value] of Object.entries(from)) {
    const own = Object.hasOwn(into, key) ? into[key] : undefined
    setMember(into, key, isJsonObject(own) && isJsonObject(value) ? merge(own, value) : value)
  }
  return into
}

/** A complete configuration with unremarkable values, for agents that only state what matters to them. */
export function defaultConfig(): BlueprintConfig {
  return {
    llmService: { provider: 'local', model: 'scripted', temperature: 0 },
    sttService: {
      provider: 'local',
      model: 'scripted',
      language: 'en',
      smartFormat: true,
      numerals: true,
      keywords: null,
    },
    ttsService: {
      provider: 'local',
      model: 'scripted',
      language: 'en',
      gender: 'female',
      voiceName: 'plain',
      customVoiceId: '',
      speed: 1,
      stability: 0.5,
      similarityBoost: 0.5,
      pitch: 0,
      volume: 1,
    },
    agentInstructions: {
      initialMessage: { messageContent: '', messageType: 'static', firstSpeaker: 'user' },
      systemContext: [],
      conversationalFlow: { nodes: [], edges: [] },
    },
    callSettings: {
      dtmfEnabled: false,
      warmTransfer: false,
      sipRefer: false,
      backgroundAmbient: false,
      backgroundThinking: false,
      whisper: false,
      preemptiveGeneration: false,
      transferTo: '',
      transferDtmf: '',
      falseInterruptionTimer: 0,
    },
    pipelineSettings: {
      commMethod: 'two_way',
      silenceTime: 10,
      silenceTurns: 3,
      knowledgeBaseId: '',
      maxDuration: 600,
    },
    turnManagement: {
      interruptionOverall: true,
      interruptionInitial: false,
      interruptionSensitivity: 0.5,
      agentResponsiveness: 0.5,
      agentBackchannel: {
        enabled: false,
        threshold: 0.5,
        fillerWords: [],
        probability: 0,
        interruptions: false,
        addToContext: false,
      },
    },
    analyticsConfig: { enabled: false, provider: 'local', model: 'scripted', instructions: null, queries: [] },
    functionSettings: { preCall: [], duringCall: [], postCall: [] },
    agentsList: [],
    dynamicVariablesConfig: [],
  }
}
