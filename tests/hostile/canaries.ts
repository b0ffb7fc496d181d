import { gaps, notations, unseen } from '../../src/base/key-notations.fixture.ts'

/** The environment of a process that has all keys. */
export const keysGiven = (): Record<string, string> => ({
  TABLEREAD_API_KEY: canary.key,
  TABLEREAD_B_API_KEY: canary.sideKey,
  TABLEREAD_OTHER_API_KEY: canary.otherKey,
})

/** What must never appear anywhere: API keys, personal data and a signed link. */
export const canary = {
  key: 'canary-4f1d-"quoted"/+=9b',
  /** The keys of side b of a comparison and of a second workspace. */
  sideKey: 'canary-7e2c/side+b==',
  otherKey: 'canary-9a3b/other+==',
  phone: '+1 555 010 4477',
  national: '(555) 123-9876',
  email: 'canary.person@leak.example',
  link: 'https://cdn.example/a.pdf?X-Amz-Expires=60&X-Amz-Signature=canarysig0123456789',
} as const

const { key, phone, national, email } = canary
const keys = [key, canary.sideKey, canary.otherKey]

/** The keys in every notation, including inside a longer base64 text and as the bytes that Node prints. */
export const keyForms: readonly string[] = [
  ...new Set(
    keys.flatMap((each) => [
      each.slice(0, 11),
      ...Object.entries(notations).flatMap(([name, write]) => (name.startsWith('in base64') ? [] : [write(each)])),
      ...[0, 1, 2].map((shift) => innerBase64(each, shift)),
      encodeURIComponent(innerBase64(each, 0)),
      Buffer.from(each.slice(0, 11)).toString('hex'),
      spaced(Buffer.from(each.slice(0, 11)).toString('hex')),
    ]),
  ),
]

/** The part of a key's base64 that does not depend on what precedes and follows the key. */
function innerBase64(text: string, shift: number): string {
  return Buffer.from(`${'-'.repeat(shift)}${text}`)
    .toString('base64')
    .slice(shift === 0 ? 0 : 4, -4)
}

function spaced(hex: string): string {
  return hex.replace(/..(?!$)/g, '$& ')
}

const hidden = /\p{Cc}|\p{Cf}/gu

/**
 * Personal data in every spelling: in each notation, with invisible characters inside, and with every gap in
 * a number.
 */
const personal: readonly string[] = [
  ...[email, phone].flatMap((each) => Object.values(notations).map((write) => write(each))),
  ...Object.values(unseen).flatMap((each) => [email.replace('@', `${each}@`), [...email].join(each)]),
  ...Object.values(gaps).map((gap) => ['+1', '555', '010', '4477'].join(gap)),
  '001 555 010 4477',
]

/** All canaries in every form, also with invisible characters written as reports show them. */
const canaries: readonly string[] = [
  ...keyForms,
  ...[phone, '15550104477', '555%20010%204477', national, '123-9876', '555 010 4477'],
  ...[email, 'canary.person', 'canarysig'],
  ...personal.flatMap((each) => [each, each.replace(hidden, codeOf), each.replace(hidden, escapeOf)]),
]

function codeOf(character: string): string {
  return `[U+${hexOf(character).toUpperCase()}]`
}
function escapeOf(character: string): string {
  return `\\u${hexOf(character)}`
}
function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')
}

/**
 * What a service answers everywhere after receiving a key: that key in every notation, and the other keys it
 * knows.
 */
export function spillCanaries(sent: string): string {
  const spelled = Object.values(notations).map((write) => write(sent))
  return `key ${sent}, call ${phone} or ${national}, mail ${email}, see ${canary.link} ${[...keys, ...spelled, ...personal].join(' ')}`
}

/** The canaries found in these texts, each with the name of its text. */
export function findIn(texts: Iterable<readonly [name: string, text: string]>, sought = canaries): string[] {
  return [...texts].flatMap(([name, text]) => {
    const bare = withoutEscapes(text)
    return sought.filter((each) => bare.includes(withoutEscapes(each))).map((each) => `${name}: ${each}`)
  })
}

/** Removes the backslashes and `amp;` that reports add, however often. */
function withoutEscapes(text: string): string {
  return text.replace(/\\|(?<=&)(?:amp;)+/g, '')
}
