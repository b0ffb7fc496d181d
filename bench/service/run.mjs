import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeLoad, describeMachine } from '../machine.mjs'
import { table } from './format.mjs'
import { parts } from './parts.mjs'
import { sizes } from './sizes.mjs'
import { startClient } from './start-client.mjs'
import { describeVersions } from './versions.mjs'
import { writeWorkspace } from './work.mjs'
import { writePage } from './write-page.mjs'

/**
 * `node bench/service/run.mjs`: measures the local service of the build, prints, and writes
 * docs/local-service-performance.md. `--quick` measures less and leaves the page alone; `--only NAME` runs one
 * part. With `--against FOLDER`, another checkout that is built, `start` is also compared with that build.
 */
const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, against: { type: 'string' } },
})

if (!existsSync(new URL('../../dist/app/cli/main.js', import.meta.url))) throw new Error('build first: npm run build')
const chosen = parts.filter(({ name }) => values.only === undefined || name === values.only)
if (chosen.length === 0)
  throw new Error(`no part is called "${values.only}": ${parts.map(({ name }) => name).join(', ')}`)

const folder = mkdtempSync(join(tmpdir(), 'tableread-bench-'))
const client = startClient()
const measured = []
try {
  const workspace = writeWorkspace(folder)
  for (const part of chosen) {
    const size = sizes[values.quick ? 'quick' : 'full'][part.name]
    const onRound = (round) => process.stderr.write(`\r${part.name}: ${round}`)
    measured.push({
      part,
      size,
      result: await part.measure({ client, folder, workspace, size, against: values.against, onRound }),
    })
    process.stderr.write('\n')
  }
} finally {
  await client.stop()
  rmSync(folder, { recursive: true })
}

const targets = measured.flatMap(({ part, result }) => part.targets(result))
const rows = targets.map(({ what, limit, actual, reached }) => [what, limit, actual, reached ? 'reached' : 'missed'])
const machine = `Measured on ${describeMachine()}, ${describeVersions()}. Load of the machine in the last minute: ${describeLoad()}.`
const sections = measured.map(({ part, size, result }) => part.table(result, size))
const markdown = [table(['target', 'limit', 'measured', ''], rows), machine, ...sections].join('\n\n')
process.stdout.write(`${markdown}\n`)
if (!values.quick && values.only === undefined) writePage(markdown)
