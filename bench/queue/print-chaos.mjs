import { runChaos } from './chaos.mjs'

/** What went wrong in a run, one line per kind; none if it held. */
export function wrongsOf({ lost, twice, doubled, begunAgain, invented, different, left }) {
  const kinds = { lost, twice, doubled, begunAgain, invented, different, left }
  return Object.entries(kinds).flatMap(([kind, them]) => (them.length === 0 ? [] : [`${kind}: ${them.join('; ')}`]))
}

/** Runs chaos and prints a row for each run, and what went wrong in any; true if nothing did. */
export async function printChaos(options, print) {
  print(`\n${options.kills} faults over ${options.workers} workers, seed ${options.seed}\n`)
  print('| run | faults, at which turn | worker lost | sessions in vain | lost | twice | turns doubled | differs |')
  print('| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |')
  let number = 0
  const tell = (run) => {
    number += 1
    const faults = run.faults.map(({ kind, at }) => `${kind} (${at})`).join(', ')
    const wrong = [run.lost, run.twice, run.doubled, [...run.different, ...run.invented, ...run.begunAgain]]
    print(`| ${[number, faults, run.workerLost, run.again, ...wrong.map((them) => them.length)].join(' | ')} |`)
    for (const line of wrongsOf(run)) print(`  ${line}`)
    if (wrongsOf(run).length > 0) print(run.said.slice(-2_000).replace(/^/gm, '    '))
  }
  const runs = await runChaos({ ...options, tell })
  const kinds = runs.flatMap(({ faults }) => faults.map(({ kind }) => kind))
  const inflicted = [...new Set(kinds)].map((kind) => `${kinds.filter((each) => each === kind).length} × ${kind}`)
  const wrong = runs.flatMap(wrongsOf)
  print(`\n${inflicted.join(', ')}: ${wrong.length === 0 ? 'every report is that of one machine' : 'NOT HELD'}`)
  return wrong.length === 0
}
