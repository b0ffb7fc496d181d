import type { Plan } from '../../suite/plan/plan.ts'
import type { SuitesRead } from './read-suites.ts'
import { brokenFiles } from './usage-error.ts'

/** Whether a program runs where nobody looks: `CI` is set, and to something else than no. */
export function isCi({ CI = '' }: NodeJS.ProcessEnv): boolean {
  return !['', '0', 'false'].includes(CI.trim().toLowerCase())
}

/**
 * Refuses `only: true`, at its lines: it is for work at a desk, and forgotten there it would hide every other conversation
 * behind exit code 0. @throws UsageError when a plan carries it
 */
export function refuseOnly(plans: readonly Plan[], read: SuitesRead): void {
  const marks = new Map(
    plans.flatMap(({ file, conversation: { only } }) =>
      only?.value === true ? [[`${file}:${only.at.line}`, { file, at: only.at }] as const] : [],
    ),
  )
  if (marks.size === 0) return
  const problems = [...marks.values()].map(({ file, at }) => ({
    code: 'only-left-in' as const,
    file,
    at,
    message: '"only: true" leaves out every other conversation, which is refused where CI is set',
    hint: 'take it out, or give --allow-only',
  }))
  throw brokenFiles(problems, (file) => read.texts.get(file))
}
