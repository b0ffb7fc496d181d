import { isJsonObject, type JsonObject } from '../../../base/json/json.ts'
import type { ContractExchange } from '../world/outcome.ts'
import { firstOf } from '../world/rule.ts'
import { bodyOf, type ContractLaws, dataOf, each, expectThat, findMistyped, one } from './law.ts'

const maybe = (...kinds: string[]): string[] => [...kinds, 'absent']
const texts = (...names: string[]): Record<string, string[]> =>
  Object.fromEntries(names.map((name) => [name, maybe('string')]))
const numbers = (...names: string[]): Record<string, string[]> =>
  Object.fromEntries(names.map((name) => [name, maybe('number')]))
const flags = (...names: string[]): Record<string, string[]> =>
  Object.fromEntries(names.map((name) => [name, maybe('boolean')]))

const listing = (exchange: ContractExchange): JsonObject | null =>
  exchange.request.operation === 'blueprints.get' ? dataOf(exchange) : null
const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])
const agents = (exchange: ContractExchange): JsonObject[] => objectsIn(listing(exchange)?.agents)
const configs = (exchange: ContractExchange): JsonObject[] =>
  agents(exchange).flatMap(({ config }) => (isJsonObject(config) ? [config] : []))
const part = (config: JsonObject, name: string): JsonObject => (isJsonObject(config[name]) ? config[name] : {})
const everyOf = (items: JsonObject[], kinds: Record<string, string[]>): string | null =>
  firstOf(...items.map((item) => findMistyped(item, kinds)))

/** The listing of blueprints and each of its agents (Agent blueprint). */
export const blueprintLaws: ContractLaws = {
  'BLU-02': (exchange) => {
    if (exchange.request.operation !== 'blueprints.get' || exchange.answer.status < 500) return 'absent'
    return expectThat(bodyOf(exchange)?.data === null, 'data is not null')
  },
  'BLU-04': each(agents, (agent) => {
    const version = part(agent, 'version')
    const wrong = findMistyped(agent, { agentId: ['string'], config: ['object'], version: ['object'] })
    const inside = findMistyped(version, { name: ['string'], description: ['string'], number: ['number'] })
    return firstOf(wrong, inside, Number(version.number) < 0 ? `version.number is ${String(version.number)}` : null)
  }),
  'BLU-05': each(configs, (config) =>
    firstOf(
      findMistyped(part(config, 'llmService'), { ...texts('provider', 'model'), ...numbers('temperature') }),
      findMistyped(part(config, 'sttService'), {
        ...texts('provider', 'model', 'language'),
        ...flags('smartFormat', 'numerals'),
        keywords: maybe('null', 'array'),
      }),
      findMistyped(part(config, 'ttsService'), {
        ...texts('provider', 'model', 'language', 'gender', 'voiceName', 'customVoiceId'),
        ...numbers('speed', 'stability', 'similarityBoost', 'pitch', 'volume'),
      }),
    ),
  ),
  'BLU-06': each(configs, (config) => {
    const instructions = part(config, 'agentInstructions')
    const flow = part(instructions, 'conversationalFlow')
    return firstOf(
      findMistyped(part(instructions, 'initialMessage'), texts('messageContent', 'messageType', 'firstSpeaker')),
      everyOf(objectsIn(instructions.systemContext), { system: ['string'] }),
      findMistyped(flow, { nodes: maybe('array'), edges: maybe('array') }),
      everyOf(objectsIn(flow.nodes), { ...texts('id', 'type'), data: maybe('object'), position: maybe('object') }),
    )
  }),
  'BLU-07': each(configs, (config) =>
    firstOf(
      findMistyped(part(config, 'callSettings'), {
        ...flags(
          'dtmfEnabled',
          'warmTransfer',
          'sipRefer',
          'backgroundAmbient',
          'backgroundThinking',
          'whisper',
          'preemptiveGeneration',
        ),
        ...texts('transferTo', 'transferDtmf'),
        ...numbers('falseInterruptionTimer'),
      }),
      findMistyped(part(config, 'pipelineSettings'), {
        ...texts('commMethod', 'knowledgeBaseId'),
        ...numbers('silenceTime', 'silenceTurns', 'maxDuration'),
      }),
      findMistyped(part(config, 'turnManagement'), {
        ...flags('interruptionOverall', 'interruptionInitial'),
        ...numbers('interruptionSensitivity', 'agentResponsiveness'),
      }),
      findMistyped(part(part(config, 'turnManagement'), 'agentBackchannel'), { fillerWords: maybe('array') }),
    ),
  ),
  'BLU-08': each(configs, (config) => {
    const analytics = part(config, 'analyticsConfig')
    return firstOf(
      findMistyped(analytics, {
        ...flags('enabled'),
        ...texts('provider', 'model'),
        instructions: maybe('string', 'null'),
        queries: maybe('array'),
      }),
      everyOf(objectsIn(analytics.queries), { ...texts('name', 'description', 'type'), options: maybe('array') }),
    )
  }),
  'BLU-09': each(configs, (config) =>
    firstOf(
      findMistyped(part(config, 'functionSettings'), {
        preCall: maybe('array'),
        duringCall: maybe('array'),
        postCall: maybe('array'),
      }),
      everyOf(objectsIn(config.agentsList), { ...texts('transferTo', 'agentVersion'), ...flags('useBaseSettings') }),
      everyOf(objectsIn(config.dynamicVariablesConfig), texts('name', 'description')),
    ),
  ),
  'BLU-10': each(
    (exchange) => objectsIn(listing(exchange)?.workflowList),
    (each) => findMistyped(each, { workflowId: ['string'], agentId: ['string'] }),
  ),
  'BLU-11': one(listing, ({ agents: listed, workflowList }) => {
    const ids = objectsIn(listed).map(({ agentId }) => agentId)
    const stray = objectsIn(workflowList).find(({ agentId }) => !ids.includes(agentId ?? null))
    return stray === undefined
      ? null
      : `workflow ${String(stray.workflowId)} runs ${String(stray.agentId)}, which is not listed`
  }),
  'BLU-12': (exchange) => {
    const ids = agents(exchange).map(({ agentId }) => agentId)
    if (ids.length === 0) return 'absent'
    return { reading: new Set(ids).size === ids.length ? 'unique' : 'repeated' }
  },
}
