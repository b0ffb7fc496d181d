import fc from 'fast-check'
import { TransportError } from '../../client/transport.ts'
import { type Counterexample, type Findings, type OutcomeCounts, ViolationError } from '../world/rule.ts'
import { TripwireError } from './oracle.ts'

export interface PropertySettings {
  seed: number
  runs: number
  /** Starts at one of the cases drawn from the seed. */
  path: string | null
  /** Real people may be behind the subject: stop at the first request that is accepted unexpectedly. */
  cautious: boolean
}

interface Failure<T> extends Pick<Counterexample, 'shrinks' | 'repeats'> {
  value: T
  error: ViolationError
  path: string
}

interface PropertyResult<T> {
  runs: number
  /** How many cases a guard held back. */
  blocked: number
  failure: Failure<T> | null
  /** No matching case could be drawn. */
  exhausted: boolean
}

/**
 * Runs a property to its end or its smallest counterexample, tried once more; a TripwireError ends it at once.
 * @throws whatever else `hold` throws, such as a TransportError when the service is gone
 */
export async function runProperty<T>(
  arbitrary: fc.Arbitrary<T>,
  hold: (value: T) => Promise<void>,
  { seed, runs, path, cautious }: PropertySettings,
): Promise<PropertyResult<T>> {
  let [blocked, passed] = [0, 0]
  let foreign: unknown
  let tripped = false
  const attempt = async (value: T): Promise<void> => {
    if (tripped || foreign !== undefined) return
    try {
      await hold(value)
      passed += 1
    } catch (error) {
      if (error instanceof TransportError && error.kind === 'blocked') {
        blocked += 1
        return
      }
      if (error instanceof TripwireError) {
        tripped = true
        passed += 1
        return
      }
      if (error instanceof ViolationError) {
        tripped = cautious && error.accepted
        throw error
      }
      if (!fc.PreconditionFailure.isFailure(error)) foreign = error
      throw error
    }
  }
  const parameters = { seed, numRuns: runs, ...(path === null ? {} : { path }) }
  const details = await (async () => fc.check(fc.asyncProperty(arbitrary, attempt), parameters))().catch(noSuchPath)
  if (details === null) return { runs: 0, blocked: 0, failure: null, exhausted: true }
  if (foreign !== undefined) throw foreign
  const error = details.errorInstance
  if (!details.failed || details.counterexample === null || !(error instanceof ViolationError)) {
    return { runs: passed, blocked, failure: null, exhausted: passed + blocked === 0 }
  }
  const [value] = details.counterexample
  const again = tripped ? error : await tryAgain(hold, value)
  return {
    runs: passed + 1,
    blocked,
    failure: {
      value,
      error: again ?? error,
      path: details.counterexamplePath ?? '',
      shrinks: details.numShrinks,
      repeats: again !== null && !tripped,
    },
    exhausted: false,
  }
}

/** The findings of a property; `shown` is what its counterexample shows beside what was expected and what came. */
export function findingsOf<T>(
  { runs, blocked, failure }: PropertyResult<T>,
  { seen, outside, odd }: OutcomeCounts,
  reason: string | null,
  describe: (failure: Failure<T>) => Partial<NonNullable<Findings['failure']>>,
): Findings {
  const findings = { runs, blocked, seen, outside, odd, reason, failure: null }
  if (failure === null) return findings
  const { error, path, shrinks, repeats } = failure
  const { message: finding, request } = error
  const plain = { finding, request, broken: [], drawn: null, path, shrinks, repeats }
  return { ...findings, failure: { ...plain, ...describe(failure) } }
}

const noWay = /^(Unable to replay|Too short replayPath|Mismatch between replayPath)/

/** Ignores that a path leads nowhere: of a rule's two sets of cases it belongs to one. @throws any other error */
function noSuchPath(error: unknown): null {
  if (error instanceof Error && noWay.test(error.message)) return null
  throw error
}

async function tryAgain<T>(hold: (value: T) => Promise<void>, value: T): Promise<ViolationError | null> {
  try {
    await hold(value)
    return null
  } catch (error) {
    if (error instanceof ViolationError) return error
    throw error
  }
}
