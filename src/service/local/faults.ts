import { z } from 'zod'
import { faultsShape } from '../faults/fault.ts'
import { answerJson, type LocalHandler, readShape } from './local-call.ts'

const shape = z.strictObject({ faults: faultsShape })

/** `GET /_local/faults`. */
export const showFaults: LocalHandler = ({ context }) => answerJson({ faults: context.faults.list() })

/** `PUT /_local/faults` with `{ faults: [...] }` replaces all of them; their counts begin anew. */
export const setFaults: LocalHandler = async ({ request, context }) => {
  const read = await readShape(request, shape)
  if (!read.ok) return read.answer
  context.faults.set(read.value.faults)
  return answerJson({ faults: context.faults.list() })
}

/** `DELETE /_local/faults`. */
export const clearFaults: LocalHandler = ({ context }) => {
  context.faults.set([])
  return answerJson({ faults: [] })
}
