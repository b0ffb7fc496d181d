import { cardOf } from './card-numbers.ts'
import { replaceNamedSecrets } from './named-secrets.ts'
import { replaceKeys } from './service-keys.ts'

/** Words that people write directly before a number: `Mobil0151 / 23984765`, `SSN078-05-1120`, `IBANDE89…`. */
const dialled = '(?:tel|telefon|telephone|phone|fon|mobile?|handy|fax|call|cell|dial|sms|whatsapp|number|nummer|nr|no)'
const insured = '(?:ssn|sin|itin|security|number|no|is)'
const banked = '(?:iban|konto|account|acct|kto|number|nr|no)'

/** Matches `form` directly after one of the words that announce it. */
function behind(words: string, form: string): RegExp {
  return new RegExp(`(?=[\\d(])(?<=${words})${form}`, 'gi')
}

/** Like `behind`, but also at the start of a word. */
function announcedBy(words: string, form: string): RegExp {
  return new RegExp(`(?=[\\d(])(?:(?<![\\w.+-])|(?<=${words}))${form}`, 'gi')
}

type Form = readonly [kind: string, pattern: RegExp, needed?: RegExp]

/**
 * What is private by its form, besides keys (`service-keys.ts`) and named secrets; run on text without escapes.
 * `needed` is in every match of patterns that begin with any word: checking it first is fifty times as fast.
 */
const emails: readonly Form[] = [
  [
    'email',
    /[\p{L}\p{N}_.+-]{1,64}@[\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63}){1,4}/gu,
    /[\p{L}\p{N}_.+-]@[\p{L}\p{N}_-]{1,63}\./u,
  ],
  ['email', /"[^"\s@<>]{1,64}"@[\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63}){1,4}/gu],
  ['email', /[\p{L}\p{N}_.+-]{1,64}@\[(?:\d{1,3}\.){3}\d{1,3}\]/gu, /@\[/],
  // as people spell it out to defeat address harvesters
  [
    'email',
    /[\p{L}\p{N}_.+-]{1,64} ?[([{]at[)\]}] ?[\p{L}\p{N}_-]{1,63}(?: ?(?:\.|[([{]dot[)\]}]| dot ) ?[\p{L}\p{N}_-]{1,63}){1,4}/giu,
    /[([{]at[)\]}]/i,
  ],
  ['email', /[\p{L}\p{N}_.+-]{1,64} at [\p{L}\p{N}_-]{1,63}(?: dot [\p{L}\p{N}_-]{1,63}){1,4}/giu, / dot /i],
]

const numbers: readonly Form[] = [
  // `whole` must pass a checksum and is tried everywhere: a match that fails may begin before one that passes
  [
    'iban',
    new RegExp(
      String.raw`(?:\b|(?<=${banked}))(?=(?<whole>[A-Z]{2}\d\d(?:[ -]?[A-Z\d]{4}){2,7}(?:[ -]?[A-Z\d]{1,3})?)\b)`,
      'gi',
    ),
  ],
  // in groups of four right after a letter, since no code is written like that
  ['iban', /(?<=[A-Z])(?=(?<whole>[A-Z]{2}\d\d(?: [A-Z\d]{4}){2,7}(?: [A-Z\d]{1,3})?)\b)/gi],
  ['card', /(?<!\d|\d[.,])(?=(?<whole>\d{4}(?<gap>[ ./-]?)\d{4}\k<gap>\d{4}\k<gap>\d{1,7})(?!\d))/g],
  // in the groups that American Express and Diners Club use
  ['card', /(?<!\d|\d[.,])(?=(?<whole>3[47]\d\d(?<gap>[ ./-])\d{6}\k<gap>\d{5})(?!\d))/g],
  ['card', /(?<!\d|\d[.,])(?=(?<whole>3[0689]\d\d(?<gap>[ ./-])\d{6}\k<gap>\d{4})(?!\d))/g],
  ['ssn', /(?<![\w.+-])\d{3}-\d\d-\d{4}(?![\dA-Z_-])/g],
  ['ssn', behind(insured, String.raw`\d{3}-\d\d-\d{4}(?![\d_-])`)],
  ['ssn', /(?<![\w.+-]|\d )(?!000|666|9)\d{3} (?!00)\d\d (?!0000)\d{4}(?![\w-]|[ .,]\d)/g],
  ['ssn', behind(insured, String.raw`(?!000|666|9)\d{3} (?!00)\d\d (?!0000)\d{4}(?!\d)`)],
  // after any character: nothing else begins with a plus and so many digits
  ['phone', /\+\(?\d(?:[ ()./-]{0,6}\d){7,15}(?!\d)/g],
  ['phone', /\+\d[\d ().-]{6,18}\d(?!\d)/g],
  // with 00 in place of the plus, grouped or not
  ['phone', /(?<![\w.+-]|\d[:, ])00[ -]?[1-9]\d{0,2}(?:[ ()./-]{1,3}\d{1,9}){2,6}\b(?![.,]?\d|-)/g],
  ['phone', behind(dialled, String.raw`00[ -]?[1-9]\d{0,2}(?:[ ()./-]{1,3}\d{1,9}){2,6}(?!\d|[.,]\d|-)`)],
  ['phone', announcedBy(dialled, String.raw`00[1-9]\d{8,13}\b(?![.,]\d|-)`)],
  // as people write it within one country
  ['phone', announcedBy(dialled, String.raw`\(\d{3}\) ?\d{3}[-. ]\d{4}(?!\d)`)],
  ['phone', announcedBy(dialled, String.raw`(?:1[-. ])?\d{3}[-. ]\d{3}[-. ]\d{4}(?!\d)`)],
  ['phone', announcedBy(dialled, String.raw`[6-9]\d{4}[ -]?\d{5}\b`)],
  [
    'phone',
    announcedBy(
      dialled,
      String.raw`(?:\(0[1-9]\d{1,4}\) ?|0[1-9]\d{1,4} ?\/ ?(?!(?:19|20)\d\d(?! ?\d)))\d{2,5}(?:[ -]?\d{1,5}){1,4}(?!-?\d|[.,]\d)`,
    ),
  ],
  ['phone', announcedBy(dialled, String.raw`0\d{2,4}[ -]\d{3,4}[ -]?\d{3,4}\b`)],
]

/** A cheap check that most texts fail; a timestamp is all digits but identifies nobody. */
const mayHoldNumber = /\d[\d ()./-]{5,24}\d|[a-z]{2}\d\d[ -]?[a-z\d]{4}/i
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/
/** A short word, or a moment: no form of anything private, in no code, as half of all texts of a transcript are. */
export const harmless: RegExp = new RegExp(`^[A-Za-z_]{0,15}$|${moment.source}`)
const mayHoldEmail = /@|[([{]at[)\]}]| at [^ ]{1,63} dot /i

type Put = (kind: string, found: string, at: number) => string

/** Replaces what is private by its form; `at` is right as long as `put` returns as many characters as it got. */
export function replacePrivate(text: string, standIn: Put): string {
  const isEmailing = mayHoldEmail.test(text)
  const isNumbered = mayHoldNumber.test(text) && !moment.test(text)
  let rest = isEmailing ? replaceForms(emails, text, standIn) : text
  rest = replaceKeys(rest, (match, at) => standIn('key', match, at))
  rest = replaceNamedSecrets(rest, (match, at) => standIn('secret', match, at))
  return isNumbered ? replaceForms(numbers, rest, standIn) : rest
}

function replaceForms(forms: readonly Form[], text: string, standIn: Put): string {
  return forms.reduce((rest, [kind, pattern, needed]) => {
    if (needed?.test(rest) === false) return rest
    if (kind === 'card' || kind === 'iban') return replaceChecked(rest, kind, pattern, standIn)
    return rest.replace(pattern, (match, ...more: unknown[]) => {
      if (kind === 'phone' && !isDialled(match)) return match
      return standIn(kind, match, more.find((each) => typeof each === 'number') as number)
    })
  }, text)
}

/** Replaces the numbers that pass the checksum of their kind; overlapping ones are replaced as one. */
function replaceChecked(text: string, kind: 'card' | 'iban', pattern: RegExp, standIn: Put): string {
  const spans: { from: number; to: number }[] = []
  for (const { groups, index: from } of text.matchAll(pattern)) {
    const { whole = '' } = groups ?? {}
    const own = kind === 'iban' ? ibanOf(whole, text, from) : cardOf(whole, text, from)
    const last = spans.at(-1)
    if (own === '' || isInUuid(text, from, from + own.length)) continue
    if (last !== undefined && from < last.to) last.to = Math.max(last.to, from + own.length)
    else spans.push({ from, to: from + own.length })
  }
  let [replaced, done] = ['', 0]
  for (const { from, to } of spans) {
    replaced += text.slice(done, from) + standIn(kind, text.slice(from, to), from)
    done = to
  }
  return replaced + text.slice(done)
}

const uuid = /(?<![a-z\d])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![a-z\d])/gi

/** Whether a stretch of a text is of a UUID: one random one of seven thousand holds what passes for an IBAN. */
function isInUuid(text: string, from: number, to: number): boolean {
  const begin = Math.max(0, from - 37)
  const uuids = text.slice(begin, to + 37).matchAll(uuid)
  return [...uuids].some(({ index }) => begin + index <= from && to <= begin + index + 36)
}

/** The IBAN that a match begins with; directly after a letter, only one of a country that has IBANs. */
function ibanOf(whole: string, text: string, from: number): string {
  return /\w/.test(text.charAt(from - 1)) && !ibanLengths.has(whole.slice(0, 2).toUpperCase()) ? '' : ibanIn(whole)
}

const withUser = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>/?#]{1,300}@/gi

/** Replaces the user and password of every link, including the `@`; `put` is as for `replacePrivate`. */
export function replaceUsers(text: string, standIn: (user: string, at: number) => string): string {
  if (!text.includes('://') || !text.includes('@')) return text
  return text.replace(withUser, (match, at: number) => {
    const start = match.indexOf('://') + 3
    return `${match.slice(0, start)}${standIn(match.slice(start), at + start)}`
  })
}

/** A link with or without its host: a full address, or a path on the same host. */
const link = /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|(?<![\w./%-])\.{0,2}\/(?=[\w%~.-]))[^\s"'<>\\]+/gi
const parameter = /(?<=[?&;#])([\w.-]{1,80})=[^?&#;\s]+/g
/** Query parameters that grant access to a link, besides those that name a secret; its expiry and its subject stay. */
const signing =
  /^(?:sig|sign|token|auth|key|awsaccesskeyid|policy|hmac|hash|jwt|code|[\w.-]{0,40}(?:signature|credentials?|token)|(?:\w{1,20}[-_])?(?:session|account|shared|subscription|signing|service|auth)[-_]?key)$/i

/** Replaces the parameters of links that grant access: `signature=…`; `put` is as for `replacePrivate`. */
export function replaceSignatures(text: string, standIn: (pair: string, at: number) => string): string {
  if (!text.includes('=')) return text
  return text.replace(link, (url, at: number) =>
    url.replace(parameter, (pair, name: string, place: number) =>
      signing.test(name) || namesSecret(name) ? standIn(pair, at + place) : pair,
    ),
  )
}

/** Members that hold a secret, in lower case with `_` between the words (see `plainName`). */
const secret = new RegExp(
  `^(?:${[
    '(?:\\w{1,30}_)?(?:passwords?|passwd|pwd|pass_?phrases?|secrets?|authorization|(?:api|access|secret|private)_?keys?)',
    'passcode|cvv2?|cvc2?|csc|pin|(?:card|account|bank|debit|user|customer)_?pin|otp(?:_?code)?',
    'one_?time_?(?:code|password|passcode|pin)',
    '(?:verification|security|auth(?:entication|orization)?|mfa|2fa|sms)_?code',
    '\\w{0,40}(?:token|secret|password)',
  ].join('|')})$`,
)
/** Objects whose members are secrets under plain names, such as `credentials: { user: …, pass: … }`. */
const secretHolder = /^(?:\w{1,30}_)?credentials?$/
const secretInHolder = /^(?:pass|value|key|hash|secret|token)$/
/** Members that describe the secret beside them: `password: { value: …, type: text, expires: … }`. */
const besideSecret =
  /^(?:type|kind|format|pattern|title|description|label|hint|message|error|name|user(?:_?(?:name|id))?|login|id|scopes?|status|state|algorithm|required|enabled|length|(?:min|max)_?length|(?:expires?|created|updated|changed|issued|rotated)(?:_?\w{1,20})?)$/

/** Whether a name, in any spelling (`apiKey`, `x-api-key`, `b api key`, `SHOP_API_KEY`), is one for a secret. */
export function namesSecret(name: string): boolean {
  return secret.test(plainName(name))
}

/** Where secrets may stand below a member: `all` means everything except what describes it, `some` means by name. */
export type SecretsBelow = 'none' | 'some' | 'all'

/** What a member's name says about everything below it. */
export function secretsBelow(name: string, above: SecretsBelow): SecretsBelow {
  const plain = plainName(name)
  if (secret.test(plain)) return 'all'
  if (above === 'all' && besideSecret.test(plain)) return 'none'
  if (above === 'some' && secretInHolder.test(plain)) return 'all'
  return above !== 'none' ? above : secretHolder.test(plain) ? 'some' : 'none'
}

export function namesBirth(member: string): boolean {
  return birth.test(plainName(member))
}

/** Whether a member holds a PIN, a one-time code or an account number: what a person types to log in or to pay. */
export function namesCode(member: string): boolean {
  return code.test(plainName(member))
}

/** Whether a member holds what identifies a person, in tools' spellings: `dob`, `driver-license-number`. */
export function namesPersonal(member: string): boolean {
  return personal.test(plainName(member))
}

const births = 'dob|date_?of_?birth|birth_?date|birth_?day'
const birth = new RegExp(`^(?:\\w{1,30}_)?(?:${births})$`)
const code = new RegExp(
  `^(?:\\w{1,30}_)?(?:${[
    'pin(?:_?(?:code|number))?|otp(?:_?code)?|one_?time_?(?:code|password|passcode|pin)|passcode|cvv2?|cvc|ssn',
    '(?:verification|security|auth(?:entication|orization)?|access|mfa|2fa|sms)_?code',
    'account_?(?:number|no)|routing_?number',
  ].join('|')})$`,
)
const personal = new RegExp(
  `^(?:customer_?(?:number|phone|email)|(?:\\w{1,30}_)?(?:${[
    births,
    '(?:ssn|social_?security|tax_?id|passport|national_?id|id_?card|driver_?s?_?licen[cs]e|driving_?licen[cs]e)(?:_?(?:number|no))?',
    'social_?insurance_?(?:number|no)|personal_?id_?(?:number|no)|iban|vin',
    '(?:licen[cs]e|number|registration)_?plates?(?:_?(?:number|no))?|plate_?(?:number|no)|vehicle_?registration(?:_?(?:number|no))?',
    '(?:phone|telephone|tel|mobile|mobile_?phone|cell|cell_?phone|landline|fax|msisdn|whatsapp)(?:_?(?:number|no))?',
    'ip|ip_?addr(?:ess)?|ipv[46](?:_?addr(?:ess)?)?|mac_?addr(?:ess)?',
  ].join('|')}))$`,
)

/** A member's name in lower case, with `_` between its words: `homePhone` and `Home-Phone` become `home_phone`. */
export function plainName(member: string): string {
  return member
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[ -]+/g, '_')
    .toLowerCase()
}

/** Whether a number can be dialled: after two zeros it needs a country code and a number. */
function isDialled(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  return !text.startsWith('00') || (digits.length >= 11 && digits.length <= 17)
}

/** The length of IBANs by country. */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18
  FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20
  LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31
  SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((each) => [each.slice(0, 2), Number(each.slice(2))]),
)

/** The IBAN that a text begins with, which words in capitals may follow; empty where there is none. */
function ibanIn(text: string): string {
  const length = ibanLengths.get(text.slice(0, 2).toUpperCase())
  const whole = length === undefined ? null : new RegExp(`^\\w(?:\\W?\\w){${length - 1}}`).exec(text)
  if (length !== undefined) return whole !== null && isIban(whole[0]) ? whole[0] : ''
  for (let end = text.length; end >= 15; end -= 1) if (isIban(text.slice(0, end))) return text.slice(0, end).trimEnd()
  return ''
}

/** The ISO 7064 checksum of every IBAN: the number that it spells leaves 1 when divided by 97. */
function isIban(text: string): boolean {
  const plain = text.replace(/\W/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d\d[A-Z\d]{11,30}$/.test(plain)) return false
  const length = ibanLengths.get(plain.slice(0, 2))
  // One in a hundred lower-case words with a number passes the checksum by chance.
  if (length === undefined ? /[a-z]/.test(text) : length !== plain.length) return false
  const digits = `${plain.slice(4)}${plain.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}
