import { expect, it } from 'vitest'
import type { Vote } from '../expect/outcome/judgement.ts'
import { countVotes } from './count-votes.ts'

const names: Readonly<Record<string, Vote['says']>> = { m: 'met', n: 'not met', c: 'cannot tell', v: 'void' }

it.each<[votes: string, says: string, why: string | null]>([
  ['m', 'met', null],
  ['n', 'not met', null],
  ['c', 'cannot tell', null],
  ['v', 'unjudged', 'the only vote is void: reason 0'],
  ['', 'unjudged', 'nobody was asked'],
  ['mmn', 'met', null],
  ['mnn', 'not met', null],
  ['ccv', 'cannot tell', null],
  ['mmv', 'met', null],
  ['mmnv', 'unjudged', 'no finding has more than half of the 4 votes: 2 met, 1 not met, 1 void; void, since reason 3'],
  ['mn', 'unjudged', 'no finding has more than half of the 2 votes: 1 met, 1 not met'],
  ['mv', 'unjudged', 'no finding has more than half of the 2 votes: 1 met, 1 void; void, since reason 1'],
  ['vv', 'unjudged', 'no finding has more than half of the 2 votes: 2 void; void, since reason 0'],
  ['vvm', 'unjudged', 'no finding has more than half of the 3 votes: 1 met, 2 void; void, since reason 0'],
  ['mnc', 'unjudged', 'no finding has more than half of the 3 votes: 1 met, 1 not met, 1 cannot tell'],
  ['nnncm', 'not met', null],
])('the votes %s are %s', (letters, says, why) => {
  const votes = [...letters].map(
    (each, index): Vote => ({ model: 'm', says: names[each] ?? 'void', reason: `reason ${index}`, quotations: [] }),
  )
  expect(countVotes(votes)).toEqual({ says, votes, why })
})
