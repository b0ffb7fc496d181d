import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runWarm } from './warm/run-warm.ts'

const folder = resolve(import.meta.dirname, 'shop')

/**
 * By hand, `SHOP_SEEDS=10 npx vitest run tests/shop.test.ts` runs every card against every agent, with that
 * many seeds.
 */
const seeds = Number(process.env.SHOP_SEEDS ?? 0)

/** What each version of both desks does wrong. */
const misdeeds: Record<string, string> = {
  2: 'writes nothing, and says that it did',
  3: 'takes another order, trip or customer',
  4: 'writes without asking',
  5: 'reads the account of a customer whom nobody asked about',
  6: 'asks the same again and again',
}

interface Ran {
  conversations: { id: string; verdict: string; reason: string | null; cause?: { kind: string; why: string } }[]
}

async function run(version: string, ...args: string[]): Promise<Ran['conversations']> {
  const command = ['run', 'suites', '--workspace', '.', '-v', version, ...args, '--json']
  const { out, err } = await runWarm(command, { folder, env: { NO_COLOR: '1', TABLEREAD_API_KEY: 'shop-key' } })
  if (!out.startsWith('{')) throw new Error(err)
  return (JSON.parse(out) as Ran).conversations
}

const all = seeds === 0 ? [] : ['--seeds', String(seeds)]

describe('simulated users made from the tasks of tau-bench, at a shop and an airline', () => {
  it('reach their goals with agents that do their work', { tags: 'stress' }, async () => {
    const ran = await run('1', ...all)
    expect(ran.filter(({ verdict }) => verdict !== 'passed')).toEqual([])
    expect(ran.length).toBe(49 * Math.max(1, seeds))
  })

  it.each(Object.entries(misdeeds))('are failed by version %s, which %s', { tags: 'stress' }, async (version) => {
    const ran = await run(version, ...(seeds === 0 ? ['--shard', `${Number(version) - 1}/5`] : all))
    const rows = ran.map(({ id, verdict, cause }) => [id, verdict, cause?.kind, cause?.why])
    expect(rows.filter(([, verdict, cause]) => verdict !== 'failed' || cause !== 'agent')).toEqual([])
    expect(ran.length).toBeGreaterThan(8)
  })
})
