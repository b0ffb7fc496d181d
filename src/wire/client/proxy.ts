import { BlockList, isIP } from 'node:net'
import { hidePassword, unescapeText } from '../../base/secrets/secret-keys.ts'
import { isLoopback } from './loopback.ts'
import { TransportError } from './transport.ts'

export interface ProxyOnWay {
  /** Its address, without user and password. */
  origin: string
  /** The header with its user and password; null for none. */
  token: string | null
}

/** The variables that name a proxy, by the scheme of what is asked. Both spellings count; the first that is not empty. */
const variables = {
  'https:': ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY', 'http_proxy', 'HTTP_PROXY'],
  'http:': ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'],
} as const

/** The environment's proxy for an address, or null, as for this machine; hides its password. @throws TransportError */
export function proxyFor(address: string, environment: NodeJS.ProcessEnv = process.env): ProxyOnWay | null {
  const { protocol, hostname, port } = new URL(address)
  if (isLoopback(hostname) || !(protocol === 'http:' || protocol === 'https:')) return null
  const name = variables[protocol].find(
    (each) => (environment[each] ?? '').trim() !== '' && !isOther(each, environment),
  )
  if (name === undefined) return null
  const except = environment.no_proxy?.trim() || environment.NO_PROXY?.trim() || ''
  const own = { host: hostname.toLowerCase().replace(/\.$/, ''), port: port || (protocol === 'https:' ? '443' : '80') }
  if (except.split(/[\s,]+/).some((entry) => entry !== '' && isExcepted(own, entry.toLowerCase()))) return null
  const proxy = readProxy(environment[name] ?? '')
  if (proxy !== null) return proxy
  throw new TransportError('blocked', `${name} does not name a proxy: write it as http://proxy.example:8080`)
}

/** ALL_PROXY often names one of another kind, such as SOCKS, beside those for http or for other programs alone. */
const isOther = (name: string, environment: NodeJS.ProcessEnv): boolean =>
  /^all_/i.test(name) && /^\s*(?!https?:)[a-z][\w+.-]*:\/\//i.test(environment[name] ?? '')

/** Whether an entry of NO_PROXY, such as `corp.example`, `.corp.example:8080`, `10.0.0.0/8` or `*`, covers a host. */
function isExcepted({ host, port }: { host: string; port: string }, entry: string): boolean {
  const [, range = '', bits] = /^\[?([\da-f.:]+)\]?\/(\d{1,3})$/.exec(entry) ?? []
  if (bits !== undefined) return isWithin(host.replace(/^\[|\]$/g, ''), range, Number(bits))
  const [, name = entry, only] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? []
  if (only !== undefined && only !== port) return false
  const bare = name.replace(/^\*?\./, '').replace(/^(?=.*:)([^[].*)$/, '[$1]')
  return bare === '*' || host === bare || host.endsWith(`.${bare}`)
}

function isWithin(host: string, range: string, bits: number): boolean {
  const kind = isIP(range) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(range) === 0 || isIP(host) !== isIP(range) || bits > (kind === 'ipv6' ? 128 : 32)) return false
  const list = new BlockList()
  list.addSubnet(range, bits, kind)
  return list.check(host, kind)
}

/** Hides the passwords of all proxies that the environment names, whether they are used or not. */
export function hideProxies(environment: NodeJS.ProcessEnv = process.env): void {
  for (const name of variables['https:']) readProxy(environment[name] ?? '')
}

/** The proxy that a variable names, its password hidden; null for a text that names none. */
function readProxy(value: string): ProxyOnWay | null {
  const text = value.trim()
  const address = /^[a-z][\w+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (!URL.canParse(address)) return null
  const { protocol, origin, username, password } = new URL(address)
  hidePassword(username, password)
  if (!/^https?:$/.test(protocol)) return null
  const plain = `${unescapeText(username)}:${unescapeText(password)}`
  return { origin, token: plain === ':' ? null : `Basic ${Buffer.from(plain).toString('base64')}` }
}
