import { expect, it } from 'vitest'
import { findShared, maskByKind } from '../diff/bind-names.ts'
import { madeRun, madeTurn } from '../features/features.fixture.ts'
import { listTraits } from './run-traits.ts'

it('reads as a person would write it: which numbers a reply has', () => {
  const textsOf = (reply: string): string[] => {
    const run = madeRun([madeTurn(0, [], reply)])
    return [...listTraits(run, maskByKind(run, findShared([run], [run]))).values()].map(({ text }) => text)
  }
  expect(textsOf('It takes 30 days.')).toContain('the numbers in the reply are 30')
  expect(textsOf('It takes long.')).toContain('the reply has no number')
})
