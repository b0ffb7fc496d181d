import { describe, expect, it } from 'vitest'
import { readTagFilter } from './tag-filter.ts'

const knownTags = ['smoke', 'slow', 'area/orders', 'area/refunds', 'flaky']

/** Which of the sets of tags an expression keeps. */
function kept(expressions: string[], sets: string[][] = [[], ['smoke'], ['slow'], ['smoke', 'slow'], ['area/orders']]) {
  const fits = readTagFilter(expressions, knownTags)
  return sets.filter((tags) => fits(tags)).map((tags) => tags.join('+'))
}

describe('an expression of tags', () => {
  it.each([
    [['smoke'], ['smoke', 'smoke+slow']],
    [['smoke and not slow'], ['smoke']],
    [['smoke && !slow'], ['smoke']],
    [['!slow'], ['', 'smoke', 'area/orders']],
    [['not(slow)'], ['', 'smoke', 'area/orders']],
    [['not not smoke'], ['smoke', 'smoke+slow']],
    [['smoke or area/*'], ['smoke', 'smoke+slow', 'area/orders']],
    [['slow || smoke and flaky'], ['slow', 'smoke+slow']],
    [['(slow or smoke) and not (slow and smoke)'], ['smoke', 'slow']],
    [
      ['smoke', 'area/orders'],
      ['smoke', 'smoke+slow', 'area/orders'],
    ],
    [['smoke', '!slow'], ['smoke']],
    [
      ['!slow', '!smoke'],
      ['', 'area/orders'],
    ],
    [['*'], ['smoke', 'slow', 'smoke+slow', 'area/orders']],
    [['smoke AND NOT slow'], ['smoke']],
    [['elsewhere'], []],
    [['not elsewhere'], ['', 'smoke', 'slow', 'smoke+slow', 'area/orders']],
  ])('%j keeps %j', (expressions, expected) => {
    expect(kept(expressions)).toEqual(expected)
  })

  it.each([
    ['', /a tag is missing/],
    ['smoke and', /a tag is missing at its end/],
    ['and smoke', /missing before "and"/],
    ['smoke slow', /"and" or "or" is missing before "slow"/],
    ['(smoke', /a "\)" is missing/],
    ['smoke)', /missing before "\)"/],
    ['smoke & slow', /"&" joins no tags/],
    ['smoke,slow', /smoke or slow/],
    ['not slwo', /did you mean slow\?/],
    ['SMOKE', /did you mean smoke\?/],
    ['not aera/*', /did you mean area\/\*\?/],
    ['('.repeat(3_000), /3000 characters/],
  ])('%j is refused', (text, message) => {
    expect(() => readTagFilter([text], knownTags)).toThrow(message)
  })

  it('takes a tag that begins with not for a tag', () => {
    const fits = readTagFilter(['not-slow'], ['not-slow'])
    expect([fits(['not-slow']), fits([])]).toEqual([true, false])
  })
})
