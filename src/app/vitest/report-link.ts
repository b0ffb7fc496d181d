import { relative } from 'node:path'
import type { Plan } from '../../suite/plan/plan.ts'
import type { TestWork } from './test-work.ts'

/** Says in the data of a test where the report shows it and, where Vitest's UI is open, links to it there. */
export async function linkToReport({ id }: Plan, { settings, test, reportUrl }: TestWork): Promise<void> {
  const { review, versions } = settings
  const { tableread } = test.task.meta
  if (review.report === null || tableread === undefined) return
  const hash = reportHash(id, versions)
  const shown = relative(review.folder, review.report) + hash
  tableread.report = shown
  if (reportUrl === '') return
  const path = `${reportUrl}?${hash.slice(1)}`
  await test.annotate(shown, 'report', { path, contentType: 'image/svg+xml' })
}

/**
 * The fragment that opens a conversation in the HTML report: by `file:line`, and by the version too where the report is
 * of more than two versions, none of which it compares.
 */
function reportHash(id: string, versions: readonly string[]): string {
  const key = versions.length > 2 ? id : id.slice(0, id.lastIndexOf(' '))
  return `#open=${encodeURIComponent(key)}`
}
