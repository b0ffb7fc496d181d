import { firstLine } from '../../base/text/wording.ts'
import type { Blueprint, BlueprintConfig } from '../../wire/api/blueprint.ts'
import type { Client } from '../../wire/client/client.ts'
import { describeFailure } from '../../wire/client/describe-failure.ts'
import type { Failure } from '../../wire/client/failure.ts'

/** The function lists of agents at their published version, by agentId. */
export type KnownFunctions = ReadonlyMap<string, BlueprintConfig['functionSettings']>

interface ListingOptions {
  signal?: AbortSignal
  /** The rest of a time budget, in milliseconds. */
  leftMs?: number
  /** Receives all agents that the service lists. */
  listed?: (agents: readonly Blueprint[]) => void
}

/**
 * Reads the function lists from the blueprint listing, for the law `phases follow blueprint`. The interface
 * does not link an agentId to the name that triggers use (BLU-13), so only agents whose id is their name can
 * be checked. If the listing cannot be read, the law is not checked and `warn` receives the reason, unless the
 * service is unreachable or refuses the key: then no conversation can be judged, and each of them says so.
 */
export async function knownFunctions(
  client: Client,
  warn: (line: string) => void,
  { signal, leftMs = Number.POSITIVE_INFINITY, listed }: ListingOptions = {},
): Promise<KnownFunctions> {
  const limits = { timeLimitMs: 5_000, waitMs: Math.min(5_000, leftMs) }
  const answer = await client.listBlueprints({ ...limits, ...(signal === undefined ? {} : { signal }) })
  if (!answer.ok) {
    const { failure } = answer
    const why = failure.kind === 'refused' ? `HTTP ${failure.status}` : firstLine(describeFailure(failure))
    if (!concernsEveryRequest(failure))
      warn(
        `what the service lists of its agents cannot be read, so the law "phases follow blueprint" is not looked at: ${why}`,
      )
    return new Map()
  }
  listed?.(answer.data.agents)
  return new Map(answer.data.agents.map(({ agentId, config }) => [agentId, config.functionSettings]))
}

const concernsEveryRequest = (failure: Failure): boolean =>
  failure.kind === 'refused'
    ? failure.status === 401
    : ['unreachable', 'garbled', 'aborted', 'unrecorded'].includes(failure.kind)
