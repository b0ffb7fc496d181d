import { element } from '../kit/element.ts'
import { drawAgents } from './draw-agents.ts'
import { drawCoverage } from './draw-coverage.ts'
import { drawNoise } from './draw-noise.ts'
import { fold } from './fold.ts'
import { latencyChart } from './latency-chart.ts'
import type { ReportDocument } from './report-document.ts'

/** What is known of the whole, each part behind a heading that opens: agents, coverage, times, noise, broken files. */
export function drawOverview(report: ReportDocument): HTMLElement[] {
  const { problems } = report.result
  const folds: HTMLElement[] = []
  if (problems.length > 0) {
    const broken = fold('Files that could not be read', String(problems.length), () => [drawProblems(report)])
    broken.dataset.tone = 'bad'
    folds.push(broken)
  }
  if (report.kind === 'comparison') {
    const { agents, noise } = report.result
    const changes = agents.reduce((count, agent) => count + agent.changes.length, 0)
    if (agents.length > 0)
      folds.push(fold('What changed in the agents', count(changes, 'change'), () => drawAgents(agents)))
    folds.push(
      fold('Noise floor', noise === null ? 'not measured' : `${noise.discordant} of ${noise.pairs} pairs unlike`, () =>
        noise === null
          ? [
              element(
                'p',
                'muted',
                'Run the comparison with --calibrate to measure how much an agent differs from itself.',
              ),
            ]
          : drawNoise(noise),
      ),
    )
  }
  folds.push(fold('Coverage', describeCoverage(report), () => drawCoverage(coverages(report))))
  const chart = latencyChart('Times over all conversations', report.latency)
  if (chart !== null) folds.push(fold('Latency', null, () => [chart]))
  return folds
}

function coverages(report: ReportDocument): Parameters<typeof drawCoverage>[0] {
  if (report.kind === 'run') return [{ label: '', coverage: report.result.coverage }]
  const { sides, coverage } = report.result
  return [
    { label: sides.a.label, coverage: coverage.a },
    { label: sides.b.label, coverage: coverage.b },
  ]
}

function describeCoverage(report: ReportDocument): string {
  const tools = new Set(
    coverages(report).flatMap(({ coverage }) => coverage.agents.flatMap(({ tools }) => tools.map(({ name }) => name))),
  )
  return count(tools.size, 'tool')
}

function drawProblems({ result }: ReportDocument): HTMLElement {
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

const count = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? '' : 's'}`
