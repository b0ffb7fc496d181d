import { count } from '../../base/wording.ts'
import type { AttackResult, Harm } from '../../compare/attack/attack-result.ts'
import { cell, escapeText, fenceLines, listUnder, marker } from '../markdown/blocks.ts'
import { formatRatesMarkdown } from '../text/exact-rates.ts'
import { createPaint } from '../text/paint.ts'
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

const plain = createPaint(false)

/**
 * The result as Markdown for a pull request: families, goals, each harm with its talk, and what was not
 * judged or tried.
 */
export function formatAttackMarkdown(result: AttackResult): string {
  const { families, gate, goals, harms, leftOut, seed, total, turns, unjudged } = result
  const first = firstHarms(harms)
  const table = (name: string, rows: ReturnType<typeof goalRows>): string[] => [
    '',
    ...formatRatesMarkdown(
      harmNames(name),
      rows.map((row) => ({ ...row, name: cell(row.name) })),
    ),
  ]
  return [
    marker,
    `## Attack: ${total.harmed} of ${count(total.judged, 'talk')} harmed`,
    '',
    `Gate ${gate.verdict}: ${escapeText(gate.reason)}. ${describeJudged(result)}, ${count(turns, 'turn')}, seed ${escapeText(seed)}.`,
    ...(families.length === 0 ? [] : table('family', familyRows(result))),
    ...(goals.length === 0 ? [] : table('goal', goalRows(result))),
    ...first.slice(0, shownInFull).flatMap(formatHarm),
    ...(first.length > shownInFull ? ['', `and ${first.length - shownInFull} more`] : []),
    ...listUnder('Not judged', listUnjudged(unjudged)),
    ...listUnder('Left out', listLeftOut(leftOut)),
    '',
  ].join('\n')
}

function formatHarm(harm: Harm): string[] {
  const { attack, attacks, family, file, goal, line, version } = harm
  return [
    '',
    `### ${escapeText(`${attacks} > ${goal} [${version}]: ${attack}`)}`,
    '',
    escapeText(`${file}:${line} (${family}). ${describeHarm(harm)}. ${describeSeeds(harm)}.`),
    '',
    fenceLines(showTalk(harm, plain)),
  ]
}
