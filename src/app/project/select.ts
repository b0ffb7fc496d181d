import { compilePattern, explainPattern } from '../../base/linear-pattern.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { UsageError } from './usage-error.ts'

/** Which conversations a person asked for; all of them when nothing is given. */
export interface Selection {
  /** `-t`: a regular expression, without regard to case, on `suite > name`. */
  name?: string
  /** `--tags`: one of these. */
  tags?: readonly string[]
  /** Leave `only:` to somebody else. */
  ignoreOnly?: true
}

/** Keeps the plans that were asked for: by name, by tags, and `only:` when any carries it. @throws UsageError on a bad pattern */
export function select(plans: readonly Plan[], { name, tags, ignoreOnly }: Selection): Plan[] {
  const matches = name === undefined ? undefined : readNamePattern(name)
  const only = ignoreOnly !== true && plans.some(({ conversation }) => conversation.only?.value === true)
  return plans.filter((plan) => {
    const title = `${plan.suite} > ${plan.conversation.name.value}`
    const named = matches === undefined || matches(title)
    const tagged = tags === undefined || tags.length === 0 || plan.tags.some((tag) => tags.includes(tag))
    return named && tagged && (!only || plan.conversation.only?.value === true)
  })
}

/** What finds a pattern of `-t` in a text, without regard to case and in linear time. @throws UsageError */
export function readNamePattern(source: string): (text: string) => boolean {
  const written = { source, flags: 'i' }
  if (source === '') return () => true
  const unsound = explainPattern(written)
  if (unsound !== null) throw new UsageError(`-t ${source}: ${unsound.reason}`, 'escape special characters with \\')
  const compiled = compilePattern(written)
  return (text) => compiled.matcher(text).find()
}
