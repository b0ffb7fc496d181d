import type { KnownAgents } from '../../suite/lint/known-agents.ts'
import { listedAgents } from '../agents/listed-agents.ts'
import { openConcealer } from '../config/open-concealer.ts'
import type { RunSettled } from '../config/settings.ts'
import { describeUnlisted } from './load-shown-blueprints.ts'
import { openTarget } from './target.ts'

/** The agents to check suites against, or why there are none. */
export type LintAgents = { ok: true; agents: KnownAgents } | { ok: false; reason: string; errored: boolean }

/**
 * Reads the agents from where a run would find them: the blueprint listing of the target, or the workspace of
 * the local service. No turn is sent. Without a key, only a target given by flag is contacted, so that suites
 * can be checked where there is no key.
 * @throws UsageError for a broken workspace, or a target asked for without a key
 */
export async function lintAgents(settled: RunSettled, targetGiven: boolean): Promise<LintAgents> {
  const { target: url, workspace, apiKey } = settled
  if (url === null)
    return { ok: true, agents: await (await import('../agents/local-agents.ts')).localAgents(workspace) }
  if (apiKey === null && !targetGiven)
    return { ok: false, reason: `there is no API key for ${url} (TABLEREAD_API_KEY)`, errored: false }
  const target = await openTarget(settled)
  try {
    const answer = await target.client.listBlueprints({ timeLimitMs: settled.timeLimitMs })
    if (answer.ok) return { ok: true, agents: listedAgents(url, answer.data.agents) }
    const reason = describeUnlisted(url, answer.failure)
    return { ok: false, reason: openConcealer(settled, {}).rest(reason), errored: true }
  } finally {
    await target.close()
  }
}
