import { describe, expect } from 'vitest'
import { eachByTier } from '../../../base/tiers.fixture.ts'
import type { VaryFlags } from '../../flags/study-flags.ts'
import { bisect } from '../../studies/bisect.ts'
import { teeth } from '../../studies/teeth.ts'
import { vary } from '../../studies/vary.ts'
import { compare } from './compare.ts'
import { history } from './history.ts'
import { importSessions } from './import/import.ts'
import { run } from './run.ts'
import { snapshots } from './snapshots.ts'

/** A path that does not exist: a verb that read suites would refuse it. */
const nowhere = ['no-such-folder/none.yaml']
const report = { reporter: 'plain' } as const
const ends = { good: '1', bad: '2' }
const draft = { suite: 'Imported', keep: '1', calls: 'exactly' } as const

/** The flags whose value is validated, each given an invalid one, by verb. */
const verbs: Record<string, (flags: Record<string, string>) => Promise<number>> = {
  run: (flags) => run(nowhere, { ...report, ...flags }),
  compare: (flags) => compare(nowhere, { ...report, ...flags }),
  snapshots: (flags) => snapshots(nowhere, flags),
  bisect: (flags) => bisect(nowhere, { ...ends, ...flags }),
  teeth: (flags) => teeth(nowhere, flags),
  vary: (flags) => vary(nowhere, flags as VaryFlags),
  history: (flags) => history(nowhere, { history: 'none.sqlite', ...flags }),
  import: (flags) => importSessions(nowhere, { ...draft, ...flags }),
}
const settling = ['concurrency', 'timeLimit', 'maxTurns', 'maxTime', 'maxTokensSpent', 'maxCost', 'clock', 'target']
const read: Record<string, string[]> = {
  run: [...settling, 'shard', 'name'],
  compare: [...settling, 'shard', 'name', 'repeat', 'alpha', 'smallestDrop'],
  snapshots: [...settling, 'name'],
  bisect: [...settling, 'name', 'repeat', 'good', 'bad'],
  teeth: [...settling, 'name', 'minScore', 'limit'],
  vary: [...settling, 'name', 'variants', 'repeat', 'turnBudget', 'alpha', 'brittle', 'printVariants'],
  history: ['last'],
  import: ['keep', 'target'],
}
const values: Record<string, string | true> = { name: '(' }

describe('flags are refused before anything is read', () => {
  for (const [verb, flags] of Object.entries(read))
    eachByTier(3)(flags)(`${verb}: %s`, { tags: 'slow' }, async (flag) => {
      const refused = verbs[verb]?.({ [flag]: values[flag] ?? 'odd' } as Record<string, string>)
      await expect(refused).rejects.not.toThrow('no-such-folder')
      await expect(refused).rejects.toMatchObject({ name: 'UsageError' })
    })
})
