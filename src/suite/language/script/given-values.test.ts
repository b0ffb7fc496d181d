import { describe, expect, it } from 'vitest'
import { keyVariables } from '../../../base/secrets/secret-keys.ts'
import { changesByAttempt, givenValues, isGivenName, madeUpNames, valueOfAttempt } from './given-values.ts'

describe('values that nobody writes', () => {
  it('are made up, the same for a seed and different for another', () => {
    const data = madeUpNames.map((name) => `{{${name}}}`)
    const first = givenValues(data, {}, 'a').values
    expect(givenValues(data, {}, 'a').values).toEqual(first)
    const other = givenValues(data, {}, 'b').values
    expect(madeUpNames.filter((name) => other[name] === first[name]).length).toBeLessThan(4)
    expect(first['random.email']).toMatch(/^[a-z]+\.\d+@example\.com$/)
    expect(first['random.phone']).toMatch(/^\+1555\d{7}$/)
    expect(first['random.uuid']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  })
  it.each(madeUpNames)('are fresh in each attempt, and the same for a seed: %s', (name) => {
    const values = Array.from({ length: 8 }, (_, attempt) => valueOfAttempt(name, 'a', attempt))
    expect(new Set(values).size).toBe(8)
    expect(values[0]).toBe(givenValues(`{{${name}}}`, {}, 'a').values[name])
    expect(valueOfAttempt(name, 'a', 5)).toBe(values[5])
    expect(changesByAttempt(name)).toBe(true)
  })
  it('do not repeat for a long time where they should be unique', () => {
    const values = (name: string) => Array.from({ length: 200 }, (_, attempt) => valueOfAttempt(name, 'a', attempt))
    for (const kind of ['email', 'phone', 'number', 'uuid']) expect(new Set(values(`random.${kind}`)).size).toBe(200)
  })
  it('come from the environment, and say which name is not set', () => {
    expect(givenValues({ user: '{{env.SHOP}} {{ env.CITY }} {{order}}' }, { SHOP: 'ours' }, 'x')).toEqual({
      values: { 'env.SHOP': 'ours' },
      unset: ['CITY'],
    })
  })
  it.each<[string, boolean]>([
    ['random.email.2', true],
    ['attempt', true],
    ['attempts', false],
    ['random.colour', false],
    ['env.', false],
    ...keyVariables.map((key): [string, boolean] => [`env.${key}`, false]),
    ['env.TABLEREAD_API_KEY_2', true],
    ['environment', false],
    ['random.__proto__', false],
  ])('%s is one: %s', (name, is) => {
    expect(isGivenName(name)).toBe(is)
  })
  it('gives another value under another number', () => {
    const { values } = givenValues('{{random.email}} {{random.email.2}}', {}, 'x')
    expect(values['random.email']).not.toBe(values['random.email.2'])
  })
})
