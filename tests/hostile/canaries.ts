/** What must never be found: an API key, personal data and a signed link. */
export const canary = {
  key: 'canary-4f1d-"quoted"-9b',
  phone: '+1 555 010 4477',
  national: '(555) 123-9876',
  email: 'canary.person@leak.example',
  link: 'https://cdn.example/a.pdf?X-Amz-Expires=60&X-Amz-Signature=canarysig0123456789',
} as const

const { key, phone, national, email } = canary

/** The key in every form it could stand in, the bytes of a log of Node among them. */
export const keyForms: readonly string[] = [
  ...[key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), key.replaceAll('"', '&quot;'), 'canary-4f1d'],
  Buffer.from('canary-4f1d').toString('hex'),
  Buffer.from('canary-4f1d')
    .toString('hex')
    .replace(/..(?!$)/g, '$& '),
]

/** All of them, in every form. */
const canaries: readonly string[] = [
  ...keyForms,
  ...[phone, '15550104477', '555%20010%204477', national, '123-9876'],
  ...[email, 'canary.person', 'canarysig'],
]

/** What a service tells everywhere, after it was sent a key. */
export function spillCanaries(sent: string): string {
  return `key ${sent}, call ${phone} or ${national}, mail ${email}, see ${canary.link}`
}

/** Which of some texts are in others, by their names. */
export function findIn(texts: Iterable<readonly [name: string, text: string]>, sought = canaries): string[] {
  return [...texts].flatMap(([name, text]) =>
    sought.filter((each) => text.includes(each)).map((each) => `${name}: ${each}`),
  )
}
