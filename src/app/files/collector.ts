import { hideKey } from '../../base/secrets/secret-keys.ts'
import { UsageError } from '../edge/usage-error.ts'

/** Whether `--otlp` names a collector rather than a file. */
export function isCollector(value: string): boolean {
  return /^https?:\/\//i.test(value)
}

/** An address would be written as a file. @throws UsageError with what to write for a host, OTLP path or scheme */
export function insistFileOrCollector(value: string): void {
  if (isCollector(value)) return
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]+):\/\//i.exec(value) ?? []
  const slip = /^https?:/i.test(value)
  const [host] = /^(?:\[[0-9a-f:.]+\]|[\w.-]{2,}):\d+(?=[/?#]|$)|^[\w.-]+(?=\/v1\/traces\/?$)/i.exec(value) ?? []
  if (scheme === '' && !slip && host === undefined) return
  const what = scheme === '' ? 'an address without http://' : `an address of ${scheme}://`
  const line = `--otlp http://${scheme === '' && host !== undefined ? host : 'localhost:4318'}`
  throw new UsageError(`--otlp names ${what}, which is no collector`, `write ${line}; a file of this name is ./NAME`)
}

const headerVariables = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'] as const

/** Where to post spans; header values are redacted from now on. @throws UsageError for what no request could have */
export function readCollector(
  value: string,
  environment: NodeJS.ProcessEnv = process.env,
): { url: URL; headers: Record<string, string> } {
  if (!URL.canParse(value))
    throw new UsageError('--otlp names an address that cannot be read', 'write http://localhost:4318')
  const url = new URL(value)
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      '--otlp names an address with a user or a password',
      'give them as a header, in OTEL_EXPORTER_OTLP_HEADERS',
    )
  if (url.pathname === '/') url.pathname = '/v1/traces'
  for (const secret of url.searchParams.values()) hideKey(secret)
  const headers: Record<string, string> = {}
  for (const name of headerVariables) {
    const list = environment[name] ?? ''
    for (const pair of list.split(',').filter((each) => each.trim() !== '')) {
      const [, key = '', text = ''] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/s.exec(pair) ?? []
      const content = readEscapes(text)
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(key) || content === null || /[^\t\x20-\x7e\x80-\xff]/.test(content))
        throw new UsageError(
          `${name} holds something that is no header`,
          'write key=value, several with commas between them, values as in a URL',
        )
      headers[key.toLowerCase()] = content
      // `Bearer TOKEN`: the token alone is a secret too.
      for (const secret of [text, content, content.replace(/^\S+\s+/, '')]) hideKey(secret)
    }
  }
  return { url, headers }
}

function readEscapes(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
