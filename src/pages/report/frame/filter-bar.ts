import { countValues } from '../../../base/group-by.ts'
import { type CauseKind, causeKinds } from '../../../engine/verdict/cause-kind.ts'
import { nameVerdict } from '../../../engine/verdict/verdict.ts'
import { totalUsage, type Usage } from '../../../wire/api/usage.ts'
import { element } from '../../kit/element.ts'
import { type Card, type PageDocument, verdictsOf } from '../report-document.ts'
import { toneOf, verdictShape } from '../verdict-mark.ts'
import type { Decisions } from './decisions.ts'
import { decisionFilters, type ReportPlace } from './place.ts'

/** The controls that the report's contents call for; `go` receives each change. */
export function createFilterBar(
  report: PageDocument,
  go: (change: Partial<ReportPlace>, typed: boolean) => void,
): { host: HTMLElement; search: HTMLInputElement; show(place: ReportPlace): void } {
  let verdicts: string[] = []
  const counts = countValues(report.cards.map(({ verdict }) => verdict))
  const chips = verdictsOf(report.kind)
    .filter((verdict) => counts.has(verdict))
    .map((verdict) => {
      const chip = chipOf(verdict, { 'data-verdict': verdict }, nameVerdict(verdict), counts.get(verdict) ?? 0)
      chip.addEventListener('click', () => {
        const others = verdicts.filter((each) => each !== verdict)
        go({ verdicts: verdicts.includes(verdict) ? others : [...verdicts, verdict] }, false)
      })
      return chip
    })
  const unsteady = report.cards.filter(({ flakyOverRuns }) => flakyOverRuns).length
  const flaky = chipOf('flaky', { 'data-trend': 'flaky' }, 'flaky over runs', unsteady)
  flaky.addEventListener('click', () =>
    go({ trend: flaky.getAttribute('aria-pressed') === 'true' ? '' : 'flaky' }, false),
  )
  const search = element('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Search what was said, names, tags',
    'aria-label': 'Search conversations',
    autocomplete: 'off',
    spellcheck: 'false',
  }) as HTMLInputElement
  search.addEventListener('input', () => go({ text: search.value }, true))
  const choices = [
    choice('suite', 'Suite', distinct(report.cards.map(({ suite }) => suite)), go),
    choice('version', 'Version', distinct(report.cards.flatMap(({ version }) => version ?? [])), go),
    choice('tag', 'Tag', distinct(report.cards.flatMap(({ tags }) => tags)), go),
    choice('agent', 'Agent', distinct(report.cards.map(({ agent }) => agent)), go),
    choice('decision', 'Decision', report.kind === 'study' ? [] : [...decisionFilters], go),
    choice('cause', 'Cause', byKind(report.cards.flatMap(({ causes }) => causes)), go, 1),
    report.cards.some(({ causes }) => causes.length > 0) ? selectOf('group', 'Group', groupings, go) : null,
    choice('judged', 'Judged', distinct(report.cards.flatMap(({ judged }) => judged)), go, 1),
    report.cards.some(({ usage }) => usage !== undefined) ? selectOf('order', 'Order', orders, go) : null,
  ].filter((each) => each !== null)
  const host = element(
    'div',
    { class: 'filters', role: 'search', 'aria-label': 'Filter conversations' },
    element('div', { class: 'chips', role: 'group', 'aria-label': 'Verdicts' }, ...chips),
    unsteady === 0 ? null : flaky,
    search,
    ...choices.map(({ select }) => select),
  )
  keepHeight(host)
  return {
    host,
    search,
    show(place) {
      verdicts = place.verdicts
      for (const chip of chips) chip.setAttribute('aria-pressed', String(verdicts.includes(chip.dataset.verdict ?? '')))
      flaky.setAttribute('aria-pressed', String(place.trend !== ''))
      if (search.value !== place.text) search.value = place.text
      for (const { name, select } of choices) select.value = place[name]
    },
  }
}

function chipOf(verdict: Card['verdict'], data: Record<string, string>, words: string, cards: number): HTMLElement {
  return element(
    'button',
    { type: 'button', class: 'chip', 'data-tone': toneOf(verdict), ...data, 'aria-pressed': 'false' },
    verdictShape(verdict),
    `${words} `,
    element('span', 'count', String(cards)),
  )
}

interface Choice {
  name: 'suite' | 'version' | 'tag' | 'agent' | 'decision' | 'cause' | 'group' | 'judged' | 'order'
  select: HTMLSelectElement
}

/** A choice of one value or any; null if there is nothing to choose, that is, fewer values than `least`. */
function choice(
  name: Choice['name'],
  label: string,
  values: readonly string[],
  go: (change: Partial<ReportPlace>, typed: boolean) => void,
  least = 2,
): Choice | null {
  if (values.length < least) return null
  const options = values.map((value): [string, string] => [value, value])
  return selectOf(name, label, [['', `Any ${label.toLowerCase()}`], ...options], go)
}

const groupings: readonly [string, string][] = [
  ['', 'By verdict'],
  ['cause', 'By cause'],
]

const orders: readonly [string, string][] = [
  ['', 'Run order'],
  ['cost', 'By cost'],
]

function selectOf(
  name: Choice['name'],
  label: string,
  options: readonly [value: string, text: string][],
  go: (change: Partial<ReportPlace>, typed: boolean) => void,
): Choice {
  const select = element(
    'select',
    { 'aria-label': label },
    ...options.map(([value, text]) => element('option', { value }, text)),
  ) as HTMLSelectElement
  select.addEventListener('change', () => go({ [name]: select.value }, false))
  return { name, select }
}

const byKind = (values: readonly CauseKind[]): string[] => causeKinds.filter((kind) => values.includes(kind))
const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort()

/** The heads of open conversations stick right below it. */
function keepHeight(bar: HTMLElement): void {
  new ResizeObserver(() => {
    const height = getComputedStyle(bar).position === 'sticky' ? bar.offsetHeight : 0
    document.documentElement.style.setProperty('--bar', `${height}px`)
  }).observe(bar)
}

/** The cards that a place shows, in order. All words of the search text must occur, in any order. */
export function filterCards(cards: readonly Card[], place: ReportPlace, decisions: Decisions): Card[] {
  const words = place.text.toLowerCase().split(/\s+/).filter(Boolean)
  const fitting = cards.filter(
    (card) =>
      (place.verdicts.length === 0 || place.verdicts.includes(card.verdict)) &&
      (place.suite === '' || card.suite === place.suite) &&
      (place.version === '' || card.version === place.version) &&
      (place.agent === '' || card.agent === place.agent) &&
      (place.tag === '' || card.tags.includes(place.tag)) &&
      (place.decision === '' || (decisions[card.key] ?? 'undecided') === place.decision) &&
      (place.judged === '' || card.judged.some((each) => each === place.judged)) &&
      (place.cause === '' || card.causes.some((each) => each === place.cause)) &&
      (place.trend === '' || card.flakyOverRuns) &&
      words.every((word) => card.search.includes(word)),
  )
  const ordered = place.order === 'cost' ? costliestFirst(fitting, cards) : fitting
  return place.group === 'cause' ? ordered.toSorted((one, other) => rankOf(one) - rankOf(other)) : ordered
}

/** Cards without a cause come last. */
function rankOf({ causes: [first] }: Card): number {
  return first === undefined ? causeKinds.length : causeKinds.indexOf(first)
}

/** Sorts within verdicts, by cost if any price is known, else by tokens. */
function costliestFirst(fitting: readonly Card[], all: readonly Card[]): Card[] {
  const totals = new Map(all.map((card) => [card, totalUsage(takenBy(card))]))
  const priced = [...totals.values()].some(({ cost }) => cost !== null)
  const amountOf = (card: Card): number => {
    const { cost = null, inputTokens = 0, outputTokens = 0 } = totals.get(card) ?? {}
    return priced ? (cost ?? 0) : inputTokens + outputTokens
  }
  const verdicts = [...new Set(fitting.map(({ verdict }) => verdict))]
  return verdicts.flatMap((verdict) =>
    fitting.filter((card) => card.verdict === verdict).sort((one, other) => amountOf(other) - amountOf(one)),
  )
}

const takenBy = ({ usage = [] }: Card): readonly Usage[] => ('pairs' in usage ? [...usage.a, ...usage.b] : usage)
