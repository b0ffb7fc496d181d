import { unique } from '../../base/group-by.ts'
import { listSome } from '../../base/text/wording.ts'
import type { SideKey } from '../../compare/model/conversation-comparison.ts'
import type { Pairing } from '../../compare/pairing.ts'
import { plainSaid } from '../../report/document/door.ts'
import { agentsWithoutDraft } from '../agents/local-agents.ts'
import { complain } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'
import type { CompareFlags } from '../flags/study-flags.ts'
import type { ProjectSuites } from './open-run.ts'
import type { SideSpec } from './sides.ts'

/**
 * Whether no agent of a local workspace has the draft that side b asks for, so that with `--allow-no-draft` what is
 * published is run in place of a comparison. @throws UsageError without that flag
 */
export async function lacksDraft(
  pairings: readonly Pairing[],
  { settled, conceal }: ProjectSuites,
  sides: Record<SideKey, SideSpec>,
  { allowNoDraft = false, bTarget, bWorkspace }: CompareFlags,
): Promise<boolean> {
  if (sides.b.version !== 'draft' || (settled.target ?? bTarget ?? bWorkspace ?? null) !== null) return false
  const draftless = await agentsWithoutDraft(settled.workspace)
  const agents = unique(pairings.map(({ plans: { b } }) => b.agent.value))
  if (agents.length === 0 || !agents.every((name) => draftless.includes(name))) return false
  const absent = `${listSome(conceal.rest(agents), 3)} ${agents.length === 1 ? 'has' : 'have'} no draft`
  const lack = plainSaid(absent, 1_000)
  if (!allowNoDraft)
    throw new UsageError(
      `nothing can be compared: ${lack}`,
      '"npx tableread run -v default" judges what is published; in a pipeline, --allow-no-draft does so in place of a comparison',
    )
  complain(`nothing to compare: ${lack}, so what is published runs\n`)
  return true
}
