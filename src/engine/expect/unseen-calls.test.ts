import { describe, expect, it } from 'vitest'
import { claims } from '../../suite/language/claims.ts'
import { turnExpectation } from '../../suite/language/expectations/turn-expectation.ts'
import { hidingProtocols } from '../../wire/api/unseen.ts'
import { said } from '../transcript/entries.fixture.ts'
import { viewTurn } from '../transcript/turn-view.ts'
import { evaluateClaims } from './claims.ts'
import { evaluateTurn } from './evaluate-turn.ts'
import { ran } from './judge-turn.fixture.ts'
import { readPiece } from './read-expectation.fixture.ts'

/** A turn in which the service ran the function of the phase pre, and the agent said what it did. */
const entries = [said('user', 'hi'), ...ran('load', {}, '{}', { phase: 'pre' }), said('assistant', 'It is booked.')]

const judge = (yaml: string, unseen: Parameters<typeof viewTurn>[1]) =>
  evaluateTurn(readPiece(turnExpectation, yaml), { view: viewTurn(entries, unseen), turnMs: 1, refusal: null }).map(
    ({ verdict }) => verdict,
  )

/** What is expected, and its verdict where all calls are seen. */
const open: [yaml: string, seen: 'passed' | 'failed'][] = [
  ['calls: none', 'failed'],
  ['calls: { during: none }', 'passed'],
  ['calls: { never: [book] }', 'passed'],
  ['calls: { never: ["*"] }', 'failed'],
  ['calls: { never: [{ book: { with: { a: 1 } } }] }', 'passed'],
  ['calls: { during: { never: [book] } }', 'passed'],
  ['calls: { never: [{ book: { phase: during } }] }', 'passed'],
  ['calls: { exactly: [load] }', 'passed'],
  ['calls: { during: { exactly: [book] } }', 'failed'],
  ['calls: [book]', 'failed'],
  ['calls: { any order: [book] }', 'failed'],
  ['calls: { during: [book] }', 'failed'],
  ['calls: [{ book: { times: 0 } }]', 'passed'],
  ['calls: [{ book: { times: { at most: 2 } } }]', 'passed'],
  ['calls: { any order: [{ book: { times: 1 } }] }', 'failed'],
  ['calls: { count: 1 }', 'passed'],
  ['calls: { count: { at most: 70 } }', 'passed'],
  ['calls: { count: { at least: 2 } }', 'failed'],
  ['calls: [{ load: { before: book } }]', 'failed'],
]

/** What is certain all the same: a call that was seen, and the phases that the service runs itself. */
const certain: [yaml: string, verdict: 'passed' | 'failed'][] = [
  ['calls: [load]', 'passed'],
  ['calls: { count: { at least: 1 } }', 'passed'],
  ['calls: { count: 0 }', 'failed'],
  ['calls: { pre: [load] }', 'passed'],
  ['calls: { pre: none }', 'failed'],
  ['calls: { post: none }', 'passed'],
  ['calls: { never: [load] }', 'failed'],
  ['calls: { never: [{ book: { phase: post } }] }', 'passed'],
  ['calls: [{ other: { phase: pre } }]', 'failed'],
]

describe('calls that cannot be seen', () => {
  it.each(open)('leave "%s" open', (yaml, wantedVerdict) => {
    expect(judge(yaml, {})).toContain(wantedVerdict)
    const verdicts = hidingProtocols.map((calls) => judge(yaml, { calls }))
    for (const each of verdicts)
      expect(new Set(each.filter((verdict) => verdict !== 'passed'))).toEqual(
        new Set([
          wantedVerdict === 'failed' && /none|"\*"/.test(yaml) && !yaml.includes('during') ? 'failed' : 'not judged',
        ]),
      )
  })

  it.each(certain)('do not change "%s"', (yaml, verdict) => {
    expect(judge(yaml, {})).toEqual([verdict])
    expect(judge(yaml, { calls: 'a2a' })).toEqual([verdict])
  })

  it.each([
    'reply: { thinking: none }',
    'reply: { thinking: { not: x } }',
    'reply: { thinking: plan }',
    'reply: { summary: none }',
  ])('leave "%s" open where the protocol has no place for thoughts', (yaml) => {
    const verdicts = hidingProtocols.map((calls) => judge(yaml, { calls })[0])
    expect(verdicts).toEqual(['not judged', judge(yaml, {})[0], 'not judged', 'not judged'])
    const view = viewTurn([...entries, { type: 'thinking', thinking: 'plan', timestamp: null }] as never, {
      calls: 'a2a',
    })
    const facts = { view, turnMs: 1, refusal: null }
    const [outcome] = evaluateTurn(readPiece(turnExpectation, 'reply: { thinking: plan }'), facts)
    expect(outcome?.verdict).toBe('passed')
  })

  it('leave claims open, and times of tools', () => {
    const claim = readPiece(claims, '{ /booked/: book }')
    const verdictsOf = (unseen: Parameters<typeof viewTurn>[1]) =>
      evaluateClaims(claim, viewTurn(entries, unseen), new Set()).map(({ verdict }) => verdict)
    expect(verdictsOf({})).toEqual(['failed'])
    expect(verdictsOf({ calls: 'a2a' })).toEqual(['not judged'])
    const [outcome] = evaluateTurn(readPiece(turnExpectation, 'latency: { tools: { book: 1 s } }'), {
      view: viewTurn(entries, { calls: 'a2a' }),
      turnMs: 1,
      refusal: null,
    })
    expect(outcome).toMatchObject({ kind: 'value', verdict: 'not judged', reason: expect.stringContaining('A2A') })
  })

  it('leave only what is stated of success open, where nothing says whether a tool succeeded', () => {
    const verdictsOf = (yaml: string) =>
      evaluateTurn(readPiece(turnExpectation, yaml), {
        view: viewTurn(ran('book'), { success: ['book'] }),
        turnMs: 1,
        refusal: null,
      }).map(({ verdict }) => verdict)
    expect(verdictsOf('calls: [book]')).toEqual(['passed'])
    expect(verdictsOf('calls: [{ book: { returns: { ok: true } } }]')).toEqual(['passed'])
    expect(verdictsOf('calls: [{ book: { times: 1 } }]')).toEqual(['passed'])
    expect(verdictsOf('calls: { never: [book] }')).toEqual(['failed'])
    for (const flag of ['true', 'false'])
      for (const yaml of [`[{ book: { is_error: ${flag} } }]`, `{ never: [{ book: { is_error: ${flag} } }] }`])
        expect(verdictsOf(`calls: ${yaml}`)).toEqual(['not judged'])
  })
})
