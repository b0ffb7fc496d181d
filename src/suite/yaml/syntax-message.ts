import type { YAMLError } from 'yaml'
import { nameOddSpace } from '../../base/odd-space.ts'

/** What a parser error means for a person, and what to do. */
export interface SyntaxMessage {
  message: string
  hint: string
}

/** The parser's words, and what to say instead (null keeps them) with what commonly causes it. */
const known: [words: RegExp, message: string | null, hint: string][] = [
  [
    /^Missing closing ["']/,
    'a quote is opened and never closed',
    'close it where the text ends, in this line or one above',
  ],
  [
    /^Unexpected \S+ at node end/,
    'text goes on after the end of a value',
    'put the whole text into quotes; a quote inside it is doubled',
  ],
  [
    /^Nested mappings/,
    'a second ": " in one line',
    'quote the text if the ": " belongs to it; if not, indent the next line like this key',
  ],
  [
    /^Sequence item without/,
    'this line stands neither in the item above nor beside it',
    'indent it like the keys of the item above',
  ],
  [
    /^Implicit keys need to be on a single line/,
    'a line that is no "key: value"',
    'write a colon and a space after the key',
  ],
  [
    /^Implicit map keys need to be followed/,
    'a line that is no "key: value"',
    'write a colon and a space after the key',
  ],
  [
    /^Block collections are not allowed within flow/,
    'lines of "key:" or "- " inside brackets',
    'separate with commas inside [ ] and { }, and close them',
  ],
  [
    /same line with key/,
    'a list cannot begin on the line of its key',
    'begin it on the next line, or quote the text if the dash belongs to it',
  ],
  [/^Block scalar header/, 'text stands on the line of | or >', 'write the text on the lines below, indented'],
  [/^Invalid escape sequence/, null, 'use single quotes, where a backslash is only a backslash'],
  [/^(Anchor|Alias) cannot be/, 'a name must follow & or *', 'quote the text'],
  [/^Plain value cannot start/, null, 'quote the text'],
  [
    /^Source contains multiple documents/,
    'the file holds more than one document',
    'put each suite into a file of its own, and take out ---',
  ],
  [/^Tabs are not allowed/, null, 'indent with spaces'],
  [
    /^Flow (sequence|map)/,
    'a bracket is not closed, or closed by the other kind',
    'close every [ with ] and every { with }',
  ],
  [
    /^All mapping items must start at the same column/,
    'this key does not stand below the others',
    'indent it like the keys above',
  ],
]

/** What is wrong with spaces that YAML takes for letters, and what to do. */
export function oddSpace(run: string): [message: string, hint: string] {
  return [
    `not valid YAML: ${nameOddSpace(run)} stands where only plain spaces count`,
    'type plain spaces instead; such a space often comes with text that was copied',
  ]
}

/** A parser error in plain words. */
export function explainSyntax({ message }: YAMLError): SyntaxMessage {
  const first = message.split('\n', 1)[0] ?? message
  const found = known.find(([words]) => words.test(first))
  const own = `${first.charAt(0).toLowerCase()}${first.slice(1)}`
  if (found === undefined)
    return { message: own, hint: 'check the indentation here, and quote text with special characters' }
  return { message: found[1] ?? own, hint: found[2] }
}
