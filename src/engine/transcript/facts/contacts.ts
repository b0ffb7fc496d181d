import { extractMatches, type FactPage, type FactReading, fold } from './fact.ts'

/** An email address, even with invisible characters in it. */
const email = /[\p{L}\p{N}\p{Cf}_.+-]{1,64}@[\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63}){1,4}/gu
const link =
  /(?:https?:\/\/|www\.)[^\s<>"'`|\u00b6]{1,2000}|(?<![\p{L}\p{N}@._-])(?:[a-z0-9-]{1,63}\.){1,4}(?:com|org|net|io|dev|app|eu|de|fr|es|co\.uk|info|shop|store|example)(?:\/[^\s<>"'`|\u00b6]{0,2000}|(?![\p{L}\p{N}-]|\.\p{L}))/giu
/** A plus begins a number even directly after a word, since people forget the space. */
const phone =
  /(?:(?<![\p{L}\p{N}_]|\d[.,/-])(?:\+\s?|\()?|(?<=\p{L})\+)\d(?:[ ().\u00a0/-]{0,3}\d){5,15}(?![\p{L}\p{N}_]|[-/]\d)/gu

/** `bob at shop dot example`, as people spell addresses out. */
const spokenEmail =
  /(?<![\p{L}\p{N}_.+@-])([\p{L}\p{N}_.+-]{1,64}) ?(?: at|[([{]at[)\]}]) ?([\p{L}\p{N}_-]{1,63}(?: ?(?: dot|[([{]dot[)\]}]|\.) ?[\p{L}\p{N}_-]{1,63}){1,4})/giu
/** Words before "at" that are not part of an address; a site follows them. */
const beforeSite =
  /^(?:us|me|it|them|you|is|are|be|online|shop|buy|order|ordered|book|booked|look|available|found|find|visit|site|website|store|page|shopping|pay|up|out|in|on|now|today|here|more|details?|account)$/i

export function extractContacts(page: FactPage): void {
  extractMatches(page, email, ([match]) => {
    const own = match.replace(/[.-]+$|\p{Cf}/gu, '').toLowerCase()
    return { kind: 'email', forms: [`e:${own}`] }
  })
  if (/(?:\b|[([{])dot\b|[([{]at\b/i.test(page.rest))
    extractMatches(page, spokenEmail, ([match, name, site]) => spoken(match, name, site))
  extractMatches(page, link, ([match]) => linkFact(match))
  extractMatches(page, phone, ([match]) => phoneFact(match))
}

function spoken(match: string, name = '', site = ''): FactReading | null {
  if (!/[([{]| dot /i.test(match)) return null
  const host = site.toLowerCase().replace(/ ?(?: dot|[([{]dot[)\]}]|\.) ?/g, '.')
  if (beforeSite.test(name)) return { kind: 'link', forms: [`l:${host}`] }
  return { kind: 'email', forms: [`e:${name.toLowerCase()}@${host}`] }
}

/** A link without its scheme and trailing punctuation. As a source, a link also gives the part after its host. */
function linkFact(match: string): FactReading {
  const own = match
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/[.,;:!?)\]}*_]+$/, '')
    .replace(/\/$/, '')
  const [host = ''] = own.split(/[/?#]/)
  const rest = own.slice(host.length)
  const whole = `l:${host.toLowerCase()}${rest}`
  return { kind: 'link', forms: [whole], gives: [whole, `l:${host.toLowerCase()}`] }
}

const usual = /^(?:1[-. ])?\d{3}[-. ]\d{3}[-. ]\d{4}$|^\d{3}[-. ]\d{4}$|^\d{5} \d{5,6}$|^\d{4}[- ]\d{3}[- ]\d{3,4}$/

/** Digits in groups as people dial them. What could also be a date, a number in thousands or a code is left alone. */
function phoneFact(match: string): FactReading | null {
  const digits = match.replace(/\D/g, '')
  const groups = match
    .trim()
    .split(/[^\d]+/)
    .filter((each) => each !== '')
  const [first = ''] = groups
  const isDialled = first.startsWith('0') && first.length > 1 && groups.length > 1 && /^[\d \u00a0/-]+$/.test(match)
  const isMarked = /^\+|^\(\d{2,5}\)/.test(match) || isDialled
  if (digits.length < 7 || digits.length > 15 || /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(match)) return null
  if (!isMarked && !usual.test(match)) return null
  const forms = [`i:${digits}`, `ph:${digits.slice(-9)}`, ...(digits.length >= 10 ? [`ph:${digits.slice(-10)}`] : [])]
  return { kind: 'phone', forms, gives: [...forms, `ph:${digits.slice(-7)}`, `i:${digits.slice(-10)}`] }
}

const streets =
  'Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Drive|Dr|Lane|Ln|Way|Court|Ct|Place|Pl|Square|Sq|Parkway|Pkwy|Terrace|Highway|Hwy|Circle|Cir|Trail|Alley'
const english = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\d{1,6}[A-Za-z]?)\\s{1,9}((?:[\\p{Lu}\\d][\\p{L}\\d.'’-]*\\s{1,9}){1,5}?)(?:${streets})(?![\\p{L}\\p{N}])`,
  'gu',
)
const german =
  /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}-]*(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|ring|damm|ufer)|(?:\p{Lu}[\p{L}-]+ )(?:Straße|Strasse|Str\.|Weg|Platz|Allee|Ring))\s{1,9}(\d{1,5}\s?[a-z]?)(?![\p{L}\p{N}])/gu
const french =
  /(?<![\p{L}\p{N}])(\d{1,5})(?:\s?(?:bis|ter))?,?\s{1,9}(?:rue|avenue|boulevard|place|chemin|allee|quai|impasse|cours)\s{1,9}((?:(?:de|du|des|la|le|les)\s{1,9}|(?:de\s{1,9})?l['’]|d['’])*\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*){0,3})/gu
const spanish =
  /(?<![\p{L}\p{N}])(?:calle|avenida|avda\.?|plaza|paseo|camino|c\/)\s{1,9}((?:(?:de|del|la|las|los|el)\s{1,9})*\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*){0,3}),?\s{0,9}(?:n[ºo°.]*\s{0,9})?(\d{1,5})(?!\d)/giu

/** Reads addresses of a street and a number; the words for "street" are dropped, since people abbreviate them. */
export function extractAddresses(page: FactPage): void {
  extractMatches(page, english, ([, number = '', name = '']) => addressFact(number, name))
  extractMatches(page, german, ([, name = '', number = '']) =>
    addressFact(number, name.replace(/(?:[Ss]tra(?:ß|ss)e|[Ss]tr\.)$/, 'str')),
  )
  extractMatches(page, french, ([, number = '', name = '']) => addressFact(number, name))
  extractMatches(page, spanish, ([, name = '', number = '']) => addressFact(number, name))
}

function addressFact(number: string, name: string): FactReading {
  const own = fold(number)
  return {
    kind: 'address',
    forms: [`a:${own} ${fold(name)}`],
    gives: [`a:${own} ${fold(name)}`, `n:${own}`, `i:${own}`],
  }
}
