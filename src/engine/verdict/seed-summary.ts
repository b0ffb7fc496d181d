import { highestRate, lowestRate } from '../../base/binomial.ts'
import { groupBy } from '../../base/group-by.ts'
import type { ConversationResult } from './conversation-result.ts'
import type { SeedSummary } from './run-parts-shape.ts'

export type { SeedSummary } from './run-parts-shape.ts'

/** One summary for each conversation and version that ran with seeds, in order. */
export function summariseSeeds(conversations: readonly ConversationResult[]): SeedSummary[] {
  const seeded = conversations.filter(({ id, file }) => id.startsWith(`${file}:`) && place.test(id.slice(file.length)))
  return groupBy(seeded, ({ id, file }) => withoutSeed(id, file)).map(summarise)
}

const place = /^(:\d+(?::\d+)?(?:#\d+)?)~(\d+)(?= )/

function withoutSeed(id: string, file: string): string {
  return `${file}${id.slice(file.length).replace(place, '$1')}`
}

function summarise(results: readonly [ConversationResult, ...ConversationResult[]]): SeedSummary {
  const [{ id, file, name, version }] = results
  const count = (...verdicts: string[]): number => results.filter(({ verdict }) => verdicts.includes(verdict)).length
  const passed = count('passed')
  const failed = count('failed', 'expected fail', 'flaky')
  const judged = passed + failed
  const ended: SeedSummary['ended'] = {}
  for (const { simulated } of results)
    if (simulated !== undefined) ended[simulated.ended] = (ended[simulated.ended] ?? 0) + 1
  const turns = results
    .flatMap(({ simulated }) => (simulated?.ended === 'done' ? [simulated.turns] : []))
    .sort((a, b) => a - b)
  const middle = (at: number): number => turns[at] ?? 0
  return {
    id: withoutSeed(id, file),
    name: name.replace(/ ~\d+$/, ''),
    version,
    seeds: results.length,
    ...{ passed, failed, unjudged: results.length - judged },
    interval: judged === 0 ? null : [lowestRate(passed, judged), highestRate(passed, judged)],
    passAll: powersUpTo(judged).map((k) => ({ k, chance: chanceOfAll(passed, judged, k) })),
    ended,
    turnsToGoal:
      turns.length === 0
        ? null
        : {
            least: middle(0),
            median: (middle(Math.floor((turns.length - 1) / 2)) + middle(Math.floor(turns.length / 2))) / 2,
            most: middle(turns.length - 1),
          },
  }
}

function powersUpTo(most: number): number[] {
  const powers: number[] = []
  for (let k = 1; k <= most; k *= 2) powers.push(k)
  return powers
}

/** C(passed, k) / C(judged, k), the unbiased estimate (S. Yao et al., tau-bench, 2024). */
function chanceOfAll(passed: number, judged: number, k: number): number {
  let chance = 1
  for (let draws = 0; draws < k; draws += 1) chance *= Math.max(0, passed - draws) / (judged - draws)
  return chance
}
