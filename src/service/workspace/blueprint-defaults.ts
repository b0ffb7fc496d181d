import type { BlueprintConfig } from '../../wire/api/blueprint.ts'

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
