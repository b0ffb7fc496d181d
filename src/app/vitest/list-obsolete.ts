import { relative, sep } from 'node:path'
import type { Vitest } from 'vitest/node'
import { findObsolete } from '../../records/snapshots/find-obsolete.ts'
import { findSuites } from '../project/find-suites.ts'
import { readSuites } from '../project/read-suites.ts'
import { takeInventory } from '../project/take-inventory.ts'
import type { ReviewFacts } from './review-facts.ts'

/** A line for each snapshot that no conversation claims any more; none where snapshots are left alone or not everything ran. */
export function listObsolete(vitest: Vitest, { settled, whole, review }: ReviewFacts): string[] {
  const { testNamePattern, tagsFilter, shard } = vitest.config
  if (review.snapshots === null || !whole || testNamePattern !== undefined || (tagsFilter ?? []).length > 0) return []
  if (shard !== undefined || vitest.state.getTestModules().some((module) => !module.ok() && module.errors().length > 0))
    return []
  const paths = findSuites(settled.suites, settled.folder)
  const inventory = takeInventory(readSuites(paths, settled.folder), paths, settled, {})
  const obsolete = findObsolete(review.folder, inventory)
  if (obsolete.length === 0) return []
  return [
    ...obsolete.map(({ path, reason }) => `obsolete  ${relative(review.folder, path).split(sep).join('/')}: ${reason}`),
    'tableread snapshots --prune removes what is obsolete',
  ]
}
