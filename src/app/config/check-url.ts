import { UsageError } from '../edge/usage-error.ts'

/** Any part that may be secret is refused unseen: reports would carry it. @throws UsageError for more than a URL */
export function checkUrl<T extends string | null>(url: T): T {
  if (url === null) return url
  const address = url.replace(/\/\/[^/]*@/, '//').replace(/[?#].*$/s, '')
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new UsageError(`"${address}" is not the address of a service`, 'write it as https://api.example.com')
  const more = [
    ...(parsed.username === '' && parsed.password === '' ? [] : ['a user or a password']),
    ...(parsed.search === '' && parsed.hash === '' ? [] : ['a query']),
  ]
  if (more.length === 0) return url
  throw new UsageError(
    `the address of the service holds ${more.join(' and ')}, which no request would carry`,
    `write ${parsed.origin}${parsed.pathname === '/' ? '' : parsed.pathname}; the key comes from TABLEREAD_API_KEY`,
  )
}
