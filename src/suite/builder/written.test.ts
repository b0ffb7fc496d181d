import { describe, expect, it } from 'vitest'
import { readFrame, siteOf } from './written.ts'

const place = (line: number, column: number) => ({ line, column, length: 4 })

describe('readFrame', () => {
  it.each([
    ['    at orders (/elsewhere/orders.ts:12:3)', '/elsewhere/orders.ts'],
    ['    at /elsewhere/orders.ts:12:3', '/elsewhere/orders.ts'],
    ['    at async Promise.all (/else where (1)/orders.ts:12:3)', '/else where (1)/orders.ts'],
    ['    at async /else where (1)/orders.ts:12:3', '/else where (1)/orders.ts'],
    ['    at Object.<anonymous> (file:///else%20where/orders.ts?t=17:12:3)', '/else where/orders.ts'],
    [`    at orders (${process.cwd()}/suites/orders.ts:12:3)`, 'suites/orders.ts'],
  ])('reads %s', (frame, file) => {
    expect(readFrame(frame, 'user')).toEqual({ file, at: place(12, 3) })
  })

  it.each(['', '    at new Promise (<anonymous>)', '    at native'])('gives null for "%s"', (frame) => {
    expect(readFrame(frame, 'user')).toBeNull()
  })
})

describe('siteOf', () => {
  it('is the line that calls, whatever limit the program sets on its stacks', () => {
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    const callSite = () => siteOf(callSite, 'said')
    const site = callSite()
    expect(Error.stackTraceLimit).toBe(0)
    Error.stackTraceLimit = limit
    expect(site).toEqual({ file: 'src/suite/builder/written.test.ts', at: { line: 28, column: 18, length: 4 } })
  })
})
