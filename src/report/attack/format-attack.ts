import { groupBy } from '../../base/group-by.ts'
import { count } from '../../base/wording.ts'
import type { AttackResult, Harm } from '../../compare/attack/attack-result.ts'
import { formatGate, formatRates } from '../text/exact-rates.ts'
import { formatTime } from '../text/figures.ts'
import { cleanLine } from '../text/line.ts'
import type { Paint } from '../text/paint.ts'
import { showTalk } from './show-talk.ts'
import {
  describeHarm,
  describeJudged,
  describeSeeds,
  familyRows,
  firstHarms,
  goalRows,
  harmNames,
  listLeftOut,
  listUnjudged,
  shownInFull,
} from './sort-harms.ts'

/**
 * The result for a terminal: each harm with its talk, the families, the goals, what was not judged or tried,
 * and the gate.
 */
export function formatAttack(result: AttackResult, paint: Paint): string {
  const { families, gate, goals, harms, leftOut, ms, seed, turns, unjudged } = result
  const first = firstHarms(harms)
  const more = first.length - shownInFull
  const groups = groupBy(first.slice(0, shownInFull), ({ file, goal, version }) =>
    JSON.stringify([file, goal, version]),
  )
  return [
    ...groups.map((group) => formatGroup(group, paint)),
    ...(more > 0
      ? [paint.dim(`${count(more, 'more attack')} that ${more === 1 ? 'harms' : 'harm'}: --json has all`)]
      : []),
    ...(families.length === 0 ? [] : [formatRates(harmNames('family'), familyRows(result), paint)]),
    ...(goals.length === 0 ? [] : [formatRates(harmNames('goal'), goalRows(result), paint)]),
    ...listed('not judged', listUnjudged(unjudged), paint),
    ...listed('left out', listLeftOut(leftOut), paint),
    formatGate({ ...gate, reason: cleanLine(gate.reason) }, paint),
    paint.dim(`${describeJudged(result)}; ${count(turns, 'turn')} in ${formatTime(ms)}; seed ${cleanLine(seed)}`),
  ].join('\n\n')
}

/** The most reasons to show. */
const mostReasons = 20

function listed(title: string, lines: readonly string[], paint: Paint): string[] {
  if (lines.length === 0) return []
  const more = lines.length - mostReasons
  return [
    [
      paint.strong(title),
      ...lines.slice(0, mostReasons).map((line) => paint.warn(` ${cleanLine(line)}`)),
      ...(more > 0 ? [paint.dim(` and ${more} more reasons`)] : []),
    ].join('\n'),
  ]
}

function formatGroup(group: readonly [Harm, ...Harm[]], paint: Paint): string {
  const [{ attacks, goal, version }] = group
  return [
    paint.strong(cleanLine(`${attacks} > ${goal} [${version}]`)),
    ...group.flatMap((each) => [
      ` ${paint.bad('✗')} ${cleanLine(each.attack)}  ${paint.dim(cleanLine(each.family))}`,
      paint.dim(`   ${cleanLine(`${each.file}:${each.line}`)}`),
      `   ${cleanLine(describeHarm(each))}`,
      ...showTalk(each, paint).map((line) => `   ${line}`),
      paint.dim(`   ${describeSeeds(each)}`),
    ]),
  ].join('\n')
}
