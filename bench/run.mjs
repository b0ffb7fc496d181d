import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { contenders } from './contenders.mjs'
import { describeLoad, describeMachine } from './machine.mjs'
import { runWork } from './run-work.mjs'
import { startStub } from './start-stub.mjs'
import { targetTable, workTable } from './table.mjs'
import { checkTargets } from './targets.mjs'
import { works } from './works.mjs'
import { writePage } from './write-page.mjs'

/**
 * `npm run bench`: measures, prints, and writes docs/performance.md. `--quick` runs fewer rounds and leaves the page
 * alone; `--only TEXT` takes the works whose name holds it; `--json FILE` keeps every single run.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
  },
})

if (!existsSync(new URL('../dist/cli/main.js', import.meta.url))) throw new Error('build first: npm run build')
const chosen = works.filter(({ name }) => name.includes(values.only ?? ''))
if (chosen.length === 0)
  throw new Error(`no work is called "${values.only}": ${works.map(({ name }) => name).join('; ')}`)

const folder = mkdtempSync(join(tmpdir(), 'tableread-bench-'))
const stub = await startStub()
const measured = []
try {
  for (const work of chosen) {
    const rounds = values.quick ? work.quickRounds : work.rounds
    const onRound = (round) => process.stderr.write(`\r${work.name}: round ${round} of ${rounds}`)
    measured.push({ work, rounds, runs: await runWork({ work, contenders, rounds, stub, folder, onRound }) })
    process.stderr.write('\n')
  }
} finally {
  await stub.stop()
  rmSync(folder, { recursive: true })
}

const sections = measured.map(({ work, rounds, runs }) => `### ${work.name}\n\n${rounds} rounds.\n\n${workTable(runs)}`)
const targets = measured.flatMap(({ work, runs }) => checkTargets(work, runs))
const machine = `Measured on ${describeMachine()}. Load of the machine in the last minute: ${describeLoad()}.`
const markdown = [targetTable(targets), machine, ...sections].join('\n\n')
process.stdout.write(`${markdown}\n`)
if (!values.quick && values.only === undefined) writePage(markdown)
if (values.json !== undefined) {
  const plain = measured.map(({ work, runs }) => ({ work, runs: Object.fromEntries(runs) }))
  writeFileSync(values.json, `${JSON.stringify(plain, null, 2)}\n`)
}
