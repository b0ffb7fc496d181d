import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../src/app/cli/commands.ts'
import { longOf } from '../src/app/flags/flag.ts'
import { sharedFlags } from '../src/app/flags/shared-flags.ts'
import { formatNames, formatOf } from '../src/app/formats/formats.ts'
import { reportContext } from '../src/app/formats/reported.ts'
import { formatReport } from '../src/app/reports/write-reports.ts'
import { madeUpAttacks } from '../src/report/studies/attack.fixture.ts'
import { attackDocument } from '../src/report/studies/attack.ts'
import { dataOf } from './frozen/commands.ts'
import { runWarm } from './warm/run-warm.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/commands.md'), 'utf8')
const all = formatNames.map((name) => ({ name, ...formatOf(name) }))
const refused = commands.flatMap(({ name, without }) =>
  Object.entries(without).map(([flag, reason]) => ({ verb: name, flag: longOf(sharedFlags, flag), reason })),
)

it.each(refused)('$verb refuses $flag with the reason that the docs give', async ({ verb, flag, reason }) => {
  const rows = page.split('\n').filter((line) => line.startsWith('|') && line.includes(`\`${flag}\``))
  expect(rows.some((row) => row.includes(`\`${verb}\``) && row.includes(reason))).toBe(true)
  const { code, err } = await runWarm([verb, 'x', flag, 'file'], { folder: import.meta.dirname })
  expect([code, err]).toEqual([2, expect.stringContaining(`${verb} has no ${flag}\n   hint: ${reason}`)])
})

it('spans have what was said in conversations that passed, whatever else is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-formats-'))
  cpSync(join(import.meta.dirname, 'frozen/project'), folder, { recursive: true })
  const env = { TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off' }
  const run = (...flags: string[]): Promise<unknown> =>
    runWarm(['run', 'small.yaml', '--workspace', '.', ...flags], { folder, env })
  for (const shard of ['1', '2']) await run('--shard', `${shard}/2`, '--json', `${shard}.json`)
  await run('--no-journal', '--otlp', 'run.json')
  await runWarm(['merge', '1.json', '2.json', '--otlp', 'merged.json'], { folder, env })
  for (const file of ['run.json', 'merged.json'])
    expect(readFileSync(join(folder, file), 'utf8'), file).toContain('execute_tool lookup_order')
  rmSync(folder, { recursive: true })
})

describe('a study as', () => {
  const attacks = madeUpAttacks()
  const study = { result: attacks, document: attackDocument(attacks) }
  it.each(all)('$name reads as it did, and begins as a file of it is known by', async ({ name, ending, begins }) => {
    const text = await formatReport(
      name,
      study,
      reportContext(() => undefined),
    )
    expect(text).toMatch(begins)
    const golden = join(import.meta.dirname, `formats/attack.${ending}`)
    const output = dataOf(golden, text)
    if (process.env.UPDATE_GOLDENS === '1') writeFileSync(golden, output)
    expect(output).toBe(readFileSync(golden, 'utf8'))
  })
})
