import { describe, expect, it } from 'vitest'
import { askMeant, didYouMean, hintFor, isSlip, isTypo, meantBy, suggest } from './suggest.ts'

it.each([
  ['expects', 'expect'],
  ['wiht', 'with'],
  ['CONTAINS', 'contains'],
  ['latnecy', 'latency'],
])('takes %s for %s', (word, suggestion) => {
  expect(suggest(word, ['contains', 'expect', 'latency', 'user', 'with'])).toBe(suggestion)
})

it.each(['', 'zebra', 'x'])('has nothing to suggest for "%s"', (word) => {
  expect(suggest(word, ['contains', 'expect', 'latency'])).toBeUndefined()
  expect(suggest(word, [])).toBeUndefined()
})

it.each([
  ...[
    'not contains',
    'notcontains',
    'not_contains',
    'notContains',
    'not-contain',
    'does not contain',
    "doesn't contain",
  ],
  ...['doesnt_contain', 'never contains', 'no contains', '!contains', 'must not contain', 'cannot contain'],
])('does not take %s for its opposite', (word) => {
  expect(didYouMean(word, ['contains', 'not', 'matches'])).toBe('write not: { contains: … }')
  expect(didYouMean(word, ['contains', 'matches'])).toBeUndefined()
})

/** Typos, and the words that they are close to. */
const slips: [string, string][] = [
  ['expects', 'expect'],
  ['expekt', 'expect'],
  ['exepct', 'expect'],
  ['conversatoins', 'conversations'],
  ['replay', 'reply'],
  ['usr', 'user'],
  ['Reply', 'reply'],
  ['oneOf', 'one of'],
  ['starts_with', 'starts with'],
  ['startswith', 'starts with'],
  ['at lest', 'at least'],
  ['in ordr', 'in order'],
  ['durring', 'during'],
  ['contian', 'contain'],
  ['contians', 'contains'],
  ['front-dsk', 'front-desk'],
  ['lookupOrder', 'lookup_order'],
  ['lokup_order', 'lookup_order'],
  ['cancel_odrer', 'cancel_order'],
]

const others: [string, string][] = [
  ['not contains', 'contains'],
  ['notContains', 'contains'],
  ['not_contains', 'contains'],
  ['uncontains', 'contains'],
  ['no reply', 'reply'],
  ['noreply', 'reply'],
  ['never contains', 'contains'],
  ['none of', 'none'],
  ['none of', 'one of'],
  ['one', 'none'],
  ['none', 'one of'],
  ['nor', 'not'],
  ['any', 'all'],
  ['all of', 'all'],
  ['at last', 'at least'],
  ['at most', 'at least'],
  ['less than', 'more than'],
  ['after', 'alter'],
  ['pre', 'post'],
  ['ends with', 'starts with'],
  ['within', 'without'],
  ['increase_limit', 'decrease_limit'],
  ['disable_user', 'enable_user'],
  ['unlock_door', 'lock_door'],
  ['get_order', 'set_order'],
  ['inactive', 'active'],
  ['order2', 'order1'],
  ['desk-2', 'desk-3'],
  ['random.email.2', 'random.email.3'],
  ['desk-eu', 'desk-us'],
  ['xpect', 'expect'],
  ['asks for person', 'asks for a person'],
  ['ordr_stat', 'order_state'],
  ['reply', 'reply'],
]

describe('a slip of the keyboard', () => {
  it.each(slips)('%s is %s mistyped', (word, original) => {
    expect(isTypo(word, original)).toBe(true)
  })
  it.each(others)('%s may be something else than %s', (word, original) => {
    expect(isTypo(word, original)).toBe(false)
  })
})

describe('asking what was meant', () => {
  it.each([
    ['replay', ['reply', 'calls'], 'did you mean "reply"?'],
    ['order3', ['order1', 'order2', 'other'], 'did you mean "order1" or "order2"?'],
    ['ORDER', ['order', 'Order'], 'did you mean "order" or "Order"?'],
    ['contianss', ['contains', 'contians'], 'did you mean "contians" or "contains"?'],
    ['weather', ['reply', 'calls'], undefined],
    ['a', [], undefined],
    ['some', ['none', 'all'], undefined],
    ['every', ['never'], undefined],
    ['most', ['not', 'at most', 'at least'], 'did you mean "at most"?'],
    ['before', ['be', 'before turn', 'before call'], undefined],
    ['smoe', ['some', 'none'], 'did you mean "some"?'],
  ])('%s among %j', (word, words, question) => {
    expect(didYouMean(word, words)).toBe(question)
  })
  it('writes the words as it is told to', () => {
    expect(didYouMean('oder', ['order'], (each) => `{{${each}}}`)).toBe('did you mean {{order}}?')
  })
  it.each(['order', 'two words', 'calls.find_slot.id'])(
    'names %s, which is read back however it is written',
    (word) => {
      for (const spelling of [word, `"${word}"`, `{{${word}}}`]) expect(meantBy(askMeant(spelling))).toBe(word)
      expect(meantBy(hintFor(askMeant(`"${word}"`), [9, 4]))).toBe(word)
      expect(meantBy(askMeant(`"${word}" or "other"`))).toBeNull()
      expect(meantBy(didYouMean(word.toUpperCase(), [word]) ?? '')).toBe(word)
      expect(meantBy(`the keys here are ${word}`)).toBeNull()
    },
  )
})

describe('isSlip', () => {
  it.each([
    ['cancel_slots', 'cancel_slot'],
    ['lokup_order', 'lookup_order'],
    ['lookup_oredr', 'lookup_order'],
    ['Find_Slot', 'find_slot'],
  ])('takes %s for %s', (word, other) => expect(isSlip(word, other)).toBe(true))

  it.each([
    ['delete_patient', 'load_patient'],
    ['cancel_order', 'change_order'],
    ['send', 'end'],
    ['find_slot', 'find_slot'],
  ])('does not take %s for %s', (word, other) => expect(isSlip(word, other)).toBe(false))
})
