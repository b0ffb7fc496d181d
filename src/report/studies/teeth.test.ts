import { expect, it } from 'vitest'
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
