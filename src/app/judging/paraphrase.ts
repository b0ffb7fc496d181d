import { isJsonObject } from '../../base/json/json.ts'
import type { Judges } from '../../engine/judge/judges.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { findModel } from '../../wire/models/find-model.ts'
import type { RunSettled } from '../config/settings.ts'
import { warn } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'

/** How many paraphrases of a conversation to ask a model for. */
const wordings = 2

const system = `You reword messages that customers type to a service. Keep what each message asks for and every number, date, amount, name, id, quotation and {{placeholder}} exactly as it is written. Add no fact and leave none out, deny nothing that is not denied. Answer with the reworded message alone, on one line.`

/** Answers are checked like every variant; without one the turn stays as it is. @throws UsageError without its model */
export function paraphraser(
  by: string,
  { judges, signal }: { judges: Judges; signal?: AbortSignal },
  { judges: { models }, seed }: Pick<RunSettled, 'judges' | 'seed'>,
): (plan: Plan) => Promise<ReadonlyMap<number, readonly string[]>> {
  const model = findModel({ use: by }, models)
  if (!model.ok) throw new UsageError(`--paraphrase-by ${by}: ${model.reason}`, model.hint)
  let hasWarned = false
  return async ({ conversation, suite }) => {
    const answers = new Map<number, string[]>()
    for (const [index, { user }] of conversation.turns.entries()) {
      if (user === null || judges.say === undefined) continue
      for (let number = 1; number <= wordings; number += 1) {
        const reading = await judges.say(
          {
            by,
            system,
            material: { message: user.value },
            write: (material) => (isJsonObject(material) ? String(material.message) : ''),
            occasion: [seed, suite, conversation.name.value, index, number],
            about: `a paraphrase of "${conversation.name.value}"`,
            attempt: number,
            version: 1,
          },
          signal,
        )
        if ('none' in reading && !hasWarned) {
          hasWarned = true
          warn(`${by} does not paraphrase: ${reading.none}`)
        }
        if ('text' in reading) answers.set(index, [...(answers.get(index) ?? []), reading.text.trim()])
      }
    }
    return answers
  }
}
