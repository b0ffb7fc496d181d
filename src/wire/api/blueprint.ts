import { z } from 'zod'
import type { JsonObject } from '../../base/json.ts'
import { jsonObject } from './member-shapes.ts'

/** One question that the analytics of an agent ask about a finished session. */
export interface AnalyticsQuery {
  name: string
  description: string
  type: string
  options: unknown[]
}

/**
 * The configuration of an agent with all its documented parts (Agent blueprint). Enumerations are free text (BLU-15).
 */
export interface BlueprintConfig {
  llmService: { provider: string; model: string; temperature: number }
  sttService: {
    provider: string
    model: string
    language: string
    smartFormat: boolean
    numerals: boolean
    keywords: unknown[] | null
  }
  ttsService: {
    provider: string
    model: string
    language: string
    gender: string
    voiceName: string
    customVoiceId: string
    speed: number
    stability: number
    similarityBoost: number
    pitch: number
    volume: number
  }
  agentInstructions: {
    initialMessage: { messageContent: string; messageType: string; firstSpeaker: string }
    systemContext: { system: string }[]
    conversationalFlow: {
      nodes: { id: string; type: string; data: JsonObject; position: { x: number; y: number } }[]
      edges: unknown[]
    }
  }
  callSettings: {
    dtmfEnabled: boolean
    warmTransfer: boolean
    sipRefer: boolean
    backgroundAmbient: boolean
    backgroundThinking: boolean
    whisper: boolean
    preemptiveGeneration: boolean
    transferTo: string
    transferDtmf: string
    falseInterruptionTimer: number
  }
  pipelineSettings: {
    commMethod: string
    silenceTime: number
    silenceTurns: number
    knowledgeBaseId: string
    maxDuration: number
  }
  turnManagement: {
    interruptionOverall: boolean
    interruptionInitial: boolean
    interruptionSensitivity: number
    agentResponsiveness: number
    agentBackchannel: {
      enabled: boolean
      threshold: number
      fillerWords: unknown[]
      probability: number
      interruptions: boolean
      addToContext: boolean
    }
  }
  analyticsConfig: {
    enabled: boolean
    provider: string
    model: string
    instructions: string | null
    queries: AnalyticsQuery[]
  }
  functionSettings: { preCall: string[]; duringCall: string[]; postCall: string[] }
  agentsList: { transferTo: string; useBaseSettings: boolean; agentVersion: string }[]
  dynamicVariablesConfig: { name: string; description: string }[]
}

const text = z.string()
const number = z.number()
const flag = z.boolean()
const texts = z.array(text)

const ttsService = z.looseObject({
  provider: text,
  model: text,
  language: text,
  gender: text,
  voiceName: text,
  customVoiceId: text,
  speed: number,
  stability: number,
  similarityBoost: number,
  pitch: number,
  volume: number,
})

const agentInstructions = z.looseObject({
  initialMessage: z.looseObject({ messageContent: text, messageType: text, firstSpeaker: text }),
  systemContext: z.array(z.looseObject({ system: text })),
  conversationalFlow: z.looseObject({
    nodes: z.array(
      z.looseObject({ id: text, type: text, data: jsonObject, position: z.looseObject({ x: number, y: number }) }),
    ),
    edges: z.array(z.unknown()),
  }),
})

const callSettings = z.looseObject({
  dtmfEnabled: flag,
  warmTransfer: flag,
  sipRefer: flag,
  backgroundAmbient: flag,
  backgroundThinking: flag,
  whisper: flag,
  preemptiveGeneration: flag,
  transferTo: text,
  transferDtmf: text,
  falseInterruptionTimer: number,
})

const turnManagement = z.looseObject({
  interruptionOverall: flag,
  interruptionInitial: flag,
  interruptionSensitivity: number,
  agentResponsiveness: number,
  agentBackchannel: z.looseObject({
    enabled: flag,
    threshold: number,
    fillerWords: z.array(z.unknown()),
    probability: number,
    interruptions: flag,
    addToContext: flag,
  }),
})

const analyticsConfig = z.looseObject({
  enabled: flag,
  provider: text,
  model: text,
  instructions: text.nullable(),
  queries: z.array(z.looseObject({ name: text, description: text, type: text, options: z.array(z.unknown()) })),
})

/** Reads the configuration of an agent (BLU-05 to BLU-09). */
export const blueprintConfigShape: z.ZodType<BlueprintConfig> = z.looseObject({
  llmService: z.looseObject({ provider: text, model: text, temperature: number }),
  sttService: z.looseObject({
    provider: text,
    model: text,
    language: text,
    smartFormat: flag,
    numerals: flag,
    keywords: z.array(z.unknown()).nullable(),
  }),
  ttsService,
  agentInstructions,
  callSettings,
  pipelineSettings: z.looseObject({
    commMethod: text,
    silenceTime: number,
    silenceTurns: number,
    knowledgeBaseId: text,
    maxDuration: number,
  }),
  turnManagement,
  analyticsConfig,
  functionSettings: z.looseObject({ preCall: texts, duringCall: texts, postCall: texts }),
  agentsList: z.array(z.looseObject({ transferTo: text, useBaseSettings: flag, agentVersion: text })),
  dynamicVariablesConfig: z.array(z.looseObject({ name: text, description: text })),
})

/** One agent of the blueprint listing, at its default version (BLU-04, BLU-12). */
export interface Blueprint {
  agentId: string
  config: BlueprintConfig
  version: { name: string; description: string; number: number }
}

/** Which agent a workflow runs (BLU-10). */
export interface WorkflowMapping {
  workflowId: string
  agentId: string
}

/** The data of the blueprint listing. */
export interface BlueprintListing {
  agents: Blueprint[]
  workflowList: WorkflowMapping[]
}

/** Reads one agent of the blueprint listing. */
export const blueprintShape: z.ZodType<Blueprint> = z.looseObject({
  agentId: z.string(),
  config: blueprintConfigShape,
  version: z.looseObject({ name: z.string(), description: z.string(), number: z.number() }),
})

/** Reads which agent a workflow runs. */
export const workflowMappingShape: z.ZodType<WorkflowMapping> = z.looseObject({
  workflowId: z.string(),
  agentId: z.string(),
})

/** Reads the data of the blueprint listing. */
export const blueprintListingShape: z.ZodType<BlueprintListing> = z.looseObject({
  agents: z.array(blueprintShape),
  workflowList: z.array(workflowMappingShape),
})
