import { describe, expect, it } from 'vitest'
import { called } from '../transcript/entries.fixture.ts'
import { judgeTurn, ran, verdicts } from './judge-turn.fixture.ts'

describe('a call', () => {
  it.each(['true', 'false'])('without output neither failed nor succeeded: is_error: %s', (yaml) => {
    expect(judgeTurn(`calls: [{ a: { is_error: ${yaml} } }]`, [called('a', '1')])).toMatchObject([
      { verdict: 'failed', mismatches: [{ path: 'is_error', expected: yaml }] },
    ])
  })
  it('without output is found, since the law "no open call" speaks of that', () => {
    expect(verdicts('calls: [a]', [called('a', '1')])).toEqual(['passed'])
  })
  it('whose time the service leaves out is not judged by it, and never passes', () => {
    const untimed = ran('a', {}, 'ok', { executionTimeMs: null })
    expect(judgeTurn('calls: [{ a: { within: 5 ms } }]', untimed)).toMatchObject([
      { kind: 'call', verdict: 'not judged', mismatches: [{ path: 'executionTimeMs', expected: 'at most 5 ms' }] },
    ])
    expect(verdicts('calls: [{ a: { within: 5 ms, times: 1 } }]', untimed)).toEqual(['not judged'])
    expect(verdicts('calls: [{ a: { within: 5 ms, with: { n: 1 } } }]', untimed)).toEqual(['failed'])
    expect(verdicts('calls: [{ a: { within: 5 ms } }]', [called('a', '1')])).toEqual(['failed'])
  })
  it('tolerates a phase that is null only where none is expected', () => {
    const unphased = ran('a', {}, 'ok', { phase: null })
    expect(verdicts('calls: [a]', unphased)).toEqual(['passed'])
    expect(verdicts('calls: [{ a: { phase: during } }]', unphased)).toEqual(['failed'])
  })
  it('points at the phase, the budget or the error that is wrong', () => {
    const at = (details: string) => judgeTurn(`calls:\n  - a:\n      ${details}`, ran('a', { n: 1 }))[0]?.at
    expect(at('phase: pre')).toMatchObject({ line: 3, column: 14 })
    expect(at('within: 1 ms')).toMatchObject({ line: 3, column: 15 })
    expect(at('is_error: true')).toMatchObject({ line: 3, column: 17 })
    expect(at('with: { n: 2 }')).toMatchObject({ line: 3, column: 18 })
  })
})
