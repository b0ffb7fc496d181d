import { count } from '../../base/count.ts'
import type { PassStatistics } from '../../compare/model/pass-statistics.ts'

/** Numbers of a conversation as a sentence, and as a fact list. */
export interface DescribedStatistics {
  sentence: string
  facts: [name: string, value: string][]
}

/** What the pairs of runs say, in plain words. `a` and `b` are what the sides are called. */
export function describeStatistics(pass: PassStatistics, a: string, b: string, alpha: number): DescribedStatistics {
  const { pairs, bothPassed, onlyA, onlyB, neitherPassed, effect, interval, p, adjusted, breakRisk } = pass
  const differ = onlyA + onlyB
  const sentence =
    differ === 0
      ? `In ${count(pairs, 'pair')} of runs both sides came out alike every time.`
      : `In ${differ} of ${count(pairs, 'pair')} of runs only one side passed: ${a} alone ${times(onlyA)}, ${b} alone ${times(onlyB)}. ` +
        `Equal sides would differ at least this much in ${share(p)} of comparisons (${share(adjusted)} allowing for all conversations); below ${share(alpha)} counts as a difference.`
  const facts: [string, string][] = [
    ['both passed', String(bothPassed)],
    [`only ${a}`, String(onlyA)],
    [`only ${b}`, String(onlyB)],
    ['neither passed', String(neitherPassed)],
    [`${b} against ${a}`, `${points(effect)} (95 %: ${points(interval[0])} to ${points(interval[1])})`],
    ['exact paired test', `p ${number(p)}, adjusted ${number(adjusted)}`],
  ]
  if (breakRisk !== null) facts.push(['chance of such a break', `at most ${share(breakRisk)} between equal sides`])
  return { sentence, facts }
}

/** A share from 0 to 1 in percent, with as many digits as it needs. */
function share(value: number): string {
  const percent = value * 100
  if (percent > 0 && percent < 0.01) return 'less than 0.01 %'
  return `${Number(percent.toFixed(percent < 1 ? 2 : percent < 10 ? 1 : 0))} %`
}

function points(effect: number): string {
  const rounded = Math.round(effect * 100)
  return rounded === 0 ? '0 points' : `${rounded < 0 ? '−' : '+'}${count(Math.abs(rounded), 'point')}`
}

const number = (p: number): string => (p > 0 && p < 0.0001 ? '< 0.0001' : `${Number(p.toFixed(4))}`)
const times = (amount: number): string => (amount === 1 ? 'once' : `${amount} times`)
