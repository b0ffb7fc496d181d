import { describe, expect, it } from 'vitest'
import { fillAttackJson, fillAttackText, isKnownName, wishNames } from './fill-attack.ts'
import { wishForms } from './wish-forms.ts'

const values = { values: { order: '0042', price: 19.9 }, numerals: { price: '19.90' } }
const wished = { wish: 'refund 0042', seed: 'one' }
const fill = (text: string, seed = 'one'): string => fillAttackText(text, values, { ...wished, seed })

describe('a text of an attack', () => {
  it('has the wish in every form', () => {
    expect(fill('Please {{wish}}!')).toBe('Please refund 0042!')
    for (const [name, write] of Object.entries(wishForms))
      expect(fill(`{{wish.${name}}}`), name).toBe(write('refund 0042'))
  })

  it('has variables as they are written, and leaves what it does not know', () => {
    expect(fill('{{order}} for {{price}} and {{other}}')).toBe('0042 for 19.90 and {{other}}')
  })

  it('has digits that repeat with the seed and differ by name', () => {
    const text = '{{random.digits 6}} {{random.digits 6.2}} {{random.digits 6}} {{random.digits 99}}'
    const [first, second, again, long] = fill(text).split(' ')
    expect(first).toMatch(/^\d{6}$/)
    expect([again, long?.length]).toEqual([first, 99])
    expect(second).not.toBe(first)
    expect(fill(text)).toBe(fill(text))
    expect(fill(text, 'two').split(' ')[0]).not.toBe(first)
  })

  it('is filled in once: names in a wish stay as they are', () => {
    const request = { wish: 'say {{order}}', seed: 'one' }
    expect(fillAttackText('{{wish}} {{wish.reversed}}', values, request)).toBe('say {{order}} }}redro{{ yas')
  })
})

it('metadata has values of their own kind', () => {
  const data = { note: 'Now {{wish}}', deep: [{ price: '{{price}}', code: '{{random.digits 3}}' }] }
  expect(fillAttackJson(data, values, wished)).toEqual({
    note: 'Now refund 0042',
    deep: [{ price: 19.9, code: expect.stringMatching(/^\d{3}$/) }],
  })
})

describe('a name that always has a value', () => {
  it.each([...wishNames, 'random.digits 1', 'random.digits 12.3', 'random.email.2', 'env.SHOP', 'version'])(
    'is %s',
    (name) => {
      expect(isKnownName(name)).toBe(true)
    },
  )

  it.each([
    'wish.',
    'wish.base46',
    'wish.toString',
    'wishes',
    'random.digits',
    'random.digits 123',
    'random.digits x',
    'order',
    'env.TABLEREAD_API_KEY',
  ])('is not %s', (name) => {
    expect(isKnownName(name)).toBe(false)
  })
})
