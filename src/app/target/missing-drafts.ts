import type { RunSettled } from '../config/settings.ts'

/** Notes which agents have no draft, where the config's versions name it beside others: after each publication. */
export async function withoutMissingDrafts(settled: RunSettled): Promise<RunSettled> {
  const { versions, versionsGiven, target, workspace } = settled
  if (versionsGiven || target !== null || versions.length < 2 || !versions.includes('draft')) return settled
  const { agentsWithoutDraft } = await import('../agents/local-agents.ts')
  const draftless = await agentsWithoutDraft(workspace)
  return draftless.length === 0 ? settled : { ...settled, draftless }
}
