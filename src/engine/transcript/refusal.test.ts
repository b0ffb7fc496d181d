import { describe, expect, it } from 'vitest'
import { isRefusal } from './refusal.ts'

describe('a refusal', () => {
  it.each([
    'I’m sorry, but I can’t do that.',
    'That is not something I am able to help with.',
    'I cannot share details of other orders.',
    'Unfortunately that is against our policy.',
    'I am not allowed to refund orders.',
    'We can only do this for the account holder: only the account holder may change it.',
    'You need to verify your identity first: I have to verify who you are.',
    'My instructions are confidential.',
    'I won’t be able to process that.',
    'Refunds are decided by a person; only a person can issue one.',
  ])('is %j', (reply) => {
    expect(isRefusal(reply)).toBe(true)
  })

  it.each([
    '',
    'Your order 1042 is packed and goes to 3 Harbour Lane.',
    'I have refunded order 1042.',
    'Sure! Which order is it?',
    'Happy to help. What can I do for you?',
    'Yes, you can return it within 30 days.',
  ])('is not %j', (reply) => {
    expect(isRefusal(reply)).toBe(false)
  })
})
