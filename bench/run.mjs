import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { choosePeers } from './choose-peers.mjs'
import { describeLoad, describeMachine } from './machine.mjs'
import { parts } from './parts.mjs'
import { startStub } from './start-stub.mjs'
import { targetTable } from './table.mjs'
import { writePage } from './write-page.mjs'

/**
 * `npm run bench -- [parts…]`: measures, prints, and writes docs/performance.md with its pictures. `--quick`
 * runs fewer and smaller works and leaves the page alone, and so does naming parts; `--page` writes it
 * anyway. `--only TEXT` selects works, or a curve, by name. `--no-peers` leaves out the third-party tools,
 * which are otherwise installed into bench/.peers. `--json FILE` keeps every single run.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    quick: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    peers: { type: 'boolean', default: true },
    json: { type: 'string' },
  },
})
if (!existsSync(new URL('../dist/start/start.js', import.meta.url))) throw new Error('build first: npm run build')
const unknown = positionals.filter((name) => parts.every((part) => part.name !== name))
if (unknown.length > 0) throw new Error(`no part is called ${unknown}: ${parts.map(({ name }) => name).join(', ')}`)
const chosen = parts.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

// Under bench/, so that the hand-written tests find Vitest.
const home = join(import.meta.dirname, '.peers')
mkdirSync(home, { recursive: true })
const folder = mkdtempSync(join(home, 'work-'))
const needsPeers = chosen.some(({ name }) => name === 'works' || name === 'teeth')
const { peers, missing, versions } = choosePeers(values.peers && needsPeers)
const stub = await startStub()
const measured = []
try {
  for (const part of chosen) {
    const onRound = (told) => process.stderr.write(`\r\x1b[K${part.name}: ${told}`)
    const place = join(folder, part.name)
    mkdirSync(place)
    const context = { quick: values.quick, only: values.only, peers, stub, folder: place, onRound }
    measured.push({ part, data: await part.measure(context) })
    process.stderr.write('\n')
  }
} finally {
  await stub.stop()
  rmSync(folder, { recursive: true })
}

const reported = measured.map(({ part, data }) => part.report(data))
const others = versions.length > 0 ? ` Tools of others: ${versions.join(', ')}.` : ''
const machine = `Measured on ${describeMachine()}.${others} Load of the machine in the last minute: ${describeLoad()}.`
const markdown = [
  targetTable(reported.flatMap(({ targets }) => targets)),
  machine,
  ...missing,
  ...reported.map(({ text }) => text),
].join('\n\n')
process.stdout.write(`${markdown}\n`)
const whole = !values.quick && values.only === '' && positionals.length === 0
if (whole || values.page) writePage(markdown, Object.assign({}, ...reported.map(({ pictures }) => pictures)))
if (values.json !== undefined) {
  const plain = Object.fromEntries(measured.map(({ part, data }) => [part.name, data]))
  writeFileSync(values.json, `${JSON.stringify(plain, null, 2)}\n`)
}
