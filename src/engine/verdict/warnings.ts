import { groupNames, isNamed, type MemberNames, mergeNames } from '../../suite/lint/check-arguments.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { pairCalls } from '../transcript/tool-call.ts'
import type { ConversationResult } from './conversation-result.ts'
import type { LeftOutParts } from './part-of-run.ts'

/** The tools that were called, with the names of arguments. */
export type CalledNames = MemberNames

/** The warnings of several results, each place once, as a member of a result; none of what was called. */
export function warningsMember(
  results: readonly LeftOutParts[],
  ...calls: readonly CalledNames[]
): Pick<LeftOutParts, 'warnings'> {
  const keyOf = ({ file, at, code }: Problem): string => `${file}:${at.line}:${at.column} ${code}`
  const called = mergeNames(calls)
  const isKnown = (each: Problem): boolean => each.tool !== undefined && isNamed(each, called)
  const open = results.flatMap(({ warnings = [] }) => warnings.filter((each) => !isKnown(each)))
  const once = new Map(open.map((each) => [keyOf(each), each] as const))
  return once.size === 0 ? {} : { warnings: [...once.values()] }
}

/** Gathers the tools that results call, with the names of arguments; calls of one tool with equal keys count once. */
export function gatherCalls() {
  const visited = new Set<string>()
  let called: CalledNames = new Map()
  return {
    add({ turns, afterTurns }: Pick<ConversationResult, 'turns' | 'afterTurns'>): void {
      for (const call of pairCalls([...turns.flatMap(({ entries }) => entries), ...afterTurns]).calls) {
        const key = JSON.stringify([call.name, ...Object.keys(call.arguments)])
        if (visited.has(key)) continue
        visited.add(key)
        called = mergeNames([called, groupNames([call])])
      }
    },
    read: () => called,
  }
}

/** Gathers the warnings of results as they come, for what makes no result of a whole run. */
export function gatherWarnings(): { add(result: ConversationResult): void; read(): Problem[] } {
  let all: Problem[] = []
  const calls = gatherCalls()
  return {
    add(result) {
      calls.add(result)
      const { warnings } = result
      if (warnings !== undefined) all = warningsMember([{ warnings: all }, { warnings }]).warnings ?? []
    },
    read: () => warningsMember([{ warnings: all }], calls.read()).warnings ?? [],
  }
}
