import { expect, it } from 'vitest'
import { repeatedFlags } from './repeated-flags.ts'

it.each<[Parameters<typeof repeatedFlags>[0], string]>([
  [{}, ''],
  [{ allowTools: [] }, ''],
  [{ seed: 'a b', workspace: 'ws', config: 'other.yaml' }, "--workspace ws --config other.yaml --seed 'a b'"],
  [
    { seeds: '3', timeLimit: '10s', keepGoing: true, reconcile: false },
    '--seeds 3 --time-limit 10s --keep-going --no-reconcile',
  ],
  [{ allowTools: ['look up', true], target: 'http://a' }, "--target http://a --allow-tools 'look up'"],
  [{ agentVersion: ['draft'], maxTurns: '5', history: false, concurrency: '2' } as object, ''],
])('of %j are %s', (flags, words) => {
  expect(repeatedFlags(flags).join(' ')).toBe(words)
})
