import type { StatedModule } from '../../service/workspace/loading.ts'
import type { KnownAgents } from '../../suite/lint/known-agents.ts'
import { listedAgents } from '../agents/listed-agents.ts'
import type { FindVersion } from '../agents/load-workspaces.ts'
import { openConcealer } from '../config/open-concealer.ts'
import type { RunSettled } from '../config/settings.ts'
import { describeUnlisted } from './load-shown-blueprints.ts'
import { openTarget } from './target.ts'

/** The agents to check suites against, with the versions of those of a local workspace, or why there are none. */
export type LintAgents =
  | { ok: true; agents: KnownAgents; local?: FindVersion; modules?: StatedModule[] }
  | { ok: false; reason: string; errored: boolean }

/** Sends no turn. Without a key only a target given by flag is contacted. @throws UsageError */
export async function lintAgents(settings: RunSettled, targetGiven: boolean): Promise<LintAgents> {
  const { target: url, workspace, apiKey, revisions } = settings
  if (url === null) {
    const { agentsIn } = await import('../agents/local-agents.ts')
    const { loadWorkspaces, versionsIn } = await import('../agents/load-workspaces.ts')
    const { workspaces } = await loadWorkspaces(workspace === null ? [] : [workspace], revisions)
    const modules = workspaces.flatMap((each) => each.modules ?? [])
    return { ok: true, agents: agentsIn(workspaces, revisions), local: versionsIn(workspaces, revisions), modules }
  }
  if (apiKey === null && !targetGiven)
    return { ok: false, reason: `there is no API key for ${url} (TABLEREAD_API_KEY)`, errored: false }
  const target = await openTarget(settings)
  try {
    const answer = await target.client.listBlueprints({ timeLimitMs: settings.timeLimitMs })
    if (answer.ok) return { ok: true, agents: listedAgents(url, answer.data.agents) }
    const reason = describeUnlisted(url, answer.failure)
    return { ok: false, reason: openConcealer(settings, {}).rest(reason), errored: true }
  } finally {
    await target.close()
  }
}
