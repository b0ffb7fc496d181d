/** What a member holds that says something about a person, beside what `base/private-patterns.ts` knows by its form or name. */
export type PersonalKind = 'name' | 'street' | 'zip' | 'digits'

const whose =
  '(?:customer|user|passenger|guest|patient|renter|host|driver|client|contact|recipient|receiver|sender|caller|member|holder|account_holder|doctor|therapist|employee|owner|buyer|person)'
const names = new RegExp(
  `^(?:${whose}_)?(?:full_?|first_?|last_?|given_?|family_?|middle_?|sur_?)name$|^${whose}_?name$|^(?:first|last)$`,
)
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
  if (names.test(name)) return 'name'
  if (streets.test(name)) return 'street'
  if (zips.test(name)) return 'zip'
  return lastDigits.test(name) ? 'digits' : null
}

const personal = /^(?:e_?mail|phone|mobile|dob|date_?of_?birth|first_?name|last_?name|address\d?|customer_?id)/i
const people = /(?:^|_)(?:customers?|users?|profile|contacts?|passengers?|guests?|patients?|people|persons?)$/i

/** Whether a plain `name` in an object is a person's: the object holds what only people have, or its own name says so. */
export function isPerson(members: readonly string[], key: string): boolean {
  return people.test(key) || members.some((name) => personal.test(name))
}

/** Whether a list of texts holds names of people. */
export function listsPeople(key: string): boolean {
  return /(?:^|_)(?:passengers|guests|attendees|participants|contacts|people)(?:_names)?$/i.test(key)
}
