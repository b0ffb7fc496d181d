import { type Child, element } from '../kit/element.ts'
import { hashOf, type Place, type Tab, tabs } from './place.ts'

/** What the tabs are made of: how many things each holds; null while that is not known. */
export interface TabBarFacts {
  place: Place
  counts: Record<Tab, number | null>
}

const names: Record<Tab, string> = { sessions: 'Sessions', queue: 'Queue', outbox: 'Outbox', service: 'Service' }

/** The tabs as links; the open session goes along. The count of the service is that of its faults. */
export function buildTabBar({ place, counts }: TabBarFacts): Child[] {
  return tabs.map((tab) =>
    element(
      'a',
      {
        href: hashOf({ ...place, tab }),
        'aria-current': tab === place.tab ? 'page' : null,
        'data-tab': tab,
      },
      names[tab],
      tab === 'service' ? faultsOf(counts[tab]) : element('span', 'count', counts[tab]?.toString() ?? '–'),
    ),
  )
}

function faultsOf(count: number | null): Child {
  if (count === null || count === 0) return null
  return element('span', 'count alarm', `${count} fault${count === 1 ? '' : 's'}`)
}
