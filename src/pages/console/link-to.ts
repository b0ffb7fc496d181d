import { element } from '../kit/element.ts'

/** A link that leaves the page, for addresses of the web only; any other address is shown as text that leads nowhere. */
export function linkTo(url: string, label: string): HTMLElement {
  if (!isWebAddress(url))
    return element(
      'span',
      {},
      label === url ? null : `${label} `,
      element('code', { title: 'Not an address of the web' }, url),
    )
  return element(
    'span',
    'link',
    element('a', { href: url, rel: 'noopener noreferrer', target: '_blank', title: url }, label),
    label === url ? null : element('span', 'muted', ` ${new URL(url).host}`),
  )
}

/** Whether an address is http or https; a script or data address never becomes a link. */
export function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}
