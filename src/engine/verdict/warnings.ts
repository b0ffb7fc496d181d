import { toNormalForm } from '../../base/text/normal-form.ts'
import { coversTool } from '../../suite/language/expectations/tool-pattern.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { ConversationResult } from './conversation-result.ts'
import type { LeftOutParts } from './part-of-run.ts'

/** The warnings of several results, each place once, as a member of a result; none of a tool that was `called`. */
export function warningsMember(
  results: readonly LeftOutParts[],
  called: readonly string[] = [],
): Pick<LeftOutParts, 'warnings'> {
  const keyOf = ({ file, at, code }: Problem): string => `${file}:${at.line}:${at.column} ${code}`
  const isKnown = ({ tool }: Problem): boolean => tool !== undefined && called.some((name) => coversTool(tool, name))
  const open = results.flatMap(({ warnings = [] }) => warnings.filter((each) => !isKnown(each)))
  const once = new Map(open.map((each) => [keyOf(each), each] as const))
  return once.size === 0 ? {} : { warnings: [...once.values()] }
}

/** Gathers the warnings of results as they come, for what makes no result of a whole run. */
export function gatherWarnings(): { add(result: ConversationResult): void; read(): Problem[] } {
  let all: Problem[] = []
  const called = new Set<string>()
  return {
    add(result) {
      const { warnings, turns, afterTurns } = result
      for (const entry of [...turns.flatMap(({ entries }) => entries), ...afterTurns])
        if (entry.type === 'function_call') called.add(toNormalForm(entry.name, 'NFC'))
      if (warnings !== undefined) all = warningsMember([{ warnings: all }, { warnings }]).warnings ?? []
    },
    read: () => warningsMember([{ warnings: all }], [...called]).warnings ?? [],
  }
}
