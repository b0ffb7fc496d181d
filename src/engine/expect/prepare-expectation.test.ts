import { describe, expect, it } from 'vitest'
import { turnExpectation } from '../../suite/language/expectations/turn-expectation.ts'
import { jsonMatcher } from '../../suite/language/matchers/read-matcher.ts'
import { fillVariables } from '../../suite/language/script/fill-variables.ts'
import { said } from '../transcript/entries.fixture.ts'
import { resolveNow, setAside } from './prepare-expectation.ts'
import { readPiece } from './read-expectation.fixture.ts'

const resolved = (yaml: string, timestamps: string[]) =>
  resolveNow(
    readPiece(jsonMatcher, yaml),
    timestamps.map((timestamp) => ({ ...said('assistant', 'a'), timestamp })),
  )

describe('what cannot be judged', () => {
  it('is set aside alone, and the rest of its list stays', () => {
    const yaml =
      '{ calls: { never: [a, { b: { with: { id: "{{none}}" } } }] }, reply: { button: [Track, { not: "{{none}}" }] } }'
    const { sound, outcomes } = setAside(fillVariables(readPiece(turnExpectation, yaml), { none: '' }))
    expect(sound).toMatchObject({ calls: { never: [{ name: 'a' }] }, reply: { items: [{ kind: 'button' }] } })
    expect(sound.calls?.never).toHaveLength(1)
    expect(sound.reply?.items).toHaveLength(1)
    expect(outcomes).toMatchObject([
      { kind: 'value', verdict: 'not judged', subject: 'calls.never' },
      { kind: 'value', verdict: 'not judged', subject: 'reply.items' },
    ])
  })
  it('takes with it what is judged together, and nothing else', () => {
    const none = '{ with: { id: { not: "{{none}}" } } }'
    const yaml = `{ calls: { in order: [a, { b: ${none} }], never: [{ c: { with: { id: "{{none}}" } } }], reference: [{ d: ${none} }] },
      reply: { contains: ok, image: none, agentName: { not: "{{none}}" } }, latency: 2 s }`
    const expectation = fillVariables(readPiece(turnExpectation, yaml), { none: '' })
    const { sound, outcomes } = setAside(expectation)
    expect(Object.keys(sound.calls ?? {})).toEqual(['at'])
    expect(Object.keys(sound.reply ?? {}).sort()).toEqual(['at', 'items', 'text'])
    expect(sound.latency).toEqual(expectation.latency)
    expect(outcomes.map((each) => 'subject' in each && each.subject)).toEqual([
      'calls.inOrder',
      'calls.never',
      'reply.agentName',
    ])
  })
})

describe('now', () => {
  it('is the latest time of what is judged, wherever it stands', () => {
    const times = ['2026-01-01T00:00:00Z', '2026-01-01T02:00:00Z', 'soon', '2026-01-01T01:00:00Z']
    expect(resolved('{ all: [{ before: now }, { a: { after: now - 2 h } }] }', times)).toMatchObject({
      of: [
        { kind: 'date', bound: '2026-01-01T02:00:00.000Z' },
        { fields: [{ matcher: { kind: 'date', bound: '2026-01-01T00:00:00.000Z' } }] },
      ],
    })
  })
  it('changes nothing but dates that are reckoned from it', () => {
    const yaml =
      '{ before: 2026-03-01, contains: [now, null], at least: 3, equals: { bound: now, kind: date }, schema: { const: { bound: now, kind: date } } }'
    const matcher = readPiece(jsonMatcher, `{ all: [${yaml}, { before: now }] }`)
    const [same, moved] = (resolveNow(matcher, [said('assistant', 'a')]) as typeof matcher & { kind: 'all' }).of
    expect(same).toMatchObject((matcher as typeof matcher & { kind: 'all' }).of[0] as object)
    expect(moved).toMatchObject({ bound: '2026-01-01T00:00:00.000Z' })
  })
  it('is found beside an expectation of nothing', () => {
    const expected = readPiece(turnExpectation, '{ reply: { image: none }, outbox: [{ at: { before: now } }] }')
    const { reply, outbox } = resolveNow(expected, [said('assistant', 'a')])
    expect(reply).toEqual(expected.reply)
    expect(JSON.stringify(outbox)).toContain('"bound":"2026-01-01T00:00:00.000Z"')
  })
  it('of a service whose clock is at the end of time is that', () => {
    expect(resolved('{ before: now + 2 d }', ['+275760-09-12T00:00:00Z'])).toMatchObject({
      bound: '+275760-09-13T00:00:00.000Z',
    })
  })
})
