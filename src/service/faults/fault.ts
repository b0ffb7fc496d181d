import { z } from 'zod'
import { type OperationId, operations } from '../../wire/api/operation.ts'
import { createRandom, type Random } from '../answer/random.ts'

/** The kinds of fault that can be injected. The last group changes what a turn writes, for the stored session too. */
export const faultKinds = [
  'latency',
  'reset before',
  'reset after',
  'status',
  'too many requests',
  'cut body',
  'html body',
  'wrong content type',
  'slow drip',
  'missing output',
  'orphan output',
  'lost call',
  'duplicate id',
  'out of order',
  'clock skew',
  'no phase',
] as const
export type FaultKind = (typeof faultKinds)[number]

const count = z.int().min(1).exactOptional()

const faultShape = z.strictObject({
  kind: z.enum(faultKinds),
  /** Default: every operation. */
  operation: z.enum(Object.keys(operations) as [OperationId, ...OperationId[]]).exactOptional(),
  /** Only the nth request since the fault was set, counted from 1. */
  nth: count,
  /** Every nth request. */
  every: count,
  /** From 0 to 1, drawn from `seed`. */
  probability: z.number().min(0).max(1).exactOptional(),
  seed: z.string().exactOptional(),
  /** Milliseconds of latency, between pieces of a slow drip, or of clock skew. */
  ms: z.int().min(-86_400_000).max(86_400_000).exactOptional(),
  /** The status of kind `status`; default 500. */
  status: z.int().min(400).max(599).exactOptional(),
  /** Whether the request is still carried out before `status` is returned. */
  after: z.boolean().exactOptional(),
  /** The value of the Retry-After header, in seconds; default 1. */
  retryAfter: z.int().min(0).exactOptional(),
})

/** A fault and when it applies: without `nth`, `every` or `probability` to each request of its operation. */
export interface Fault extends z.output<typeof faultShape> {}

/** The shape in which /_local/faults accepts faults. */
export const faultsShape: z.ZodType<Fault[]> = z.array(faultShape)

/** The configured faults, as data; each counts the requests of its operation since it was set. */
export type FaultPlan = ReturnType<typeof createFaultPlan>

const none: readonly Fault[] = []

export function createFaultPlan() {
  let planned: { fault: Fault; seen: number; random: Random }[] = []
  return {
    set(faults: readonly Fault[]): void {
      planned = faults.map((fault) => ({ fault, seen: 0, random: createRandom(fault.seed ?? '1') }))
    },
    list: () => planned.map(({ fault }) => fault),
    /** Counts one request of an operation and returns the faults that apply to it. */
    strike(operation: OperationId): readonly Fault[] {
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
