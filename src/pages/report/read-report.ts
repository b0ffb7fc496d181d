import type { Body, ReportDocument } from './report-document.ts'

/** The data that stands in the page. */
export interface EmbeddedReport {
  report: ReportDocument
  /** Reads one conversation, by the place of its card. */
  bodyAt(index: number): Body
}

/** Reads what the page needs at once; a conversation is read when it is asked for. */
export function readReport(): EmbeddedReport {
  const report = JSON.parse(textOf('report')) as ReportDocument
  let lines: string[] | null = null
  return {
    report,
    bodyAt(index) {
      lines ??= textOf('conversations').split('\n')
      return JSON.parse(lines[index] ?? 'null') as Body
    },
  }
}

const textOf = (id: string): string => document.getElementById(id)?.textContent ?? ''
