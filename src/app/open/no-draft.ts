import { unique } from '../../base/group-by.ts'
import type { ChangedSelection } from '../../compare/comparison.ts'
import { describeNoDraft } from '../../compare/gate/not-run.ts'
import type { SideKey } from '../../compare/model/conversation-comparison.ts'
import type { Pairing } from '../../compare/pairing.ts'
import { plainSaid } from '../../report/document/door.ts'
import { localVersions } from '../agents/local-agents.ts'
import { complain } from '../edge/print.ts'
import type { CompareFlags } from '../flags/study-flags.ts'
import type { ProjectSuites } from './open-run.ts'
import type { SideSpec } from './sides.ts'

/**
 * What is not run with `--allow-no-draft`: all, where no agent of a local workspace has the draft that side b asks for.
 * Null where there is something to compare. Without the flag it only says how to go on.
 * @throws UsageError for a broken workspace
 */
export async function lackOfDraft(
  pairings: readonly Pairing[],
  { settled, conceal }: ProjectSuites,
  sides: Record<SideKey, SideSpec>,
  { allowNoDraft = false, bTarget, bWorkspace }: CompareFlags,
): Promise<ChangedSelection | null> {
  if (sides.b.version !== 'draft' || (settled.target ?? bTarget ?? bWorkspace ?? null) !== null) return null
  const find = await localVersions(settled.workspace, settled.revisions)
  const agents = unique(pairings.map(({ plans: { b } }) => b.agent.value))
  const isPublished =
    agents.length > 0 && agents.every((name) => find(name, 'draft') === undefined && find(name, 'default'))
  if (!isPublished) return null
  const noDraft = conceal.rest(agents)
  const told = describeNoDraft({ noDraft }) ?? ''
  if (!allowNoDraft) {
    complain(
      `${plainSaid(told, 1_000)}, so nothing can be compared: "tableread run -v default" judges what is published\n`,
    )
    complain('   hint: in a pipeline, --allow-no-draft runs nothing then, and ends with 0\n')
    return null
  }
  complain(`nothing to compare: ${plainSaid(told, 1_000)}\n`)
  const notRun = pairings.map(({ plans: { a } }) => {
    return { file: a.file, line: a.conversation.at.line, name: a.conversation.name.value, reason: told }
  })
  return conceal.rest({ differs: [], noDraft, notRun })
}
