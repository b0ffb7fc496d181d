import type { Fault } from '../../src/service/faults/fault.ts'
import type { Mischief } from './mischief.ts'

/** One column of the fault matrix. */
export interface FaultCase {
  name: string
  /** A fault of the service itself, without the turn when it strikes. */
  fault?: Fault
  /** The mischief done between client and service. */
  mischief?: Mischief
  /** The time limit of the struck turn, in milliseconds. */
  limitMs: number
  /**
   * How a conversation must end if its agent behaves, wherever the fault strikes. *passed*: nothing is lost.
   * *recovered*: it passes, unless the fault strikes the first turn, which is then unknown. *unknown*:
   * errored, and its turn is unknown. *doubted*: errored, whatever happened to its turn. *caught*: recovered,
   * and failed for what its agent did late. *failed*: the transcript itself breaks a law. *lawful*: either
   * passed or failed.
   */
  ends: 'passed' | 'recovered' | 'unknown' | 'doubted' | 'caught' | 'failed' | 'lawful'
  /** How it may end as well on a busy machine, which looks later, or does the mischief later, than a quick one. */
  mayEnd?: FaultCase['ends']
  /** Whether the service may end up with a message twice: then the verdict must not be passed, nor failed for that turn. */
  mayDouble?: true
  /** Whether the fault races against a short limit, which a busy machine may lose. */
  isRace?: true
  /** How long after the request the service itself carries it out, if that is later than the turn's limit. */
  lateMs?: number
}

/** Far more than anything here takes. */
const ample = 60_000

const losses: [string, Fault][] = [
  ['reset after', { kind: 'reset after' }],
  ['500 after', { kind: 'status', after: true }],
  ['503 after', { kind: 'status', status: 503, after: true }],
  ['504 after', { kind: 'status', status: 504, after: true }],
  ['cut body', { kind: 'cut body' }],
  ['html body', { kind: 'html body' }],
  ['too many requests', { kind: 'too many requests', retryAfter: 0 }],
]

const notTaken: [string, Fault][] = [
  ['reset before', { kind: 'reset before' }],
  ['500 before', { kind: 'status' }],
  ['503 before', { kind: 'status', status: 503 }],
]

const between: [string, Mischief, FaultCase['ends'], mayEnd?: FaultCase['ends']][] = [
  ['taken, but 429', { kind: 'taken', answer: 429 }, 'recovered'],
  ['taken, but reset', { kind: 'taken', answer: 'reset' }, 'recovered'],
  ['taken, but 502', { kind: 'taken', answer: 502 }, 'recovered'],
  ['taken, but 429, and shown late', { kind: 'taken', answer: 429, lateMs: 800 }, 'recovered', 'unknown'],
  ['taken, but reset, and shown late', { kind: 'taken', answer: 'reset', lateMs: 800 }, 'recovered', 'unknown'],
  ['taken, but 408', { kind: 'taken', answer: 408 }, 'doubted'],
  ['taken, but 404', { kind: 'taken', answer: 404 }, 'doubted'],
  ['taken, but refused inside 200', { kind: 'taken', answer: 'inside 200' }, 'doubted'],
  ['late session', { kind: 'late session', lateMs: 300 }, 'passed'],
  [
    'late copy after 429, before it is sent again',
    { kind: 'late copy', answer: 429, lateMs: 700 },
    'recovered',
    'doubted',
  ],
  [
    'late copy after 429, behind the next one',
    { kind: 'late copy', answer: 429, lateMs: 3_200 },
    'doubted',
    'recovered',
  ],
  ['late copy after a reset', { kind: 'late copy', answer: 'reset', lateMs: 700 }, 'recovered', 'unknown'],
  ['very late copy after a reset', { kind: 'late copy', answer: 'reset', lateMs: 4_000 }, 'unknown', 'recovered'],
  ['very late copy after 502', { kind: 'late copy', answer: 502, lateMs: 4_000 }, 'unknown', 'recovered'],
  ['reset, and late work', { kind: 'late work', answer: 'reset', lateMs: 1_200 }, 'caught', 'doubted'],
  ['502, and late work', { kind: 'late work', answer: 502, lateMs: 1_200 }, 'caught', 'doubted'],
  ['504, and late work', { kind: 'late work', answer: 504, lateMs: 1_200 }, 'caught', 'doubted'],
  ['429, and late work', { kind: 'late work', answer: 429, lateMs: 1_800 }, 'caught', 'doubted'],
  ['502, and very late work', { kind: 'late work', answer: 502, lateMs: 3_300 }, 'doubted', 'caught'],
  ['taken, but 502, and a second copy late', { kind: 'second copy', answer: 502 }, 'unknown'],
  ['Retry-After 3600', { kind: 'refused', retryAfter: 3_600 }, 'unknown'],
]

/**
 * Every fault of the local service at the chat trigger, including those on either side of a limit, and
 * everything that can happen between client and service. `short` is the limit, in milliseconds, that faults
 * must outlast.
 */
export const faultCases: (shortMs: number) => FaultCase[] = (short) => [
  ...losses.map(([name, fault]): FaultCase => ({ name, fault, limitMs: ample, ends: 'recovered' })),
  ...notTaken.map(([name, fault]): FaultCase => ({ name, fault, limitMs: ample, ends: 'unknown' })),
  ...between.map(([name, mischief, ends, mayEnd]): FaultCase => {
    const mayDouble =
      mischief.kind === 'late copy' || mischief.kind === 'second copy' ? { mayDouble: true as const } : {}
    return { name, mischief, limitMs: ample, ends, ...(mayEnd === undefined ? {} : { mayEnd }), ...mayDouble }
  }),
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
  { name: 'missing output', fault: { kind: 'missing output' }, limitMs: ample, ends: 'failed' },
  { name: 'orphan output', fault: { kind: 'orphan output' }, limitMs: ample, ends: 'failed' },
  { name: 'lost call', fault: { kind: 'lost call' }, limitMs: ample, ends: 'failed' },
  { name: 'duplicate id', fault: { kind: 'duplicate id' }, limitMs: ample, ends: 'lawful' },
  { name: 'out of order', fault: { kind: 'out of order' }, limitMs: ample, ends: 'failed' },
  { name: 'clock skew', fault: { kind: 'clock skew' }, limitMs: ample, ends: 'lawful' },
  { name: 'no phase', fault: { kind: 'no phase' }, limitMs: ample, ends: 'lawful' },
]

/** Faults that may also strike the session fetch, which is used to find a turn and for the comparison at the end. */
export const fetchFaults: Fault[] = [
  { kind: 'reset before' },
  { kind: 'reset after' },
  { kind: 'status', status: 500 },
  { kind: 'cut body' },
  { kind: 'html body' },
]
