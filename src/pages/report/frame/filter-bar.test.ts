import { describe, expect, it } from 'vitest'
import type { Card } from '../report-document.ts'
import { filterCards } from './filter-bar.ts'
import { wholeList } from './place.ts'

const card = (key: string, more: Partial<Card> = {}): Card => ({
  ...{
    key,
    id: key,
    name: key,
    suite: 'orders',
    agent: 'desk',
    version: null,
    tags: [],
    verdict: 'same',
    certainty: null,
    excused: null,
  },
  ...{
    reason: '',
    runs: [],
    flakyOverRuns: false,
    causes: [],
    judged: [],
    search: `${key} where is my order`,
    ...more,
  },
})
const cards = [
  card('one', { verdict: 'regressed', tags: ['smoke'] }),
  card('two', { agent: 'airline', flakyOverRuns: true }),
  card('three', { suite: 'refunds', verdict: 'changed', causes: ['network', 'agent'] }),
  card('four', { suite: 'returns', verdict: 'changed', causes: ['agent'] }),
]
const keys = (place: Partial<typeof wholeList>): string[] =>
  filterCards(cards, { ...wholeList, ...place }, { two: 'approved' }).map(({ key }) => key)

describe('filterCards', () => {
  it('shows all where nothing is asked', () => expect(keys({})).toEqual(['one', 'two', 'three', 'four']))
  it('takes any of several verdicts', () =>
    expect(keys({ verdicts: ['changed', 'regressed'] })).toEqual(['one', 'three', 'four']))
  it('takes a tag, a suite, an agent', () => {
    expect([keys({ tag: 'smoke' }), keys({ suite: 'refunds' }), keys({ agent: 'airline' })]).toEqual([
      ['one'],
      ['three'],
      ['two'],
    ])
  })
  it('wants every word of a text, whatever their order and case', () => {
    expect(keys({ text: ' ORDER two' })).toEqual(['two'])
    expect(keys({ text: 'two three' })).toEqual([])
  })
  it('takes a cause, of either side, and groups by the first of each, those without one last', () => {
    expect([keys({ cause: 'agent' }), keys({ cause: 'network' }), keys({ cause: 'judge' })]).toEqual([
      ['three', 'four'],
      ['three'],
      [],
    ])
    expect(keys({ group: 'cause' })).toEqual(['three', 'four', 'one', 'two'])
  })
  it('takes those that are flaky over runs', () => expect(keys({ trend: 'flaky' })).toEqual(['two']))
  it('knows what was decided', () => {
    expect([keys({ decision: 'approved' }), keys({ decision: 'undecided' })]).toEqual([
      ['two'],
      ['one', 'three', 'four'],
    ])
  })
})
