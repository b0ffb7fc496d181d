export const decisionFilters = ['undecided', 'approved', 'rejected'] as const

/** Which conversations are open, and the filters of the list. Empty lists and texts filter nothing. */
export interface ReportPlace {
  open: string[]
  verdicts: string[]
  text: string
  tag: string
  suite: string
  version: string
  agent: string
  decision: string
  /** What judges found: `met`, `not met`, `unjudged` or `advice`. */
  judged: string
  cause: string
  /** `flaky`: only conversations that are flaky over the runs in the history. */
  trend: string
  /** `cost`: highest usage of models first, within each verdict. */
  order: string
  /** `cause`: group by cause instead of by verdict. */
  group: string
}

export const wholeList: ReportPlace = {
  open: [],
  verdicts: [],
  text: '',
  tag: '',
  suite: '',
  version: '',
  agent: '',
  decision: '',
  judged: '',
  cause: '',
  trend: '',
  order: '',
  group: '',
}

/** Reads a place from the hash of the address. A hash without `=` names one conversation: `#suites/orders.yaml:18`. */
export function readReportPlace(hash: string): ReportPlace {
  const bare = hash.replace(/^#/, '')
  if (bare !== '' && !bare.includes('=')) return { ...wholeList, open: [decode(bare)] }
  const given = new URLSearchParams(bare)
  const text = (name: string): string => given.get(name) ?? ''
  return {
    open: [...new Set(given.getAll('open'))],
    verdicts: given.getAll('verdict'),
    text: text('text'),
    tag: text('tag'),
    suite: text('suite'),
    version: text('version'),
    agent: text('agent'),
    decision: text('decision'),
    judged: text('judged'),
    cause: text('cause'),
    trend: text('trend'),
    order: text('order'),
    group: text('group'),
  }
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
