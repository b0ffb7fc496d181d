import { foldLine } from '../text/line.ts'
import { eraseLine, type Paint } from '../text/paint.ts'
import type { Output } from '../text/reporter.ts'

/** A status line at the bottom of a terminal, redrawn on progress; does nothing if the output is not a terminal. */
export interface ProgressLine {
  begin(): void
  /** Writes text above the line. */
  above(text: string): void
  end(): void
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** Redraws the text of `describe` every 80 ms, however fast events arrive. */
export function createProgressLine(output: Output, paint: Paint, describe: () => string): ProgressLine {
  const { columns } = output
  if (columns === null) return { begin: () => undefined, above: (text) => output.write(text), end: () => undefined }
  let frame = 0
  let timer: NodeJS.Timeout | undefined
  const draw = (): void => {
    frame = (frame + 1) % frames.length
    const [line = ''] = foldLine(` ${frames[frame]} ${describe()}`, columns - 1, '')
    output.write(`${eraseLine}${paint.dim(line)}`)
  }
  return {
    begin() {
      timer = setInterval(draw, 80)
      timer.unref()
    },
    above: (text) => output.write(timer === undefined ? text : `${eraseLine}${text}`),
    end() {
      clearInterval(timer)
      timer = undefined
      output.write(eraseLine)
    },
  }
}
