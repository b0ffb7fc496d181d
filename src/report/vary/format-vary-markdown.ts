import { count } from '../../base/wording.ts'
import { compareTranscripts } from '../../compare/compare-transcripts.ts'
import type { Brittleness, VaryResult } from '../../compare/vary/vary-result.ts'
import { addressOf } from '../../engine/verdict/conversation-result.ts'
import { differingTurns } from '../comparison/differing-rows.ts'
import { formatDiffLine } from '../comparison/format-differences.ts'
import { escapeText, fenceLines, listUnder } from '../markdown/blocks.ts'
import { formatRatesMarkdown } from '../text/exact-rates.ts'
import { createPaint } from '../text/paint.ts'
import {
  brittleNames,
  brittleRows,
  changedMessages,
  describeEdits,
  describeEvidence,
  describeUnjudged,
  failedOutcome,
} from './format-vary.ts'

const plain = createPaint(false)
const labels = { a: 'original', b: 'variant' } as const
/** The most brittle variants to show, and lines of the transcripts of each. */
const [mostShown, mostLines] = [20, 12]

/** The result as Markdown for a pull request: each edit that breaks, the families, and what could not be judged. */
export function formatVaryMarkdown(result: VaryResult): string {
  const { brittle, conversations, gate, seed, simulated, total, turns, unconfirmed } = result
  const unjudged = conversations.filter((each) => each.unjudged !== null)
  return [
    '<!-- tableread -->',
    `## Vary: ${total.brittle} of ${count(total.judged, 'variant')} brittle`,
    '',
    `Gate ${gate.verdict}: ${escapeText(gate.reason)}. ${count(turns, 'turn')}, seed ${escapeText(seed)}.`,
    '',
    ...formatRatesMarkdown(brittleNames, brittleRows(result)),
    ...brittle.slice(0, mostShown).flatMap(formatFound),
    ...(brittle.length > mostShown ? ['', `and ${brittle.length - mostShown} more`] : []),
    ...listUnder(
      'Not judged',
      unjudged.map((each) => `${addressOf(each)} ${each.name}: ${describeUnjudged(each)}`),
    ),
    ...listUnder(
      'Seen, and not confirmed',
      unconfirmed.map((each) => `${addressOf(each)} ${each.variant}: ${each.what}`),
    ),
    ...(simulated === 0 ? [] : ['', `${count(simulated, 'conversation')} with a simulated user not varied.`]),
    '',
  ].join('\n')
}

function formatFound(found: Brittleness): string[] {
  const { difference, file, edits, line, runs, typed } = found
  const turns = differingTurns(
    {
      turns: compareTranscripts(runs.original, runs.variant),
      shown: { a: runs.original, b: runs.variant },
      agent: runs.original.agent,
    },
    labels,
  )
  const lines = turns.flatMap(({ title, lines }) => [title, ...lines.map((each) => formatDiffLine(each, plain))])
  const failed = failedOutcome(found).map((text) => `${file}:${line}: ${text}`)
  return [
    '',
    `### ${escapeText(`${found.suite} > ${found.conversation}: ${describeEdits(found)}`)}`,
    '',
    escapeText(`${file}:${edits[0]?.line ?? line} (${found.family}). ${difference.what}. ${describeEvidence(found)}.`),
    '',
    fenceLines([
      ...changedMessages(typed).flatMap(({ was, now }) => [`- ${was}`, `+ ${now}`]),
      ...failed,
      ...lines.slice(0, mostLines),
    ]),
  ]
}
