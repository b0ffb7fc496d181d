import { expect, it } from 'vitest'
import { allKinds, type MutantKind, rankOf } from '../../compare/mutation/mutant/mutant.ts'
import { plainText } from '../document/door.ts'
import { madeUpProof, madeUpTeeth } from './teeth.fixture.ts'
import { teethDocument } from './teeth.ts'

it('a proof says first what comes next, by whether anything was refused', () => {
  const refused = madeUpProof()
  const proven = {
    ...refused,
    conversations: refused.conversations.map(({ proof, ...each }) => ({
      ...each,
      ...(proof === undefined ? {} : { proof: { ...proof, refused: null } }),
    })),
  }
  const first = (result: typeof refused): string => plainText(teethDocument(result).footer[0] ?? '')
  expect([refused, proven, madeUpTeeth()].map(first)).toEqual([
    'next: npx tableread teeth says what would notice more',
    'next: npx tableread compare holds the draft against them',
    expect.not.stringContaining('next'),
  ])
})

it('counts kinds for each version, of those that survive first what every suite should notice', () => {
  const of = (version: string, ...kinds: MutantKind[]) => ({
    ...{ file: 's.yaml', suite: 'S', version, caught: 0, survived: 3, accepted: 0, score: 0 },
    kinds: kinds.map((kind, index) => ({ kind, caught: index === 0 ? 1 : 0, survived: index, accepted: 0 })),
  })
  const suites = [of('default', 'drop reply', 'drop call', 'add link'), of('draft', 'add link', 'slow tool')]
  const [, ...tables] = teethDocument(madeUpTeeth({ suites })).tables
  expect(tables.map(({ columns, rows }) => [columns[0]?.name, rows.map(([kind = '']) => plainText(kind))])).toEqual([
    ['default, worse in', ['drop call', 'add link', 'drop reply']],
    ['draft, worse in', ['slow tool', 'add link']],
  ])
  const [, ofOne] = teethDocument(madeUpTeeth()).tables
  expect(ofOne?.columns[0]?.name).toBe('worse in')
})

it('ranks what is said, called and passed before who speaks and when, and both before what is shown', () => {
  const ranks = allKinds.map(rankOf)
  expect(ranks).toEqual(ranks.toSorted())
  expect((['drop reply', 'shift date', 'fail output', 'wrong phase', 'add link'] as const).map(rankOf)).toEqual([
    ...[0, 0, 0, 1, 2],
  ])
})

it('says once what default and draft both lack, and how to see all of it', () => {
  const result = madeUpTeeth()
  const [suggestion] = result.suggestions
  if (suggestion === undefined) throw new Error('the fixture has a suggestion')
  const twice = [suggestion, { ...suggestion, version: 'draft' }, { ...suggestion, version: 'draft', turn: 9 }]
  const { findings, others } = teethDocument({ ...result, suggestions: twice })
  expect(findings.map(({ group, label }) => [plainText(group), plainText(label)])).toEqual([
    [expect.stringContaining(`[${suggestion.version}, draft]`), `catches ${suggestion.catches.length * 2}`],
    [expect.stringContaining('[draft]'), `catches ${suggestion.catches.length}`],
  ])
  expect(others).toBe('teeth -n 3 shows them, --json has all')
})
