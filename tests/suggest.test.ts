// @module-tag stress
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TeethResult } from '../src/compare/mutation/mutant/teeth-result.ts'
import type { SuggestionResult } from '../src/engine/grid/suggestion-shape.ts'
import type { RunResult } from '../src/engine/run-result.ts'
import type { CliRun } from './hostile/run-cli.ts'
import { bankFaults, clinicFaults, hotelFaults, libraryFaults, shopFaults } from './suggest/desk.mjs'
import { visitFaults } from './suggest/visit-desk.mjs'
import { runWarm } from './warm/run-warm.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-suggest-'))
const workspace = resolve(import.meta.dirname, 'suggest/workspace')
const desks: Record<string, object> = {
  'shop-desk': shopFaults,
  'bank-desk': bankFaults,
  'clinic-desk': clinicFaults,
  'hotel-desk': hotelFaults,
  'library-desk': libraryFaults,
  'visit-desk': visitFaults,
}

afterAll(() => rmSync(folder, { recursive: true }))

const tableread = (line: string): Promise<CliRun> =>
  runWarm([...line.split(' '), '--workspace', workspace], { folder, env: { NO_COLOR: '1' } })
const read = <T>(file: string): T => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T

beforeAll(async () => {
  const { code, err } = await tableread('suggest --write drafts --json=suggest.json')
  expect(code, err).toBe(0)
})

/** Suites that `suggest --write` drafts from blueprints alone, against faults that nobody showed it. */
describe('suites drafted from blueprints alone', () => {
  it('are written once for each agent, and then cover what they were written for', async () => {
    expect(readdirSync(join(folder, 'drafts')).sort()).toEqual(
      Object.keys(desks)
        .sort()
        .map((desk) => `${desk}.drafts.yaml`),
    )
    const { cells } = read<SuggestionResult>('suggest.json')
    expect(cells.every(({ coveredBy }) => coveredBy.length === 0)).toBe(true)
    expect((await tableread('suggest drafts --json=again.json')).code).toBe(0)
    const open = read<SuggestionResult>('again.json').cells.filter(
      ({ byHand, coveredBy }) => byHand === null && coveredBy.length === 0,
    )
    expect(open.filter(({ kind }) => kind !== 'rule').map(({ id }) => id)).toEqual([])
    expect((await tableread('suggest drafts --write more')).code).toBe(0)
    expect(existsSync(join(folder, 'more/bank-desk.drafts.yaml'))).toBe(false)
  })
  it('pass on the published version, never now and then, and are proven', async () => {
    const { code } = await tableread('prove drafts --json=proof.json')
    const { conversations } = read<TeethResult>('proof.json')
    const refused = conversations.filter(({ proof }) => proof?.refused !== null)
    expect(conversations.filter(({ proof }) => proof !== undefined && proof.passed > 0 && proof.passed < 5)).toEqual([])
    expect([code, refused.map(({ name }) => name)]).toEqual([1, ['search_rooms finds nothing']])
    console.log(`drafts: ${conversations.length}; proven: ${conversations.length - refused.length}`)
  })
  it('catch at least 85 % of the faults', async () => {
    const proof = read<TeethResult>('proof.json')
    const proven = new Set(proof.conversations.flatMap(({ name, proof }) => (proof?.refused === null ? [name] : [])))
    const rows: [fault: string, verdict: string][] = []
    for (const [desk, faults] of Object.entries(desks)) {
      const names = Object.keys(faults)
      const versions = names.map((_, at) => `-v ${at + 2}`).join(' ')
      await tableread(`run drafts/${desk}.drafts.yaml ${versions} --no-history --json=run.json`)
      const { conversations } = read<RunResult>('run.json')
      for (const [at, fault] of names.entries()) {
        const own = conversations.filter(({ name, version }) => proven.has(name) && version === String(at + 2))
        expect(own.length).toBeGreaterThan(5)
        const failed = own.some(({ verdict }) => verdict === 'failed')
        const errored = own.some(({ verdict }) => verdict === 'errored')
        rows.push([`${desk}: ${fault}`, failed ? 'caught' : errored ? 'errored' : 'missed'])
      }
    }
    const countOf = (verdict: string): number => rows.filter(([, own]) => own === verdict).length
    console.log(rows.map(([fault, verdict]) => `${verdict.padEnd(8)}${fault}`).join('\n'))
    console.log(
      `caught ${countOf('caught')} of ${rows.length}, errored ${countOf('errored')}, missed ${countOf('missed')}`,
    )
    expect(countOf('caught') / rows.length).toBeGreaterThanOrEqual(0.85)
  }, 300_000)
})

it('goes on where the parameters of one tool are broken, a folder is empty or nothing is known of an agent', async () => {
  const own = mkdtempSync(join(tmpdir(), 'tableread-suggest-own-'))
  for (const name of ['workspace', 'suites']) mkdirSync(join(own, name))
  const write = (name: string, value: object): void =>
    writeFileSync(join(own, 'workspace', name), JSON.stringify(value))
  const agent = (name: string, version: object) =>
    write(`${name}.yaml`, { agent: name, id: name, published: 1, versions: { 1: { rules: [], ...version } } })
  const tool = (type: string) => ({
    ...{ description: 'Finds an order.', output: { status: 'shipped' } },
    parameters: { type: 'object', properties: { order_id: { type, examples: ['7'] } }, required: ['order_id'] },
  })
  write('workspace.yaml', { workspace: 'own', keys: ['k'], agents: ['desk.yaml', 'empty.yaml'] })
  agent('desk', { tools: { find_order: tool('string'), find_parcel: tool('banana') } })
  agent('empty', {})
  const line = 'suggest --workspace workspace --write drafts -r plain --json=s.json'.split(' ')
  const { code, out } = await runWarm(line, { folder: own, env: { NO_COLOR: '1' } })
  const { cells, drafts, unknown } = JSON.parse(readFileSync(join(own, 's.json'), 'utf8')) as SuggestionResult
  rmSync(own, { recursive: true })
  expect([code, drafts], out).toEqual([3, [{ file: 'drafts/desk.drafts.yaml', conversations: 2 }]])
  expect(cells.filter(({ byHand }) => byHand?.includes('no JSON Schema') === true)).toHaveLength(2)
  expect(unknown.map((each) => each.agent)).toEqual(['empty'])
  expect(out).toContain('the workspace own')
})

it('refuses a conversation that adds nothing, and leaves what errors as it is', async () => {
  const turn = (expected: string) => `turns: [{ user: Please find order 1042, expect: ${expected} }]`
  const strong = '{ calls: [find_order], reply: { contains: shipped } }'
  const conversations = [
    `{ name: strong, ${turn(strong)} }`,
    `{ name: weaker, ${turn('{ reply: { contains: shipped } }')} }`,
    `{ name: says nothing of it, ${turn('{ reply: { matches: /order/i } }')} }`,
  ]
  const text = `suite: S\nagent: shop-desk\nmetadata: { customer_name: Asha }\nconversations:\n${conversations.map((each) => `  - ${each}\n`).join('')}`
  writeFileSync(join(folder, 's.yaml'), text)
  const { code, out } = await tableread('prove s.yaml --runs 2 -r plain --json=s.json')
  const { conversations: proven } = read<TeethResult>('s.json')
  expect([code, proven.map(({ proof }) => proof?.refused)], out).toEqual([
    1,
    [
      null,
      'others notice all that it notices, most of it s.yaml:5 (strong): take it out, or expect more',
      'others notice all that it notices, most of it s.yaml:5 (strong): take it out, or expect more',
    ],
  ])
  expect(out).toContain('gate shut: 2 conversations refused')
  const alike = ['Please find order 1042', 'please  find order 1042', 'Please, find order 1042!'].map(
    (user, at) => `  - { name: ${at}, turns: [{ user: "${user}", expect: ${strong} }] }\n`,
  )
  const vague = `  - { name: vague, turns: [{ user: Hello there, expect: { reply: { contains: e } } }] }\n`
  const head = text.slice(0, text.indexOf('  - '))
  writeFileSync(join(folder, 'v.yaml'), `${head}${alike.join('')}${vague}`)
  await tableread('prove v.yaml --runs 2 --json=v.json')
  expect(read<TeethResult>('v.json').conversations.map(({ proof }) => proof?.refused)).toEqual([
    null,
    'others notice all that it notices, most of it v.yaml:5 (0): take it out, or expect more',
    'others notice all that it notices, most of it v.yaml:5 (0): take it out, or expect more',
    'most other replies of the agent are as it expects, too: expect what only this one says',
  ])
  const once = await tableread('prove v.yaml --runs 1')
  expect([once.code, once.err]).toEqual([2, expect.stringContaining('--runs 1 proves nothing')])
  const errored = text.replace('agent: shop-desk', 'agent: nobody-desk')
  writeFileSync(join(folder, 'e.yaml'), errored)
  expect((await tableread('prove e.yaml --runs 2')).code).toBe(3)
})
