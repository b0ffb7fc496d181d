import { shortenCommit } from '../../base/files/git.ts'
import { knownMembers } from '../../base/json/known-members.ts'
import type { Verdict } from '../../engine/verdict/verdict.ts'
import type { KeptRun, PointTold, StripPoint, TrendStrip } from '../../pages/report/report-document.ts'
import { type HistorySubject, subjectKey } from '../../records/history/run-record.ts'
import type { Trend, TrendPoint } from '../../records/history/trend.ts'
import { describeChange, describeTrend, formatDay } from '../text/describe-trend.ts'

/** Strips by subject, and the runs that their points refer to. */
export interface TrendIndex {
  /** Grows as strips are looked up. */
  keptRuns: KeptRun[]
  /** The strips of some subjects, each with its label; those history cannot tell apart share the first one's. */
  stripsOf(subjects: readonly (readonly [label: string, subject: HistorySubject])[]): TrendStrip[]
}

/** Looks up strips in trends. A single run is not a trend. `startedAt` is the start of the report's run. */
export function createTrendIndex(trends: readonly Trend[], startedAt: string): TrendIndex {
  const trendByKey = new Map(trends.map((trend) => [subjectKey(trend), trend]))
  const keptRuns: KeptRun[] = []
  const numbers = new Map<string, number>()
  const numberOf = (point: TrendPoint): number => {
    const key = `${point.startedAt} ${point.commit}`
    const number = numbers.get(key) ?? keptRuns.length
    if (number < keptRuns.length) return number
    numbers.set(key, number)
    const commit = point.commit === null ? null : shortenCommit(point.commit)
    keptRuns.push({
      at: formatDay(point.startedAt),
      commit,
      isThis: point.startedAt === startedAt,
      judged: 0,
      passed: 0,
    })
    return number
  }
  const seenTrends = new Set<Trend>()
  return {
    keptRuns,
    stripsOf(subjects) {
      const labels = new Map<Trend, string>()
      for (const [label, subject] of subjects) {
        const trend = trendByKey.get(subjectKey(subject))
        if (trend !== undefined && trend.points.length > 1 && !labels.has(trend)) labels.set(trend, label)
      }
      for (const trend of labels.keys())
        for (const point of trend.points) {
          const run = keptRuns[numberOf(point)]
          if (run === undefined || seenTrends.has(trend) || !judgedVerdicts.has(point.verdict)) continue
          run.judged += 1
          if (point.verdict === 'passed') run.passed += 1
        }
      for (const trend of labels.keys()) seenTrends.add(trend)
      return [...labels].map(([trend, label]) => stripOf(trend, label, numberOf))
    },
  }
}

/** The verdicts that say something about the agent. */
const judgedVerdicts: ReadonlySet<Verdict> = new Set(['passed', 'failed', 'flaky'])

function stripOf(trend: Trend, label: string, numberOf: (point: TrendPoint) => number): TrendStrip {
  const { passed, flipped, causes, takes, failing, lastFailure } = describeTrend(trend)
  const facts: [string, string | null][] = [
    ['passed', passed],
    ['flipped', flipped],
    ['causes', causes],
    ['takes', takes],
    ['last failure', lastFailure],
  ]
  return {
    label,
    flaky: trend.flakiness.flaky,
    failing,
    facts: facts.filter((fact): fact is [string, string] => fact[1] !== null),
    points: trend.points.map((point): StripPoint => {
      const details = tellOf(point)
      return Object.keys(details).length === 0
        ? [numberOf(point), point.verdict]
        : [numberOf(point), point.verdict, details]
    }),
  }
}

function tellOf(point: TrendPoint): PointTold {
  const { reason, passed, judged, cause } = point
  const changed = describeChange(point)
  return {
    ...knownMembers({ reason, cause }),
    ...(judged > 1 ? { attempts: `${passed} of ${judged}` } : {}),
    ...(changed === null ? {} : { changed }),
  }
}
