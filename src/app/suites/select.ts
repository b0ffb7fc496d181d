import { compilePattern, explainPattern } from '../../base/patterns/linear-pattern.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { brokenFiles, UsageError } from '../edge/usage-error.ts'
import type { SuitesRead } from './read-suites.ts'
import { readTagFilter } from './tag-filter.ts'

/** Which conversations a person asked for; all of them by default. */
export interface Selection {
  /** `-t`: a regular expression, case-insensitive, on `suite > name`; after a `!`, one that must not match. */
  name?: string
  /** `--tags`: expressions, see `readTagFilter`. */
  tags?: readonly string[]
  /** Ignore `only:`; the caller handles it. */
  ignoreOnly?: true
}

/** By name, by tags, and by `only:` if any has it. @throws UsageError for an unreadable pattern or expression */
export function select(plans: readonly Plan[], { name, tags, ignoreOnly }: Selection): Plan[] {
  const matches = name === undefined ? undefined : readNamePattern(name)
  const knownTags = tags === undefined ? [] : [...new Set(plans.flatMap((plan) => plan.tags))]
  const fits = tags === undefined || tags.length === 0 ? undefined : readTagFilter(tags, knownTags)
  const only = ignoreOnly !== true && plans.some(({ conversation }) => conversation.only?.value === true)
  return plans.filter((plan) => {
    const title = `${plan.suite} > ${plan.conversation.name.value}`
    const isNamed = matches === undefined || matches(title)
    const tagged = fits === undefined || fits(plan.tags)
    return isNamed && tagged && (!only || plan.conversation.only?.value === true)
  })
}

/** Case-insensitive, in linear time. `!` before it leaves out what matches; `\!` begins a name. @throws UsageError */
export function readNamePattern(source: string): (text: string) => boolean {
  if (source.startsWith('!')) {
    if (source.trim() === '!')
      throw new UsageError('-t "!" leaves out nothing', "write what to leave out: -t '!refund'")
    const matches = readNamePattern(source.slice(1))
    return (text) => !matches(text)
  }
  const pattern = { source, flags: 'i' }
  if (source === '') return () => true
  const unsound = explainPattern(pattern)
  if (unsound !== null) throw new UsageError(`-t ${source}: ${unsound.reason}`, 'escape special characters with \\')
  return compilePattern(pattern).test
}

/** What to do about `only: true` where it is refused. */
export const allowOnlyHint = 'take it out, or give --allow-only'

/** Left in CI, `only: true` would hide all other conversations behind exit code 0. @throws UsageError at its lines */
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
    hint: allowOnlyHint,
  }))
  throw brokenFiles(problems, (file) => read.texts.get(file))
}
