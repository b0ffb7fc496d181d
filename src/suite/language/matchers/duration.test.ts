import { describe, expect, it } from 'vitest'
import { unitHint, unitMs, unitOfName } from './duration.ts'

describe('units of time', () => {
  it.each([
    ['executionTimeMs', 'ms'],
    ['wait_seconds', 's'],
    ['retryAfterHours', 'h'],
    ['retry_after_in_hrs', 'h'],
    ['eta-minutes', 'min'],
    ['seconds', 's'],
    ['timeoutMS', 'ms'],
    ['price_min', undefined],
    ['items', undefined],
    ['forms', undefined],
    ['duration', undefined],
    ['', undefined],
  ])('the name %s counts %s', (name, unit) => {
    expect(unitOfName(name)).toBe(unit)
  })
  it('have a size, and other spellings are led to them', () => {
    expect(['ms', 's', 'min', 'h', 'sec', 'toString'].map(unitMs)).toEqual([
      1,
      1_000,
      60_000,
      3_600_000,
      undefined,
      undefined,
    ])
    expect([unitHint('minutes', '2'), unitHint('%', '90'), unitHint('d', '3')]).toEqual([
      'write 2 min',
      'write the bare number: 90',
      'the units are ms, s, min and h',
    ])
  })
})
