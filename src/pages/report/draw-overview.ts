import { count } from '../../base/text/wording.ts'
import type { AgentDifference, BlueprintChange } from '../../compare/blueprint/compare-blueprints.ts'
import type { Comparison } from '../../compare/comparison.ts'
import type { NoiseFloor } from '../../compare/model/comparison-verdict.ts'
import type { AgentCoverage } from '../../engine/coverage/agent-coverage.ts'
import { contentKinds } from '../../engine/coverage/content-coverage.ts'
import type { Coverage } from '../../engine/coverage/coverage.ts'
import { callEndings } from '../../engine/coverage/tool-coverage.ts'
import { describeSeeds } from '../../engine/verdict/describe-seeds.ts'
import { createTally, sumTally, type Tally } from '../../engine/verdict/verdict.ts'
import { type Child, element } from '../kit/element.ts'
import { factList } from '../kit/json-block.ts'
import { dataTable, unfolding } from './data-table.ts'
import { drawFeatures } from './draw-features.ts'
import { formatDifference, latencyChart } from './latency.ts'
import type { PageDocument } from './report-document.ts'
import { drawRunTrend } from './run-trend.ts'
import { bothWords } from './side-pair.ts'
import { drawVersions, isUnlike, rowsByVersion } from './version-matrix.ts'

const howToCalibrate = 'Run the comparison with --calibrate to measure how much an agent differs from itself.'

/** `open` opens a conversation by its key. */
export function drawOverview(report: PageDocument, open: (key: string) => void): HTMLElement[] {
  const { problems } = report.result
  const folds: HTMLElement[] = []
  if (problems.length > 0) {
    const broken = fold('Files that could not be read', String(problems.length), () => [drawProblems(report)])
    broken.dataset.tone = 'bad'
    folds.push(broken)
  }
  if (report.kind === 'comparison') {
    const { agents, noise, features, sides, passed } = report.result
    const rates = (['a', 'b'] as const).map((key) => `${passed[key].passed} of ${passed[key].judged}`)
    folds.push(fold('Runs that passed', rates.join(', '), () => [drawRates(report.result)]))
    if (features !== undefined) {
      const { listed } = features
      const many = listed.length === 0 ? 'no feature listed' : count(listed.length, 'feature')
      const draw = (): HTMLElement[] => drawFeatures(features, sides, report.cards, open)
      folds.push(fold('What changed, and where', many, draw))
    }
    const changes = agents.reduce((count, agent) => count + agent.changes.length, 0)
    const isHidden = changes === 0 && agents.some(({ unseen }) => unseen !== null)
    if (agents.length > 0)
      folds.push(
        fold('What changed in the agents', isHidden ? 'not visible' : count(changes, 'change'), () =>
          drawAgents(agents),
        ),
      )
    folds.push(
      fold('Noise floor', noise === null ? 'not measured' : `${noise.discordant} of ${noise.pairs} pairs unlike`, () =>
        noise === null ? [element('p', 'muted', howToCalibrate)] : drawNoise(noise),
      ),
    )
  }
  const seeds = report.kind === 'run' ? (report.result.seeds ?? []) : []
  if (seeds.length > 0)
    folds.push(
      fold('Simulated users over seeds', String(seeds.length), () => [
        factList(seeds.map((each) => [`${each.name} [${each.version}]`, describeSeeds(each)])),
      ]),
    )
  if (report.kind === 'run' && report.result.versions.length > 1) {
    const rows = rowsByVersion(report)
    const unlike = rows.filter(isUnlike).length
    folds.push(
      fold('Versions', `${unlike} of ${count(rows.length, 'conversation')} unlike`, () => drawVersions(report, open)),
    )
  }
  if (report.keptRuns.length > 1)
    folds.push(fold('Over runs', count(report.keptRuns.length, 'run'), () => drawRunTrend(report.keptRuns)))
  if (report.kind !== 'study')
    folds.push(fold('Coverage', describeCoverage(report), () => drawCoverage(coverages(report))))
  const chart = latencyChart('Times over all conversations', report.latency)
  if (chart !== null) folds.push(fold('Latency', null, () => [chart]))
  return folds
}

function drawRates({ sides, passed }: Pick<Comparison, 'sides' | 'passed'>): HTMLElement {
  const rates = (['a', 'b'] as const).map((key) => {
    const { passed: good, judged, lost = 0 } = passed[key]
    const { label, agent, version, target } = sides[key]
    const what = [agent, label === version ? null : version, target].filter((each) => each !== null)
    return [
      element('span', 'side-title', label),
      element('span', 'muted', what.join(' · ')),
      element('span', {}, `${good} of ${judged} runs${lost === 0 ? '' : `; ${lost} more could not be judged`}`),
      rateBar(good, judged),
    ]
  })
  const heads = ['side', 'ran against', 'passed', 'share']
  return element('div', 'rates', dataTable('Runs that passed, by side', heads, rates, { hideCaption: true }))
}

function rateBar(good: number, judged: number): HTMLElement {
  const share = judged === 0 ? 0 : good / judged
  const bar = element('meter', { min: '0', max: '1', value: String(share), 'aria-label': 'share of runs that passed' })
  return element('span', 'rate', bar, `${Math.round(share * 100)} %`)
}

type Covered = Exclude<PageDocument, { kind: 'study' }>

function coverages(report: Covered): Parameters<typeof drawCoverage>[0] {
  if (report.kind === 'run') return [{ label: '', coverage: report.result.coverage }]
  const { sides, coverage } = report.result
  return [
    { label: sides.a.label, coverage: coverage.a },
    { label: sides.b.label, coverage: coverage.b },
  ]
}

function describeCoverage(report: Covered): string {
  const tools = new Set(
    coverages(report).flatMap(({ coverage }) => coverage.agents.flatMap(({ tools }) => tools.map(({ name }) => name))),
  )
  return count(tools.size, 'tool')
}

function drawProblems({ result }: PageDocument): HTMLElement {
  const lines = result.problems.map(({ file, at, message, code, hint }) =>
    element(
      'li',
      'problem',
      element('code', {}, `${file}:${at.line}:${at.column}`),
      element('span', {}, ` ${message} [${code}]`),
      hint === undefined ? null : element('span', 'sub', hint),
    ),
  )
  return element('ul', 'plain', ...lines)
}

/** How much the agent differs from itself; a difference between the sides must exceed that. */
function drawNoise({ pairs, discordant, conversations, turnMs, measuredAt }: NoiseFloor): HTMLElement[] {
  const share = pairs === 0 ? '' : ` (${((100 * discordant) / pairs).toFixed(1)} %)`
  return [
    factList([
      ['pairs of equal runs', String(pairs)],
      ['that came out differently', `${discordant}${share}`],
      ['turn times differ by', turnMs === null ? null : `${turnMs.map(formatDifference).join(' to ')} (middle half)`],
      ['measured', measuredAt.replace('T', ' ')],
    ]),
    conversations.length === 0
      ? element('p', 'muted', 'No conversation differed from itself.')
      : element('ul', 'plain', ...conversations.map((id) => element('li', {}, element('code', {}, id)))),
  ]
}

/** A collapsible section: a heading with a short summary, and contents that are drawn when it is first opened. */
function fold(title: string, about: Child, draw: () => readonly Child[]): HTMLDetailsElement {
  const summary = [element('h2', {}, title), about === null ? null : element('span', 'about', about)]
  return unfolding('fold', summary, () => [element('div', 'fold-body', ...draw())])
}

/** Prompts word by word, lists by added and removed items, settings by value. */
function drawAgents(agents: readonly AgentDifference[]): HTMLElement[] {
  return agents.map(({ agent, a, b, unseen, changes }) =>
    element(
      'section',
      'agent',
      element('h3', {}, agent, element('span', 'muted', ` ${a ?? 'not seen'} → ${b ?? 'not seen'}`)),
      unseen === null ? null : element('p', 'muted', unseen),
      unseen === null && changes.length === 0 ? element('p', 'muted', 'Nothing differs.') : null,
      element('dl', 'agent-changes', ...changes.flatMap(drawChange)),
    ),
  )
}

function drawChange({ path, words, added = [], removed = [], a, b }: BlueprintChange): HTMLElement[] {
  const value: Child[] =
    words === undefined
      ? [
          ...removed.flatMap((each) => [element('del', {}, each), ' ']),
          ...added.flatMap((each) => [element('ins', {}, each), ' ']),
          ...(a === undefined ? [] : [element('del', {}, a), ' ']),
          ...(b === undefined ? [] : [element('ins', {}, b)]),
        ]
      : [element('p', { class: 'text prompt', tabindex: '0' }, ...bothWords(words))]
  return [element('dt', {}, element('code', {}, path)), element('dd', {}, ...value)]
}

/** The coverage of each side, so that whatever only one side does stands out. */
function drawCoverage(sides: readonly { label: string; coverage: Coverage }[]): HTMLElement[] {
  const agents = new Map<string, CoverageLine[][]>()
  for (const [index, { coverage }] of sides.entries())
    for (const agent of coverage.agents) {
      const name = sides.length === 1 ? `${agent.agent}, version ${agent.version}` : agent.agent
      const columns = agents.get(name) ?? sides.map((): CoverageLine[] => [])
      columns[index] = [...(columns[index] ?? []), ...coverageLines(agent)]
      agents.set(name, columns)
    }
  const labels = sides.map(({ label }) => label)
  return [...agents].map(([agent, columns]) => drawAgent(agent, columns, labels))
}

function drawAgent(agent: string, columns: readonly CoverageLine[][], labels: readonly string[]): HTMLElement {
  const lines = new Map<string, (CoverageLine | undefined)[]>()
  for (const [index, column] of columns.entries())
    for (const line of column) {
      const key = JSON.stringify([line.section, line.name, line.detail])
      const cells = lines.get(key) ?? columns.map(() => undefined)
      cells[index] = line
      lines.set(key, cells)
    }
  const rows = [...lines.values()].sort(bySection).map((cells): Child[] => {
    const line = cells.find((each) => each !== undefined)
    const missing = columns.length > 1 && cells.some((cell) => cell === undefined)
    return [
      element('code', {}, line?.name ?? ''),
      line?.section ?? '',
      line?.detail ?? '',
      ...cells.map((cell) => tally(cell?.tally)),
      ...(columns.length > 1 ? [missing ? element('span', 'badge', 'one side only') : ''] : []),
    ]
  })
  const heads = [
    'name',
    'what',
    'phase and end',
    ...labels.map((label) => `${label} passed / failed / other`),
    ...(labels.length > 1 ? ['note'] : []),
  ]
  return dataTable(agent, heads, rows, { numbers: labels.map((_, index) => index + 3) })
}

const sections = ['tool', 'handoff', 'metadata', 'content']

/** Sorts by section, then by name, so that rows of one side only are next to similar ones. */
function bySection(one: readonly (CoverageLine | undefined)[], other: readonly (CoverageLine | undefined)[]): number {
  const [a, b] = [one, other].map((cells) => cells.find((cell) => cell !== undefined))
  const rank = sections.indexOf(a?.section ?? '') - sections.indexOf(b?.section ?? '')
  if (rank !== 0 || a?.section === 'content') return rank
  return (a?.name ?? '') < (b?.name ?? '') ? -1 : a?.name === b?.name ? 0 : 1
}

function tally(tallyGiven: Tally | undefined): Child {
  if (tallyGiven === undefined) return element('span', 'muted', '–')
  return `${tallyGiven.passed} / ${tallyGiven.failed} / ${tallyGiven.other}`
}

/** One line of coverage: what was seen, and how often in conversations that passed and that failed. */
interface CoverageLine {
  section: string
  name: string
  detail: string
  tally: Tally
}

/** What was seen of an agent, and the listed functions that nothing called, with an empty tally. */
export function coverageLines({ tools, handoffs, metadata, content, uncovered }: AgentCoverage): CoverageLine[] {
  return [
    ...tools.flatMap((tool) =>
      callEndings(tool).map(([detail, tally]) => ({ section: 'tool', name: tool.name, detail, tally })),
    ),
    ...(uncovered === null
      ? []
      : Object.entries(uncovered).flatMap(([phase, names]) =>
          names.map((name) => ({ section: 'tool', name, detail: `${phase}, never called`, tally: createTally() })),
        )),
    ...handoffs.map(({ name, count }) => ({ section: 'handoff', name, detail: '', tally: count })),
    ...metadata.map(({ name, count }) => ({ section: 'metadata', name, detail: '', tally: count })),
    ...contentKinds
      .filter((kind) => sumTally(content[kind]) > 0)
      .map((kind) => ({ section: 'content', name: kind, detail: '', tally: content[kind] })),
  ]
}
