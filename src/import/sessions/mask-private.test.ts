import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/json.ts'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import { maskTalks } from './mask-talks.ts'
import { talkOf } from './talk.fixture.ts'
import { toRecording } from './to-recording.ts'

/** What is left of a talk: the user says this, the agent asked that before, and a tool was called with this. */
function left(user: string, { before = 'Hello.', args = {} as JsonObject, output = '{}' } = {}): string {
  const talk = talkOf([
    said('assistant', before),
    said('user', user, 1),
    called('act', 'c1', args),
    gave('act', 'c1', output),
    said('assistant', 'Done.', 2),
  ])
  return maskTalks([talk])
    .talks.map((each) => JSON.stringify(toRecording(each)))
    .join('')
}

describe('maskTalks takes away', () => {
  it.each([
    ["I'm Thaddeus, and I want to pay", /thaddeus/i],
    ['This is Ermintrude speaking', /ermintrude/i],
    ['this is ermintrude speaking', /ermintrude/i],
    ["hi, i'm thaddeus here", /thaddeus/i],
    ['my name is thaddeus brownlow', /thaddeus|brownlow/i],
    ['My name is Thaddeus', /thaddeus/i],
    ['My card is 3782 822463 10005', /3782 822463|10005/],
    ['My card is 378282246310005', /378282246310005/],
    ['Diners 3056 930902 5904', /930902/],
  ])('%s', (user, gone) => {
    expect(left(user)).not.toMatch(gone)
  })
  it.each([
    ['May I have your name, please?', 'thaddeus'],
    ['What is your full name?', 'Thaddeus Brownlow'],
    ['Can you tell me your name?', "sure, it's thaddeus brownlow."],
    ['Who am I speaking with?', 'Thaddeus'],
  ])('a name alone, as the answer to %s', (before, user) => {
    expect(left(user, { before })).not.toMatch(/thaddeus|brownlow/i)
  })
  it.each([
    ['DateOfBirth', '"14/03/1971"', '14/03/1971'],
    ['DateOfBirth', '"14/03/1971"', '14-3-1971'],
    ['date_of_birth', '1971-03-14', 'March 14th, 1971'],
    ['dob', '03/14/1971', '14 March 1971'],
    ['PIN', '"7402"', '7402'],
    ['PIN', 7402, '7402'],
    ['otp', '559201', '559201'],
    ['otp_code', 559201, '559201'],
    ['verification_code', 'X7-559201', 'X7-559201'],
    ['one_time_password', '4471', '4471'],
    ['recipient_account_name', 'Thaddeus', 'Thaddeus'],
    ['to_name', 'Thaddeus Brownlow', 'Brownlow'],
    ['payee_name', 'Thaddeus', 'Thaddeus'],
    ['attendee', 'Thaddeus Brownlow', 'Thaddeus'],
    ['payee', 'Thaddeus', 'Thaddeus'],
    ['beneficiary_full_name', 'Thaddeus Brownlow', 'Brownlow'],
    ['CustomerName', 'api.is_equal_to("Thaddeus")', 'Thaddeus'],
  ])('%s: %s, said as %s', (key, value, spoken) => {
    expect(left(`It is ${spoken}, right`, { args: { [key]: value } })).not.toContain(spoken)
    expect(left(`It is ${spoken}, right`, { output: JSON.stringify({ [key]: value }) })).not.toContain(spoken)
  })
  it.each([4_111_111_111_111_111, 378_282_246_310_005, 5_555_555_555_554_444])('the card %i as a number', (card) => {
    const text = left(`card ${card}`, { args: { card }, output: JSON.stringify({ payment: { card } }) })
    expect(text).not.toContain(String(card))
  })
})

describe('maskTalks leaves', () => {
  const spoken = (text: string): string => {
    const strange = talkOf(
      [said('user', 'I am San Lee, and Victoria Hill knows me. My name is Will'), said('assistant', 'Yes', 1)],
      {
        dynamicVariables: { customer_name: 'San Diego', recipient_name: 'Victoria Hill', pin: '1596' },
      },
    )
    const clinic = talkOf([
      said('user', 'Book it'),
      called('book', 'c1', { therapist_name: 'San Diego Counselling', stylist_name: 'Berkeley Hair Studio' }),
      gave('book', 'c1', '{"dentist_name":"Amazing Smile Dental"}'),
      said('assistant', 'Booked', 1),
    ])
    const other = talkOf([said('user', text), said('assistant', 'Yes', 1)])
    const [, , last] = maskTalks([strange, clinic, other]).talks
    return JSON.stringify(last?.session.transcript[0])
  }
  it.each([
    'I fly from San Francisco to Berkeley',
    'the Lake Victoria tour, and Victoria Street 5',
    'Will you be there? I will.',
    'order 1596 of the Amazing Spider-Man, with a Smile',
    'Mia Hill Books',
    'a victoria sponge',
  ])('%s', (text) => {
    expect(spoken(text)).toContain(text)
  })
  it.each(["I'm sorry", 'I am American', "I'm looking for a hotel", 'This is wrong', "It's fine", 'i am done here'])(
    '%s, which tells no name',
    (text) => {
      expect(left(text)).toContain(text)
    },
  )
  it('the answer to another question', () => {
    expect(left('Tamarind', { before: 'What is the name of the restaurant?' })).toContain('Tamarind')
    expect(left('cancel', { before: 'May I have your name, please?' })).toContain('cancel')
  })
})
