import { firstLine } from '../../../base/wording.ts'
import type { BlueprintListing } from '../../../wire/api/blueprint.ts'
import type { Failure } from '../../../wire/client/failure.ts'
import type { RunSettled } from '../settings.ts'
import { describeUnlisted } from '../shown-blueprints.ts'
import { openTarget } from '../target.ts'

/** What a service lists, or why it did not. */
export type ListingRead = { ok: true; listing: BlueprintListing } | { ok: false; reason: string }

/** Asks once, and sends nothing else. @throws UsageError where there is no key */
export async function readListing(settled: RunSettled, url: string): Promise<ListingRead> {
  const target = await openTarget(settled)
  try {
    const answer = await target.client.listBlueprints({ timeLimitMs: settled.timeLimitMs })
    if (answer.ok) return { ok: true, listing: answer.data }
    return { ok: false, reason: whyUnlisted(url, answer.failure) }
  } finally {
    await target.close()
  }
}

function whyUnlisted(url: string, failure: Failure): string {
  const reason = describeUnlisted(url, failure)
  const hint = hintFor(failure)
  return hint === null ? reason : `${firstLine(reason)}\n   hint: ${hint}`
}

function hintFor(failure: Failure): string | null {
  if (failure.kind === 'unreachable') return 'is it running, and is the address right?'
  if (failure.kind === 'timed out') return 'raise it with --time-limit, if the service is known to be slow'
  if (failure.kind !== 'refused') return null
  if (failure.status === 401 || failure.status === 403) return 'set TABLEREAD_API_KEY to a key of the workspace'
  if (failure.status === 404)
    return 'blueprints are on the workflow host: TABLEREAD_WORKFLOW_TARGET, or "workflow target:" in the config, names it'
  return null
}
