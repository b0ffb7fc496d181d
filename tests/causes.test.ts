import { describe, expect, it } from 'vitest'
import { eachByTier } from '../src/base/tiers.fixture.ts'
import { runPool } from '../src/engine/run/pool.ts'
import type { CauseKind } from '../src/engine/verdict/cause-kind.ts'
import { createRandom } from '../src/service/answer/random.ts'
import { layers } from './causes/faults.ts'
import { judgesOf, talk } from './causes/talk.ts'

/** How many conversations of each layer must turn red, and how many are tried, since some recover. */
const [wantedCount, tried] = [50, 66]

describe('a fault in one layer', () => {
  it('is none where nothing is put in', async () => {
    const result = await talk({})
    expect([result.verdict, result.cause, result.turns.map(({ outcomes }) => outcomes)]).toMatchObject([
      'passed',
      undefined,
      expect.anything(),
    ])
  })

  eachByTier(1)(Object.entries(layers))(
    'of the %s is told as its own, and never as the agent’s',
    async (layer, draw) => {
      const failures: { seed: number; name: string; cause: CauseKind | undefined; why: string | undefined }[] = []
      const seeds = Array.from({ length: tried }, (_, index) => index)
      await runPool(seeds, 8, async (seed) => {
        const [name, injected] = draw(createRandom(`${layer} ${seed}`), seed)
        const { verdict, cause } = await talk(injected)
        if (verdict !== 'passed') failures.push({ seed, name, cause: cause?.kind, why: cause?.why })
      })
      expect(failures.filter(({ cause }) => cause !== layer)).toEqual([])
      expect(failures.length).toBeGreaterThanOrEqual(wantedCount)
      const right = failures.slice(0, wantedCount).filter(({ cause }) => cause === layer).length
      if (process.env.FAULTS !== undefined)
        console.log(`${layer}: ${right} of ${wantedCount} faults are told as its own`)
    },
  )

  it('of judges that have no licence decides nothing', async () => {
    const model = { name: 'judge', identity: 'judge', ask: async () => ({ none: 'it is away', usage: [] }) }
    const { verdict, cause } = await talk({ judges: judgesOf([model], 1, false) })
    expect([verdict, cause]).toEqual(['passed', undefined])
  })
})
