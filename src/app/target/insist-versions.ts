import { unique } from '../../base/group-by.ts'
import { listSome, onOneLine } from '../../base/text/wording.ts'
import type { KnownAgents } from '../../suite/lint/known-agents.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { openConcealer } from '../config/open-concealer.ts'
import type { RunSettled } from '../config/settings.ts'
import { UsageError } from '../edge/usage-error.ts'

/** Each conversation would break for that alone. @throws UsageError with the versions that a named agent has */
export async function insistVersions(
  plans: readonly Plan[],
  settings: Pick<RunSettled, 'target' | 'workspace' | 'revisions' | 'versionsGiven' | 'redact'>,
  givenAgents?: KnownAgents,
): Promise<void> {
  const { target, workspace, revisions, versionsGiven } = settings
  const bound = plans.filter(({ versionAt, conversation: { skip } }) => versionAt === null && skip === undefined)
  if (target !== null || !versionsGiven || bound.length === 0) return
  const { localAgents } = await import('../agents/local-agents.ts')
  const agents = givenAgents ?? (await localAgents(workspace, revisions))
  const lookups = bound.map(({ agent, version, file }) => ({ file, found: agents.find(agent.value, version) }))
  const lacks = unique(lookups.flatMap(({ found: each }) => (each.kind === 'no version' ? [each.reason] : [])))
  if (lacks.length === 0) return
  const lacking = new Set(lookups.flatMap(({ file, found: { kind } }) => (kind === 'no version' ? [file] : [])))
  const others = unique(lookups.flatMap(({ file }) => (lacking.has(file) ? [] : [file])))
  const hint = others.length === 0 ? undefined : `name the suites of the others: ${listSome(others, 5, ' ')}`
  throw new UsageError(
    openConcealer(settings, {})
      .rest(listSome(lacks.map(onOneLine), 5, '\n'))
      .split('\n'),
    hint,
  )
}
