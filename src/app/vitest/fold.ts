import { foldLine } from '../../report/text/fold-line.ts'

/** Breaks long lines between words; what follows a break is indented as the line itself. At 90 columns, the UI's code view needs no scrolling. */
export function fold(text: string, width = 90): string {
  return text
    .split(/\r?\n/)
    .flatMap((line) => foldLine(line, width, /^\s{0,20}/.exec(line)?.[0] ?? ''))
    .join('\n')
}
