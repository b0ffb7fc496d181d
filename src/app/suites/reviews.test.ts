import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { ReviewEntry } from '../../compare/review/settle-reviews.ts'
import { readReviews, saveReviews } from './reviews.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-reviews-'))
const path = join(folder, 'reviews.yaml')
afterAll(() => rmSync(folder, { recursive: true }))

const entry: ReviewEntry = {
  ...{ suite: 'Desk', conversation: 'cancels', agent: 'desk', differs: [], fingerprint: ['abcdefghij'] },
  ...{ decision: 'approved', by: 'Ada', on: '2026-11-28', why: 'it is meant' },
}

describe('the file of decisions', () => {
  it.each(['', '\n', '# Ours.\n', '# Ours.\n\n  # Two lines.\n', '[]\n'])('has none in %j, and takes one', (text) => {
    writeFileSync(path, text)
    expect(readReviews(path)).toEqual([])
    saveReviews(path, { add: [entry] })
    expect(readReviews(path)).toEqual([entry])
    for (const line of text.split('\n').filter((each) => each.includes('#')))
      expect(readFileSync(path, 'utf8')).toContain(line.trim())
  })

  it('is refused, and left as it is, where a merge is not resolved', () => {
    saveReviews(path, { add: [entry] })
    const own = readFileSync(path, 'utf8')
    const text = `${own}<<<<<<< HEAD\n${own}=======\n>>>>>>> draft\n`
    writeFileSync(path, text)
    expect(() => saveReviews(path, { drop: [] })).toThrow('a merge is not resolved')
    expect(readFileSync(path, 'utf8')).toBe(text)
  })
})
