import type fc from 'fast-check'
import type { Bench } from '../world/bench.ts'
import { ViolationError } from '../world/violation-error.ts'
import { BrokenRuleError } from './broken-rule-error.ts'
import type { ServiceModel } from './service-model.ts'

/** One step against a service and its model. */
export type ServiceCommand = fc.AsyncCommand<ServiceModel, Bench>

/** What a command is made of. */
interface Given {
  /** The rule that a refusal of its request violates. */
  rule: string
  /** The command in words, from the model before it. */
  says(model: Readonly<ServiceModel>): string
  /** Whether the model has what the command needs. Default: always. */
  fits?(model: Readonly<ServiceModel>): boolean
  /** @throws BrokenRuleError for what does not hold */
  run(model: ServiceModel, bench: Bench): Promise<void>
}

/** Makes a command. What it did is noted in the model, so that a report can list it. */
export function command({ rule, says, fits = () => true, run }: Given): ServiceCommand {
  return {
    check: (model) => fits(model),
    async run(model, bench) {
      model.done.push(says(model))
      try {
        await run(model, bench)
      } catch (error) {
        if (error instanceof ViolationError) throw new BrokenRuleError(rule, error.message, error.request)
        throw error
      }
    },
    toString: () => rule,
  }
}
