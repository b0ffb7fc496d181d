import { describe, expect, it } from 'vitest'
import { called } from '../transcript/entries.fixture.ts'
import { judgeTurn, ran, verdicts } from './judge-turn.fixture.ts'

const returns = (yaml: string, output: string): string[] =>
  verdicts(`calls: [{ a: { returns: ${yaml} } }]`, ran('a', {}, output))

describe('what a tool returned', () => {
  it.each<[string, string, string]>([
    ['{ status: shipped }', '{"status":"shipped"}', 'shipped'],
    ['shipped', 'shipped', '{"status":"shipped"}'],
    ['"12"', '12', '13'],
    ['12', '12', '"12"'],
    ['{ at least: 3 }', '3', '2'],
    ['sold out', '"sold out"', '"sold"'],
    ['null', 'null', 'none at all'],
    ['""', '', ' '],
    ['{ one of: ["12", "13"] }', '12', '14'],
    ['{ contains: boom }', 'Error: boom', 'fine'],
    ['{ contains: boom }', '{"error":"boom"}', '{"error":"crash"}'],
    ['{ contains: boom }', '["boom"]', '["boom!"]'],
    ['{ not: { contains: boom } }', '{"ok":1}', '{"error":"boom"}'],
    ['{ not: { matches: /error/i } }', '{"ok":1}', '{"Error":1}'],
    ['{ none: [{ starts with: Error }] }', 'ok', 'Error: x'],
    ['{ not: { status: lost } }', '{"status":"here"}', '{"status":"lost"}'],
    ['{ all: [{ status: x }, { contains: zed }] }', '{"status":"x","by":"zed"}', '{"status":"x"}'],
    ['{ json: { a: 1 } }', '{"a":1}', '{"a":2}'],
    ['{ length: 2 }', '[1,2]', '[1]'],
    ['{ length: 1 }', '{"a":1}', '{}'],
    ['{ contains: "a.b*c" }', 'see a.b*c', 'see aXbbc'],
  ])('%s holds for %j and not for %j', (yaml, good, bad) => {
    expect(returns(yaml, good)).toEqual(['passed'])
    expect(returns(yaml, bad)).toEqual(['failed'])
  })
  it.each(['{ not: { contains: x } }', '{ ok: true }', 'x', '{ empty: false }', '{ present: true }'])(
    'a call without output misses %s',
    (yaml) => {
      expect(judgeTurn(`calls: [{ a: { returns: ${yaml} } }]`, [called('a', '1')])).toMatchObject([
        { verdict: 'failed', mismatches: [{ path: 'output' }] },
      ])
    },
  )
  it('can expect that there is no output', () => {
    const yaml = 'calls: [{ a: { returns: { present: false } } }]'
    expect(verdicts(yaml, [called('a', '1')])).toEqual(['passed'])
    expect(verdicts(yaml, ran('a', {}, ''))).toEqual(['failed'])
  })
})
