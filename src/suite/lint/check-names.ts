import type { Script } from '../language/script.ts'
import type { Problem } from '../yaml/problem.ts'

/**
 * Finds conversations of one name in several files. With one suite name too they cannot be told apart in reports and by
 * `-t`; without it the names are only easily mixed up, which is a warning. Within a file, `parseScript` refuses them.
 */
export function checkNames(scripts: readonly Script[]): Problem[] {
  const problems: Problem[] = []
  const seen = new Map<string, { file: string; line: number; suite: string }[]>()
  for (const { file, suite, conversations } of scripts) {
    for (const { name } of conversations) {
      const earlier = (seen.get(name.value) ?? []).filter((each) => each.file !== file)
      const same = earlier.find((each) => each.suite === suite.value)
      const first = same ?? earlier[0]
      if (first !== undefined) {
        problems.push({
          code: 'duplicate-name',
          ...(same === undefined ? { severity: 'warning' } : {}),
          file,
          at: name.at,
          message: `${first.file}:${first.line} already has a conversation of this name${same === undefined ? '' : ' in a suite of this name'}`,
          hint: same === undefined ? 'give it a name that says what differs' : 'rename the conversation, or its suite',
        })
      }
      seen.set(name.value, [...(seen.get(name.value) ?? []), { file, line: name.at.line, suite: suite.value }])
    }
  }
  return problems
}
