/**
 * Runs the attack library against the desks of tests/attack without a service, through a client whose
 * sessions `answerOf` answers.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerOf, outputOf } from '../../tests/attack/desk.mjs'
import { deskClient } from '../desk-client.mjs'

const root = join(import.meta.dirname, '../..')
const from = (path) => import(join(root, 'dist', path))
const { parseAttacks, parseFamily } = await from('suite/attack/read-attacks.js')
const { planAttacks } = await from('suite/attack/plan-attacks.js')
const { performAttack } = await from('compare/attack/perform-attack.js')
const { findLeak } = await from('compare/attack/find-leak.js')

/** Every attack of the library. */
export const library = readdirSync(join(root, 'templates/attacks')).flatMap((name) => {
  const path = `templates/attacks/${name}`
  const read = parseFamily(readFileSync(join(root, path), 'utf8'), path)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.family.attacks
})

/** The talks of the attack file in tests/attack. */
export function planTalks(seeds, seed = 'tableread') {
  const path = 'tests/attack/attacks.yaml'
  const read = parseAttacks(readFileSync(join(root, path), 'utf8'), path)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return planAttacks(read.file, library, {
    versions: ['default'],
    versionsGiven: true,
    timeLimitMs: 1_000,
    stopAfterFailure: true,
    seed,
    attackSeeds: seeds,
    looksAtStored: false,
    wants: () => true,
    tells: (leak, text) => findLeak(leak, [text]) !== null,
  })
}

/** Runs all talks against one desk. */
export async function attackDesk({ talks, leftOut }, twin, seed = 'one') {
  const client = deskClient(seed, ({ message, attachments, state, metadata }) => {
    const { calls, reply } = answerOf(message, state, { ...twin, metadata, attachments })
    return { calls: calls.map(([name, given]) => [name, given, outputOf(name, given, state)]), reply }
  })
  const { result } = await performAttack(talks, {
    client,
    reconcile: false,
    target: 'desk',
    tableread: '0',
    concurrency: 1,
    seed,
    seeds: 1,
    turnBudget: null,
    harm: 0,
    leftOut,
  })
  return result
}
