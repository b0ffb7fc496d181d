/**
 * What is recognisably private by its form alone, by kind: email addresses; phone, card, account and social security
 * numbers; keys with a telling prefix.
 */
const privatePatterns: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['email', /[\p{L}\p{N}_.+-]{1,64}@[\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63}){1,4}/gu],
  // as people write it for each other, so that no machine collects it
  [
    'email',
    /[\p{L}\p{N}_.+-]{1,64} ?[([{]at[)\]}] ?[\p{L}\p{N}_-]{1,63}(?: ?(?:\.|[([{]dot[)\]}]| dot ) ?[\p{L}\p{N}_-]{1,63}){1,4}/giu,
  ],
  ['email', /[\p{L}\p{N}_.+-]{1,64} at [\p{L}\p{N}_-]{1,63}(?: dot [\p{L}\p{N}_-]{1,63}){1,4}/giu],
  ['key', /\b(?:[sprk]k[-_](?:\w{2,8}[-_])?|gh[opsu]_|xox[abp]-|AKIA)[A-Za-z0-9_-]{14,200}/g],
  ['key', /(?<=\b[Bb]earer )[\w.~+/-]{12,2000}=*/g],
  ['iban', /\b[A-Z]{2}\d\d(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g],
  ['card', /\b\d{4}([ -]?)\d{4}\1\d{4}\1\d{1,7}\b/g],
  // as American Express and Diners Club group theirs
  ['card', /\b3[47]\d\d([ -])\d{6}\1\d{5}\b/g],
  ['card', /\b3[0689]\d\d([ -])\d{6}\1\d{4}\b/g],
  ['ssn', /(?<![\w.+-])\d{3}-\d\d-\d{4}(?![\w-])/g],
  ['phone', /\+\d[\d ().-]{6,18}\d\b/g],
  // as people of one country write them for each other
  ['phone', /(?<![\w.+-])\(\d{3}\) ?\d{3}[-. ]\d{4}\b/g],
  ['phone', /(?<![\w.+-])\d{3}[-. ]\d{3}[-. ]\d{4}\b/g],
  ['phone', /(?<![\w.+-])[6-9]\d{4}[ -]?\d{5}\b/g],
  ['phone', /(?<![\w.+-])0\d{2,4}[ -]\d{3,4}[ -]?\d{3,4}\b/g],
]

/** A text that does not match this cannot hold an email address. */
export const mayHoldEmail: RegExp = /@|[([{]at[)\]}]| at [^ ]{1,63} dot /i

/** Replaces everything in a text that is private by its form with what `put` returns for it. */
export function replacePrivate(text: string, put: (kind: string, found: string) => string): string {
  const isEmailing = mayHoldEmail.test(text)
  return privatePatterns.reduce(
    (rest, [kind, pattern]) =>
      kind === 'email' && !isEmailing
        ? rest
        : rest.replace(pattern, (found) => {
            const own = kind === 'iban' ? ibanIn(found) : kind === 'card' && !isCard(found) ? '' : found
            return own === '' ? found : `${put(kind, own)}${found.slice(own.length)}`
          }),
    text,
  )
}

/** A text without the keys in it. */
export function replaceKeys(text: string, put: string): string {
  const keys = privatePatterns.filter(([kind]) => kind === 'key')
  return keys.reduce((rest, [, pattern]) => rest.replace(pattern, put), text)
}

/** Members that hold a secret. */
export const secretName: RegExp =
  /^(?:password|passwd|passcode|secret|authorization|cvv2?|cvc2?|csc|pin|(?:card|account|bank|debit)_?pin|otp(?:_?code)?|one_?time_?(?:code|password|passcode|pin)|(?:verification|security|auth(?:entication|orization)?|mfa|2fa|sms)_?code|(?:api|access|secret|private)_?key|\w{0,20}(?:token|secret))$/i
/** Whether a name that a person writes, in any spelling (`apiKey`, `x-api-key`, `b api key`, `SHOP_API_KEY`), is that of a secret. */
export function namesSecret(name: string): boolean {
  const plain = name.trim().replace(/[ -]+/g, '_')
  return secretName.test(plain) || /(?:^|_)(?:api_?key|password|secret|authorization)$/i.test(plain)
}

/** Members that hold what identifies a person, in the spellings of tools: `dob`, `homePhone`, `driver-license-number`. */
export function namesPersonal(member: string): boolean {
  return personal.test(plainName(member))
}

const personal = new RegExp(
  `^(?:\\w{1,30}_)?(?:${[
    'dob|date_?of_?birth|birth_?date|birthday',
    '(?:ssn|social_?security|tax_?id|passport|national_?id|id_?card|driver_?s?_?licen[cs]e|driving_?licen[cs]e)(?:_?(?:number|no))?',
    'social_?insurance_?(?:number|no)|personal_?id_?(?:number|no)|iban|vin',
    '(?:licen[cs]e|number|registration)_?plates?(?:_?(?:number|no))?|plate_?(?:number|no)|vehicle_?registration(?:_?(?:number|no))?',
    '(?:phone|telephone|tel|mobile|mobile_?phone|cell|cell_?phone|landline|fax|msisdn|whatsapp)(?:_?(?:number|no))?',
    'ip|ip_?addr(?:ess)?|ipv[46](?:_?addr(?:ess)?)?|mac_?addr(?:ess)?',
  ].join('|')})$`,
)

/** The name of a member in small letters, with `_` between its words: `homePhone` and `Home-Phone` are `home_phone`. */
export function plainName(member: string): string {
  return member
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[ -]+/g, '_')
    .toLowerCase()
}

/**
 * The Luhn check. One in ten order numbers passes it too, and is then consistently renamed like a card. Thirteen digits
 * that start with 1 are a timestamp in milliseconds.
 */
function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (digits.length < 13 || digits.length > 19 || /^1\d{12}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** The IBAN that a text begins with, which words in capitals may follow; empty where there is none. */
function ibanIn(text: string): string {
  for (let end = text.length; end >= 15; end -= 1) if (isIban(text.slice(0, end))) return text.slice(0, end).trimEnd()
  return ''
}

/** The check of ISO 7064 that every IBAN passes: the number that it spells leaves 1 when it is divided by 97. */
function isIban(text: string): boolean {
  const plain = text.replace(/\W/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d\d[A-Z\d]{11,30}$/.test(plain)) return false
  const digits = `${plain.slice(4)}${plain.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}
