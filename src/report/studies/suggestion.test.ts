import { describe, expect, it } from 'vitest'
import { formatDocument } from '../terminal/document.ts'
import { createPaint } from '../text/paint.ts'
import { madeUpSuggestion } from './suggestion.fixture.ts'
import { suggestionDocument } from './suggestion.ts'

const written = (more: Parameters<typeof madeUpSuggestion>[0]): string =>
  formatDocument(suggestionDocument(madeUpSuggestion(more)), createPaint(false))

describe('what should be tried', () => {
  const { cells } = madeUpSuggestion()
  const open = cells.map((each) => ({ ...each, coveredBy: [] }))
  const [comment, command] = ['# rule: <sentence>', 'npx tableread suggest --write drafts']

  it('has a column for what is tried only where something has a name for it', () => {
    const heads = written({}).match(/^ +(?:tool|rule|metadata) .*covered by$/gm)
    expect(heads?.map((each) => each.trim().split(/ {2,}/))).toEqual([
      ['tool', 'what', 'covered by'],
      ['rule', 'covered by'],
      ['metadata', 'what', 'covered by'],
    ])
  })
  it.each([
    ['a rule is open', { cells: open, drafts: [] }, [true, true]],
    ['every rule is covered', { drafts: [] }, [false, true]],
    ['drafts were written', { cells: open }, [true, false]],
    [
      'everything is covered',
      { cells: cells.filter(({ coveredBy }) => coveredBy.length > 0), drafts: [] },
      [false, false],
    ],
  ])('says what covers a rule and what drafts: %s', (_, more, expected) => {
    const text = written(more)
    expect([text.includes(comment), text.includes(command)]).toEqual(expected)
  })
})
