import type { Refusal } from '../answer/answer.ts'

/** Refuses requests that a web page of another origin makes in somebody's browser: this service has no key that would stop it. */
export function refuseForeign(request: Request, url: URL): Refusal | null {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const navigates = request.method === 'GET' && request.headers.get('sec-fetch-mode') === 'navigate'
  if ((origin === null || origin === url.origin) && (site !== 'cross-site' || navigates)) return null
  return { errorCode: 'localOriginRefused', message: 'web pages of other origins cannot use this' }
}
