import { expect, it } from 'vitest'
import { runAgainst } from './hidden-limit.ts'
import { soakRound } from './soak.ts'

it.concurrent.each(['port', 'memory'] as const)(
  'one round of the soak breaks no promise; over %s',
  async (over) => {
    const { conversations, verdicts, kinds, ...found } = await soakRound(`test ${over}`, over)
    const { passed = 0, failed = 0, errored = 0 } = verdicts
    expect([passed + failed + errored, kinds.length]).toEqual([conversations, conversations])
    expect(new Set(kinds).size).toBeGreaterThan(4)
    expect(Object.values(found).flat()).toEqual([])
  },
  120_000,
)

it.concurrent('the window and the ear for slow answers earn their lines against a limit that nobody tells', async () => {
  const refusing = { atOnce: 6, beyond: 'refuses' } as const
  const waiting = { atOnce: 6, beyond: 'lets wait' } as const
  const [paused, found] = [await runAgainst(refusing, 'pause', 40), await runAgainst(refusing, 'auto', 40)]
  expect(found.errored).toBeLessThan(paused.errored / 4)
  const [deaf, hearing] = [await runAgainst(waiting, 'auto, deaf', 40), await runAgainst(waiting, 'auto', 40)]
  expect(hearing.medianMs).toBeLessThan(deaf.medianMs / 2)
})
