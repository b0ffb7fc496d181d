import { suggest } from '../../../base/suggest.ts'
import { allKinds, type MutantKind } from '../../../compare/mutation/mutant/mutant-kind.ts'
import { UsageError } from '../../project/usage-error.ts'

/** The kinds of mutants asked for, `drop-call` or "drop call"; all without any. @throws UsageError for one that is none */
export function readKinds(given: readonly string[] | undefined): readonly MutantKind[] {
  if (given === undefined) return allKinds
  const words = given.flatMap((each) => each.split(',')).map((each) => each.trim().replaceAll('-', ' '))
  for (const word of words) {
    if (allKinds.some((kind) => kind === word)) continue
    const near = suggest(word, allKinds)
    throw new UsageError(
      `there is no kind of mutant "${word}"`,
      near === undefined ? `there are ${allKinds.join(', ')}` : `did you mean ${near}?`,
    )
  }
  return allKinds.filter((kind) => words.includes(kind))
}
