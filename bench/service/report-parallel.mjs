import { formatNumber, formatSpread, table } from './format.mjs'

const [mostMs, mostMb] = [3_000, 400]

/**
 * The targets for concurrent sessions: the fastest burst, since other load on the machine only ever adds, and
 * the peak memory.
 */
export function parallelTargets({ runs }) {
  const best = Math.min(...runs.flatMap(({ first, second }) => [first.wallMs, second.wallMs]))
  const time = {
    what: '1,000 sessions at once on a model of 1 s: from the first request to the last answer, the quickest burst',
    limit: `at most ${formatNumber(mostMs)} ms`,
    actual: `${formatNumber(best)} ms`,
    reached: best <= mostMs,
  }
  const peaks = runs.map(({ second }) => second.peakMb)
  if (peaks.includes(null)) return [time]
  const memory = {
    what: '1,000 sessions at once on a model of 1 s: peak memory of the service, two bursts one after the other',
    limit: `at most ${mostMb} MB`,
    actual: `${formatNumber(Math.max(...peaks))} MB`,
    reached: Math.max(...peaks) <= mostMb,
  }
  return [time, memory]
}

/** The bursts, with the processor time of the processes. */
export function parallelTable({ runs }, { sessions, rounds, latencyMs }) {
  const row = (which) =>
    ['wallMs', 'processorMs', 'clientMs', 'peakMb'].map((name) =>
      formatSpread(
        runs.map((run) => run[which][name]),
        0,
      ),
    )
  const said = `${rounds} services, each with two bursts of ${formatNumber(sessions)} sessions of one turn, all begun at once over open
connections, against a model of ${formatNumber(latencyMs)} ms: a stub of the wire protocol in a process of its own, asked by the AI
SDK. Client, service and model share the processors, so that one thread of the service has less than one of them where the
machine has two.`
  const head = [
    'burst',
    'last answer, ms',
    'service, processor ms',
    'client, processor ms',
    'peak memory of the service, MB',
  ]
  return `### Sessions at once\n\n${said}\n\n${table(head, [
    ['first', ...row('first')],
    ['second', ...row('second')],
  ])}`
}
