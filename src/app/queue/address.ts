import { variableOf } from '../../base/secrets/environment.ts'
import { hideKey, hidePassword, redactKeys, unescapeText } from '../../base/secrets/secret-keys.ts'
import { UsageError } from '../edge/usage-error.ts'

export interface QueueAddress {
  /** Including the password: for the connection only. */
  url: string
  /** For messages: without user and password. */
  displayAddress: string
}

/** Null without one; its password is redacted. @throws UsageError, without showing it, for what is no Redis address */
export function readQueueAddress(address: string | undefined, environment: NodeJS.ProcessEnv): QueueAddress | null {
  const url = address ?? variableOf(environment, 'TABLEREAD_QUEUE_URL')
  if (url === undefined || (address === undefined && url === '')) return null
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^rediss?:$/.test(parsed.protocol) || parsed.hostname === '') {
    for (const part of partsOf(url)) if (redactKeys(howToWrite, part) === redactKeys(howToWrite)) hideKey(part)
    throw new UsageError(
      `${address === undefined ? 'TABLEREAD_QUEUE_URL' : '--queue'} is not the address of a Redis`,
      howToWrite,
    )
  }
  const { username, password, protocol, host, pathname } = parsed
  if (password !== '') hidePassword(username, password)
  if (!/^\/?\d{0,4}$/.test(pathname) || parsed.search !== '' || parsed.hash !== '')
    throw new UsageError(
      `the address of the queue at ${host} has more than the number of a database behind its host`,
      'write redis://host:6379/0',
    )
  if (!isEscaped(username) || !isEscaped(password))
    throw new UsageError(
      `the user or the password of the queue at ${host} has a percent sign that begins no escape`,
      'write %25 for a percent sign',
    )
  return { url, displayAddress: `${protocol}//${host}${pathname === '/' ? '' : pathname}` }
}

/** @throws UsageError if no queue is named */
export function insistQueueAddress(flag: string | undefined, environment: NodeJS.ProcessEnv): QueueAddress {
  const address = readQueueAddress(flag, environment)
  if (address !== null) return address
  throw new UsageError('no queue is named', 'give --queue redis://host:6379/0, or set TABLEREAD_QUEUE_URL')
}

const howToWrite =
  'write redis://host:6379/0, or rediss:// for TLS; a password goes right after the slashes, as :PASSWORD@'

/** What may be a password in a malformed address; the parts that the hint's example has too are no secrets. */
function partsOf(url: string): string[] {
  const rest = url.replace(/^[a-z][\w+.-]*:\/*/i, '')
  const user = rest.includes('@') ? rest.slice(0, rest.lastIndexOf('@')) : rest
  return [url, rest, user, user.slice(user.indexOf(':') + 1)]
}

function isEscaped(text: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(text) && (unescapeText(text) !== text || !text.includes('%'))
}
