import type { RunEvent } from '../results/run-event.ts'
import type { Paint } from './paint.ts'
import type { Output } from './reporter.ts'

/** A line at the bottom of a terminal that tells how far a run is; nothing at all where the output is no terminal. */
export interface Progress {
  update(event: RunEvent): void
  /** Writes text above the line. */
  above(text: string): void
  end(): void
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const erase = '\r\u001b[2K'

/** Redraws at most every 80 ms, whatever the speed of events. */
export function createProgress(output: Output, paint: Paint): Progress {
  const { columns } = output
  if (columns === null) return { update: () => undefined, above: (text) => output.write(text), end: () => undefined }
  const running = new Set<string>()
  const state = { total: 0, done: 0, turns: 0, frame: 0 }
  let timer: NodeJS.Timeout | undefined
  const line = (): string => {
    state.frame = (state.frame + 1) % frames.length
    const text = ` ${frames[state.frame]} ${state.done}/${state.total}  ${state.turns} turns  ${[...running][0] ?? ''}`
    return paint.dim(text.slice(0, columns - 1))
  }
  const draw = (): void => output.write(`${erase}${line()}`)
  return {
    update(event) {
      if (event.kind === 'begun') {
        state.total = event.plans.length
        timer = setInterval(draw, 80)
        timer.unref()
      } else if (event.kind === 'conversation begun') running.add(event.plan.conversation.name.value)
      else if (event.kind === 'turn done') state.turns += 1
      else if (event.kind === 'conversation done') {
        state.done += 1
        running.delete(event.result.name)
      }
    },
    above: (text) => output.write(timer === undefined ? text : `${erase}${text}`),
    end() {
      clearInterval(timer)
      timer = undefined
      output.write(erase)
    },
  }
}
