import { describe, expect, it } from 'vitest'
import { called } from '../transcript/entries.fixture.ts'
import { judgeTurn, ran, verdicts } from './judge-turn.fixture.ts'

const returns = (yaml: string, output: string): string[] =>
  verdicts(`calls: [{ a: { returns: ${yaml} } }]`, ran('a', {}, output))

const plain = 'The old man saw the sea. It was a quiet day for all of us to be there again, and we sat down and ate.'
const german = 'Guten Tag, wo ist meine Bestellung von gestern geblieben?'

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
    ['{ contains: boom }', '["boom"]', '["crash"]'],
    ['{ contains: [a, bc] }', '["a", "bcd"]', '["a", "b"]'],
    ['{ matches: [/café/, /status/] }', '{"status":"caf\\u00e9"}', '{"status":"cafe"}'],
    ['{ matches: [/café/, /u00e9/] }', '{"status":"caf\\u00e9"}', '{"status":"café"}'],
    ['{ contains: [{ k: v }, bc] }', '[{"k":"v"}, "bcd"]', '[{"k":"w"}, "bcd"]'],
    ['{ words: 1 }', '12', '"a b"'],
    ['{ sentences: 1 }', '12', '{}'],
    ['{ contains: { all: [a, { not: b }] } }', 'ac', 'ab'],
    ['{ contains: { not: { contains: sorry } } }', 'fine', 'I am sorry'],
    ['{ contains: { not: { words: 3 } } }', '["a b"]', 'I am sorry'],
    ['{ contains: { none: [{ k: v }] } }', '[{"k":"w"}]', 'I am sorry'],
    ['{ contains: { contains: am } }', 'I am sorry', 'I was sorry'],
    ['{ contains: { k: v } }', '[{"k":"v"}]', '["k: v"]'],
    ['{ not: { contains: secret } }', '["public"]', '["secret x"]'],
    ['{ not: { contains: [secret, token] } }', '["public"]', '["x", "a token"]'],
    ['{ none: [{ contains: secret }] }', '[{"k":"public"}]', '[{"k":"secret x"}]'],
    ['{ not: { contains: SECRET, ignore: case } }', '["public"]', '["secret x"]'],
    ['{ all: [{ not: { contains: secret } }] }', '[]', '["secret x"]'],
    ['{ not: { contains: { one of: [secret, token] } } }', '["public"]', '["my token"]'],
    ['{ not: { contains: { all: [a, b] } } }', '["a"]', '["a b"]'],
    ['{ not: { contains: "café" } }', '["cafe"]', '["the caf\\u00e9"]'],
    ['{ not: { matches: /café/ } }', '{"k":"cafe"}', '{"k":"the caf\\u00e9"}'],
    ['{ not: { contains: \'say "no"\' } }', '{"k":"say no"}', '{"k":"say \\"no\\" x"}'],
    ['{ not: { contains: "u00e9" } }', '{"k":"e"}', '{"k":"\\\\u00e9"}'],
    ['{ not: { contains: boom } }', '{"ok":1}', '{"error":"boom"}'],
    ['{ not: { matches: /error/i } }', '{"ok":1}', '{"Error":1}'],
    ['{ none: [{ starts with: Error }] }', 'ok', 'Error: x'],
    ['{ not: { status: lost } }', '{"status":"here"}', '{"status":"lost"}'],
    ['{ all: [{ status: x }, { contains: zed }] }', '{"status":"x","by":"zed"}', '{"status":"x"}'],
    ["{ not: { starts with: '{\"é' } }", '{"e":1}', '{"\\u00e9":1}'],
    ["{ not: { ends with: 'é\"}' } }", '{"k":"e"}', '{"k":"caf\\u00e9"}'],
    ['{ contains: é }', 'café', 'caf\\u00e9'],
    ["{ contains: '\"' }", 'a "b"', '"sold"'],
    ['{ json: { a: 1 } }', '{"a":1}', '{"a":2}'],
    ['{ json: { a: 1 } }', '{"a":1}', '"{\\"a\\":1}"'],
    ['{ json: sold }', '"sold"', 'sold'],
    ['{ equals: \'"sold"\' }', '"sold"', '"lost"'],
    ['{ length: 2 }', '[1,2]', '[1]'],
    ['{ length: 2 }', '12', '123'],
    ['{ length: 1 }', '{"a":1}', '{}'],
    ['{ contains: "a.b*c" }', 'see a.b*c', 'see aXbbc'],
    ['{ language: de }', german, '{"text":"Guten Tag, wo ist meine Bestellung von gestern geblieben?"}'],
    ['{ language: de }', JSON.stringify(german), '"Good morning, where has my order from yesterday gone?"'],
    ['{ similar to: { text: sold out today, at least: 0.9 } }', '"sold out today"', '["sold out today"]'],
    ['{ similar to: { text: "12", at least: 1 } }', '12', 'null'],
    ['{ reading level: { at most: 20 } }', plain, JSON.stringify({ plain })],
  ])('%s holds for %j and not for %j', (yaml, good, bad) => {
    expect(returns(yaml, good)).toEqual(['passed'])
    expect(returns(yaml, bad)).toEqual(['failed'])
  })
  it('has words where it is text, and members where it is JSON', () => {
    const likeness = `{ similar to: { text: '{"ok":true}', at least: 0.5 } }`
    expect(returns(likeness, '{"ok":true}')).toEqual(['failed'])
    expect(returns(likeness, '{"ok":true')).toEqual(['passed'])
    expect(returns('{ language: de }', 'null')).toEqual(['not judged'])
    expect(returns('{ language: de }', '{"language":"de"}')).toEqual(['passed'])
  })
  it.each(['{ not: { contains: x } }', '{ ok: true }', 'x', '{ empty: false }', '{ present: true }'])(
    'a call without output misses %s',
    (yaml) => {
      expect(judgeTurn(`calls: [{ a: { returns: ${yaml} } }]`, [called('a', '1')])).toMatchObject([
        { verdict: 'failed', mismatches: [{ path: 'output' }] },
      ])
    },
  )
  it.each([
    ['{ status: shipped }', '{"status":"lost"}', 'output.status', '"shipped"', 'lost'],
    ['{ matches: /x/ }', '["a"]', 'output', 'text that matches /x/', '["a"]'],
    ['{ k: 1 }', '{"k":1,"k":1}', 'output.k', 'a member of this name once', '{"k":1,"k":1}'],
  ])('is named by its path: %s, %s', (yaml, output, path, expected, actual) => {
    expect(judgeTurn(`calls: [{ a: { returns: ${yaml} } }]`, ran('a', {}, output))).toMatchObject([
      { verdict: 'failed', mismatches: [{ path, expected, actual }] },
    ])
  })
  it('can expect that there is no output', () => {
    const yaml = 'calls: [{ a: { returns: { present: false } } }]'
    expect(verdicts(yaml, [called('a', '1')])).toEqual(['passed'])
    expect(verdicts(yaml, ran('a', {}, ''))).toEqual(['failed'])
  })
})
