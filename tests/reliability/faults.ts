import type { Fault } from '../../src/service/faults/fault.ts'

/** One column of the fault matrix. */
export interface FaultCase {
  name: string
  /** Without what says when it strikes. */
  fault: Fault
  /** The time limit of the turn that it strikes, in milliseconds. */
  limitMs: number
  /**
   * What must come of a conversation whose agent does as it should, wherever the fault strikes. *passed*: nothing is lost.
   * *recovered*: it passes, unless the fault strikes the first turn, which is unknown. *unknown*: errored. *refused*:
   * errored, or passed where it was waited out. *failed*: the transcript itself breaks a law. *lawful*: either.
   */
  ends: 'passed' | 'recovered' | 'unknown' | 'refused' | 'failed' | 'lawful'
  /** Whether a short limit is run against, which a busy machine may lose. */
  isRace?: true
  /** How long after its request the service carries it out, where that is later than the turn may take. */
  lateMs?: number
}

/** Far above what anything takes here. */
const ample = 60_000

const broken: [string, Fault][] = [
  ['reset before', { kind: 'reset before' }],
  ['reset after', { kind: 'reset after' }],
  ['500 before', { kind: 'status' }],
  ['500 after', { kind: 'status', after: true }],
  ['503 before', { kind: 'status', status: 503 }],
  ['503 after', { kind: 'status', status: 503, after: true }],
  ['504 after', { kind: 'status', status: 504, after: true }],
  ['cut body', { kind: 'cut body' }],
  ['html body', { kind: 'html body' }],
]

/** Every fault of the local service at the chat trigger, with those that come both before and after a limit; `short` is the limit, in milliseconds, that faults must outlast. */
export const faultCases: (shortMs: number) => FaultCase[] = (short) => [
  ...broken.map(([name, fault]): FaultCase => ({ name, fault, limitMs: ample, ends: 'recovered' })),
  { name: '504 before', fault: { kind: 'status', status: 504 }, limitMs: short, ends: 'unknown' },
  { name: 'latency', fault: { kind: 'latency', ms: 30 }, limitMs: ample, ends: 'passed' },
  {
    name: 'latency past the limit',
    fault: { kind: 'latency', ms: 1.3 * short },
    limitMs: short,
    ends: 'recovered',
    lateMs: 1.3 * short,
    isRace: true,
  },
  {
    name: 'latency past recovery',
    fault: { kind: 'latency', ms: 2.6 * short },
    limitMs: short,
    ends: 'unknown',
    lateMs: 2.6 * short,
    isRace: true,
  },
  { name: 'slow drip', fault: { kind: 'slow drip', ms: 1 }, limitMs: ample, ends: 'passed' },
  {
    name: 'slow drip past the limit',
    fault: { kind: 'slow drip', ms: 0.3 * short },
    limitMs: short,
    ends: 'recovered',
    isRace: true,
  },
  { name: 'wrong content type', fault: { kind: 'wrong content type' }, limitMs: ample, ends: 'passed' },
  {
    name: 'too many requests',
    fault: { kind: 'too many requests', retryAfter: 0 },
    limitMs: ample,
    ends: 'refused',
  },
  { name: 'missing output', fault: { kind: 'missing output' }, limitMs: ample, ends: 'failed' },
  { name: 'orphan output', fault: { kind: 'orphan output' }, limitMs: ample, ends: 'failed' },
  { name: 'lost call', fault: { kind: 'lost call' }, limitMs: ample, ends: 'failed' },
  { name: 'duplicate id', fault: { kind: 'duplicate id' }, limitMs: ample, ends: 'lawful' },
  { name: 'out of order', fault: { kind: 'out of order' }, limitMs: ample, ends: 'failed' },
  { name: 'clock skew', fault: { kind: 'clock skew' }, limitMs: ample, ends: 'lawful' },
  { name: 'no phase', fault: { kind: 'no phase' }, limitMs: ample, ends: 'lawful' },
]

/** What may strike the session fetch as well, by which a turn is looked for and the whole is compared at the end. */
export const fetchFaults: Fault[] = [
  { kind: 'reset before' },
  { kind: 'reset after' },
  { kind: 'status', status: 500 },
  { kind: 'cut body' },
  { kind: 'html body' },
]
