import { count } from '../../base/count.ts'
import type { RunEvent } from '../../engine/run-event.ts'
import { cleanLine } from '../text/clean-line.ts'
import type { Paint } from '../text/paint.ts'
import type { Output } from '../text/reporter.ts'
import { createProgressLine, type ProgressLine } from './progress-line.ts'

/** A line at the bottom of a terminal that tells how far a run is. */
export interface Progress extends Pick<ProgressLine, 'above' | 'end'> {
  update(event: RunEvent): void
}

/** How many conversations are done, how many turns were sent, and one of the conversations that are under way. */
export function createProgress(output: Output, paint: Paint): Progress {
  const running = new Set<string>()
  const state = { total: 0, done: 0, turns: 0 }
  const line = createProgressLine(
    output,
    paint,
    () => `${state.done}/${state.total}  ${count(state.turns, 'turn')}  ${cleanLine([...running][0] ?? '')}`,
  )
  return {
    update(event) {
      if (event.kind === 'begun') {
        state.total = event.plans.length
        line.begin()
      } else if (event.kind === 'conversation begun') running.add(event.plan.conversation.name.value)
      else if (event.kind === 'turn done') state.turns += 1
      else if (event.kind === 'conversation done') {
        state.done += 1
        running.delete(event.result.name)
      }
    },
    above: line.above,
    end: line.end,
  }
}
