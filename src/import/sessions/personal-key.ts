/** What a member holds that says something about a person, beside what `base/private-patterns.ts` knows by its form. */
export type PersonalKind = 'name' | 'street' | 'zip' | 'digits' | 'birth' | 'code'

const whose =
  '(?:customer|user|passenger|guest|patient|renter|tenant|host|driver|client|contact|recipient|receiver|sender|caller|member|holder|account_?holder|card_?holder|doctor|therapist|employee|owner|buyer|person|payee|payer|beneficiary|attendee|participant|invitee|organi[sz]er|assignee|applicant|borrower|subscriber|travell?er|insured|claimant|spouse|to|from)'
const names = new RegExp(
  `^(?:${whose}_)?(?:full_?|first_?|last_?|given_?|family_?|middle_?|maiden_?|sur_?|fore_?|nick_?)name$|^${whose}_?(?:(?:account|contact|legal|display)_?)?name$|^(?:first|last)$`,
)
/** Members that hold a person without saying `name`; they may hold something else too. */
const bare =
  /^(?:attendee|payee|payer|recipient|beneficiary|passenger|patient|invitee|organi[sz]er|assignee|contact_person)$/
const births = /^(?:\w+_)?(?:dob|date_?of_?birth|birth_?date|birth_?day)$/
const codes =
  /^(?:\w+_)?(?:pin|pin_?(?:code|number)|otp|otp_?code|one_?time_?(?:code|password|passcode|pin)|passcode|(?:verification|security|auth(?:entication|orization)?|access|mfa|2fa|sms)_?code|account_?(?:number|no)|routing_?number|ssn|cvv2?|cvc)$/
const streets = /^(?:\w+_)?(?:address(?:_?line)?_?[12]?|street(?:_?address)?)$/
const zips = /^(?:\w+_)?(?:zip(?:_?code)?|post(?:al)?_?code|postal)$/
const lastDigits = /last_?(?:four|4)(?:_?digits)?$/

/** The kind of a member by its name, in the spellings of tools; null for one that says nothing about a person. */
export function personalKind(key: string): PersonalKind | null {
  const name = key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
  if (/^(?:agent|tool|file|user_?agent)_?name$|ip_?address|mac_?address|email_?address/.test(name)) return null
  if (names.test(name) || bare.test(name)) return 'name'
  if (births.test(name)) return 'birth'
  if (codes.test(name)) return 'code'
  if (streets.test(name)) return 'street'
  if (zips.test(name)) return 'zip'
  return lastDigits.test(name) ? 'digits' : null
}

const personal = /^(?:e_?mail|phone|mobile|dob|date_?of_?birth|first_?name|last_?name|address\d?|customer_?id)/i
const people = /(?:^|_)(?:customers?|users?|profile|contacts?|passengers?|guests?|patients?|people|persons?)$/i

/** Whether what a member holds could be a person at all: not a business, a place, a word or an id. */
export function looksLikePerson(value: string, key: string): boolean {
  const words = value.match(/[\p{L}\p{M}'’]+/gu) ?? []
  if (words.length === 0 || words.length > 5 || /[\d@/_]/.test(value)) return false
  if (words.some((word) => businesses.test(word))) return false
  return !bare.test(key.toLowerCase()) || /^\p{Lu}/u.test(value)
}

const businesses =
  /^(?:counsell?ing|counsell?ors?|psychiatry|psycholog\w*|therapy|therapies|clinics?|cent(?:er|re)s?|salons?|spas?|studios?|hair|nails?|beauty|barbers?|dental|dentist\w*|orthodont\w*|medical|health\w*|hospitals?|services?|shops?|stores?|bars?|clubs?|inc|llc|ltd|gmbh|corp\w*|compan(?:y|ies)|group|associates|partners|office|bank|hotels?|inns?|resorts?|suites|apartments?|restaurants?|cafe|museum|park|airport|station|university|school|church|theat(?:er|re)|wellness|behaviou?ral|recovery|solutions|institute|foundation|agency|department|team|support)$/i

/** Whether a plain `name` in an object is a person's: the object holds what only people have, or its own name says so. */
export function isPerson(members: readonly string[], key: string): boolean {
  return people.test(key) || members.some((name) => personal.test(name))
}

/** Whether a list of texts holds names of people. */
export function listsPeople(key: string): boolean {
  return /(?:^|_)(?:passengers|guests|attendees|participants|contacts|people)(?:_names)?$/i.test(key)
}
