/**
 * Measures what docs/measurements.md says of vary, and writes the figures there: `npm run bench:vary`, optionally with a
 * number of seeds for each robust agent (default a hundred). It takes a few minutes.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { elsewhere, weaknesses } from '../../tests/vary/desk.mjs'
import { countRow, percent, writeFigures } from '../figures.mjs'
import { countVariants, plansOf, varyTwin } from './twins.mjs'

const seeds = Number(process.argv[2] ?? 100)
const [plans, away] = ['suite.yaml', 'places.yaml'].map((file) => plansOf(`tests/vary/${file}`))
const all = [...plans, ...away]

/** Each planted brittleness, once, within 500 turns. */
async function measurePlanted() {
  const rows = []
  for (const weak of Object.keys(weaknesses)) {
    const { brittle, turns } = await varyTwin(elsewhere.includes(weak) ? away : plans, { weak })
    rows.push({ weak, turns, found: brittle.length > 0, single: brittle.some(({ edits }) => edits.length === 1) })
  }
  const found = rows.filter((row) => row.found)
  const single = found.filter((row) => row.single)
  return [
    countRow('planted brittlenesses found within 500 turns each', found.length, rows.length),
    countRow('of those, shrunk to one edit', single.length, found.length),
    `| the most turns that one of them took | ${Math.max(...rows.map(({ turns }) => turns))} | |`,
    `| not found | ${rows.flatMap(({ weak, found }) => (found ? [] : [weak])).join(', ')} | |`,
  ]
}

/** The robust agent with many seeds, failing by chance in some of its sessions. */
async function measureRobust(noise) {
  let told = 0
  let left = 0
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { brittle, conversations } = await varyTwin(all, { noise, seed: `seed ${seed}`, turnBudget: 900 })
    if (brittle.length > 0) told += 1
    left += conversations.filter(({ unjudged }) => unjudged !== null).length
  }
  const note = left === 0 ? '' : `; ${left} of ${all.length * seeds} conversations failed by themselves`
  return countRow(`robust agents that fail in ${percent(noise)} of sessions, told brittle`, told, seeds, note)
}

/** How many variants of all suites of the repository keep their meaning according to the check. */
function measureMeaning() {
  const folders = ['suites', 'tests/shop/suites', 'tests/vary']
  const files = folders.flatMap((folder) =>
    readdirSync(folder).flatMap((file) => (/\.yaml$/.test(file) ? [join(folder, file)] : [])),
  )
  const counts = files.map((file) => countVariants(file))
  const [made, dropped] = ['made', 'dropped'].map((key) => counts.reduce((sum, each) => sum + each[key], 0))
  return countRow(`variants of ${files.length} suites that keep their meaning by the check`, made - dropped, made)
}

writeFigures('vary', [
  ...(await measurePlanted()),
  await measureRobust(0),
  await measureRobust(0.05),
  await measureRobust(0.1),
  measureMeaning(),
])
