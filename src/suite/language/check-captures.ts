import { suggest } from '../../base/suggest.ts'
import { type Reading, refuse } from '../yaml/shape.ts'
import { refuseToolPattern } from './tool-patterns.ts'
import type { Turn } from './turn.ts'

const roots = ['reply', 'agentName', 'calls']
const calls = /^calls\.[^.]+(?:\.(?:arguments|output)(?:[.[].*)?)?$/

/** Refuses a capture path that no turn could ever have; whether a value is there is seen when the turn has run. */
export function checkCaptures({ capture = [], step, expect }: Turn, reading: Reading): void {
  const [first] = capture
  if (first !== undefined && (step !== undefined || expect?.error !== undefined)) {
    const why = step === undefined ? 'this turn is expected to be refused' : 'this is a step'
    const message = `${first.name} never gets a value: ${why}, so that there is no answer to capture from`
    refuse(reading, 'wrong-value', first.value.at, message, 'capture it in a turn that is answered')
    return
  }
  for (const { value: path } of capture) {
    const tool = /^calls\.([^.]+)/.exec(path.value)?.[1]
    if (tool !== undefined && refuseToolPattern(tool, path.at, reading)) continue
    const root = /^[^.[]*/.exec(path.value)?.[0] ?? ''
    if (roots.includes(root) && (root !== 'calls' || calls.test(path.value))) continue
    const near = roots.includes(root) ? undefined : suggest(root, roots)
    const hint =
      near === undefined
        ? 'write reply, agentName, calls.<tool>.arguments.… or calls.<tool>.output.…'
        : `did you mean ${near}${path.value.slice(root.length)}?`
    refuse(reading, 'wrong-value', path.at, `"${path.value}" leads to nothing in a turn`, hint)
  }
}
