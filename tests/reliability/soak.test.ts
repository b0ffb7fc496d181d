// @module-tag stress
import { expect, it } from 'vitest'
import { inVirtualTime } from '../../src/base/virtual-time.fixture.ts'
import { type HiddenLimit, runAgainst, type Strategy } from './hidden-limit.ts'
import { soakRound } from './soak.ts'

it.each(['port', 'memory'] as const)('one round of the soak breaks no promise; over %s', async (over) => {
  const round = () => soakRound(`test ${over}`, over)
  const { conversations, verdicts, kinds, ...found } = await (over === 'memory' ? inVirtualTime(round) : round())
  const { passed = 0, failed = 0, errored = 0 } = verdicts
  expect([passed + failed + errored, kinds.length]).toEqual([conversations, conversations])
  expect(new Set(kinds).size).toBeGreaterThan(4)
  expect(Object.values(found).flat()).toEqual([])
})

it('the window and the ear for slow answers earn their lines against a limit that nobody tells', async () => {
  const refusing = { atOnce: 6, beyond: 'refuses' } as const
  const waiting = { atOnce: 6, beyond: 'lets wait' } as const
  const against = (limit: HiddenLimit, strategy: Strategy) => inVirtualTime(() => runAgainst(limit, strategy, 40))
  const [paused, outcome] = [await against(refusing, 'pause'), await against(refusing, 'auto')]
  expect(outcome.errored).toBeLessThan(paused.errored / 4)
  const [deaf, hearing] = [await against(waiting, 'auto, deaf'), await against(waiting, 'auto')]
  expect(hearing.medianMs).toBeLessThan(deaf.medianMs / 2)
})
