import { relative } from 'node:path'
import { oneOrMore } from '../../suite/yaml/collections.ts'
import { optional, record } from '../../suite/yaml/record.ts'
import { text } from '../../suite/yaml/scalar.ts'
import { refuse, type Shape, withCheck } from '../../suite/yaml/shape.ts'
import type { OwnedSinks } from '../../wire/client/live-safety.ts'
import { readGivenYaml } from '../files/given-yaml.ts'

/** One complete address: patterns are refused, because nobody could tell whom they let through. */
function whole(what: string, pattern: RegExp, example: string): Shape<string> {
  return withCheck(text, (value, reading, node) => {
    if (pattern.test(value) && !isPlaceholder(value)) return value
    const hint = isPlaceholder(value)
      ? 'wildcards are refused: write every one out'
      : `write it whole, as in ${example}`
    return refuse(reading, 'wrong-value', node.at, `"${value}" is not ${what}`, hint)
  })
}

function isPlaceholder(value: string): boolean {
  return /[*?%^$|\\[\]{}<>]|\.\.\./.test(value) || /^@|^(any|all)$/i.test(value)
}

const phoneNumber = whole('a phone number', /^\+?\d{4,15}$/, '"+15550100", digits without spaces')
const email = whole('an email address', /^[^\s@,;"]+@[^\s@,;"]+\.[^\s@,;".]+$/, 'qa@example.com')
const id = (what: string): Shape<string> => whole(what, /^\S+$/, 'the service names it')

const shape = record(
  'the list of owned sinks',
  {
    phoneNumbers: optional('phone numbers', oneOrMore('phone numbers', phoneNumber), 'Numbers of your own telephones.'),
    emails: optional(oneOrMore('emails', email), 'Mailboxes of your own.'),
    workflows: optional(
      oneOrMore('workflows', id('the id of a workflow')),
      'Workflows that may be triggered, and whose waiting calls may be deleted, for the phone numbers above.',
    ),
    sessions: optional(
      oneOrMore('sessions', id('the id of a session')),
      'Sessions of earlier messages to these addresses, which a message may go on with.',
    ),
  },
  { numbers: 'write "phone numbers"', phones: 'write "phone numbers"', email: 'write "emails"' },
)

/** @throws UsageError for a file that is missing, broken or empty, or that has patterns instead of addresses */
export function readOwnedSinks(path: string): OwnedSinks {
  const shortPath = relative(process.cwd(), path) || path
  const missing = {
    message: `there is no list of owned sinks at ${shortPath}`,
    hint: 'write one, or leave out --owned-sinks',
  }
  const file = readGivenYaml(path, shape, { displayPath: shortPath, missing })
  file.insistSound()
  const { phoneNumbers = [], emails = [], workflows = [], sessions = [] } = file.value ?? {}
  const digits = phoneNumbers.map((number) => number.replace('+', ''))
  return { file: shortPath, phoneNumbers: digits, emails, workflows, sessions }
}
