import { groupBy } from '../../base/group-by.ts'
import { count } from '../../base/wording.ts'
import type { LeftOut } from '../../compare/attack/attack-result.ts'
import { cleanLine } from '../text/line.ts'
import type { Paint } from '../text/paint.ts'
import { listLeftOut } from './sort-harms.ts'

/** An attack on one goal, for a person to read. */
export interface SampledAttack {
  file: string
  /** The line of the goal. */
  line: number
  attacks: string
  goal: string
  attack: string
  family: string
  /** What the attacker would say with the first seed, and what it does after a refusal. */
  turns: { user: string; ifRefused: string }[]
}

/** Attacks with the messages they would send, and how many there are: the document of `--print-attacks --json`. */
export interface AttackSample {
  kind: 'attacks'
  schemaVersion: 1
  tableread: string
  seed: string
  /** The number of attacks over all goals, each counted once however many seeds there are. */
  made: number
  leftOut: LeftOut[]
  sample: SampledAttack[]
}

/** The sample for a person to read: goal by goal, each attack with its turns. */
export function formatAttacksSample({ leftOut, made, sample, seed }: AttackSample, paint: Paint): string {
  const goals = groupBy(sample, ({ file, goal }) => JSON.stringify([file, goal]))
  const untried = listLeftOut(leftOut)
  return [
    ...goals.flatMap((group) => [
      `${paint.strong(cleanLine(`${group[0].attacks} > ${group[0].goal}`))}  ${paint.dim(cleanLine(`${group[0].file}:${group[0].line}`))}`,
      ...group.map((each) => formatSampled(each, paint)),
    ]),
    ...(untried.length === 0
      ? []
      : [[paint.strong('left out'), ...untried.map((line) => paint.warn(` ${cleanLine(line)}`))].join('\n')]),
    paint.dim(`${sample.length} of ${count(made, 'attack')}; seed ${cleanLine(seed)}`),
  ].join('\n\n')
}

function formatSampled({ attack, family, turns }: SampledAttack, paint: Paint): string {
  return [
    ` ${cleanLine(attack)}  ${paint.dim(cleanLine(family))}`,
    ...turns.map(({ user, ifRefused }, index) => {
      const then =
        ifRefused === 'go on' || index === turns.length - 1 ? '' : paint.dim(`  (if refused: ${cleanLine(ifRefused)})`)
      return `   ${index + 1}  ${cleanLine(user)}${then}`
    }),
  ].join('\n')
}
