import type { BlueprintConfig } from '../../wire/api/blueprint.ts'

/** A complete configuration for tests, with other members where these are given. */
export function configOf(more: Partial<BlueprintConfig> = {}): BlueprintConfig {
  return {
    llmService: { provider: 'local', model: 'scripted', temperature: 0 },
    sttService: { provider: 'l', model: 's', language: 'en', smartFormat: true, numerals: true, keywords: null },
    ttsService: {
      provider: 'l',
      model: 's',
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
      initialMessage: { messageContent: 'Hello!', messageType: 'static', firstSpeaker: 'user' },
      systemContext: [{ system: 'Be brief.' }, { system: 'Never promise a refund.' }],
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
    pipelineSettings: { commMethod: 'text', silenceTime: 1, silenceTurns: 1, knowledgeBaseId: '', maxDuration: 60 },
    turnManagement: {
      interruptionOverall: true,
      interruptionInitial: true,
      interruptionSensitivity: 1,
      agentResponsiveness: 1,
      agentBackchannel: {
        enabled: false,
        threshold: 0,
        fillerWords: [],
        probability: 0,
        interruptions: false,
        addToContext: false,
      },
    },
    analyticsConfig: { enabled: false, provider: '', model: '', instructions: null, queries: [] },
    functionSettings: { preCall: [], duringCall: ['lookup', 'cancel'], postCall: [] },
    agentsList: [],
    dynamicVariablesConfig: [],
    ...more,
  }
}
