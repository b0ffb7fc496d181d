import { describe, expect, it } from 'vitest'
import { said } from '../../engine/transcript/entries.fixture.ts'
import { alignTurns } from './align-turns.ts'
import { resultOf, turnOf } from './result.fixture.ts'

const turns = ['hello', 'where is it?', 'cancel it'].map((text, index) => turnOf(index, [said('user', text)]))
const show = (a: typeof turns, b: typeof turns): string[] =>
  alignTurns(resultOf(a), resultOf(b)).map((pair) => `${pair.a ?? '-'} ${pair.b ?? '-'}`)

describe('alignTurns', () => {
  it('pairs by the place in the script, also where one side stopped', () => {
    expect(show(turns, turns)).toEqual(['0 0', '1 1', '2 2'])
    expect(show(turns, turns.slice(0, 1))).toEqual(['0 0', '1 -', '2 -'])
    expect(show([], turns)).toEqual(['- 0', '- 1', '- 2'])
  })
  it('pairs by place where a captured value makes the words differ', () => {
    expect(
      show(
        turns,
        turns.map((turn) => ({ ...turn, user: 'other words' })),
      ),
    ).toEqual(['0 0', '1 1', '2 2'])
  })
  it('finds a turn that one side has in between, by what is said', () => {
    const inserted = [turns[0], turnOf(7, [said('user', 'by the way')]), turns[1], turns[2]].flatMap(
      (turn) => turn ?? [],
    )
    expect(
      show(
        turns,
        inserted.map((turn, index) => ({ ...turn, at: { ...turn.at, line: 10 + index * 2 } })),
      ),
    ).toEqual(['0 0', '- 1', '1 2', '2 3'])
  })
  it('never pairs a step with a turn', () => {
    const [first] = turns
    const step = first === undefined ? [] : [{ ...first, step: 'advance clock' }]
    expect(show(step, turns.slice(0, 1))).toEqual(['0 -', '- 0'])
  })
})
