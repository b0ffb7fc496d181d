import type { Comparison } from '../../compare/comparison.ts'
import { describeLeftOut } from '../../engine/coverage/left-out.ts'
import { formatProblem } from '../../suite/yaml/format-problem.ts'
import { alignRows } from '../text/align-rows.ts'
import { cleanLine } from '../text/clean-line.ts'
import { foldLine } from '../text/fold-line.ts'
import { formatTime } from '../text/format-time.ts'
import type { Paint } from '../text/paint.ts'
import { describeAgent, describeAgentChange } from './describe-agent-change.ts'
import { describeNoise } from './describe-noise.ts'
import { describePassed } from './describe-pass.ts'
import { formatLatency } from './format-latency.ts'
import { formatVerdicts } from './format-verdicts.ts'
import { formatWords } from './format-words.ts'
import { formatComparisonTotals, gatePaint, ruleMarks } from './verdict-marks.ts'

/**
 * A whole comparison for a terminal: the conversations that differ, the gravest first; what differs in the agents; times;
 * and last, where the eye is, the gate and the verdict in a sentence. `columns` is the terminal's width, null where it is none.
 */
export function formatComparison(comparison: Comparison, paint: Paint, columns: number | null): string {
  const { sides, passed, totals, conversations, noise, turns, ms, gate, sentence, problems } = comparison
  const left = describeLeftOut(comparison)
  const sections = [
    problems.map((problem) => formatProblem(problem)),
    formatVerdicts(comparison, paint, columns).slice(1),
    formatAgents(comparison, paint, columns),
    formatLatency(comparison, paint),
    [
      ...alignRows(
        (['a', 'b'] as const).map((side) => [
          { text: cleanLine(sides[side].label) },
          { text: describePassed(passed[side]) },
        ]),
      ).map((line) => ` ${line}`),
      ` ${formatComparisonTotals(totals, paint)} ${paint.dim(`of ${conversations.length}`)}`,
      ...(noise === null
        ? []
        : foldLine(` noise: ${describeNoise(noise)}`, columns, '   ').map((line) => paint.dim(line))),
      ...(left === null ? [] : [` ${paint.warn(left)}`]),
      paint.dim(` ${turns} ${turns === 1 ? 'turn' : 'turns'} in ${formatTime(ms)}`),
    ],
    formatGate(comparison, paint, columns),
    foldLine(` ${cleanLine(sentence)}`, columns, ' ').map((line) => paint[gatePaint[gate.verdict]](line)),
  ]
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

function formatGate({ gate }: Comparison, paint: Paint, columns: number | null): string[] {
  const width = Math.max(0, ...gate.rules.map(({ name }) => name.length))
  const rules = gate.rules.flatMap(({ name, verdict, wanted, seen }) => {
    const { mark, paint: colour } = ruleMarks[verdict]
    const [first = '', ...rest] = foldLine(
      ` ${mark} ${name.padEnd(width)}  ${cleanLine(seen)} (wanted: ${cleanLine(wanted)})`,
      columns,
      ' '.repeat(width + 5),
    )
    return [first.replace(mark, paint[colour](mark)), ...rest]
  })
  return rules.length === 0 ? [] : [` gate ${paint[gatePaint[gate.verdict]](gate.verdict)}`, ...rules]
}

function formatAgents({ agents }: Comparison, paint: Paint, columns: number | null): string[] {
  return agents.flatMap((agent) => [
    ...foldLine(` ${cleanLine(describeAgent(agent))}`, columns, '   '),
    ...agent.changes.flatMap((change) => {
      const text = describeAgentChange(change)
      if (text !== null) return foldLine(`   ${cleanLine(text)}`, columns, '     ')
      return [`   ${cleanLine(change.path)}: ${formatWords(change.words ?? [], paint)}`]
    }),
  ])
}
