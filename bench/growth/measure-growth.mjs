import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runOnce } from '../run-once.mjs'
import { curves } from './curves.mjs'

const bin = join(import.meta.dirname, '../../bin/tableread.js')

/**
 * The cost of a run at every size of every curve: the minimum of a few rounds, since other load only ever adds to it.
 */
export async function measureGrowth({ quick, only, stub, folder, onRound }) {
  const measured = []
  const chosen = curves.filter(({ name }) => only === '' || name === only)
  if (chosen.length === 0) throw new Error(`no curve is called "${only}": ${curves.map(({ name }) => name).join(', ')}`)
  for (const curve of chosen) {
    const points = []
    for (const x of quick ? curve.sizes.slice(0, -1) : curve.sizes) {
      const { units, ...at } = curve.at(x)
      const work = { name: `${curve.name} ${x}`, concurrency: 8, delayMs: 0, ...at }
      const place = join(folder, `${curve.name}-${x}`)
      mkdirSync(place)
      work.write(place)
      const rounds = quick || x * 5 > 20_000 ? 1 : 3
      const runs = []
      for (let round = 1; round <= rounds; round += 1)
        runs.push(await runOnce({ work, contender: tableread, stub, folder: place }))
      const least = (field) => Math.min(...runs.map((run) => run[field]))
      const bytes = (curve.outputs ?? []).map((name) => statSync(join(place, name)).size)
      points.push({ x, units, cpuMs: least('cpuMs'), wallMs: least('wallMs'), treeMb: least('treeMb'), bytes })
      onRound(work.name)
    }
    measured.push({ name: curve.name, points })
  }
  return measured
}

const tableread = {
  name: 'tableread run',
  fetches: 1,
  command: ({ work, url }) => ({
    args: [
      ...[bin, 'run', 'suites', '--target', url, '-c', String(work.concurrency)],
      ...['--reporter', 'plain', ...(work.flags ?? [])],
    ],
    env: { TABLEREAD_API_KEY: 'stub-key' },
  }),
}
