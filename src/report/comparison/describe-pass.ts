import type { ConversationComparison } from '../../compare/model/conversation-comparison.ts'
import { formatRate } from '../text/format-rate.ts'

/**
 * The evidence for a verdict: `by chance in at most 1 of 1,024; p 0.063, 0.25 after Holm; effect -100 points (-100 to
 * -48)`.
 */
export function describePass({ pass }: Pick<ConversationComparison, 'pass'>): string | null {
  if (pass === null) return null
  const differs = pass.onlyA + pass.onlyB > 0
  const parts = [
    ...(pass.breakRisk === null
      ? []
      : [`by chance in at most 1 of ${Math.floor(1 / pass.breakRisk).toLocaleString('en')}`]),
    ...(differs
      ? [
          `p ${formatP(pass.p)}, ${formatP(pass.adjusted)} after Holm`,
          `effect ${points(pass.effect)} points (${points(pass.interval[0])} to ${points(pass.interval[1])})`,
        ]
      : []),
  ]
  return parts.length === 0 ? null : parts.join('; ')
}

/** The passed runs of one side, out of those that could be judged: `21 of 35 runs passed (60 %)`. */
export function describePassed({ passed, judged }: { passed: number; judged: number }): string {
  if (judged === 0) return 'no run could be judged'
  return `${passed} of ${judged} ${judged === 1 ? 'run' : 'runs'} passed (${formatRate(passed / judged)})`
}

function formatP(p: number): string {
  return p < 0.001 ? '< 0.001' : String(Number(p.toPrecision(2)))
}

function points(share: number): string {
  const rounded = Math.round(share * 100)
  return rounded > 0 ? `+${rounded}` : String(rounded === 0 ? 0 : rounded)
}
