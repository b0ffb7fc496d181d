import type fc from 'fast-check'
import type { Bench } from '../world/bench.ts'
import type { ContractRequest } from '../world/contract-request.ts'
import { ViolationError } from '../world/rule.ts'

/** One step against a service and its model. */
export type ServiceCommand = fc.AsyncCommand<ServiceModel, Bench>

interface Given {
  /** The rule that is violated if its request is refused. */
  rule: string
  /** The command in words, given the model before it. */
  says(model: Readonly<ServiceModel>): string
  /** Whether the model has what the command needs. Default: always. */
  fits?(model: Readonly<ServiceModel>): boolean
  /** @throws BrokenRuleError for what does not hold */
  run(model: ServiceModel, bench: Bench): Promise<void>
}

/** Makes a command. What it did is recorded in the model, so that a report can list it. */
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

/** The parts of a command that is about something in the model. */
interface GivenOn<T> {
  rule: string
  /** What it may be about; a drawn number selects one, and the command fits if there is any. */
  among(model: Readonly<ServiceModel>): T[]
  says(chosen: T, model: Readonly<ServiceModel>): string
  run(chosen: T, model: ServiceModel, bench: Bench): Promise<void>
}

export function commandOn<T>(index: number, { rule, among, says, run }: GivenOn<T>): ServiceCommand {
  const choose = (model: Readonly<ServiceModel>): T => {
    const all = among(model)
    return all[index % all.length] as T
  }
  return command({
    rule,
    says: (model) => says(choose(model), model),
    fits: (model) => among(model).length > 0,
    run: (model, bench) => run(choose(model), model, bench),
  })
}

/** Thrown by a command: the rule that does not hold; the message says what was expected and what came. */
export class BrokenRuleError extends Error {
  constructor(
    readonly rule: string,
    message: string,
    readonly request: ContractRequest | null = null,
  ) {
    super(message)
    this.name = 'BrokenRuleError'
  }
}

/** @throws BrokenRuleError when there is a finding */
export function demandOf(rule: string, finding: string | null, request: ContractRequest | null = null): void {
  if (finding !== null) throw new BrokenRuleError(rule, finding, request)
}

export type Owner = 'own' | 'other'

/** A conversation, and everything its customer has said. */
export interface ModelSession {
  id: string
  owner: Owner
  agent: string
  said: string[]
  /** The time of the last turn: a service may end an idle conversation. */
  lastTurn: number
}

export interface ModelCall {
  callId: string
  sessionId: string
  number: string
  /** The workflow of the request; null for a call trigger. */
  flow: string | null
  /** Absent counts as 10 (QUE-02). */
  priority: number | null
  due: number
  /** How many times it may be retried. */
  retries: number
  deleted: boolean
}

/** The expected state of the service after the commands so far. Times are milliseconds. */
export interface ServiceModel {
  now: number
  sessions: ModelSession[]
  messages: { sessionId: string; due: number }[]
  calls: ModelCall[]
  /** How often a draft was published. */
  published: number
  /** The commands so far, in words. */
  done: string[]
}

export function emptyModel(now: number): ServiceModel {
  return { now, sessions: [], messages: [], calls: [], published: 0, done: [] }
}
