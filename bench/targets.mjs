import { ratios, spread } from './statistics.mjs'

/** What Tableread has set itself. `wallRatio` is against the bare loop that sends the turns only. */
const targets = [
  { work: 'W(1, 1)', wallRatio: 2.5 },
  { work: 'W(1000, 5), 8 at once', wallRatio: 4, largestMb: 220 },
  { work: 'W(1000, 5), 32 at once', wallRatio: 4, largestMb: 220 },
]

/** Each target of a work with what was measured. `runs` holds the measured runs by contender. */
export function checkTargets(work, runs) {
  const of = (name, field) => runs.get(name).map((run) => run[field])
  return targets
    .filter((target) => target.work === work.name)
    .flatMap(({ wallRatio, largestMb }) => {
      const ratio = ratios(of('tableread run', 'wallMs'), of('bare loop', 'wallMs')).median
      const memory = spread(of('tableread run', 'largestMb')).median
      return [
        { what: `${work.name}: wall time over the bare loop`, limit: wallRatio, actual: ratio, unit: '×' },
        ...(largestMb === undefined
          ? []
          : [{ what: `${work.name}: peak of the largest process`, limit: largestMb, actual: memory, unit: ' MB' }]),
      ]
    })
}
