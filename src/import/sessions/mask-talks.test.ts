import { describe, expect, it } from 'vitest'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import { maskTalks } from './mask-talks.ts'
import { talkOf } from './talk.fixture.ts'

const profile = {
  name: { first_name: 'Yara', last_name: 'Okafor' },
  email: 'yara.okafor@mail.example',
  phone_number: '(212) 555-0147',
  address: { address1: '975 Sunset Drive', zip: '78750' },
  dob: '1990-04-05',
  card: '4111 1111 1111 1111',
  item_id: '9523456873',
}

function masked(): { text: string; second: string } {
  const first = talkOf([
    said('user', 'I am Yara Okafor, 212-555-0147'),
    called('get_user', 'c1', { user_id: 'yara_okafor_36' }),
    gave('get_user', 'c1', JSON.stringify(profile)),
    said('assistant', 'Thank you, Yara. 975 sunset drive, born 1990-04-05?', 1),
  ])
  const other = talkOf([said('user', 'OKAFOR here, yara okafor'), said('assistant', 'Ms Okafor, item 9523456873', 1)])
  const { talks } = maskTalks([first, other])
  return { text: JSON.stringify(talks[0]?.session), second: JSON.stringify(talks[1]?.session.transcript) }
}

describe('maskTalks', () => {
  it('leaves nothing that tells who it was', () => {
    const { text, second } = masked()
    expect(`${text}${second}`).not.toMatch(/yara|okafor|0147|sunset|78750|1990-04-05|4111|@mail\.example/i)
  })
  it('gives one person one pseudonym in all talks, in every letter case and in ids', () => {
    const { text, second } = masked()
    expect(text).toContain('I am Badan Delor, 255-500-0001')
    expect(text).toContain('badan_delor_36')
    expect(second).toContain('DELOR here, badan delor')
    expect(second).toContain('Ms Delor')
  })
  it('keeps the form of numbers, and ids of things', () => {
    const { text, second } = masked()
    expect(text).toContain('(255) 500-0001')
    expect(second).toContain('item 9523456873')
  })
  it('masks the customer of the session, whoever names them', () => {
    const talk = talkOf([said('user', 'asha rao'), said('assistant', 'Call +49 170 1234567', 1)], {
      ...{ customer: { id: '491701234567', name: 'Asha Rao', number: '+491701234567', email: null } },
      dynamicVariables: { customer_name: 'Asha Rao' },
    })
    const { talks, masked: counts } = maskTalks([talk])
    expect(JSON.stringify(talks)).not.toMatch(/asha|rao|1701234567|170 1234567/i)
    expect(counts).toMatchObject({ name: 2, phone: 1 })
  })
})
