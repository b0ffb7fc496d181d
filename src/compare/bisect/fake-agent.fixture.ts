import type { Observation, VersionProbe } from './ledger.ts'

/** A made-up agent: the pass rate of each version, from 0 to 1; null for a version that does not exist. */
export type PassRate = (version: string) => number | null

/** A repeatable source of numbers from 0 to 1. */
export function seeded(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A probe of it, and the versions that were requested. */
export function fakeProbe(rate: PassRate, random: () => number = () => 0.5): { probe: VersionProbe; asked: string[] } {
  const versions: string[] = []
  const probe = async (version: string): Promise<Observation> => {
    versions.push(version)
    const passes = rate(version)
    if (passes === null) return { kind: 'missing', reason: `there is no version ${version}`, turns: 0 }
    if (random() < passes) return { kind: 'passed', turns: 2 }
    return { kind: 'failed', reason: 'turn 1: reply', sessionId: `of ${version}`, turns: 1 }
  }
  return { probe, asked: versions }
}
