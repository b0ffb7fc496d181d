import { expect, it } from 'vitest'
import { madeUpBrittleness, madeUpVariation } from '../../../report/studies/variation.fixture.ts'
import type { ProjectSuites } from '../../open/open-run.ts'
import { keepVariants } from './keep-variants.ts'

it('tells what to write by hand where a file cannot be copied', () => {
  const result = madeUpVariation({ brittle: [madeUpBrittleness(), madeUpBrittleness({ id: 'other' })] })
  const project = { read: { texts: new Map() } } as unknown as ProjectSuites
  expect(keepVariants('kept', { result, edits: [[], []] }, [], project)).toEqual({
    count: 0,
    left: [
      [
        '2 variants of suite.yaml not kept: its conversations cannot be copied as they are laid out',
        '  copy the conversation by hand, and type in it:',
        '  suite.yaml:12 types "pls" for "please"',
        '  suite.yaml:12 types "pls" for "please"',
      ].join('\n'),
    ],
  })
})
