import { expect } from 'vitest'
import { type Blueprint, blueprintListingShape, type WorkflowMapping } from '../../../src/wire/api/blueprint.ts'
import { checkShape } from '../../../src/wire/api/shape.ts'
import type { World } from '../world.ts'
import type { Checks } from './check.ts'

const list = async ({ send }: World): Promise<{ agents: Blueprint[]; workflowList: WorkflowMapping[] }> => {
  const { data } = await send('blueprints')
  expect(checkShape(blueprintListingShape, data)).toMatchObject({ ok: true })
  expect(data.agents.length).toBe(3)
  return data
}

const kinds = (value: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      Array.isArray(member) ? 'array' : member === null ? 'null' : typeof member,
    ]),
  )

const all = (names: string, kind: string) => Object.fromEntries(names.split(' ').map((name) => [name, kind]))

export const blueprints: Checks = {
  async 'BLU-02'({ local, send }) {
    await local('PUT', 'faults', { faults: [{ kind: 'status', operation: 'blueprints.get' }] })
    const failed = await send('blueprints')
    expect([failed.status, failed.data, 'errorCode' in failed.body]).toEqual([500, null, false])
    await local('DELETE', 'faults')
  },
  async 'BLU-04'(world) {
    for (const { agentId, version } of (await list(world)).agents) {
      expect([typeof agentId, kinds(version)]).toEqual([
        'string',
        { name: 'string', description: 'string', number: 'number' },
      ])
      expect(version.number).toBeGreaterThanOrEqual(0)
    }
  },
  async 'BLU-05'(world) {
    for (const { config } of (await list(world)).agents) {
      expect(kinds(config.llmService)).toEqual({ provider: 'string', model: 'string', temperature: 'number' })
      expect(kinds(config.sttService)).toEqual({
        ...all('provider model language', 'string'),
        ...all('smartFormat numerals', 'boolean'),
        keywords: 'null',
      })
      expect(kinds(config.ttsService)).toEqual({
        ...all('provider model language gender voiceName customVoiceId', 'string'),
        ...all('speed stability similarityBoost pitch volume', 'number'),
      })
    }
  },
  async 'BLU-06'(world) {
    for (const { config } of (await list(world)).agents) {
      const { initialMessage, systemContext, conversationalFlow } = config.agentInstructions
      expect(kinds(initialMessage)).toEqual(all('messageContent messageType firstSpeaker', 'string'))
      for (const context of systemContext) expect(kinds(context)).toEqual({ system: 'string' })
      expect(kinds(conversationalFlow)).toEqual({ nodes: 'array', edges: 'array' })
    }
  },
  async 'BLU-07'(world) {
    for (const { config } of (await list(world)).agents) {
      expect(kinds(config.callSettings)).toEqual({
        ...all(
          'dtmfEnabled warmTransfer sipRefer backgroundAmbient backgroundThinking whisper preemptiveGeneration',
          'boolean',
        ),
        ...all('transferTo transferDtmf', 'string'),
        falseInterruptionTimer: 'number',
      })
      expect(kinds(config.pipelineSettings)).toEqual({
        ...all('commMethod knowledgeBaseId', 'string'),
        ...all('silenceTime silenceTurns maxDuration', 'number'),
      })
      const { agentBackchannel, ...rest } = config.turnManagement
      expect(kinds(rest)).toEqual({
        ...all('interruptionOverall interruptionInitial', 'boolean'),
        ...all('interruptionSensitivity agentResponsiveness', 'number'),
      })
      expect(kinds(agentBackchannel)).toEqual({
        ...all('enabled interruptions addToContext', 'boolean'),
        ...all('threshold probability', 'number'),
        fillerWords: 'array',
      })
    }
  },
  async 'BLU-08'(world) {
    const [alpha] = (await list(world)).agents
    expect(kinds(alpha?.config.analyticsConfig ?? {})).toEqual({
      enabled: 'boolean',
      provider: 'string',
      model: 'string',
      instructions: 'null',
      queries: 'array',
    })
    expect(alpha?.config.analyticsConfig.queries.map(kinds)).toEqual([
      { name: 'string', description: 'string', type: 'string', options: 'array' },
    ])
  },
  async 'BLU-09'(world) {
    const { config } = (await list(world)).agents[0] as Blueprint
    expect(config.functionSettings).toEqual({
      preCall: ['load_customer'],
      duringCall: ['look_up', 'fail'],
      postCall: ['log_outcome'],
    })
    expect(config.agentsList).toEqual([{ transferTo: 'beta', useBaseSettings: true, agentVersion: 'DEFAULT' }])
    expect(config.dynamicVariablesConfig).toEqual([{ name: 'first_name', description: 'How to address the customer' }])
  },
  async 'BLU-10'(world) {
    const { workflowList } = await list(world)
    expect(workflowList.map(kinds)).toEqual([all('workflowId agentId', 'string'), all('workflowId agentId', 'string')])
  },
  async 'BLU-11'(world) {
    const { agents, workflowList } = await list(world)
    for (const { agentId } of workflowList) expect(agents.map((agent) => agent.agentId)).toContain(agentId)
  },
  async 'BLU-12'(world) {
    const { agents } = await list(world)
    const ids = agents.map(({ agentId }) => agentId)
    expect([ids, agents[0]?.version.number]).toEqual([[...new Set(ids)].sort(), 2])
  },
}
