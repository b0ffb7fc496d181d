// @module-tag stress
import { describe, expect, it } from 'vitest'
import { hasTrajectories, readTrajectories } from '../../src/compare/align/trajectories.fixture.ts'
import { findRepeated, maskByKind } from '../../src/compare/diff/bind-names.ts'
import { collectFeatures } from '../../src/compare/features/collect-features.ts'
import { comparePairs } from '../../src/compare/features/compare-pairs.ts'
import { listFeatures } from '../../src/compare/features/list-features.ts'
import { type AspectPair, type RunAspects, readAspects } from '../../src/compare/features/read-aspects.ts'
import type { ListedFeature } from '../../src/compare/model/feature-evidence.ts'
import type { ConversationResult } from '../../src/engine/verdict/conversation-result.ts'
import { createPick } from '../corpus/pick.ts'

const seed = 20_261_124
const comparisons = Number(process.env.COMPARISONS ?? 200)
const all = hasTrajectories ? readTrajectories() : []

/** The aspects of each task's runs, in the order of their trials or models. */
function byTask(isWanted: (of: (typeof all)[number]['of']) => boolean): RunAspects[][] {
  const tasks = new Map<string, ConversationResult[]>()
  for (const { of, result } of all.toSorted((one, other) => one.of.trial - other.of.trial))
    if (isWanted(of)) tasks.set(of.task_id, [...(tasks.get(of.task_id) ?? []), result])
  return [...tasks.values()].map((runs) => {
    const repeated = findRepeated(runs)
    return runs.map((run) => readAspects(run, collectFeatures(run, maskByKind(run, repeated))))
  })
}

/** The features listed for tasks with these pairs. */
function list(tasks: readonly AspectPair[][]): ListedFeature[] {
  return listFeatures(tasks.map((pairs, index) => ({ id: String(index), aspects: comparePairs(pairs) }))).listed
}

describe.skipIf(!hasTrajectories)('features of real runs (skipped where ../shared/data is not there)', () => {
  it('are listed in one of twenty comparisons of gpt-4o with itself at most', () => {
    const tasks = byTask(({ model }) => model === 'gpt-4o').filter(({ length }) => length === 4)
    expect(tasks).toHaveLength(25)
    const pick = createPick(seed)
    let wrong = 0
    for (let comparison = 0; comparison < comparisons; comparison += 1) {
      const dealt = tasks.map((runs) => {
        const rest = [...runs]
        const deal = (): RunAspects[] => rest.splice(pick(rest.length), 1)
        return (['a', 'b'] as const).flatMap((first) => deal().flatMap((a) => deal().map((b) => ({ first, a, b }))))
      })
      if (list(dealt).length > 0) wrong += 1
    }
    if (comparisons > 200) console.log(`gpt-4o with itself: ${wrong} of ${comparisons}`)
    expect(wrong / comparisons).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / comparisons))
  }, 3_600_000)

  it('tell two models apart', () => {
    const of = (domain: string) => {
      const base = byTask((each) => each.model === 'gpt-4.1' && each.domain === domain)
      const tuned = byTask((each) => each.model !== 'gpt-4.1' && each.model !== 'gpt-4o' && each.domain === domain)
      const pairs = base.flatMap(
        ([a], index) =>
          tuned[index]?.slice(0, 1).flatMap((b) => (a === undefined ? [] : [[{ first: 'a' as const, a, b }]])) ?? [],
      )
      return list(pairs).map(({ level, text }) => (level === 'handoff' ? 'speaker' : text))
    }
    // In every pair the same model ran first, so times cannot be compared.
    expect(of('airline')).toEqual(['speaker'])
    expect(of('telecom').slice(0, 5)).toEqual([
      'speaker',
      'calls check_status_bar less often',
      'calls check_installed_apps less often',
      'calls check_network_status more often',
      'calls get_details_by_id twice in a turn more often',
    ])
  })
})
