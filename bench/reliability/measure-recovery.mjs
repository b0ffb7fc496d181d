import { loadTests } from './load-tests.mjs'

/** Long enough not to time out because the machine is busy. */
const shortMs = 3_000
const seedCount = Number(process.env.SEEDS ?? 20)

/** Runs the whole fault matrix: every fault at every turn of a conversation of five, under every seed. */
export async function measureRecovery() {
  const { runMatrix } = await loadTests('run-matrix.ts')
  const { faultCases } = await loadTests('faults.ts')
  const began = performance.now()
  const reports = await runMatrix(
    Array.from({ length: seedCount }, (_, index) => index + 1),
    32,
    { races: true, shortMs, over: 'port' },
  )
  const seconds = Math.round((performance.now() - began) / 1_000)
  const wrong = reports.filter((each) => each.wrong.length > 0)
  for (const { cell, run, wrong: found } of wrong)
    process.stderr.write(
      `${cell.column.name} at turn ${cell.point + 1}, seed ${cell.seed}: ${found.join('; ')} ${JSON.stringify(run.result.turns[cell.point].failure)}\n`,
    )
  const struck = reports.filter(({ cell }) => cell.failsAt === null || cell.failsAt >= cell.point)
  const blamable = reports.filter(({ cell }) => cell.failsAt !== null)
  const figures = [
    `${faultCases(shortMs).length} faults × 5 turns × ${seedCount} seeds = ${reports.length} conversations over loopback ports, ${struck.length} of which met their`,
    `fault, ${blamable.length} with an agent that errs at a known turn, in ${seconds} s: **${wrong.length} told wrongly**. No message stands twice in a`,
    'session that passed. What came of them where the agent did as it should and the fault struck after the first turn:',
    '',
    '| fault | passed | of these recovered | errored: unknown | errored otherwise | failed |',
    '|---|---:|---:|---:|---:|---:|',
    ...faultCases(shortMs).map(({ name }) => row(name, reports)),
    '',
    `Of ${first(reports).length} first turns that were lost, ${first(reports).filter(isUnknown).length} are unknown. A turn that was recovered took`,
    `${times(reports)}.`,
  ].join('\n')
  return { figures, failed: wrong.length > 0 }
}

function row(name, reports) {
  const own = reports.filter(({ cell }) => cell.column.name === name && cell.point > 0 && cell.failsAt === null)
  const count = (is) => own.filter(is).length
  const errored = ({ run }) => run.result.verdict === 'errored'
  return `| ${[
    name,
    count(({ run }) => run.result.verdict === 'passed'),
    count(({ cell, run }) => run.result.turns[cell.point].recovered !== undefined),
    count(isUnknown),
    count((each) => errored(each) && !isUnknown(each)),
    count(({ run }) => run.result.verdict === 'failed'),
  ].join(' | ')} |`
}

function isUnknown({ cell, run }) {
  return run.result.turns[cell.point].failure?.kind === 'unknown'
}

function first(reports) {
  return reports.filter(({ cell }) => cell.point === 0 && cell.column.ends === 'recovered')
}

function times(reports) {
  const ms = reports
    .flatMap(({ cell, run }) => (cell.column.isRace ? [] : (run.result.turns[cell.point].recovered ?? [])))
    .map((recovered) => ({ how: recovered.how, ms: recovered.ms }))
  const median = (how) => {
    const sorted = ms
      .filter((each) => each.how === how)
      .map((each) => each.ms)
      .sort((one, other) => one - other)
    return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
  }
  return `${median('fetched')} ms in the middle where its answer was fetched, and ${median('sent again')} ms where it was sent again`
}
