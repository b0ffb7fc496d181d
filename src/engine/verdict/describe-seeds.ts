import { count } from '../../base/text/wording.ts'
import { askerOf, type SimulatedTalk } from '../run/simulated-talk.ts'
import type { SeedSummary } from './seed-summary.ts'

/** How many passed, with the interval of the rate, the chance of several in a row, and how talks ended. */
export function describeSeeds(summary: SeedSummary): string {
  const { passed, failed, unjudged, interval, passAll, turnsToGoal } = summary
  const judged = passed + failed
  return [
    `${passed} of ${count(judged, 'judged seed')} passed${interval === null ? '' : `, 95 % interval ${percent(interval[0])} to ${percent(interval[1])} %`}`,
    ...(unjudged === 0 ? [] : [`${unjudged} not judged`]),
    ...(passAll.length < 2 ? [] : [passAll.map(({ k, chance }) => `pass^${k} ${percent(chance)} %`).join(', ')]),
    describeEnds(summary),
    ...(turnsToGoal === null ? [] : [describeTurns(turnsToGoal)]),
  ].join('; ')
}

const percent = (share: number): string => `${Math.round(share * 100)}`

const ends: Record<SimulatedTalk['ended'], string> = {
  done: 'goal reached',
  'gave up': 'gave up',
  'out of patience': 'out of patience',
  fault: 'a mistake of the user',
  cut: 'cut short',
}

function describeEnds({ ended, seeds }: SeedSummary): string {
  const counts = (Object.keys(ends) as (keyof typeof ends)[]).flatMap((key) =>
    ended[key] === undefined ? [] : [`${ends[key]} ${ended[key]}`],
  )
  const begun = Object.values(ended).reduce((sum, each) => sum + each, 0)
  return `ended: ${[...counts, ...(begun < seeds ? [`never begun ${seeds - begun}`] : [])].join(', ')}`
}

function describeTurns({ least, median, most }: NonNullable<SeedSummary['turnsToGoal']>): string {
  return least === most
    ? `${count(least, 'message')} to the goal`
    : `${least} to ${count(most, 'message')} to the goal, median ${median}`
}

export function describeSimulated({ ended, turns, patience, why, unanswered, slips }: SimulatedTalk): string {
  const questions = unanswered.map(
    ({ turn, question }) => `${askerOf(turn)} asked "${question}", which nothing on its card answers`,
  )
  const slipTexts = slips.map(
    ({ turn, kind, mended }) => `${kind} in turn ${turn + 1}${mended === null ? '' : `, mended in turn ${mended + 1}`}`,
  )
  return [
    `${ends[ended]} after ${turns} of ${count(patience, 'message')}${why === null ? '' : ` (${why})`}`,
    ...questions,
    ...slipTexts,
  ].join('; ')
}
