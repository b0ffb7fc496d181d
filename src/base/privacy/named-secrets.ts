import { replaceKeys } from './service-keys.ts'

/** Names whose value is a secret whatever it looks like. */
const telling =
  'passw(?:or)?d|passphrase|passcode|api[ _-]?key|client[ _-]?secret|(?:access|refresh|auth|id)[ _-]?token'
/** Names that stand for other things as well, so that the value has to look like a secret. */
const likely = `secret|token|pwd|(?:secret|private|access|account|storage|signing|signature|encryption|master|shared|webhook|deploy|auth|app)[ _-]?(?:access[ _-]?)?key|authorization`
const value = String.raw`[^\s"'&,;<>$*{}()[\]\\]`
/** A backtick after a secret belongs to the Markdown around it. */
const end = '(?<!`)'
const open = String.raw`["'\`*]{0,3}`

/** A secret after its name. They begin with the sign between and look back: a search for the sign is fastest. */
const secrets: readonly RegExp[] = [
  new RegExp(
    String.raw`=(?<=(?:${telling})["']?=)(["']?)((?!(?:true|false|null|undefined|none)\b)${value}{4,200}${end})`,
    'gi',
  ),
  // After a colon, or a space, an ordinary word may follow, as in "password: required".
  new RegExp(
    String.raw`[:=](?<=(?:${telling})${open}\s{0,3}:?[:=])(>?\s{0,3}${open}\s?)((?=[^\s"']{0,60}[\d!#%^])${value}{4,200}${end})`,
    'gi',
  ),
  new RegExp(
    String.raw`[:=](?<=(?:${likely})${open}\s{0,3}:?[:=])(>?\s{0,3}${open}(?:(?:api-?key|basic|bearer|digest|token) )?)((?=${value}{0,60}\d)(?!\d{1,5}-?bit|[/~.])${value}{8,2000}${end})`,
    'gi',
  ),
  // a cookie, and the password of `curl -u name:password`
  new RegExp(
    String.raw`[:=](?<=(?:cookie["'\`]{0,2}:\s?[\w.-]{1,60}=|\s(?:-u|--user)[ =]["']?[^\s:"']{1,60}:))()((?=${value}{0,60}\d)${value}{8,2000}${end})`,
    'gi',
  ),
]

/** Replaces secrets after their names, in any spelling; `at` is the place in the text. */
export function replaceNamedSecrets(text: string, standIn: (found: string, at: number) => string): string {
  if (!text.includes(':') && !text.includes('=')) return text
  return secrets.reduce(
    (rest, pattern) =>
      rest.replace(pattern, (match, _: string, secret: string, at: number) => {
        const before = match.length - secret.length
        return `${match.slice(0, before)}${standIn(secret, at + before)}`
      }),
    text,
  )
}

const afterName =
  /((?:api[-_]?key|secret|password|passwd|token|authorization|credentials?)["']?\s{0,9}[:=|]\s{0,9}["']?(?:(?:bearer|basic)\s{1,9})?)[^\s"'|,}]{1,2000}/gi

/** A text without its keys, and without whatever follows a name for a secret, even an ordinary word: for notes. */
export function hideSecrets(text: string, replacement: string): string {
  return replaceKeys(
    text.replace(afterName, (_, name: string) => `${name}${replacement}`),
    () => replacement,
  )
}
