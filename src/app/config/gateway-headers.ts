import { environmentSlot, fillFromEnvironment, UnsetVariable } from '../../base/secrets/environment.ts'
import { hideKey } from '../../base/secrets/secret-keys.ts'
import { dictionary, type NamedEntry } from '../../suite/yaml/collections.ts'
import { text } from '../../suite/yaml/scalar.ts'
import { refuse, type Shape, withCheck } from '../../suite/yaml/shape.ts'
import { isMeaningfulHeader } from '../../wire/api/addressing-names.ts'
import { warn } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'

/** Headers that a client or a connection writes itself. */
const ofRequests =
  /^(?:x-api-key|content-.*|accept-encoding|connection|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*|user-agent)$/i

/** What may be a header: a name of HTTP, and a value that the environment holds. */
function flawOf({ name, value }: NamedEntry<string>): [message: string, hint: string] | null {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return [`"${name}" is no name of a header`, 'write it as x-gateway-key']
  if (ofRequests.test(name)) return [`the header ${name} is written with each request`, 'take it out']
  if (isMeaningfulHeader(name))
    return [`the header ${name} could make another request of it, or address somebody`, 'take it out']
  if (value.search(environmentSlot) === -1)
    return [
      `the header ${name} has its value in the file`,
      `write ${name}: '{{env.NAME}}', and set NAME in the environment`,
    ]
  if (/\{\{\s*env\.TABLEREAD_\w*KEY\s*\}\}/.test(value))
    return [`the header ${name} would carry the key of the service`, 'the key goes along as x-api-key: take it out']
  return null
}

/** `headers:` of a config: what a gateway before the service wants to see, its values from the environment alone. */
export const gatewayHeaders: Shape<NamedEntry<string>[]> = withCheck(
  dictionary('headers', text),
  (entries, reading) => {
    const before = reading.problems.length
    for (const entry of entries) {
      const flaw = flawOf(entry)
      if (flaw !== null) refuse(reading, 'wrong-value', entry.at, ...flaw)
    }
    return reading.problems.length > before ? undefined : entries
  },
)

/** The config's headers. They are for its own target: none goes to another host, or without TLS, that a flag names. */
export function headersFor(
  target: string | null,
  { headers = [], target: own }: { headers?: readonly NamedEntry<string>[]; target?: string },
): Readonly<Record<string, string>> {
  const isOwn =
    target !== null && (own === undefined || (URL.canParse(own) && new URL(own).origin === new URL(target).origin))
  if (isOwn) return Object.fromEntries(headers.map(({ name, value }) => [name, value]))
  if (target !== null && headers.length > 0)
    warn(`the headers of the config are for ${own}, and none of them is sent to ${new URL(target).origin}`)
  return {}
}

/** Their values are redacted from now on. @throws UsageError for an unset variable, or what no header can carry */
export function fillHeaders(
  headers: Readonly<Record<string, string>> = {},
  environment: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const headerEntries = Object.entries(headers).map(([name, template]): [string, string] => {
    const value = fillValue(name, template, environment)
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new UsageError(`the header ${name} holds a character that no header can carry`, 'set its variable again')
    for (const secret of [value, value.replace(/^\S+\s+/, '')]) hideKey(secret)
    return [name, value]
  })
  return Object.fromEntries(headerEntries)
}

function fillValue(name: string, template: string, environment: NodeJS.ProcessEnv): string {
  try {
    return fillFromEnvironment(template, environment).trim()
  } catch (error) {
    if (!(error instanceof UnsetVariable)) throw error
    throw new UsageError(`${error.message}, which the header ${name} of the config needs`, 'set it')
  }
}
