import { describe, expect, it } from 'vitest'
import { losesMeaning } from './keeps-meaning.ts'

describe('the check of meaning', () => {
  it.each([
    ['Where is my order 1042?', 'where is my order #1042'],
    ['I need 2 tickets for May 3 at 5 pm', 'i need two tickets for 3 May at 17:00'],
    ['I paid $1250.50', 'I paid 1,250.50 dollars'],
    ['Call me at +1 555 010 0199', 'Call me at +1-555-010-0199'],
    ['My name is Asha Verma', 'my name is asha verma'],
    ['Cancel my order', 'CANCEL MY ORDER'],
    ['My code is AB-1042', 'My code is ab-1042'],
    ['Hello there. Where is it?', 'Hello there.\nWhere is it?'],
    ['I do not want it', "I don't want it"],
    ['I would rather not', 'I would rather not, please'],
    ['No. Cancel it', 'No! Cancel it'],
    ['No, it is not order 5', 'No, it is not order no. 5'],
    ['Where is order 5?', 'Where is order no. 5?'],
    ['{{name}} is here', 'um, {{name}} is here'],
  ])('lets through: %s as %s', (before, after) => {
    expect(losesMeaning(before, after)).toBe(null)
  })

  it.each([
    ['Where is my order 1042?', 'Where is my order 1043?', '"1042" is lost'],
    ['Where is my order 1042?', 'Where is my order?', '"1042" is lost'],
    ['Where is my order?', 'Where is my order 7?', '"7" is added'],
    ['Come on May 3', 'Come on May 4', '"May 3" is lost'],
    ['Come at 5 pm', 'Come at 5 am', '"5 pm" is lost'],
    ['I do not want it', 'I do want it', 'it does not negate the same things'],
    ['I want it', 'I never want it', 'it denies something'],
    ['No, cancel it', 'No cancel it', 'it negates something else'],
    ['I want no refund', 'I want no, um, refund', 'it negates something else'],
    ['{{name}} is here', '{{other}} is here', 'another value is filled in'],
    ['It is here', ' ', 'nothing is left of it'],
    ['It is here', 'It is\u0000 here', 'it has characters that nobody types'],
    ['Please cancel this subscription immediately', 'Qwxz fghtr bvnmk plokij uhygtf', 'only 0 of 5 words are left'],
    ['Hi', `Hi ${'and so on '.repeat(9)}`, 'much is added'],
    [`Please ${'do it now and then '.repeat(9)}`, 'Please do it now and then', 'much of it is missing'],
  ])('drops: %s as %s', (before, after, reason) => {
    expect(losesMeaning(before, after)).toBe(reason)
  })

  it('wants what is kept byte for byte', () => {
    expect(losesMeaning('It says "Not Found" there', 'It says "not found" there', ['"Not Found"'])).toBe(
      '"\\"Not Found\\"" is not in it as it was',
    )
  })
})
