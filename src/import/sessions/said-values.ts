/** Personal data that people mention in ordinary text, where no member names it. */
export interface SaidValue {
  kind: 'code' | 'secret' | 'plate' | 'identity' | 'user' | 'street' | 'zip' | 'network' | 'phone'
  value: string
}

/** Personal data in a text by wording or form; a bare `4711` answers a question for a PIN in `asked`. */
export function saidIn(text: string, before = ''): SaidValue[] {
  const facts: SaidValue[] = []
  const add = (kind: SaidValue['kind'], value: string | undefined): void => {
    if (value !== undefined && value.trim() !== '') facts.push({ kind, value: value.trim() })
  }
  const lastAsked = lastQuestion(before)
  for (const { kind, pattern, question } of introduced) {
    const values = [...text.matchAll(pattern)].map(({ groups }) => groups?.value ?? '')
    for (const value of [...values, ...(question.test(lastAsked) ? [answer.exec(text)?.groups?.value ?? ''] : [])])
      if (couldBe(kind, value))
        add(
          kind,
          replaceSpoken(value, (digits) => digits),
        )
  }
  for (const pattern of streets)
    for (const { 0: street, index } of text.matchAll(pattern)) {
      add('street', street)
      add('zip', postalAfter.exec(text.slice(index + street.length, index + street.length + 40))?.groups?.value)
    }
  for (const pattern of postalCodes) for (const { groups } of text.matchAll(pattern)) add('zip', groups?.value)
  for (const pattern of networks)
    for (const [value] of text.matchAll(pattern)) if (!isNobodys(value)) add('network', value)
  replaceSpoken(text, (number, words) => {
    if (number.length >= 7) add('phone', number)
    return words
  })
  return facts
}

/** A number with its groups, or a word containing a digit: what follows `my passport is`. */
const token =
  '(?:\\d(?: \\d){3,11}(?![\\d])|\\d{2,4}(?:[ -]\\d{2,4}){1,4}|(?=[\\w-]{0,20}\\d)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)'
const spoken = '(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)[ ,-]{0,2}){3,12}'
const says = "(?: (?:code|number|no\\.?|nr\\.?|id))?(?:['’]s| is| was| ist| lautet|:| =|=| #)? ?[\"'“‘(]?"

function introducing(kind: SaidValue['kind'], cue: string, value: string): Introduction {
  return {
    kind,
    pattern: new RegExp(`\\b(?:${cue})\\b${says}(?<value>${value})`, 'giu'),
    question: new RegExp(`\\b(?:${cue})\\b`, 'iu'),
  }
}

interface Introduction {
  kind: SaidValue['kind']
  pattern: RegExp
  question: RegExp
}

const introduced: readonly Introduction[] = [
  introducing(
    'code',
    'pin|passcode|otp|one[- ]time (?:code|password|passcode|pin)|(?:verification|security|authentication|authorization|access|mfa|2fa|sms) code|cvv2?|cvc2?|csc',
    `${token}|${spoken}`,
  ),
  introducing('code', 'account number|routing number|sort code', token),
  introducing(
    'identity',
    "ssn|social(?: security| insurance)?|passport|national id|id card|identity card|personalausweis|reisepass|driv(?:er|ing)['’]?s? licen[cs]e|driving licen[cs]e|tax id|steuer-?id|iban",
    token,
  ),
  introducing(
    'plate',
    '(?:licen[cs]e|number|registration) plate|plate|kennzeichen|registration number',
    '\\p{Lu}{1,3}[- ]\\p{Lu}{1,2} ?\\d{1,4}[EH]?|(?=[A-Z0-9 -]{0,8}\\d)[A-Z0-9]{2,4}[ -][A-Z0-9]{2,4}|(?=[A-Z]{0,7}\\d)[A-Z0-9]{5,8}',
  ),
  introducing(
    'user',
    'user ?name|login|login name|nick ?name|screen name',
    '(?=[\\w.-]{0,30}[\\d_])[a-z][\\w.-]{1,40}\\w',
  ),
  {
    kind: 'secret',
    pattern:
      /\bpassword(?:(?:['’]s| is)? ?[:=]| is) ?(?<value>["“'](?:[^"”'\s]{3,40})["”']|(?=\S{0,40}[\d!#$%&*@^])\S{4,40}?(?=[.,;]?(?:\s|$)))/giu,
    question: /\bpassword\b/i,
  },
  introducing('zip', 'zip|post(?:al)?[ -]?code|plz|postleitzahl', '\\d{5}(?:-\\d{4})?|\\d{4}(?: ?[A-Z]{2}\\b)?'),
]

/** The last sentence of a text, where it asks for something; otherwise empty. */
function lastQuestion(text: string): string {
  const end = text.trimEnd().slice(-300)
  const sentence =
    end
      .replace(/[.?!:]+$/, '')
      .split(/[.?!\n]/)
      .at(-1) ?? ''
  const isAsking = end.endsWith('?') || /\b(?:please|provide|tell|give|enter|confirm|need|say)\b/i.test(sentence)
  return isAsking ? sentence : ''
}

/** Whether a value is plausible for its kind: an identity number has a minimum length, a plate capitals. */
function couldBe(kind: SaidValue['kind'], value: string): boolean {
  if (kind === 'plate') return value === value.toUpperCase()
  return kind !== 'identity' || value.replace(/\W/g, '').length >= 5
}

/** An answer: a text that begins with a value. */
const answer = new RegExp(
  `^(?:(?:sure|yes|ok|okay|of course)[,.!]? )?(?:(?:it is|it['’]s|that is|that['’]s) )?(?<value>${token}|${spoken})(?=[.,!]?(?:\\s|$))`,
  'i',
)

const name = "\\p{Lu}[\\p{L}'’.-]{1,30}"
const number = '\\d{1,4}(?:[ -]?[a-zA-Z](?!\\p{L}))?(?:[-/]\\d{1,4})?(?![\\d.,]\\d|\\p{L})'
/** Streets with a house number, in the word orders of several languages. */
const streets: readonly RegExp[] = [
  // Lindenstraße 14; Keizersgracht 12; Drottninggatan 5
  new RegExp(
    `(?<!\\p{L})(?:${name}[ -]){0,3}\\p{Lu}\\p{L}{0,30}(?:straße|strasse|str\\.|weg|gasse|platz|allee|damm|ufer|steig|chaussee|straat|laan|gracht|kade|plein|gatan|vägen|gata|gade|veien|gaten|katu) ${number}`,
    'gu',
  ),
  new RegExp(
    `(?<!\\p{L})(?:${name}[ -]){1,4}(?:Straße|Strasse|Str\\.|Weg|Gasse|Platz|Allee|Damm|Ufer|Ring) ${number}`,
    'gu',
  ),
  // 14 rue de la Paix
  new RegExp(
    `(?<![\\p{L}\\d])\\d{1,4}(?: (?:bis|ter))?,? (?:[Rr]ue|[Bb]oulevard|[Cc]hemin|[Ii]mpasse|[Qq]uai|[Aa]venue|[Pp]lace) (?:(?:de la|du|des|de|d['’]|l['’]|la|le|les) ?){0,2}${name}(?:[ -]${name}){0,3}`,
    'gu',
  ),
  // Via Garibaldi 5; Calle de Alcalá, 14; ul. Prosta 5
  new RegExp(
    `(?<!\\p{L})(?:Via|Viale|Piazza|Corso|Calle|C/|Carrer|Avenida|Avda\\.|Plaza|Paseo|Rua|Travessa|ul\\.|[Uu]lica|al\\.) ?(?:(?:de la|de los|de|del|della|dei|do|da|dos) ){0,2}${name}(?: ${name}){0,3},? ${number}`,
    'gu',
  ),
  // 14 Acacia Avenue
  new RegExp(
    `(?<![\\p{L}\\d.,$€£#-])\\d{1,5}[A-Za-z]? (?:(?:${name}|\\d{1,3}(?:st|nd|rd|th)) ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Drive|Dr|Lane|Ln|Court|Ct|Terrace|Crescent|Close|Way|Parkway|Pkwy)(?![\\p{L}])`,
    'gu',
  ),
  // my address is Am Anger 3
  new RegExp(
    `(?<=\\b(?:live at|address is|address:|moved to|wohne in der|wohne im|wohne am) )(?:${name} ){1,4}${number}`,
    'gu',
  ),
]
const states =
  'AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY'
/** `, 10969 Berlin`, `, 1012 AB Amsterdam`, after a street. */
const postalAfter =
  /^,?\s(?:[A-Z]{1,2}-)?(?<value>\d{4} [A-Z]{2}(?= \p{Lu})|\d{3} \d{2}|\d{2}-\d{3}|\d{4,6})(?=[ ,]|$)/u
/** Postal codes of a distinctive form: British, Canadian, American after the state, European with a country. */
const postalCodes: readonly RegExp[] = [
  /\b(?<value>[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2})\b/g,
  /\b(?<value>[ABCEGHJ-NPRSTVXY]\d[A-Z] \d[A-Z]\d)\b/g,
  new RegExp(`\\b(?:${states}),? (?<value>\\d{5}(?:-\\d{4})?)\\b`, 'g'),
  /\b(?:D|A|CH|F|NL|B)-(?<value>\d{4,5})(?= \p{Lu})/gu,
]
const networks: readonly RegExp[] = [
  /(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w]|\.\d)/g,
  /(?<![\w:])(?:[0-9a-f]{1,4}:){4,7}(?::?[0-9a-f]{1,4}){1,4}(?![\w:])/gi,
  /(?<![\w:])(?:[0-9a-f]{1,4}:){1,6}:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4}(?![\w:])/gi,
]

/** Addresses that every machine has, such as loopback, and version numbers that look like addresses. */
function isNobodys(address: string): boolean {
  return /^(?:127\.|0\.|255\.)/.test(address) || /^(?:\d\.){3}\d{1,2}$/.test(address)
}

const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const digit = `(?:(?:double|triple) )?(?:${digits.join('|')}|oh)`
/** Three or more digits spelled as words in a row. */
const run = new RegExp(`\\b${digit}(?:(?:, |[ ,-])${digit}){2,23}\\b`, 'gi')

/** Replaces numbers spelled in words (`zero one double five`); `put` receives the digits that they stand for. */
export function replaceSpoken(text: string, standIn: (digits: string, found: string) => string): string {
  return text.replace(run, (words) => standIn(hearDigits(words), words))
}

export function spell(number: string): string {
  return [...number].map((each) => digits[Number(each)] ?? each).join(' ')
}

function hearDigits(words: string): string {
  let [number, times] = ['', 1]
  for (const word of words.toLowerCase().split(/[ ,-]+/)) {
    if (word === 'double' || word === 'triple') times = word === 'double' ? 2 : 3
    else {
      number += String(word === 'oh' ? 0 : digits.indexOf(word)).repeat(times)
      times = 1
    }
  }
  return number
}
