import { afterEach, describe, expect, it } from 'vitest'
import { beginLoading, exitCodeFor, isLoading, isSettled, loseOutput, setExitCode, unsettleExit } from './exit-code.ts'

afterEach(() => {
  unsettleExit()
  process.exitCode = undefined
})

describe('the exit code of a process', () => {
  it.each([
    ['was not settled, by whatever ends it', null, [0, undefined, 1, 130], [2, 2, 1, 130]],
    ['was settled as a success', 0, [0, undefined, 5, 141], [0, 0, 5, 141]],
    ['was settled otherwise', 1, [0, undefined, 5, 130], [1, 1, 1, 130]],
  ])('where it %s', (_, code, codes, expected) => {
    if (code !== null) setExitCode(code)
    expect(isSettled()).toBe(code !== null)
    expect(codes.map(exitCodeFor)).toEqual(expected)
  })
  it('is no success where what was printed was lost', () => {
    setExitCode(0)
    loseOutput(141)
    loseOutput(2)
    expect([exitCodeFor(0), exitCodeFor(undefined)]).toEqual([141, 141])
    setExitCode(1)
    expect(exitCodeFor(0)).toBe(1)
  })
})

it('knows that modules are being loaded until all of them are', () => {
  const [one, two] = [beginLoading(), beginLoading()]
  one()
  expect(isLoading()).toBe(true)
  two()
  expect(isLoading()).toBe(false)
})
