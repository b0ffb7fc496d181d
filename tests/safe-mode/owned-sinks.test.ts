import { describe, expect, it } from 'vitest'
import { guardTransport } from '../../src/wire/client/guard.ts'
import type { LiveSafety } from '../../src/wire/client/live-safety.ts'
import type { Transport } from '../../src/wire/client/transport.ts'
import { attack } from './attack-safe-mode.ts'
import { couldReachStranger } from './could-reach-stranger.ts'
import { drawOutreach, ownSinks } from './draw-outreach.ts'
import { drawAttacks } from './draw-requests.ts'

const guard =
  (safety: LiveSafety) =>
  (send: Transport): Transport =>
    guardTransport(send, safety)
const judge = (request: Parameters<typeof couldReachStranger>[0]) => couldReachStranger(request, ownSinks)
const both: LiveSafety = { dispatch: true, sinks: ownSinks, tools: [] }

describe('with the flag and a list of owned sinks', () => {
  it('nothing leaves for anybody who is not on it, of 4,000 messages, calls and deletes', async () => {
    const { dangerous, sent, reached } = await attack(guard(both), drawOutreach(4_000, 4), judge)
    expect(reached.slice(0, 5)).toEqual([])
    expect([dangerous > 1_600, sent > 200], `${dangerous} dangerous, ${sent} sent`).toEqual([true, true])
  })
  it('nothing more leaves of what is made to get past it', async () => {
    const { sent, reached } = await attack(guard(both), drawAttacks(3_000, 9), judge)
    expect(reached.slice(0, 5)).toEqual([])
    expect(sent).toBeGreaterThan(150)
  })
  it.each<[string, Partial<LiveSafety>]>([
    ['the flag', { dispatch: false }],
    ['the list', { sinks: null }],
  ])('without %s nothing leaves that reaches anybody', async (_, less) => {
    const { reached } = await attack(guard({ ...both, ...less }), drawOutreach(2_000, 5))
    expect(reached).toEqual([])
  })
  it.each<[string, RegExp]>([
    ['the customer', /"customerNumber":"\+?15550100"/],
    ['any owned address', /15550100|qa@example\.com/],
  ])('a guard that only looks for %s lets some through, which the watcher sees', async (_, pattern) => {
    const weak =
      (send: Transport): Transport =>
      async (request) =>
        pattern.test(request.body ?? '') ? send(request) : { status: 0, headers: {}, text: '' }
    const { reached } = await attack(weak, drawOutreach(2_000, 4), judge)
    expect(reached.length).toBeGreaterThan(100)
  })
})
