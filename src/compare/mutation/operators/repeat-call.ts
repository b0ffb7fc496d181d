import { callsOf, freeId } from './call-entries.ts'
import { acts } from './looks-up.ts'
import type { Operator } from './operator.ts'

/** Each call that does something made a second time, right after it was answered; one that only looks something up harms nobody. */
export const repeatCall: Operator = ({ entries, ...turn }) =>
  callsOf({ ...turn, entries }).flatMap(({ call, entry, output, name }) => {
    if (output === null || call.output === null || !acts(call.name)) return []
    const call_id = freeId(entries)
    const { timestamp } = output
    const again = [
      { ...entry, call_id, timestamp },
      { ...output, call_id },
    ]
    return [{ what: `${name} is called twice`, entries: entries.toSpliced(call.output.index + 1, 0, ...again) }]
  })
