import { z } from 'zod'
import { type BlueprintConfig, blueprintConfigShape } from './blueprint-config.ts'

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
