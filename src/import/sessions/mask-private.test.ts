import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/json/json.ts'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import { maskTalks } from './mask-talks.ts'
import { talkOf } from './talk.fixture.ts'
import { toRecording } from './to-recording.ts'

/**
 * What masking leaves of a talk: the user says `user`, the agent's preceding message is `before`, and a tool is
 * called with `args`.
 */
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
  ])('%s', (user, pattern) => {
    expect(left(user)).not.toMatch(pattern)
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

describe('maskTalks takes away what people say', () => {
  it.each([
    ['My pin is 4711', /4711/],
    ['pin code: 4711', /4711/],
    ['the PIN is four seven one one', /four seven one one/],
    ['SSN 078-05-1120', /078-05/],
    ['my social security number is 078 05 1120', /078 05/],
    ['Card 4111-1111-1111-1111 cvv 737', /737|4111-/],
    ['my passport is C01X00T47', /C01X00T47/],
    ['my passport number is C01X00T47.', /C01X00T47/],
    ["my driver's license number is K123-456", /K123/],
    ['IBAN DE89 3704 0044 0532 0130 00 THANKS', /3704|0532/],
    ['IBAN GB29NWBK60161331926819', /NWBK/],
    ['My password is Hunter2!', /Hunter2/],
    ['my username is efalkenrath81.', /efalkenrath/],
    ['the licence plate is B-EF 1981', /B-EF|1981/],
    ['write to hartwig(at)web.example', /hartwig/],
    ['write to hartwig [at] web [dot] example', /hartwig/],
    ['write to hartwig at web dot example', /hartwig/],
    ['write to jürgen.öz@web.example', /rgen|öz/],
    ['I log in from 84.17.33.9', /84\.17/],
    ['or from 2001:db8:85a3::8a2e:370:7334', /85a3/],
    ['I live at Lindenstraße 14, 10969 Berlin.', /Linden|10969/],
    ['Wilhelm-Busch-Str. 3a', /Busch/],
    ['deliver to Keizersgracht 12, 1015 CN Amsterdam', /Keizers|1015/],
    ['14 rue de la Paix, 75002 Paris', /Paix|75002/],
    ['Via Garibaldi 5, 20121 Milano', /Garibaldi|20121/],
    ['Calle de Alcalá, 14', /Alcal/],
    ['ul. Prosta 5', /Prosta/],
    ['221B Baker Street, London NW1 6XE', /221B|6XE/],
    ['I moved to Austin, TX 78701', /78701/],
    ['my wife Sieglinde will call', /sieglinde/i],
    ["our son's name is kasimir", /kasimir/],
    ['call zero one seven zero five five five one two three four', /seven zero five/],
  ])('%s', (user, pattern) => {
    expect(left(user)).not.toMatch(pattern)
    expect(left('Hello', { before: user })).not.toMatch(pattern)
    expect(left('Hello', { args: { note: user } })).not.toMatch(pattern)
    expect(left('Hello', { output: JSON.stringify({ note: user }) })).not.toMatch(pattern)
    expect(left('Hello', { output: user })).not.toMatch(pattern)
  })
  it.each([
    ['What is your PIN?', '4711'],
    ['Please enter your security code.', "sure, it's 737"],
    ['Could you give me your passport number?', 'C01X00T47'],
    ['What is your zip code?', '10969'],
  ])('alone, as the answer to %s', (before, user) => {
    expect(left(user, { before })).not.toContain(user.split(' ').at(-1))
  })
  it.each([
    ['ssn', '078-05-1120'],
    ['cvv', '737'],
    ['passport_number', 'C01X00T47'],
    ['driverLicenseNumber', 'K1234567'],
    ['tax_id', '12 345 678 901'],
    ['tel', '0170 555 12 34'],
    ['homePhone', '030 55512'],
    ['ip', '84.17.33.9'],
    ['client_ip', '2001:db8::7334'],
    ['login', 'efalkenrath81'],
    ['username', 'quasten'],
    ['user_name', 'e.falkenrath'],
    ['nickname', 'trudi_81'],
    ['nickname', 'Trudi'],
    ['handle', '@trudi_81'],
    ['licence_plate', 'B-EF 1981'],
    ['LicensePlate', '432 LSA'],
    ['mothers_maiden_name', 'Quastenflosser'],
    ['spouse', 'Hartwig Quastenflosser'],
    ['emergency_contact', 'Hartwig Quastenflosser'],
    ['postal_code', 'NW1 6XE'],
    ['street', 'Lindenstraße 14'],
  ])('under the key %s: %s', (key, value) => {
    const sentence = `It is ${value}, right`
    expect(left(sentence, { args: { [key]: value } })).not.toContain(value)
    expect(left(sentence, { output: JSON.stringify({ [key]: value }) })).not.toContain(value)
  })
  it.each([
    '0170 5551234',
    '0170/555 12 34',
    '0049 170 5551234',
    '+49 (0)170 5551234',
    '49-170-555-1234',
    '170 555 1234',
    'zero one seven zero triple five one two three four',
  ])('the number of the customer as %s', (spelled) => {
    const customer = { id: 'c', name: null, number: '+491705551234', email: null }
    const transcript = [said('user', `call ${spelled} now`), said('assistant', 'Yes', 1)]
    const { talks, masked } = maskTalks([talkOf(transcript, { ...{ customer }, dynamicVariables: {} })])
    const text = JSON.stringify(talks[0]?.session.transcript)
    expect(text).not.toContain(spelled)
    expect(text).not.toMatch(/1234|three four/)
    expect(masked).toMatchObject({ phone: 1 })
  })
  it('but what drafts need: amounts, ids, days and other words', () => {
    const safeText =
      'Order 77120 of 59.90 EUR, $4711.00 on 2026-11-05 at 10:00, version 1.2.3.4, flight HAT204, #W5061109, 10969 points, ' +
      'my handle is broken, a plate of 10 shrimp, the pin is missing, my password is not working, my passport expired in 2024, ' +
      'my friend Okay, 3 large boxes, Room 14, 12 Angry Men, Terminal 3, we are at one two three'
    const customer = { id: 'c', name: null, number: '+491705551234', email: null }
    const talk = talkOf([said('user', safeText), said('assistant', 'Yes', 1)], {
      ...{ customer },
      dynamicVariables: {},
    })
    expect(JSON.stringify(maskTalks([talk]).talks[0]?.session.transcript)).toContain(safeText)
  })
  it('and no word of another talk', () => {
    const first = talkOf([
      said('user', 'My pin is 4711'),
      called('log_in', 'c1', { password: 'sunshine', login: 'success', username: 'tiger', nickname: 'Star' }),
      gave('log_in', 'c1', '{"phone":"unknown","passport":"valid"}'),
      said('assistant', 'Yes', 1),
    ])
    const safeText = 'order 4711, sunshine, a success, the tiger, a star, unknown and valid'
    const second = talkOf([said('user', safeText), said('assistant', 'Yes', 1)])
    expect(JSON.stringify(maskTalks([first, second]).talks[1]?.session.transcript)).toContain(safeText)
  })
  it('and no interjection that only looks like an answer, nor the code of an airport', () => {
    const before = 'May I have your name, please?'
    for (const user of ['Oh, I see', 'Oh man, that is a lot', 'Hmm, let me look', 'Wow, okay'])
      expect(left(user, { before })).toContain(user)
    expect(left('oh, hi, it is thaddeus', { before })).not.toContain('thaddeus')
    const args = { first_name: 'Mia', destination: 'MIA' }
    expect(left('To Miami (MIA), said MIA', { args })).toContain('To Miami (MIA), said BADAN')
    expect(left('To Miami', { args })).toContain('"destination":"MIA"')
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
