import { z } from 'zod'
import { jsonObject } from './member-shapes.ts'
import { openObject } from './shape.ts'

const text = z.string()
const number = z.number()
const flag = z.boolean()
const texts = z.array(text)

const ttsService = openObject({
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

const agentInstructions = openObject({
  initialMessage: openObject({ messageContent: text, messageType: text, firstSpeaker: text }),
  systemContext: z.array(openObject({ system: text })),
  conversationalFlow: openObject({
    nodes: z.array(
      openObject({ id: text, type: text, data: jsonObject, position: openObject({ x: number, y: number }) }),
    ),
    edges: z.array(z.unknown()),
  }),
})

const callSettings = openObject({
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

const turnManagement = openObject({
  interruptionOverall: flag,
  interruptionInitial: flag,
  interruptionSensitivity: number,
  agentResponsiveness: number,
  agentBackchannel: openObject({
    enabled: flag,
    threshold: number,
    fillerWords: z.array(z.unknown()),
    probability: number,
    interruptions: flag,
    addToContext: flag,
  }),
})

const analyticsQuery = openObject({ name: text, description: text, type: text, options: z.array(z.unknown()) })

/** One question that the analytics of an agent ask about a finished session. */
export interface AnalyticsQuery extends z.output<typeof analyticsQuery> {}

const analyticsConfig = openObject({
  enabled: flag,
  provider: text,
  model: text,
  instructions: text.nullable(),
  queries: z.array(analyticsQuery),
})

/** Reads the configuration of an agent (BLU-05 to BLU-09). */
export const blueprintConfigShape = openObject({
  llmService: openObject({ provider: text, model: text, temperature: number }),
  sttService: openObject({
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
  pipelineSettings: openObject({
    commMethod: text,
    silenceTime: number,
    silenceTurns: number,
    knowledgeBaseId: text,
    maxDuration: number,
  }),
  turnManagement,
  analyticsConfig,
  functionSettings: openObject({ preCall: texts, duringCall: texts, postCall: texts }),
  agentsList: z.array(openObject({ transferTo: text, useBaseSettings: flag, agentVersion: text })),
  dynamicVariablesConfig: z.array(openObject({ name: text, description: text })),
})

export interface BlueprintConfig extends z.output<typeof blueprintConfigShape> {}

export const blueprintShape = openObject({
  agentId: z.string(),
  config: blueprintConfigShape,
  version: openObject({ name: z.string(), description: z.string(), number: z.number() }),
})

/** One agent of the blueprint listing, at its default version (BLU-04, BLU-12). */
export interface Blueprint extends z.output<typeof blueprintShape> {}

export const workflowMappingShape = openObject({
  workflowId: z.string(),
  agentId: z.string(),
})

/** Which agent a workflow runs (BLU-10). */
export interface WorkflowMapping extends z.output<typeof workflowMappingShape> {}

export const blueprintListingShape = openObject({
  agents: z.array(blueprintShape),
  workflowList: z.array(workflowMappingShape),
})

export interface BlueprintListing extends z.output<typeof blueprintListingShape> {}
