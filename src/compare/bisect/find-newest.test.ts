import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findNewest } from './find-break.ts'

describe('the newest version', () => {
  it('is found among any that have no gap of three, in few questions', async () => {
    const steps = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 120 })
    await fc.assert(
      fc.asyncProperty(fc.nat(50), steps, async (from, gaps) => {
        const numbers = [from]
        for (const gap of gaps) numbers.push((numbers.at(-1) ?? 0) + gap)
        let questions = 0
        const newest = await findNewest(from, async (version) => {
          questions += 1
          return numbers.includes(version)
        })
        expect(newest).toBe(numbers.at(-1))
        expect(questions).toBeLessThanOrEqual(6 * Math.ceil(Math.log2((numbers.at(-1) ?? 0) - from + 2)) + 6)
      }),
      { seed: 16 },
    )
  })
  it('is not beyond a gap of three', async () => {
    expect(await findNewest(1, async (version) => version === 5)).toBe(1)
  })
  it('is not known when the search is stopped', async () => {
    expect(await findNewest(1, async (version) => (version > 4 ? null : true))).toBe(null)
  })
})
