import { count } from '../../base/wording.ts'
import { allKinds, type MutantKind, mutantKinds } from '../../compare/mutation/mutant/mutant.ts'
import type { MutantTally, TeethResult } from '../../compare/mutation/mutant/teeth-result.ts'
import { alignRows, type Cell } from '../text/align-rows.ts'
import type { Paint } from '../text/paint.ts'

/** A score as a percentage that is never rounded up to 100: `97.3 %`. */
export function formatScore(score: number | null): string {
  if (score === null) return '-'
  return `${score === 1 ? '100' : (Math.floor(score * 1_000) / 10).toFixed(1)} %`
}

/** A row for each suite. */
export function formatSuites({ suites }: TeethResult, paint: Paint): string {
  const head = ['suite', 'score', 'caught', 'survived', 'accepted'].map((text): Cell => {
    return text === 'suite' ? { text, paint: paint.dim } : { text, paint: paint.dim, align: 'right' }
  })
  const rows = suites.map((suite): Cell[] => {
    const { score } = suite
    const colour = score === null || score < 0.8 ? paint.bad : score < 0.95 ? paint.warn : paint.good
    const name = suites.some((each) => each !== suite && each.suite === suite.suite)
      ? `${suite.suite} [${suite.version}]`
      : suite.suite
    return [{ text: name }, { text: formatScore(score), align: 'right', paint: colour }, ...numbers(suite)]
  })
  return alignRows([head, ...rows])
    .map((line) => ` ${line}`)
    .join('\n')
}

/** "38 of 41 mutants of 19 kinds noticed; kinds that do not occur here: …": a score speaks of these alone. */
export function describeKinds({ total, kinds: { tried, absent } }: TeethResult): string {
  const { caught, survived, accepted } = total
  const asked = tried.length + absent.length
  return [
    `${caught} of ${count(caught + survived, 'mutant')} of ${count(tried.length, 'kind')} noticed`,
    ...(accepted === 0 ? [] : [`${accepted} more accepted`]),
    ...(absent.length === 0 ? [] : [`kinds that do not occur here: ${absent.join(', ')}`]),
    ...(asked === allKinds.length ? [] : [`${count(allKinds.length - asked, 'kind')} not asked for`]),
  ].join('; ')
}

/** One row per kind of mutant, most survivors first. */
export function formatKinds(result: TeethResult, paint: Paint): string {
  const head: Cell[] = [
    { text: 'worse in', paint: paint.dim },
    ...['caught', 'survived', 'accepted'].map((text): Cell => ({ text, paint: paint.dim, align: 'right' })),
    { text: '' },
  ]
  const rows = tallyKinds(result).map(({ kind, ...tally }): Cell[] => [
    { text: kind, ...(tally.survived > 0 ? { paint: paint.warn } : {}) },
    ...numbers(tally),
    { text: mutantKinds[kind], paint: paint.dim },
  ])
  return alignRows([head, ...rows])
    .map((line) => ` ${line}`)
    .join('\n')
}

function numbers({ caught, survived, accepted }: MutantTally): Cell[] {
  return [caught, survived, accepted].map((each) => ({ text: each === 0 ? '-' : String(each), align: 'right' }))
}

/** The totals of each kind of mutant that was tried, over all suites, most survivors first. */
export function tallyKinds({ suites }: TeethResult): (MutantTally & { kind: MutantKind })[] {
  const all = suites.flatMap(({ kinds }) => kinds)
  const sum = (kind: MutantKind, key: 'caught' | 'survived' | 'accepted'): number =>
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
