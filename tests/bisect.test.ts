import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runWarm } from './warm/run-warm.ts'

const folder = resolve(import.meta.dirname, 'bisect')

async function bisect(...args: string[]): Promise<{ code: number | null; out: string }> {
  const env = { NO_COLOR: '1', TABLEREAD_API_KEY: 'bisect-key' }
  const where = args.includes('--target') ? [] : ['--workspace', 'workspace']
  const { code, out, err } = await runWarm(['bisect', ...args, ...where], { folder, env })
  return { code, out: err + out }
}

/** Masks sessions and times, which differ from run to run. */
function steady(text: string): string {
  return text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'SESSION').replace(/ in \d[\d. a-z]*s$/m, ' in TIME')
}

/** The arguments of each case, and its exit code. */
const cases: [name: string, exitCode: number, args: string[]][] = [
  ['numbers', 0, ['orders.yaml:4', '--good', '1', '--bad', '14']],
  ['draft', 0, ['orders.yaml', '--good', '2', '--bad', 'draft', '-c', '1']],
  ['gap', 0, ['orders.yaml', '-t', 'thanks', '--good', '1', '--bad', '14', '--repeat', '1']],
  ['neighbours', 0, ['orders.yaml', '-t', 'tracks', '--good', '6', '--bad', '7', '--repeat', '3']],
  ['bad-passes', 4, ['orders.yaml', '--tags', 'always', '--good', '1', '--bad', 'draft']],
  ['good-fails', 4, ['orders.yaml', '-t', 'is kind', '--good', '1', '--bad', '14']],
  ['no-such-version', 2, ['orders.yaml', '-t', 'tracks', '--good', '5', '--bad', '14']],
  ['down', 3, ['orders.yaml', '-t', 'tracks', '--good', '1', '--bad', '2', '--target', 'http://127.0.0.1:9']],
  ['wrong-order', 2, ['orders.yaml', '--good', '4', '--bad', '3']],
  ['bad-default', 2, ['orders.yaml', '--good', '4', '--bad', 'default']],
  ['good-draft', 2, ['orders.yaml', '--good', 'draft', '--bad', 'draft']],
  ['no-ends', 2, ['orders.yaml', '--good', '4']],
]

describe('tableread bisect', () => {
  it.each(cases)('%s', async (name, exitCode, args) => {
    const { code, out } = await bisect(...args)
    const output = `exit code ${code}\n\n${steady(out)}`
    const file = resolve(folder, `${name}.out`)
    if (process.env.UPDATE_GOLDENS === '1') writeFileSync(file, output)
    expect(existsSync(file), `${name}.out is missing; write it with UPDATE_GOLDENS=1`).toBe(true)
    expect([code, output]).toEqual([exitCode, readFileSync(file, 'utf8')])
  })
  it('prints what docs/bisect.md shows', () => {
    const golden = readFileSync(resolve(folder, 'numbers.out'), 'utf8').replace('exit code 0\n\n', '')
    expect(readFileSync(resolve(folder, '../../docs/bisect.md'), 'utf8')).toContain(golden)
  })
  it('searches several conversations side by side with the same answers', async () => {
    const { out } = await bisect('orders.yaml', '--good', '2', '--bad', 'draft', '--json')
    const { conversations } = JSON.parse(out)
    const firsts = conversations.map(
      (each: { outcome: { first?: string; why?: string } }) => each.outcome.first ?? each.outcome.why,
    )
    expect(firsts).toEqual(['7', '11', 'draft', '9', 'good fails', 'bad passes'])
  })
  it('prints the result as JSON', async () => {
    const { code, out } = await bisect('orders.yaml:4', '--good', '1', '--bad', 'draft', '--json')
    const result = JSON.parse(out)
    expect([code, result]).toMatchObject([
      0,
      {
        kind: 'bisection',
        schemaVersion: 1,
        good: '1',
        bad: 'draft',
        conversations: [
          {
            id: 'orders.yaml:4',
            outcome: { kind: 'found', first: '7', before: '6' },
            versions: expect.arrayContaining([
              expect.objectContaining({ version: '7', cause: expect.objectContaining({ kind: 'agent' }) }),
            ]),
            sentence: expect.stringContaining('version 7 is the first where "tracks an order" fails'),
            missing: [],
            warnings: [],
          },
        ],
      },
    ])
    expect(result.turns).toBe(result.conversations[0].turns)
    expect(result.conversations[0].versions.map((each: { version: string }) => each.version).at(-1)).toBe('draft')
  })
})
