import type { z } from 'zod'
import { isJsonObject, type JsonObject } from '../../../base/json/json.ts'
import { blueprintConfigShape, blueprintShape, workflowMappingShape } from '../../api/blueprint.ts'
import type { ContractExchange } from '../world/outcome.ts'
import { firstOf } from '../world/rule.ts'
import { bodyOf, type ContractLaws, dataOf, each, expectThat, findMistyped, kindLaw, kindsOf } from './law.ts'

const listings = (exchange: ContractExchange): JsonObject[] =>
  exchange.request.operation === 'blueprints.get' ? [dataOf(exchange) ?? []].flat() : []
const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])
const agentsIn = (exchange: ContractExchange): JsonObject[] =>
  listings(exchange).flatMap(({ agents }) => objectsIn(agents))
const configs = (exchange: ContractExchange): JsonObject[] =>
  agentsIn(exchange).flatMap(({ config }) => (isJsonObject(config) ? [config] : []))
const part = (config: JsonObject, name: string): JsonObject => (isJsonObject(config[name]) ? config[name] : {})
const { shape } = blueprintConfigShape
const instructionShapes = shape.agentInstructions.shape
const flowShapes = instructionShapes.conversationalFlow.shape

/** What is wrong with objects whose members are of other kinds than their shape has, or null; any may be absent. */
const mistyped = (kind: z.ZodObject, ...items: JsonObject[]): string | null =>
  firstOf(...items.map((item) => findMistyped(item, kindsOf(kind, 'absent'))))

/** The listing of blueprints and each of its agents (Agent blueprint). */
export const blueprintLaws: ContractLaws = {
  'BLU-02': (exchange) => {
    if (exchange.request.operation !== 'blueprints.get' || exchange.answer.status < 500) return 'absent'
    return expectThat(bodyOf(exchange)?.data === null, 'data is not null')
  },
  'BLU-04': each(agentsIn, (agent) => {
    const version = part(agent, 'version')
    return firstOf(
      findMistyped(agent, kindsOf(blueprintShape)),
      findMistyped(version, kindsOf(blueprintShape.shape.version)),
      Number(version.number) < 0 ? `version.number is ${String(version.number)}` : null,
    )
  }),
  'BLU-05': each(configs, (config) =>
    firstOf(
      mistyped(shape.llmService, part(config, 'llmService')),
      mistyped(shape.sttService, part(config, 'sttService')),
      mistyped(shape.ttsService, part(config, 'ttsService')),
    ),
  ),
  'BLU-06': each(configs, (config) => {
    const instructions = part(config, 'agentInstructions')
    const flow = part(instructions, 'conversationalFlow')
    return firstOf(
      mistyped(instructionShapes.initialMessage, part(instructions, 'initialMessage')),
      ...objectsIn(instructions.systemContext).map((each) => findMistyped(each, { system: ['string'] })),
      mistyped(instructionShapes.conversationalFlow, flow),
      mistyped(flowShapes.nodes.element, ...objectsIn(flow.nodes)),
    )
  }),
  'BLU-07': each(configs, (config) => {
    const turns = part(config, 'turnManagement')
    return firstOf(
      mistyped(shape.callSettings, part(config, 'callSettings')),
      mistyped(shape.pipelineSettings, part(config, 'pipelineSettings')),
      mistyped(shape.turnManagement.omit({ agentBackchannel: true }), turns),
      findMistyped(part(turns, 'agentBackchannel'), { fillerWords: ['array', 'absent'] }),
    )
  }),
  'BLU-08': each(configs, (config) => {
    const analytics = part(config, 'analyticsConfig')
    return firstOf(
      mistyped(shape.analyticsConfig, analytics),
      mistyped(shape.analyticsConfig.shape.queries.element, ...objectsIn(analytics.queries)),
    )
  }),
  'BLU-09': each(configs, (config) =>
    firstOf(
      mistyped(shape.functionSettings, part(config, 'functionSettings')),
      mistyped(shape.agentsList.element, ...objectsIn(config.agentsList)),
      mistyped(shape.dynamicVariablesConfig.element, ...objectsIn(config.dynamicVariablesConfig)),
    ),
  ),
  'BLU-10': kindLaw(
    (exchange) => listings(exchange).flatMap(({ workflowList }) => objectsIn(workflowList)),
    kindsOf(workflowMappingShape),
  ),
  'BLU-11': each(listings, ({ agents, workflowList }) => {
    const ids = objectsIn(agents).map(({ agentId }) => agentId)
    const stray = objectsIn(workflowList).find(({ agentId }) => !ids.includes(agentId ?? null))
    return stray === undefined
      ? null
      : `workflow ${String(stray.workflowId)} runs ${String(stray.agentId)}, which is not listed`
  }),
  'BLU-12': (exchange) => {
    const ids = agentsIn(exchange).map(({ agentId }) => agentId)
    if (ids.length === 0) return 'absent'
    return { reading: new Set(ids).size === ids.length ? 'unique' : 'repeated' }
  },
}
