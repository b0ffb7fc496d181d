import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../json/json.ts'
import { gaps, notations, unseen } from '../key-notations.fixture.ts'
import { measureGrowth, mostGrowth } from '../measure-growth.fixture.ts'
import { findPrivate, spansIn } from './find.ts'
import { createSwapper } from './replace.ts'
import { createNames, namePrivate } from './stand-ins.ts'

const rules = { named: [], custom: [] }

/** What is left of a value, with both kinds of stand-ins. */
function leftOf(value: JsonValue): string[] {
  const values = findPrivate(value, rules)
  return [createNames().add(values), namePrivate(values).swaps].map((swaps) =>
    JSON.stringify(createSwapper(swaps)(value)),
  )
}

const mail = 'jane.doe@corp-mail.com'
const secret = 'hunterTWO22'
const signed = 'AbCdEf0123456789xyz'
const webToken = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'
const escaped = (text: string): string =>
  [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const wide = (text: string): string =>
  [...text].map((each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)).join('')

/** Texts that people and machines write, and what must not be left of them. */
const spellings: readonly (readonly [text: string, ...unseen: string[]])[] = [
  [`mail ${mail} now`, 'jane'],
  [mail.toUpperCase(), 'JANE'],
  [mail.replace('@', '%40'), 'jane'],
  [mail.replace('@', '%2540'), 'jane'],
  [mail.replace('@', '\\u0040'), 'jane'],
  [mail.replace('@', '\\\\u0040'), 'jane'],
  [`result: {"v":"${escaped(mail)}"}`, escaped('jane')],
  [mail.replace('@', '&#64;'), 'jane'],
  [mail.replace('@', '&#x40;'), 'jane'],
  [mail.replace('@', '&commat;').replace('.com', '&period;com'), 'jane'],
  [mail.replace('@', '＠'), 'jane'],
  ['jane_doe@corp-mail.com'.replace('_', '&lowbar;').replace('-', '&hyphen;'), 'jane', 'doe'],
  [mail.replace('@', '\\100'), 'jane'],
  [mail.replace('@', '\\0100'), 'jane'],
  [mail.replace('@', '\\U00000040'), 'jane'],
  [mail.replace('@', '\\@'), 'jane'],
  [
    Buffer.from(`it is ${mail}`, 'utf16le').toString('base64'),
    Buffer.from(mail, 'utf16le').toString('base64').slice(4, -4),
  ],
  ['call \\x2b4915123456706', '4915123456706'],
  [`https://x.example/a?quota=1&quot=2&lt=3&signature=${signed}`, signed],
  [`+49${'\u200b'.repeat(5)}151 23456706`, '23456706'],
  [mail.replace('@', '\u200b@'), 'jane'],
  [mail.replace('@', ' (at) '), 'jane'],
  ['"jane doe"@corp-mail.com'.replace(' ', '.'), 'jane'],
  ['jane@[192.168.1.1]', 'jane'],
  [`https://shop.example/track?email=${encodeURIComponent(mail)}`, 'jane'],
  [`https://shop.example/track?phone=${encodeURIComponent('+4915123456706')}`, '4915123456706'],
  ['call \\u002b4915123456706', '4915123456706'],
  ['+49\u00a0151\u00a0234\u00a056708', '151', '56708'],
  ['+33\u202f6\u202f12\u202f34\u202f56\u202f78', '12', '78'],
  ['+1\u2011415\u2011555\u20112699', '415', '2699'],
  ['+1 415–555–2674', '415', '2674'],
  ['+49.151.234.56708', '151', '56708'],
  ['0049 151 234 56708', '151', '56708'],
  ['0049 (0)151 23456708', '151', '56708'],
  ['00 49 151-23456708', '151', '56708'],
  ['001 415 555 2671', '555', '2671'],
  ['call 004915123456708 now', '23456708'],
  [
    `de ad ${Buffer.from(mail)
      .toString('hex')
      .replace(/..(?!$)/g, '$& ')} 00`,
    Buffer.from('jane')
      .toString('hex')
      .replace(/..(?!$)/g, '$& '),
  ],
  [`see /track/${Buffer.from(mail).toString('base64url')}/now`, Buffer.from(mail).toString('base64url')],
  [`id_${Buffer.from(`user:${mail}:x`).toString('base64url')}`, Buffer.from(mail).toString('base64url').slice(4, -4)],
  [wide('+4915123456706'), wide('56706')],
  ['4111\u00a01111\u00a01111\u00a01111', '1111'],
  ['4012.8888.8888.1881', '8888'],
  ['card \\u0034111111111111111', '111111111111111'],
  ['https://x.example/pay/4242424242424242/done', '4242424242424242'],
  ['DE89 3704 0044 0532 0130 00', '3704'],
  ['de75512108001245126199', '512108001245126199'],
  ['FR14-2004-1010-0505-0001-3M02-606', '2004'],
  ['219 09 9998', '9998'],
  ['at12 this DE89 3704 0044 0532 0130 00', '3704'],
  ['+49 151 9382 7465 4012 8888 8888 1881', '8888', '1881', '9382'],
  ['1234 5678 9012 3456 4012 8888 8888 1881', '8888', '1881'],
  [webToken, 'eyJ', 'dozjgNry'],
  ['Authorization: Bearer BBBBabcdef0123456789', 'BBBBabcdef'],
  ['authorization: Basic dXNlcjpwYXNzd29yZA==', 'dXNlcjpwYXNz'],
  [`password=${secret}`, secret],
  [`your password: ${secret}, thanks`, secret],
  [`say "password":"${secret}" to them`, secret],
  [`client_secret=${secret}&grant=x`, secret],
  [`https://desk:${secret}@files.example/a`, secret],
  [`redis://:${secret}@localhost:6379`, secret],
  [`https://x.example/a?b=1&signature=${signed}`, signed],
  [`https://x.example/a?b=1&amp;signature=${signed}`, signed],
  [`https:\\/\\/x.example\\/a?signature=${signed}`, signed],
  [`https://x.example/a?%73ignature=${signed}`, signed],
  [`/recordings/a.mp3?signature=${signed}`, signed],
  [`../a.mp3?token=${signed}`, signed],
  [`https://x.example/a?b_session_key=${signed}&v2.signature=1${signed}`, signed],
  [`https://jane:${secret}@shop.example/a`, secret],
  [`postgres://jane:p@${secret}@localhost/a`, secret],
  ['use Basic dXNlcjpwYXNzd29yZA== here', 'dXNlcjpwYXNz'],
  [`https://x.example/a#access_token=${signed}`, signed],
  [`https://x.example/a?u=https%3A%2F%2Fz.example%2Fb%3Fsignature%3D${signed}`, signed],
]

/** Tool values in which a member's name reveals a secret or a person. */
const members: readonly (readonly [value: object, ...unseen: string[]])[] = [
  [{ password: secret }, secret],
  [{ password: { value: secret, type: 'text' } }, secret],
  [{ passwords: [secret] }, secret],
  [{ credentials: { user: 'someone', pass: secret } }, secret],
  [{ userPassword: secret }, secret],
  [{ 'x-api-key': secret }, secret],
  [{ accessToken: secret, said: `it is ${secret}` }, secret],
  [{ phone: 4915123456702 }, '4915123456702'],
  [{ v: 4111111111111111 }, '4111111111111111'],
  [{ customerPhone: '415 5550' }, '5550'],
  [{ dateOfBirth: '1982-02-28' }, '1982'],
]

/** Values that look similar but identify nobody. */
const harmless: readonly JsonValue[] = [
  // UUIDs in which an IBAN seems to stand
  'call_151aa83b-1e8b-4e1f-be24-ca5c10402537',
  { id: '7b5989f4-ae25-418e-9e2a-6073311b7894' },
  'your order 1234567890 of 2026-11-22 costs 1,299.00 EUR, 4 items at 12:30',
  'flight HAT012 from JFK at 06:00 to SFO, $150.50, reservation SI5UKW',
  'Password: required. Please reset your password: go to settings',
  'the token is valid for 3600 s, 100 20 times',
  'de 12 and then some more words',
  'at12 they said that this will come soon',
  'a 50% discount; 25%off & more',
  'see https://shop.example/orders?expires=1700000000&order=4711',
  'and/or either=way, 2019–2024',
  'took 119.4111111111111111 ms',
  'order 0012345678, batch 00012345678901, part 00-4711-22',
  'Basic troubleshooting, basic understanding; see https://x.example/?sort_key=price&partition=a@b',
  'rooms 00 10 20 30, at 12:00 2026-11-22',
  'a sha 3f2a9c41d6b8e07755aa10bc94de22f18c0b7a64, an id 0b7a64f1-8c0b-4a64-9f22-3f2a9c41d6b8, a picture iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ',
  `in base64: ${Buffer.from('your order 1042 is on its way, at 12:30').toString('base64')}`,
  { status: 200, price: 119.41111111111111, id: 'ord_4711', tokens: 1200, credentials: 'PhD, LMFT' },
  { tokens: ['hello', 'world'], password_required: true, pass: true },
  '2026-11-22T10:00:00.123Z',
  'C:\\data\\100 and \\b\\d{3}\\.\\40 of it, &copy; 2026, x &amp; y, ?a=1&quota=2&lt=3',
  'tracking 1Z999AA10123456784, RB123456789012345CN, JJD0123456789012345678, order W4923227, ORD123-45-6789, case 123-45-6789A',
  'order 0471/2026, 3/4 of it, 12/05/2026 or 05/12/2026 10:20/30, 100/200/300, v1.2.3/1.2.4, +5 / +10 days, 10 · 20 · 30',
  'hash 3f2a9c41d64111111111111111bc94de22f18c0b, id abcd4111-1111-1111-1111-1111aabbccdd, ref a1b2c3123-45-6789',
  'costs 1,299.00 / 1,399.00 or 119.4111111111111111, room 012/34, 2026/11/23 to 2027/01/05',
  'bytes 0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, ids 1173686112, a-b-c-d-e-f-1-2-3',
]

/** Private values, in the parts that a reader could recognise. */
const people: Readonly<Record<string, readonly string[]>> = {
  'an address': [mail],
  'a number of a phone': ['+49', '151', '23456708'],
  'a number with zeros for its plus': ['0049', '151', '23456708'],
  'a number of a card': ['4111', '1111', '1111', '1111'],
  'a number of an account': ['DE89', '3704', '0044', '0532', '0130', '00'],
}
const spelled = Object.entries(people).flatMap(([what, parts]) => [
  ...Object.entries(notations).map(([how, write]) => [what, how, write(parts.join(' ')), parts] as const),
  ...Object.entries(unseen).flatMap(([how, each]) =>
    [parts.join(' ').replace(/(?<=..)/, each), [...parts.join(' ')].join(each)].map(
      (text) => [what, `with ${how} in its midst`, text, parts] as const,
    ),
  ),
  ...(parts.length === 1 ? [] : Object.entries(gaps)).map(
    ([how, gap]) => [what, `with ${how} in it`, parts.join(gap), parts] as const,
  ),
])

/** What a card's number may be joined to, before or behind it: everything but the rest of a hash. */
const hexDigits = '0a1b2c3d4e5f6a7b8c9d'.repeat(20)
const joinedTo = [
  ...[10, 20, 24, 48, 60, 64, 100, 112, 128, 160].map((count) => 'a'.repeat(count)),
  ...[20, 40, 80, 120, 160, 200, 300].map((count) => hexDigits.slice(0, count)),
  ...['Card', 'z'.repeat(190), 'g'.repeat(60), 'feedface', 'dead-beef-'.repeat(12)],
]

describe('the number of a card', () => {
  it.each(joinedTo)('is found beside %j', (word) => {
    for (const number of ['4111111111111111', '4111 1111 1111 1111', '378282246310005'])
      for (const text of [`${word}${number}`, `${number}${word.replace(/^\d/, 'b')}`, `x ${word}${number} y`])
        for (const rest of leftOf(text)) expect(rest).not.toContain(number)
  })
  it.each([32, 40, 64, 128])('is not looked for in a hash of %i digits', (length) => {
    for (const before of [8, length - 16])
      for (const hash of [`${hexDigits.slice(1, before)}a4111111111111111${hexDigits.slice(1)}`.slice(0, length)])
        expect(findPrivate(`hash ${hash}, code-${hash}`, rules)).toEqual([])
    expect(findPrivate('feed-abcd4111-1111-1111-1111-1111aabbccdd', rules)).toEqual([])
  })
})

describe('what is private', () => {
  it.each(spelled)('is found: %s %s', (_, __, spelling, parts) => {
    const text = `it is ${spelling}, they said`
    for (const value of [text, { note: text }, JSON.stringify({ note: [text] }), { [text]: 1 }] as JsonValue[])
      for (const rest of leftOf(value)) {
        expect(rest).not.toContain(spelling)
        expect(rest).not.toContain(JSON.stringify(spelling).slice(1, -1))
        expect(parts.filter((part) => part.length > 3 && rest.includes(part))).toEqual([])
        expect(rest).toMatch(/it is [^,]{0,60}, they said/)
      }
  })
  it.each(spellings)('is found as %s, inside of JSON and of links too', (text, ...unseen) => {
    for (const value of [text, { note: text }, JSON.stringify({ note: [text] }), { [text]: 1 }] as JsonValue[])
      for (const rest of leftOf(value)) expect(unseen.filter((each) => rest.includes(each))).toEqual([])
  })
  it.each(members)('is found by the name of a member: %j', (value, ...unseen) => {
    for (const each of [value as JsonValue, JSON.stringify(value) as JsonValue])
      for (const rest of leftOf(each)) expect(unseen.filter((part) => rest.includes(String(part)))).toEqual([])
  })
  it('has one name in all of its spellings', () => {
    const value = [mail, mail.replace('@', '\\u0040'), '+49 151 23456706', '+49\u00a0151\u00a023456706']
    const swaps = createNames().add(findPrivate(value, rules))
    expect(createSwapper(swaps)(value)).toEqual(['<email 1>', '<email 1>', '<phone 1>', '<phone 1>'])
  })
})

describe('a value that a project calls private', () => {
  const custom = [(text: string) => text.match(/AB1234|ACME-\d{4,6}|customer-4711/g) ?? []]
  const secrets = [{ name: 'env.SHOP', value: 'Kx7-12' }]
  const values = ['AB1234', 'ACME-1234', 'ACME-123456', 'customer-4711', 'Kx7-12']
  it.each(
    values.flatMap((value) =>
      Object.entries(notations)
        .filter(([how]) => value.length > 8 || !how.endsWith('database'))
        .map(([how, write]) => [value, how, write(value)] as const),
    ),
  )('is found: %s %s', (_, __, spelling) => {
    const text = `it is ${spelling}, they said`
    const swap = createSwapper(createNames().add(findPrivate(text, { named: secrets, custom })))
    expect(swap(text)).not.toContain(spelling)
  })
})

describe('a text that nearly holds something, over and over', () => {
  const pieces = [
    ...[
      '4111 ',
      '11+11+',
      '0049 15',
      '2B ',
      'a@b.',
      'https://a:b',
      '&#x40;',
      'de12 aaaa ',
      '%2540',
      '\u001b[31m',
      'eyJa.',
    ],
    ...[
      '0x61, ',
      '6a-',
      'c3a9',
      '&#64',
      '&quot',
      '\\100',
      '\\x61',
      '\\x616263646566676869',
      '\u{e0020}',
      'QUJDREVGR0hJSktM\n',
      'QUJD\n',
    ],
    ...['?a=b&', 'password=', 'a at b dot ', '\\u{4', 'AB12CDEF-', 'aB3_', 'basic a'],
  ]
  const keys = [
    ...[
      'sk-',
      'sk-aB1',
      'ghp_',
      'glpat-',
      'SG.aB3.',
      'AIza',
      'AKIA',
      'SK0a',
      'dp.pt.',
      ':AA',
      '12345678:AA',
      'services/',
      'aB3d.',
    ],
    ...[
      '-----BEGIN PRIVATE KEY-----\n',
      '-----BEGIN PRIVATE KEY-----\nQUJDREVGR0hJSktMTU5P\n',
      '-----BEGIN PRIVATE KEY-----\nQ-',
      '- BEGIN ',
    ],
    ...[
      'token: ',
      'secret=',
      'api key ',
      'password:   ',
      '= ',
      ':=>',
      '-us1',
      '8Q~',
      'webhookb2/',
      ' -u a:',
      'cookie: a=',
      'a',
    ],
  ]
  it.each([...pieces, ...keys].map((piece) => [piece]))(
    'takes time that grows as it does: %j',
    { tags: 'slow' },
    async (piece) => {
      for (const custom of [[], [() => []]]) {
        const look = (size: number): unknown => spansIn(piece.repeat(size / piece.length), { named: [], custom })
        // Decoded copies of the larger text leave the processor's cache, which alone costs five times as much.
        expect(await measureGrowth(4_000, look)).toBeLessThan(1.6 * mostGrowth)
      }
    },
  )
})

describe('what is nobody’s', () => {
  it.each(harmless.map((value) => [value]))('stays: %j', (value) => {
    expect(findPrivate(value, rules)).toEqual([])
  })
})
