import { describe, expect, it } from 'vitest'
import type { TeethResult } from '../../compare/mutation/mutant/teeth-result.ts'
import { teethExitCode } from './teeth.ts'

type Unscored = TeethResult['conversations'][number]['unscored']

function result(score: number | null, unscored: NonNullable<Unscored>['kind'][] = []): TeethResult {
  const conversations = unscored.map((kind) => ({ unscored: { kind, reason: '' } }))
  return { score, suites: score === null ? [] : [{ score }], conversations } as unknown as TeethResult
}

describe('the exit code of teeth', () => {
  it.each<[string, TeethResult, number | null, number]>([
    ['enough is caught', result(0.96), 0.95, 0],
    ['too little is caught', result(0.94), 0.95, 1],
    ['nothing is asked for', result(0.1), null, 0],
    ['every conversation is skipped', result(null, ['skipped']), 0.95, 1],
    ['every conversation is skipped, and nothing is asked for', result(null, ['skipped']), null, 1],
    ['nothing can be made worse', result(null), 0.95, 1],
    ['one fails as it is', result(1, ['failed']), 0.95, 1],
    ['one could not be judged', result(1, ['errored']), 0.95, 3],
  ])('%s', (_, teeth, minScore, code) => {
    expect(teethExitCode(teeth, minScore, null)).toBe(code)
  })
})
