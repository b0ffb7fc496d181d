import { count } from '../../../base/text/wording.ts'
import type { Comparison } from '../../../compare/comparison.ts'
import { featureRows } from '../../../compare/features/feature-row.ts'
import { isToldHeld, titleOfRule } from '../../../compare/gate/gate-policy.ts'
import type { FeatureEvidence } from '../../../compare/model/feature-evidence.ts'
import { describeJudging, describeUsage } from '../../../engine/verdict/describe-usage.ts'
import { describeLeftOut } from '../../../engine/verdict/part-of-run.ts'
import { nameVerdict } from '../../../engine/verdict/verdict.ts'
import { type Child, element } from '../../kit/element.ts'
import { dataTable } from '../data-table.ts'
import { drawStudy, spanText } from '../draw-study.ts'
import { formatMs } from '../latency.ts'
import type { PageDocument } from '../report-document.ts'
import { verdictWord } from '../verdict-mark.ts'
import type { HelpDialog } from './keyboard.ts'

interface ShellParts {
  header: readonly HTMLElement[]
  overview: readonly HTMLElement[]
  panel: HTMLElement
  filters: HTMLElement
  head: HTMLElement
  list: HTMLElement
  help: HelpDialog
}

export function drawShell({ header, overview, panel, filters, head, list, help }: ShellParts): HTMLElement[] {
  const keys = element('button', { type: 'button', class: 'quiet' }, 'Keys ', element('kbd', {}, '?'))
  keys.addEventListener('click', help.open)
  return [
    skipLink(list),
    element('header', 'top', element('span', 'brand', 'Tableread'), element('div', 'tools', themeButton(), keys)),
    element(
      'main',
      {},
      element('div', 'front', ...header),
      element('div', 'overview', ...overview, panel),
      filters,
      head,
      list,
    ),
    help.host,
  ]
}

/** Skips past the overview. It is a button because the hash of the address is used for places. */
function skipLink(list: HTMLElement): HTMLElement {
  const skip = element('button', { type: 'button', class: 'skip' }, 'Skip to the conversations')
  skip.addEventListener('click', () => list.querySelector<HTMLElement>('.opener')?.focus())
  return skip
}

const themes = ['as the system', 'light', 'dark'] as const

function themeButton(): HTMLElement {
  let at = 0
  const button = element('button', { type: 'button', class: 'quiet' })
  const show = (): void => {
    const theme = themes[at] ?? 'as the system'
    button.replaceChildren(`Colours: ${theme}`)
    if (theme === 'as the system') document.documentElement.removeAttribute('data-theme')
    else document.documentElement.setAttribute('data-theme', theme)
  }
  button.addEventListener('click', () => {
    at = (at + 1) % themes.length
    show()
  })
  show()
  return button
}

export function drawHeader(report: PageDocument): HTMLElement[] {
  if (report.kind === 'study') {
    const { result } = report
    const head = [element('p', 'kicker', ...kickerOf(report)), element('h1', {}, sentenceOf(report))]
    return [...head, element('div', 'summary', ...drawStudy(result))]
  }
  const leftOutNote = describeLeftOut(report.result)
  const used = usageOf(report)
  const { features, likely } = report.kind === 'comparison' ? report.result : {}
  return [
    element('p', 'kicker', ...kickerOf(report)),
    element('h1', {}, sentenceOf(report)),
    ...(leftOutNote === null ? [] : [element('p', 'left-out', leftOutNote)]),
    ...(likely?.sentence == null ? [] : [element('p', 'prose', `Worth a look: ${likely.sentence}`)]),
    ...(report.kind === 'comparison' ? [drawGate(report.result)] : []),
    ...(features === undefined
      ? []
      : drawChanges(features, report.kind === 'comparison' ? report.result.sides.b.label : '')),
    ...used.map((line) => element('p', 'muted', line)),
  ]
}

/** The usage of models; for a comparison, one line per side and the difference. */
function usageOf(report: Exclude<PageDocument, { kind: 'study' }>): string[] {
  if (report.kind === 'comparison') return report.usage
  const { usage, judging } = report.result
  return [describeUsage(usage), describeJudging(judging)].filter((each) => each !== null)
}

function kickerOf(report: PageDocument): Child[] {
  const { startedAt, ms, tableread } = report.result
  const when = startedAt.replace('T', ' ').replace(/(:\d\d)(\.\d+)?Z$/, '$1 UTC')
  const turns = report.kind === 'study' ? report.result.target : count(report.result.turns, 'turn')
  const noun = report.kind === 'study' ? 'finding' : 'conversation'
  const counts = `${count(report.cards.length, noun)} · ${turns} · ${formatMs(ms)} · Tableread ${tableread}`
  const calibration =
    report.kind === 'comparison' && report.result.calibration ? element('span', 'badge', 'calibration') : null
  return [element('time', { datetime: startedAt }, when), ` · ${counts} `, calibration]
}

export function sentenceOf(report: PageDocument): string {
  if (report.kind === 'comparison') return report.result.sentence
  if (report.kind === 'study') return spanText(report.result.headline)
  const { totals, versions, target } = report.result
  const parts = Object.entries(totals).flatMap(([verdict, count]) =>
    count === 0 ? [] : [`${count} ${nameVerdict(verdict)}`],
  )
  return `${parts.join(', ') || 'Nothing ran'} on ${versions.join(' and ') || 'no version'} of ${target}.`
}

/** The most changes that the first screen lists. */
const mostChanges = 5

/** What changed beyond chance over all conversations, as a list; the whole table is in the overview. */
function drawChanges(features: FeatureEvidence, label: string): HTMLElement[] {
  const causes = featureRows(features).filter((_, index) => features.listed[index]?.after === undefined)
  if (causes.length === 0) return []
  const items = causes.slice(0, mostChanges).map(({ what, where }) => element('li', {}, `${label} ${what}; ${where}`))
  const restCount = causes.length - items.length
  return [
    element(
      'section',
      'what-changed',
      element('h2', {}, 'What changed'),
      element('ul', {}, ...items, restCount > 0 ? element('li', 'muted', `and ${restCount} more`) : null),
    ),
  ]
}

/** The verdict of the gate, and the rules that failed; those that held are folded. */
function drawGate({ gate }: Pick<Comparison, 'gate'>): HTMLElement {
  const isTold = (rule: (typeof gate.rules)[number]): boolean => rule.verdict !== 'held' || isToldHeld(rule)
  const rowOf = ({ name, verdict, wanted, seen }: (typeof gate.rules)[number]): Child[] => [
    ...[titleOfRule(name), verdictWord(verdict === 'broken' ? 'failed' : verdict), wanted, seen],
  ]
  const rules = gate.rules.filter(isTold).map(rowOf)
  const ruleRows = gate.rules.filter((each) => !isTold(each)).map(rowOf)
  return element(
    'section',
    'gate',
    element('h2', {}, 'Gate ', verdictWord(gate.verdict)),
    rules.length === 0 ? null : ruleTable('Rules of the gate', rules),
    ruleRows.length === 0
      ? null
      : element(
          'details',
          'held',
          element('summary', {}, `${count(ruleRows.length, 'rule')} held`),
          ruleTable('Rules that held', ruleRows),
        ),
  )
}

function ruleTable(title: string, rules: readonly Child[][]): HTMLElement {
  return dataTable(title, ['rule', 'verdict', 'wanted', 'seen'], rules, { hideCaption: true })
}
