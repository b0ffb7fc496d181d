import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CliRun } from './hostile/run-cli.ts'
import { runWarm } from './warm/run-warm.ts'

const root = mkdtempSync(join(tmpdir(), 'tableread-annotations-'))
const folder = join(root, 'packages/agent')
afterAll(() => rmSync(root, { recursive: true }))

const head = 'suite: S\nagent: order-desk\nmetadata: { customer_name: Asha, tier: gold }\nconversations:\n'

beforeAll(() => {
  mkdirSync(folder, { recursive: true })
  const turn =
    '{ user: I want to return order 3100, expect: { calls: [create_return_label: { with: { carrier: Northline } }] } }'
  writeFileSync(join(folder, 's.yaml'), `${head}  - name: "label, k-very-secret::"\n    turns:\n      - ${turn}\n`)
  writeFileSync(join(folder, 'broken.yaml'), `${head}  - name: b\n    turnz: []\n`)
})

const inActions = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: root, TABLEREAD_ANNOTATIONS: undefined, CI: 'true' }
const perform = (args: string[], env: NodeJS.ProcessEnv = inActions): Promise<CliRun> =>
  runWarm([...args, '--no-history'], { folder, env: { ...env, TABLEREAD_OTHER_API_KEY: 'k-very-secret' } })
const commandsIn = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('::'))

describe('in GitHub Actions', () => {
  it('a run shows what failed on its line, by the path from the root of the repository, and beside its report', async () => {
    const { out, err, code } = await perform(['run', 's.yaml', 'broken.yaml', '-v', 'draft', '--json'])
    expect(code).toBe(2)
    expect(commandsIn(err)).toEqual([
      expect.stringMatching(/^::error file=packages\/agent\/broken\.yaml,line=\d+,.*title=this file is broken::/),
      '::error file=packages/agent/s.yaml,line=7,col=104,endColumn=113,title=failed%3A label%2C <api key>%3A%3A [draft]::' +
        'create_return_label was called, but with other arguments%0A  arguments.carrier: expected "Northline", but here is "Parcelio"',
    ])
    expect(JSON.parse(out)).toMatchObject({ schemaVersion: 1 })
  })
  it('a comparison shows what got worse, and that its gate is shut', async () => {
    const { err, out, code } = await perform(['compare', 'default', 'draft', 's.yaml', '-r', 'plain'])
    expect([code, commandsIn(out)]).toEqual([1, []])
    expect(commandsIn(err)).toEqual([
      expect.stringMatching(/^::error title=the gate of compare is shut::Do not publish draft/),
      expect.stringMatching(
        /^::error file=packages\/agent\/s\.yaml,line=7,col=104,endColumn=113,title=regressed.*Parcelio|with other arguments/,
      ),
    ])
  })
  it('nothing is shown of what passed, nor by verbs that only read results', async () => {
    expect(commandsIn((await perform(['run', 's.yaml'])).err)).toEqual([])
    await perform(['run', 's.yaml', '-v', 'draft', '--json=r.json'])
    const { err } = await runWarm(['report', 'r.json'], { folder, env: inActions })
    expect(commandsIn(err)).toEqual([])
  })
  it.each<NodeJS.ProcessEnv>([{ TABLEREAD_ANNOTATIONS: 'off' }, { GITHUB_ACTIONS: '' }])(
    'nor where %o',
    async (env) => {
      const { out, err } = await perform(['run', 's.yaml', '-v', 'draft'], { ...inActions, ...env })
      expect(commandsIn(`${out}\n${err}`)).toEqual([])
    },
  )
})
