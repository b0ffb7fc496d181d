import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { TeethFlags } from '../src/app/flags/study-flags.ts'
import { teeth as run } from '../src/app/studies/teeth.ts'
import type { TeethResult } from '../src/compare/mutation/mutant/teeth-result.ts'

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'tableread-teeth-'))

const orders = resolve(root, 'tests/teeth/orders.yaml')
const accept = resolve(root, 'tests/teeth/teeth.yaml')

afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the verb in this process and captures its output; `result` is what --json wrote. */
async function teeth(paths: string[], flags: TeethFlags): Promise<{ code: number; out: string; result: TeethResult }> {
  const [write, file] = [process.stdout.write, join(folder, 'teeth.json')]
  let out = ''
  process.stdout.write = ((text: string) => {
    out += text
    return true
  }) as typeof write
  try {
    const code = await run(paths, { reporter: 'plain', json: file, ...flags })
    return { code, out, result: JSON.parse(readFileSync(file, 'utf8')) as TeethResult }
  } finally {
    process.stdout.write = write
  }
}

/** What changes from run to run has a name: how long it took, and the port of the local service. */
const maskTimes = (out: string): string =>
  out
    .replace(/in (?:[\d.]+ m?s|\d+ min \d+ s)(?=[.;]|$)/gm, 'in TIME')
    .replace(/(?<=\/\/127(?:\.|&#46;)0(?:\.|&#46;)0(?:\.|&#46;)1:)\d+/g, 'PORT')

describe('tableread teeth', () => {
  it('reads as it did', async () => {
    const { out, code } = await teeth([orders], { accept, limit: '6' })
    expect(code).toBe(0)
    await expect(maskTimes(out)).toMatchFileSnapshot(join(root, 'tests/teeth/orders.out'))
  })
  it('reads as it did in Markdown', async () => {
    await teeth([orders], { accept, limit: '3', markdown: join(folder, 'teeth.md') })
    const text = readFileSync(join(folder, 'teeth.md'), 'utf8')
    await expect(maskTimes(text)).toMatchFileSnapshot(join(root, 'tests/teeth/orders.md'))
  })
  it('exits with 1 below a least score, and where a conversation fails as it is', async () => {
    const kinds = ['drop-call']
    const sound = await teeth([`${orders}:5`], { kinds, minScore: '40' })
    expect([sound.code, sound.result.total]).toEqual([0, { caught: 1, survived: 1, accepted: 0 }])
    expect((await teeth([`${orders}:5`], { kinds, minScore: '51' })).code).toBe(1)
    expect((await teeth([orders], { kinds, minScore: '1' })).code).toBe(1)
    expect((await teeth([`${orders}:20`], { kinds })).code).toBe(1)
  })
  it.each<[string, TeethFlags, string]>([
    ['a kind that is none', { kinds: ['drop-cal'] }, 'did you mean drop call?'],
    ['a score that is none', { minScore: 'much' }, '--min-score much is not a percentage'],
    ['a file that is not there', { accept: 'none.yaml' }, 'there is no file of accepted mutants'],
    [
      'a suite that is not there',
      { accept: write('- { suite: Order, kind: drop call, reason: x }') },
      'did you mean "Orders"?',
    ],
    ['an entry without a reason', { accept: write('- { suite: Orders, kind: drop call }') }, 'reason'],
    [
      'an entry of no kind',
      { accept: write('- { suite: Orders, kind: drop cal, reason: x }') },
      'did you mean drop call?',
    ],
  ])('refuses %s', async (_, flags, message) => {
    await expect(teeth([orders], flags)).rejects.toThrow(message)
  })
  it('finds out how many conversations run at once where it is asked to', async () => {
    const write = process.stderr.write
    let output = ''
    process.stderr.write = ((text: string) => {
      output += text
      return true
    }) as typeof write
    try {
      expect((await teeth([`${orders}:5`], { kinds: ['drop-call'], concurrency: 'auto' })).code).toBe(0)
    } finally {
      process.stderr.write = write
    }
    expect(output).toMatch(/^concurrency auto: \d+ at once in the end$/m)
  })
  it('sends nothing but what a run sends', async () => {
    const { result } = await teeth([`${orders}:11`], {})
    expect(result.conversations.map(({ name, caught, survived }) => [name, caught + survived > 40])).toEqual([
      ['cancels an order', true],
    ])
  })
})

function write(text: string): string {
  const file = join(folder, `${createHash('sha256').update(text).digest('hex').slice(0, 8)}.yaml`)
  writeFileSync(file, `${text}\n`)
  return file
}

describe('the demo suites', () => {
  it('catch at least 95 % of what their agents could do worse, and every survivor is explained', {
    tags: 'stress',
  }, async () => {
    const { code, result } = await teeth([join(root, 'suites')], { accept: join(root, 'teeth.yaml'), minScore: '95' })
    expect([code, result.obsolete, result.suites.length]).toEqual([0, [], 3])
    expect(result.survivors.filter(({ accepted }) => accepted === null)).toEqual([])
    for (const { caught, accepted } of result.suites) expect(caught / (caught + accepted)).toBeGreaterThan(0.95)
  })
})
