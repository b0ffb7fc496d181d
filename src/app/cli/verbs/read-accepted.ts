import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { suggest } from '../../../base/suggest.ts'
import { type Accepted, acceptedShape } from '../../../compare/mutation/accepted.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import type { Placed } from '../../../suite/yaml/place.ts'
import { readYaml } from '../../../suite/yaml/read-yaml.ts'
import { type Reading, refuse } from '../../../suite/yaml/shape.ts'
import { readGiven } from '../../project/read-given.ts'
import { brokenFiles, UsageError } from '../../project/usage-error.ts'

/**
 * Reads the mutants that suites may let live: from the file given, or else from `teeth.yaml` of the
 * current folder, where it is there.
 * @throws UsageError for a file that is missing or broken, or that names a suite or conversation which does not exist
 */
export function readAccepted(given: string | null, plans: readonly Plan[]): Accepted[] {
  const path = resolve(given ?? 'teeth.yaml')
  if (!existsSync(path)) {
    if (given === null) return []
    throw new UsageError(`there is no file of accepted mutants at ${path}`, 'leave out --accept')
  }
  const content = readGiven(path)
  const yaml = readYaml(content, path)
  if (!yaml.ok) throw brokenFiles(yaml.problems, () => content)
  const reading: Reading = { file: path, problems: [] }
  const entries = acceptedShape.read(yaml.root, reading) ?? []
  const read = new Set(plans.map(({ suite }) => suite))
  for (const { suite, conversation } of entries) {
    const own = plans.filter((plan) => plan.suite === suite.value)
    if (own.length === 0 && given !== null) refuseUnknown('suite', suite, [...read], reading)
    const names = own.map((plan) => plan.conversation.name.value)
    if (own.length > 0 && conversation !== undefined && !names.includes(conversation.value))
      refuseUnknown('conversation', conversation, names, reading)
  }
  if (reading.problems.length > 0) throw brokenFiles(reading.problems, () => content)
  return entries
}

/** An entry that names nothing would go on excusing nothing for ever. */
function refuseUnknown(what: string, { value, at }: Placed<string>, known: readonly string[], reading: Reading): void {
  const near = suggest(value, known)
  const hint = near === undefined ? `take it out, or name the ${what} as it is` : `did you mean "${near}"?`
  refuse(reading, 'wrong-value', at, `there is no ${what} "${value}"`, hint)
}
