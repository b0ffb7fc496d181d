import { isForIncluding } from '../../../suite/language/include-files.ts'
import { parseScript } from '../../../suite/language/parse.ts'
import type { KnownAgents } from '../../../suite/lint/known-agents.ts'
import { lintPlans } from '../../../suite/lint/lint-plans.ts'
import { planScript } from '../../../suite/plan/plan.ts'
import type { Problem } from '../../../suite/yaml/problem.ts'
import { openBeside } from '../../project/open-included.ts'
import type { SuitesRead } from '../../project/read-suites.ts'
import type { RunSettled } from '../../project/settings.ts'

/**
 * All that would be wrong with suites if one file had another content. A suite is looked at alone; of a file that suites
 * include, all of them are, since each may mean something else by it.
 */
export function examineWith(
  { file, content }: { file: string; content: string },
  { texts }: SuitesRead,
  asked: readonly string[],
  settled: RunSettled,
  agents: KnownAgents | null,
): Problem[] {
  const suites = [...texts.keys()].filter((each) => asked.includes(each) && !isForIncluding(texts.get(each) ?? ''))
  return (suites.includes(file) ? [file] : suites).flatMap((suite) => {
    const beside = openBeside(suite, settled.folder, () => undefined)
    const parsed = parseScript(suite === file ? content : (texts.get(suite) ?? ''), suite, (path) => {
      const opened = beside(path)
      return opened?.file === file ? { ...opened, content } : opened
    })
    if (!parsed.ok) return parsed.problems
    return lintPlans([parsed.script], planScript(parsed.script, { ...settled, environment: process.env }), agents)
      .problems
  })
}
