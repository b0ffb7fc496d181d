import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface Violation {
  id: string
  impact: string
  nodes: { html: string; failureSummary: string }[]
}

/** Serious and critical axe findings for the current page, one line each. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const violations = (await page.evaluate('axe.run(document).then(({ violations }) => violations)')) as Violation[]
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    )
}
