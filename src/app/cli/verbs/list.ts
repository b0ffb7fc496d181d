import { count } from '../../../base/text/wording.ts'
import { starProblem } from '../../../suite/yaml/format-problem.ts'
import { print, printJson } from '../../edge/print.ts'
import type { ListFlags } from '../../flags/study-flags.ts'
import { openProject } from '../../open/open-run.ts'
import { printLeftOut } from '../../suites/choose-plans.ts'
import { formatListed, listConversations } from '../../suites/listed-conversations.ts'
import { printConcealed } from '../../suites/read-suites.ts'

/** What a run with the same paths and filters would hold. 0, or 2 if a suite is broken. @throws UsageError as a run */
export async function list(paths: readonly string[], flags: ListFlags): Promise<number> {
  const { settled, read, textOf } = await openProject(paths, flags)
  const conversations = listConversations(read, settled, flags)
  if (flags.json === true) printJson({ schemaVersion: 1, conversations, problems: read.problems.map(starProblem) })
  else {
    const suites = count(new Set(conversations.map(({ at }) => at.replace(/:\d[\d:#~]*$/, ''))).size, 'file')
    print(
      [...conversations.map(formatListed), `\n${count(conversations.length, 'conversation')} in ${suites}`, ''].join(
        '\n',
      ),
    )
    printLeftOut(read, settled, flags)
    printConcealed(read.problems, textOf)
  }
  return read.problems.length > 0 ? 2 : 0
}
