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
  it('masks what is private by its form in ids and names, and leaves those of things and agents', () => {
    const who = 'kunigunde.berg@web.example'
    const talk = talkOf(
      [
        said('user', 'where is it'),
        called(`find_${who}`, `c-${who}`, { [who]: 1, 'nr +49 151 23984765': { [who]: 2 } }),
        gave(`find_${who}`, `c-${who}`, '{}'),
        called('lookup_kunigunde_berg', 'call_1042', { kunigundeBerg: 1, kunigunde_berg: 1, order_id: '1042' }),
        said('assistant', 'There.', 1),
      ],
      {
        sessionId: who,
        agentDetails: { name: who, number: null, email: null, version: who },
        dynamicVariables: { customer_name: 'Kunigunde Berg' },
      },
    )
    const [maskedTalk] = maskTalks([{ ...talk, origin: { ...talk.origin, file: `${who}.json` } }]).talks
    expect(JSON.stringify(maskedTalk)).not.toMatch(/kunigunde[._ ]berg|23984765/i)
    const calls = maskedTalk?.session.transcript.flatMap((entry) => ('call_id' in entry ? [entry.call_id] : []))
    expect(calls?.[0]).toBe(calls?.[1])
    expect(calls?.[2]).toBe('call_1042')
    const plainTalk = talkOf([said('user', "I'm Order Desk"), called('order_desk', '4915123984765', { desk: 1 })], {
      sessionId: '491512398476',
    })
    const [same] = maskTalks([plainTalk]).talks
    expect(same?.session).toMatchObject({ sessionId: '491512398476', agentDetails: { name: 'desk' } })
    expect(same?.session.transcript[1]).toMatchObject({ name: 'order_desk', call_id: '4915123984765' })
  })
  it('masks whom the source names beside the dialogue, and forgets it', () => {
    const talk = { ...talkOf([said('user', 'hi'), said('assistant', 'Hi Kunigunde Berg', 1)]) }
    const details = [{ customer_name: 'Kunigunde Berg' }]
    expect(JSON.stringify(maskTalks([{ ...talk, told: details }]).talks)).not.toMatch(/kunigunde|berg/i)
  })
})
