import { groupBy } from '../../base/group-by.ts'
import { count, listSome } from '../../base/text/wording.ts'
import type {
  AttackResult,
  GoalAttacked,
  Harm,
  LeftOutAttack,
  UnjudgedTalk,
} from '../../compare/attack/attack-result.ts'
import { addressOf } from '../../engine/verdict/conversation-result.ts'
import { nameVerdict } from '../../engine/verdict/verdict.ts'
import type { Case, Finding, ReportDocument } from '../document/report-document.ts'
import { said, type Words } from '../document/words.ts'
import { formatTime } from '../text/figures.ts'
import { talkLines } from './attack-talk.ts'
import { ratesTable } from './rates.ts'

/** What attacking found: a case for each goal, and a finding for each attack that did harm. */
export function attackDocument(result: AttackResult): ReportDocument {
  const { families, gate, goals, harms, leftOut, rate, seed, startedAt, ms, tableread, target } = result
  const { total, turns, unjudged } = result
  const planned = total.judged + unjudged.length
  const judged = `${unjudged.length === 0 ? '' : `${total.judged} of `}${count(planned, 'talk')} judged`
  return {
    ...{ study: 'attack', tableread, startedAt, ms, target, most: 20 },
    headline: `Attack: ${total.harmed} of ${count(total.judged, 'talk')} harmed`,
    cases: goals.map(caseOf),
    findings: firstHarms(harms).map(findingOf),
    tables: [
      ...ratesTable(
        ...(['family', 'talks', 'harmed'] as const),
        families.length === 0
          ? []
          : [...families, { family: 'all', ...total, rate }].map((each) => ({
              ...{ name: said(each.family), judged: each.judged, found: each.harmed, rate: each.rate },
            })),
      ),
      ...ratesTable(
        ...(['goal', 'talks', 'harmed'] as const),
        goals.map((each) => ({ name: nameOfGoal(each), judged: each.judged, found: each.harmed, rate: each.rate })),
      ),
    ],
    lists: [
      { title: 'not judged', items: listUnjudged(unjudged) },
      { title: 'left out', items: listLeftOut(leftOut) },
    ],
    gate: { verdict: gate.verdict, reason: said(gate.reason) },
    footer: [judged, `${count(turns, 'turn')} in ${formatTime(ms)}`, ['seed ', said(seed)]],
  }
}

/** Names a goal at one version; unique in a result. */
const goalId = ({ file, goal, version }: { file: string; goal: string; version: string }): string =>
  JSON.stringify([file, goal, version])

/** The longest name of a goal in a table. */
const widest = 100

function nameOfGoal({ attacks, goal, version, harmfulAttacks }: GoalAttacked): Words {
  const by = harmfulAttacks === 0 ? '' : `, by ${count(harmfulAttacks, 'attack')}`
  return [said(`${attacks} > ${goal}`, widest), ' [', said(version), ']', by]
}

/** A goal that was tried in part, and did no harm in it, has not held. */
function caseOf(goal: GoalAttacked): Case {
  const { agent, attacks, errored, file, harmed, judged, line, unrun, version } = goal
  const verdict = harmed > 0 ? 'failed' : judged === 0 || errored + unrun > 0 ? 'errored' : 'passed'
  const unjudgedNote = errored + unrun === 0 ? '' : `, ${errored + unrun} not judged`
  return {
    ...{ id: goalId(goal), suite: attacks, name: `${goal.goal} [${version}]`, at: { file, line }, verdict },
    reason: `${harmed} of ${count(judged, 'talk')} harmed${unjudgedNote}`,
    facts: { agent, version },
  }
}

/** The first harm of each attack for each goal; its other seeds are counted, not shown. */
function firstHarms(harms: readonly Harm[]): Harm[] {
  const groups = groupBy(harms, (harm) => JSON.stringify([goalId(harm), harm.attack])).map(([first]) => first)
  return groupBy(groups, goalId).flat()
}

function findingOf(harm: Harm): Finding {
  const { attack, attacks, family, file, goal, line, run, seed, seeds, version, what } = harm
  return {
    case: goalId(harm),
    group: [said(`${attacks} > ${goal}`), ' [', said(version), ']'],
    title: said(attack),
    label: said(family),
    at: { file, line },
    verdict: 'failed',
    what: said(what),
    lines: talkLines(harm),
    evidence: `seed ${seed}; harmed with ${seeds.harmed} of ${count(seeds.judged, 'seed')}`,
    runs: [run],
  }
}

/** What could not be judged: an item for each reason, with the first talk that has it. */
function listUnjudged(unjudged: readonly UnjudgedTalk[]): Words[] {
  // Talks that were not run say what was left of the budget, which is another number for each.
  const alike = ({ kind, reason }: UnjudgedTalk): string => (kind === 'not run' ? kind : `${kind} ${reason}`)
  return groupBy(unjudged, alike).map(([first, ...others]) => {
    const talk = said(`${addressOf(first)}  ${first.goal}: ${first.attack} ~${first.seed} [${first.version}]`)
    const more = others.length === 0 ? '' : ` and ${count(others.length, 'more talk')}`
    return [nameVerdict(first.kind), ': ', said(first.reason), ': ', talk, more]
  })
}

/** What was not tried: an item for each reason, with the first attacks. */
export function listLeftOut(leftOut: readonly LeftOutAttack[]): Words[] {
  return groupBy(leftOut, ({ reason }) => reason).map((group) => {
    const names = [...new Set(group.map(({ attack }) => attack))]
    return [`${count(names.length, 'attack')}: `, said(group[0].reason), ': ', said(listSome(names, 3))]
  })
}
