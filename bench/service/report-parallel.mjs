import { formatNumber, formatSpread, table } from './format.mjs'

const [mostMs, mostMb] = [3_000, 400]

/** The targets for sessions at once: the best burst, since the machine may have other work, and the memory. */
export function parallelTargets({ runs, peakMb }) {
  const best = Math.min(...runs.map(({ wallMs }) => wallMs))
  const time = {
    what: '1,000 sessions at once on a model of 1 s: from the first request to the last answer, best burst',
    limit: `at most ${formatNumber(mostMs)} ms`,
    actual: `${formatNumber(best)} ms`,
    reached: best <= mostMs,
  }
  if (peakMb === null) return [time]
  const memory = {
    what: '1,000 sessions at once on a model of 1 s: peak memory of the service',
    limit: `at most ${mostMb} MB`,
    actual: `${formatNumber(peakMb)} MB`,
    reached: peakMb <= mostMb,
  }
  return [time, memory]
}

/** The bursts, with what the processes needed of the processor. */
export function parallelTable({ runs, peakMb }, { sessions, rounds, latencyMs }) {
  const of = (name) =>
    formatSpread(
      runs.map((run) => run[name]),
      0,
    )
  const said = `${rounds} bursts of ${formatNumber(sessions)} sessions of one turn, all begun at once over open connections, against a
model of ${formatNumber(latencyMs)} ms: a stub of the wire protocol in a process of its own, asked by the AI SDK. Client, service and
model share the processors. Peak memory of the service: ${peakMb === null ? 'not measured' : `${formatNumber(peakMb)} MB`}.`
  const rows = [[of('wallMs'), of('processorMs'), of('clientMs')]]
  return `### Sessions at once\n\n${said}\n\n${table(['last answer, ms', 'service, processor ms', 'client, processor ms'], rows)}`
}
