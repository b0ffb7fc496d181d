import { drawCompared } from './draw-compared.ts'
import { drawRun } from './draw-run.ts'
import type { Body, ReportDocument } from './report-document.ts'

/** What an opened conversation shows. */
export function drawBody(body: Body, document: ReportDocument): HTMLElement[] {
  if (body.kind === 'run') return drawRun(body, document.keptRuns)
  if (document.kind === 'run') return []
  const { sides, alpha } = document.result
  return drawCompared(body, [sides.a.label, sides.b.label], alpha, document.keptRuns)
}
