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

/** Reads the data of the blueprint listing. */
export const blueprintListingShape: z.ZodType<BlueprintListing> = z.looseObject({
  agents: z.array(
    z.looseObject({
      agentId: z.string(),
      config: blueprintConfigShape,
      version: z.looseObject({ name: z.string(), description: z.string(), number: z.number() }),
    }),
  ),
  workflowList: z.array(z.looseObject({ workflowId: z.string(), agentId: z.string() })),
})
