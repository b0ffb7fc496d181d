import { createHash } from 'node:crypto'

/** Where what belongs to a run stands in Redis. */
export interface RunKeys {
  run: string
  bundle: string
  fences: string
  marks: string
  done: string
  results: string
  /** What judges answered, by question; and which questions are under way, with how many were put. */
  answers: string
  asking: string
  /** A channel. */
  events: string
  /** That somebody reported the run and took it off the queue. */
  over: string
}

/** All keys of a run. */
export function keysOf(run: string): RunKeys {
  const at = (name: string): string => `tableread:run:${run}:${name}`
  return {
    run: `tableread:run:${run}`,
    bundle: at('bundle'),
    fences: at('fences'),
    marks: at('marks'),
    done: at('done'),
    results: at('results'),
    answers: at('answers'),
    asking: at('asking'),
    events: at('events'),
    over: `tableread:over:${run}`,
  }
}

/** Those that are stored while it is on the queue. */
export function storedKeys({ events: _, over: __, ...stored }: RunKeys): string[] {
  return Object.values(stored)
}

/** The runs that are on the queue, by name; a hash of when each was seen last. */
export const runsKey = 'tableread:runs'
/** The workers that are there, by name; each with what it says of itself as JSON. */
export const workersKey = 'tableread:workers'
/** How far the conversations of a priority have come: runs that come later go on from there. */
export function ranksKey(priority: number): string {
  return `tableread:ranks:${priority}`
}
/** A channel on which all workers hear of runs that are cancelled. */
export const cancelChannel = 'tableread:cancel'

/** The limit of a service, by its origin, or of a run that has a local service of its own at each worker. */
export function limitKey(target: string | null, run: string): string {
  return `tableread:limit:${target === null ? `run ${run}` : new URL(target).origin}`
}

/** A short name for a conversation of a run, as keys and jobs have it. */
export function shortKey(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 20)
}

/** One conversation of a run that is on the queue. */
export interface ConversationAt {
  run: string
  epoch: string
  /** Which conversation of the run. */
  key: string
}

/** The name of the job that stands for a conversation. */
export function jobName({ run, epoch, key }: ConversationAt): string {
  return `${run}-${epoch}-${key}`
}

/** The conversation that a job stands for, by its name, which nobody can change without moving it; null for that of another program. */
export function readJobName(name: string): ConversationAt | null {
  const [, run, epoch, key] = /^(.+)-([0-9a-f]+)-([0-9a-f]+)$/.exec(name) ?? []
  return run === undefined || epoch === undefined || key === undefined ? null : { run, epoch, key }
}

/** For how long a run stays that nobody follows or works on, in seconds. */
export const runLasts = 86_400
