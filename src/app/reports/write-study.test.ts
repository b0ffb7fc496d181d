import { expect, it } from 'vitest'
import { gateExitCode } from './write-study.ts'

it.each([
  ['open', null, 0],
  ['shut', null, 1],
  ['not enough', null, 3],
  ['open', 130, 130],
] as const)('a gate that is %s exits, interrupted by %s, with %s', (verdict, interrupted, code) => {
  expect(gateExitCode({ verdict }, interrupted)).toBe(code)
})
