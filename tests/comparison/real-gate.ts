import type { WayOfFailing } from '../../src/compare/statistics/new-failures.ts'
import { createPick } from '../corpus/pick.ts'
import { judgeShut } from './ways.ts'

/**
 * The share of comparisons of 30 pairs whose gate is shut, without and with the rule on new failures. Each
 * run is drawn from the trials of its task. `worse` is how much more often the first task that never failed
 * fails on b.
 */
export function realGate(
  tasks: readonly boolean[][],
  { earlier, worse }: { earlier: number; worse: number },
  seed: number,
  comparisons: number,
): { before: number; after: number } {
  const pick = createPick(seed)
  const pairs = 30
  const changed = tasks.findIndex((trials) => trials.every(Boolean))
  let [before, after] = [0, 0]
  for (let comparison = 0; comparison < comparisons; comparison += 1) {
    const failureWays: WayOfFailing[] = []
    const all = tasks.map((trials, task) => {
      const run = (): boolean => trials[pick(trials.length)] ?? false
      const runB = (): boolean => run() && !(task === changed && pick(1_000_000) < worse * 1_000_000)
      const history = Array.from({ length: earlier }, run)
      const pairOutcomes = Array.from({ length: pairs }, (): [boolean, boolean] => [run(), runB()])
      const failed = (runs: readonly boolean[]) => ({ count: runs.filter((each) => !each).length, of: runs.length })
      const [a, b] = [failed(pairOutcomes.map(([one]) => one)), failed(pairOutcomes.map(([, other]) => other))]
      failureWays.push({ id: String(task), way: 'fails', a, b, earlier: earlier === 0 ? null : failed(history) })
      return { pairs: pairOutcomes, byJudges: 0 }
    })
    const { was, is } = judgeShut(all, failureWays)
    if (was) before += 1
    if (is) after += 1
  }
  return { before: before / comparisons, after: after / comparisons }
}
