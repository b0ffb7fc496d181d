import { plainName } from './patterns.ts'

const whose =
  '(?:customer|user|passenger|guest|patient|renter|tenant|host|driver|client|contact|recipient|receiver|sender|caller|member|holder|account_?holder|card_?holder|doctor|therapist|employee|owner|buyer|person|payee|payer|beneficiary|attendee|participant|invitee|organi[sz]er|assignee|applicant|borrower|subscriber|travell?er|insured|claimant|spouse|to|from)'
const kin =
  '(?:(?:emergency_?contact|next_?of_?kin|spouse|husband|wife|fiancee?|mother|father|parent|guardian|son|daughter|child|sibling|brother|sister|nominee|co_?signer|dependent)(?:_?\\d)?)'
const name = new RegExp(
  `^(?:\\w+_)?(?:full_?|first_?|last_?|given_?|family_?|middle_?|maiden_?|birth_?|sur_?|fore_?|nick_?)name$|^${whose}_?(?:(?:account|contact|legal|display)_?)?name$|^(?:first|last|nick|${kin}(?:_?name)?|mothers?_?maiden)$`,
)
/** Members whose value may be a person, though it may also be something else. */
const bare =
  /^(?:emergency_?contact|next_?of_?kin|nominee|dependent|child|attendee|payee|payer|recipient|beneficiary|passenger|patient|invitee|organi[sz]er|assignee|contact_person)$/
/** Members that only an object about a person has. */
const ofPerson = /^(?:e_?mail|phone|mobile|dob|date_?of_?birth|first_?name|last_?name|address\d?|customer_?id)/
const people = /(?:^|_)(?:customers?|users?|profile|contacts?|passengers?|guests?|patients?|people|persons?)$/
const lists =
  /(?:^|_)(?:(?:passengers|guests|attendees|participants|contacts|people)(?:_names)?|(?:passenger|guest|attendee|participant|contact)_names)$/

/** Whether a member holds a person's name, in the spellings of tools: `full_name`, `recipientFullName`, `PayeeName`. */
export function namesName(member: string): boolean {
  return name.test(plainName(member))
}

/** Whether a member may hold a person's name, or something else: `payee`, `contactPerson`. */
export function mayNamePerson(member: string): boolean {
  return bare.test(plainName(member))
}

/** Whether a member holds data about a person, so that a plain `name` inside is a person's name. */
export function namesPeople(member: string): boolean {
  return people.test(plainName(member))
}

export function listsPeople(member: string): boolean {
  return lists.test(plainName(member))
}

export function isOfPerson(member: string): boolean {
  return ofPerson.test(plainName(member))
}
