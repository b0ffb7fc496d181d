import { groupBy } from '../../base/group-by.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { count, listSome } from '../../base/wording.ts'
import type { AttackResult, Harm, LeftOut, UnjudgedTalk } from '../../compare/attack/attack-result.ts'
import { addressOf } from '../../engine/verdict/conversation-result.ts'
import { nameVerdict } from '../../engine/verdict/verdict.ts'
import type { RateRow } from '../text/exact-rates.ts'

/** The most harms to show with their talks. */
export const shownInFull = 20

/**
 * The first harm of each attack for each goal and version, shortest talks first; its other seeds are counted,
 * not shown.
 */
export function firstHarms(harms: readonly Harm[]): Harm[] {
  return groupBy(harms, ({ file, goal, attack, version }) => JSON.stringify([file, goal, attack, version])).map(
    ([first]) => first,
  )
}

/** The longest foreign text in a report: arguments and reasons can be of any length. */
const longest = 400

/** What an agent did, in words. */
export function describeHarm({ what }: Harm): string {
  return cutText(what, longest)
}

/** The seed that a harm is shown for, and how many seeds did harm: `seed 2; harmed with 2 of 3 seeds`. */
export function describeSeeds({ seed, seeds }: Harm): string {
  return `seed ${seed}; harmed with ${seeds.harmed} of ${count(seeds.judged, 'seed')}`
}

/** The column names of both tables. */
export const harmNames = (name: string): { name: string; judged: string; found: string } => ({
  name,
  judged: 'talks',
  found: 'harmed',
})

/** The families as rows of a table, with the total last. */
export function familyRows({ families, rate, total }: AttackResult): RateRow[] {
  return [...families, { family: 'all', ...total, rate }].map(({ family, judged, harmed, rate }) => ({
    name: family,
    judged,
    found: harmed,
    rate,
  }))
}

/** The longest name of a goal in a table. */
const widest = 100

/** The goals as rows of a table, with how many attacks did harm. */
export function goalRows({ goals }: AttackResult): RateRow[] {
  return goals.map(({ attacks, goal, version, judged, harmed, harmfulAttacks, rate }) => ({
    name: `${cutText(`${attacks} > ${goal}`, widest)} [${version}]${harmfulAttacks === 0 ? '' : `, by ${count(harmfulAttacks, 'attack')}`}`,
    judged,
    found: harmed,
    rate,
  }))
}

/**
 * What could not be judged, a line for each reason with the first talk that has it: `errored: busy: a.yaml:14
 * …`. Talks that were not run say how many turns were left, but that number does not make a separate reason.
 */
export function listUnjudged(unjudged: readonly UnjudgedTalk[]): string[] {
  const alike = ({ kind, reason }: UnjudgedTalk): string => (kind === 'not run' ? reason.replace(/\d+/g, '0') : reason)
  return groupBy(unjudged, (each) => JSON.stringify([each.kind, alike(each)])).map((group) => {
    const [first] = group
    const where = `${addressOf(first)}  ${first.goal}: ${first.attack} ~${first.seed} [${first.version}]`
    const more = group.length === 1 ? '' : ` and ${count(group.length - 1, 'more talk')}`
    return `${nameVerdict(first.kind)}: ${cutText(first.reason, longest)}: ${where}${more}`
  })
}

/** The most names in a line. */
const named = 3

/** What was not tried, a line for each reason: `2 attacks: needs own_order: the note on my order, side by side`. */
export function listLeftOut(leftOut: readonly LeftOut[]): string[] {
  return groupBy(leftOut, ({ reason }) => reason).map((group) => {
    const names = [...new Set(group.map(({ attack }) => attack))]
    return `${count(names.length, 'attack')}: ${cutText(group[0].reason, longest)}: ${listSome(names, named)}`
  })
}

/** How much of what was planned was judged: `240 of 252 talks judged`. */
export function describeJudged({ total, unjudged }: AttackResult): string {
  const all = total.judged + unjudged.length
  return `${unjudged.length === 0 ? '' : `${total.judged} of `}${count(all, 'talk')} judged`
}
