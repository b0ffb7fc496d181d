import { coversTool } from '../language/expectations/tool-pattern.ts'
import type { Problem } from '../yaml/problem.ts'
import { argumentsOf, groupNames, type MadeCall, type MemberNames, mergeNames, pathsIn } from './check-arguments.ts'
import type { NamedCall } from './named-calls.ts'
import type { Reach } from './reach.ts'

/**
 * Guardrails that name a tool, or an argument, which the published version has and this one neither has nor calls, while
 * it calls one which that has not and the script does not name: that may be the same, and nothing forbids it.
 */
export function findStaleGuardrails(
  named: readonly NamedCall[],
  { agent, published, tools, takes }: Reach,
  calls: readonly MadeCall[],
): Omit<Problem, 'file'>[] {
  if (published === undefined) return []
  const called = groupNames(calls)
  const newTools = without(called.keys(), [...published.tools.keys()]).filter(
    (name) => !named.some(({ call }) => coversTool(call.name, name)),
  )
  return named.flatMap(({ call, use }) => {
    if (use !== 'never' && use !== 'counted') return []
    const covered = (names: Iterable<string>, tool = call.name): string[] =>
      [...names].filter((name) => coversTool(tool, name))
    const stale = (what: string, instead: string[]): Omit<Problem, 'file'>[] => {
      if (instead.length === 0) return []
      const others = instead.join(', ')
      const message = `"${agent}" has ${what} as it is published alone; this version calls ${others}, of which nothing here speaks`
      const hint = `forbid or expect ${others} here as well if it does the same, or no longer name what is gone`
      return [{ code: 'stale-guardrail', severity: 'warning', at: call.at, message, hint }]
    }
    const goneTool = [call.name, ...[...(call.before ?? []), ...(call.after ?? [])].map(({ value }) => value)].find(
      (tool) =>
        covered([...tools.keys(), ...called.keys()], tool).length === 0 &&
        covered(published.tools.keys(), tool).length > 0,
    )
    if (goneTool !== undefined) return stale(`the tool ${goneTool}`, newTools)
    const argumentsIn = (known: ReadonlyMap<string, MemberNames>): string[] =>
      pathsIn(mergeNames(covered(known.keys()).flatMap((name) => known.get(name) ?? []))).map(({ key, within }) =>
        [...within, key].join('.'),
      )
    const argumentsByTool = new Map([...called].map(([name, names]) => [name, names.get('arguments') ?? new Map()]))
    const [before, pathsMade] = [argumentsIn(namesOf(published.takes)), argumentsIn(argumentsByTool)]
    const gone = without(argumentsOf(call), [...argumentsIn(namesOf(takes)), ...pathsMade])
    const [lost] = gone.filter((path) => before.includes(path))
    const others = named.filter((each) => covered([each.call.name]).length > 0 || each.call.name === call.name)
    const pathsSpoken = others.flatMap((each) => argumentsOf(each.call))
    return lost === undefined
      ? []
      : stale(`the argument ${lost} of ${call.name}`, without(pathsMade, [...before, ...pathsSpoken]))
  })
}

const without = (names: Iterable<string>, others: readonly string[]): string[] =>
  [...names].filter((name) => !others.includes(name))

const namesOf = (takes: Reach['takes']): Map<string, MemberNames> =>
  new Map([...takes].map(([name, { named }]) => [name, named]))
