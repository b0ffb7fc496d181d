import type { JsonObject } from '../../src/base/json/json.ts'
import { around, pretend, withBody } from './around.ts'
import { type Mutant, mutant } from './mutant.ts'

/** Refuses the request but carries it out all the same, with the wrong member mended. */
const doneAllTheSame = (operation: 'chat.trigger' | 'node.trigger', mended: JsonObject) =>
  around(async (call, next) => {
    const answer = await next(call)
    if (call.operation !== operation || answer.status !== 400) return answer
    await next(withBody(call, { ...call.body, ...mended }))
    return answer
  })

/** Mistakes that no answer shows, only their effects. */
export const effectMutants: readonly Mutant[] = [
  mutant(
    'DSP-11',
    'sending',
    'a refused template leaves as a message',
    doneAllTheSame('chat.trigger', { whatsappOptions: { messageType: 'say', message: 'Hello' } }),
  ),
  mutant(
    'NOD-02',
    'sending',
    'a refused node trigger calls somebody',
    doneAllTheSame('node.trigger', { workflow_id: 'wf-here', customer_number: '15550100009' }),
  ),
  ...(['workflow.call', 'workflow.delete', 'node.trigger'] as const).map((operation) =>
    mutant(
      'HST-04',
      'sending',
      `${operation} is accepted and does nothing`,
      around(async (call, next) => (call.operation === operation ? pretend(call) : next(call))),
    ),
  ),
]
