import { git, nameInCommit, readAtCommit, resolveCommit } from '../../base/files/git.ts'
import { remembering } from '../../base/memoize.ts'
import { variableOf } from '../../base/secrets/environment.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { labelOf } from '../agents/speak-revisions.ts'
import type { RunSettled } from '../config/settings.ts'
import type { SuitesRead } from '../suites/read-suites.ts'

/** Lines of a file as it is now, from 1, both included; `to` is before `from` where lines are gone between the two. */
interface Stretch {
  from: number
  to: number
}

/** The commit that a change is looked at from: of the older side, else where the pull request goes to; null if it is not here. */
export function findTarget(
  { folder, revisions }: Pick<RunSettled, 'folder' | 'revisions'>,
  environment: NodeJS.ProcessEnv = process.env,
): { commit: string; label: string } | null {
  const target = revisions[0]?.asked ?? targetOf(environment)
  const base = resolveCommit(folder, target)
  return base.ok ? { commit: base.commit, label: labelOf(target, base.commit) } : null
}

/**
 * Gives the name of the commit since which a conversation is new or changed: its own lines, or those of its suite before
 * the first conversation. Null where neither is, or where no such commit is here to tell.
 */
export function findChangedScripts(
  { suites }: Pick<SuitesRead, 'suites'>,
  folder: string,
  target: ReturnType<typeof findTarget>,
): (plan: Plan) => string | null {
  if (target === null) return () => null
  const touchedOf = remembering(1_000, (file) => ({
    stretches: changedLines(folder, target.commit, file),
    starts: suites.flatMap(({ script: { file: of, conversations } }) =>
      of === file ? conversations.map((each) => each.at.line) : [],
    ),
  }))
  return ({ file, conversation: { at } }) => {
    const { stretches, starts } = touchedOf(file)
    const next = Math.min(...starts.filter((line) => line > at.line))
    const isTouched = ({ from, to }: Stretch): boolean =>
      from < Math.min(...starts) || (from < next && Math.max(from, to) >= at.line)
    return stretches.some(isTouched) ? target.label : null
  }
}

/** Where the branch stands that a pull request goes to; outside of one the last commit. */
function targetOf(environment: NodeJS.ProcessEnv): string {
  const event = variableOf(environment, 'GITHUB_EVENT_NAME')
  if (event === 'pull_request' || event === 'merge_group') return 'HEAD^1'
  return variableOf(environment, 'CI_MERGE_REQUEST_DIFF_BASE_SHA') ?? 'HEAD'
}

/** What of a file differs from a commit; all of it where the commit has no such file, nothing where git cannot tell. */
function changedLines(folder: string, commit: string, file: string): Stretch[] {
  const then = nameInCommit(folder, commit, file) ?? file
  const before = readAtCommit(folder, commit, then)
  if (!before.ok) return before.isNewer === true ? [{ from: 1, to: Number.POSITIVE_INFINITY }] : []
  const plain = ['--unified=0', '--no-color', '--no-ext-diff', '--no-textconv', '--ignore-space-at-eol']
  const diff = git(folder, ['diff', ...plain, `${commit}:./${then}`, file])
  if (!diff.ok) return []
  return [...diff.text.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].map(([, start = '', length = '1']) => {
    const from = Number(start) + (length === '0' ? 1 : 0)
    return { from, to: from + Number(length) - 1 }
  })
}
