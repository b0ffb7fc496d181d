export const decisionFilters = ['undecided', 'approved', 'rejected'] as const

/** `judged`, `trend`, `order` and `group` are `met`, `flaky`, `cost` or `cause`; the others are values of the cards. */
const filters = [
  'text',
  'tag',
  'suite',
  'version',
  'agent',
  'decision',
  'judged',
  'cause',
  'trend',
  'order',
  'group',
] as const

/** Which conversations are open, and the filters of the list. Empty lists and texts filter nothing. */
export type ReportPlace = { open: string[]; verdicts: string[] } & Record<(typeof filters)[number], string>

const filtersBy = (read: (name: string) => string) =>
  Object.fromEntries(filters.map((name) => [name, read(name)])) as Record<(typeof filters)[number], string>

export const wholeList: ReportPlace = { open: [], verdicts: [], ...filtersBy(() => '') }

/** Reads a place from the hash of the address. A hash without `=` names one conversation: `#suites/orders.yaml:18`. */
export function readReportPlace(hash: string): ReportPlace {
  const bare = hash.replace(/^#/, '')
  if (bare !== '' && !bare.includes('=')) return { ...wholeList, open: [decode(bare)] }
  const parameters = new URLSearchParams(bare)
  const open = [...new Set(parameters.getAll('open'))]
  return { open, verdicts: parameters.getAll('verdict'), ...filtersBy((name) => parameters.get(name) ?? '') }
}

export function placeHash({ open, verdicts, ...rest }: ReportPlace): string {
  const pairs = [
    ...verdicts.map((verdict) => ['verdict', verdict]),
    ...Object.entries(rest).filter(([, value]) => value !== ''),
    ...open.map((key) => ['open', key]),
  ]
  return pairs.length === 0 ? '' : `#${new URLSearchParams(pairs)}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text // the % is part of a file name
    throw error
  }
}

/** Stores a place in the address: as a new history entry or, while the reader is typing, in place of the last one. */
export function saveInAddress(place: ReportPlace, typed: boolean): void {
  const url = `${location.href.split('#', 1)[0]}${placeHash(place)}`
  try {
    if (typed) history.replaceState(null, '', url)
    else history.pushState(null, '', url)
  } catch (error) {
    // An embedding page may forbid this, and browsers limit how often it is done; the list works without it.
    if (!(error instanceof DOMException)) throw error
  }
}

/** Reports when the reader goes back or forward, or edits the address. */
export function listenToAddress(changed: (place: ReportPlace) => void): void {
  const look = (): void => changed(readReportPlace(location.hash))
  addEventListener('popstate', look)
  addEventListener('hashchange', look)
}
