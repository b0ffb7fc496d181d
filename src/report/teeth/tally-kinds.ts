import { allKinds, type MutantKind } from '../../compare/mutation/mutant/mutant-kind.ts'
import type { Tally, TeethResult } from '../../compare/mutation/mutant/teeth-result.ts'

/** The totals of each kind of mutant that was tried, over all suites, those that survive most first. */
export function tallyKinds({ suites }: TeethResult): (Tally & { kind: MutantKind })[] {
  const all = suites.flatMap(({ kinds }) => kinds)
  const sum = (kind: MutantKind, key: keyof Tally): number =>
    all.reduce((total, each) => total + (each.kind === kind ? each[key] : 0), 0)
  return allKinds
    .map((kind) => ({
      kind,
      caught: sum(kind, 'caught'),
      survived: sum(kind, 'survived'),
      accepted: sum(kind, 'accepted'),
    }))
    .filter(({ caught, survived, accepted }) => caught + survived + accepted > 0)
    .sort((one, other) => other.survived - one.survived)
}
