import { isJsonObject } from '../../base/json.ts'
import { type Reading, refuse } from '../yaml/shape.ts'
import { mentionsOf } from './mentions.ts'
import { readStepTime } from './step-time.ts'
import type { Turn } from './turn.ts'

/** Reports what a step lacks or has too much of. A step has no reply, so that expecting one could never hold. */
export function checkStep({ step, expect }: Turn, reading: Reading): void {
  if (step === undefined) return
  const { kind, body } = step
  if (kind === 'advance clock' || kind === 'wait') {
    const time = readStepTime(typeof body.value === 'string' ? body.value : '')
    const sound = time.kind === 'for' || (time.kind === 'to' && kind === 'advance clock')
    const hint =
      kind === 'wait'
        ? 'write a length such as 2 s'
        : 'write a length such as 36 h, or an instant such as 2026-03-29T01:00:00Z'
    if (!sound && !String(body.value).includes('{{'))
      refuse(reading, 'wrong-value', body.at, `"${String(body.value)}" is no time`, hint)
  }
  if (
    (kind === 'workflow call' || kind === 'delete call') &&
    isJsonObject(body.value) &&
    typeof body.value.workflow !== 'string'
  )
    refuse(
      reading,
      'missing-key',
      body.at,
      `${kind} needs the key "workflow"`,
      'write workflow: and the id of the workflow',
    )
  if (mentionsOf(expect).now)
    refuse(
      reading,
      'wrong-value',
      expect?.at ?? body.at,
      'now is the time of the last entry of a turn, and a step has none',
      'write the date itself',
    )
  if (expect?.reply !== undefined || expect?.calls !== undefined || expect?.latency !== undefined)
    refuse(
      reading,
      'wrong-value',
      expect.at,
      'a step has neither reply nor calls nor latency',
      'expect outbox, queue, attempts or error',
    )
}
