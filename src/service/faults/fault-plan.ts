import type { OperationId } from '../../wire/api/operation.ts'
import { createRandom, type Random } from '../answer/random.ts'
import type { Fault } from './fault.ts'

/** The configured faults, as data; each counts the requests of its operation since it was set. */
export interface FaultPlan {
  set(faults: readonly Fault[]): void
  list(): readonly Fault[]
  /** Counts one request of an operation and returns the faults that apply to it. */
  strike(operation: OperationId): readonly Fault[]
}

const none: readonly Fault[] = []

/** A plan without faults. */
export function createFaultPlan(): FaultPlan {
  let planned: { fault: Fault; seen: number; random: Random }[] = []
  return {
    set(faults) {
      planned = faults.map((fault) => ({ fault, seen: 0, random: createRandom(fault.seed ?? '1') }))
    },
    list: () => planned.map(({ fault }) => fault),
    strike(operation) {
      if (planned.length === 0) return none
      return planned.flatMap((each) => {
        const { fault } = each
        if (fault.operation !== undefined && fault.operation !== operation) return []
        each.seen += 1
        const due =
          (fault.nth === undefined || each.seen === fault.nth) &&
          (fault.every === undefined || each.seen % fault.every === 0) &&
          (fault.probability === undefined || each.random.chance(fault.probability))
        return due ? [fault] : []
      })
    },
  }
}
