import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Comparison } from '../src/compare/comparison.ts'
import type { CliRun } from './hostile/run-cli.ts'
import { runWarm } from './warm/run-warm.ts'

const root = resolve(import.meta.dirname, '..')
const orders = resolve(root, 'suites/order-desk.yaml')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tableread-compare-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const compare = (...args: string[]): Promise<CliRun> =>
  runWarm(['compare', ...args], { folder, env: { NO_COLOR: '1' } })

async function compared(...args: string[]): Promise<{ code: number | null; comparison: Comparison }> {
  const { code, out } = await compare(...args, '--json')
  return { code, comparison: JSON.parse(out) as Comparison }
}

describe('tableread compare', () => {
  it('says that the demo draft must not be published, and why', async () => {
    const { code, out } = await compare('default', 'draft', orders)
    expect(code).toBe(1)
    expect(out).toContain('✗ regressed (hard break)  cancels an order only after a yes')
    expect(out).toContain('order-desk.yaml:88:17: lookup_order was not called')
    expect(out).toContain('~ create_return_label carrier: [-Northline-]{+Parcelio+}')
    expect(out).toMatch(/Do not publish draft: 6 of 14 conversations got worse \("tracks an order/)
  })
  it('gives the whole comparison as JSON, the runs of both sides in pairs', async () => {
    const { code, comparison } = await compared('default', 'draft', `${orders}:153`, '--repeat', '4')
    expect(code).toBe(1)
    expect(comparison).toMatchObject({ kind: 'comparison', schemaVersion: 1, passed: { b: { passed: 0, judged: 4 } } })
    const [gift] = comparison.conversations
    expect(gift).toMatchObject({ verdict: 'regressed', certainty: 'hard break', pass: { onlyA: 4, effect: -1 } })
    expect(gift?.runs.a.map(({ sessionId }) => sessionId)).toHaveLength(4)
    expect(new Set([...(gift?.runs.a ?? []), ...(gift?.runs.b ?? [])].map(({ sessionId }) => sessionId)).size).toBe(8)
    const tool = gift?.latency.find(({ subject }) => subject === 'tool')
    expect(tool?.tool).toBe('check_gift_card')
    expect(tool?.difference).toBeGreaterThan(4_000)
  })
  it('opens the gate for what is the same', async () => {
    const { code, comparison } = await compared('default', 'draft', orders, '-t', 'says goodbye')
    expect([code, comparison.gate.verdict, comparison.totals.regressed]).toEqual([0, 'open', 0])
  })
  it('looks once, and runs in pairs what differs there', async () => {
    const usual = await compared('default', 'draft', orders)
    const { code, comparison } = await compared('default', 'draft', orders, '--quick')
    const worse = ({ conversations }: typeof comparison) =>
      conversations.flatMap(({ id, verdict }) => (verdict === 'regressed' ? [id] : [])).sort()
    expect([code, worse(comparison)]).toEqual([usual.code, worse(usual.comparison)])
    const once = comparison.conversations.filter(({ look = 0 }) => look === 0)
    expect([comparison.quick, once.every(({ runs }) => runs.a.length === 1)]).toEqual([once.length, true])
    expect([once.length > 0, once.length < comparison.conversations.length]).toEqual([true, true])
    expect(comparison.turns).toBeLessThan(usual.comparison.turns)
    const { out } = await compare('default', 'draft', `${orders}:153`, '--quick')
    expect(out).toContain('--quick: one pair of each, more only where that differs.')
  })
  it('takes up what a break hides, in every format, and counts whole conversations', async () => {
    const usual = await compared('default', 'draft', orders, '-t', 'hands over')
    const files = ['deep.html', 'deep.md', 'deep.xml']
    const flags = ['--html', 'deep.html', '--markdown', 'deep.md', '--junit', 'deep.xml']
    const { code, comparison } = await compared('default', 'draft', orders, '-t', 'hands over', '--deep', ...flags)
    const [whole, further] = comparison.conversations
    expect([code, comparison.totals]).toEqual([usual.code, usual.comparison.totals])
    expect(whole?.reason).toContain("; turn 1 regressed; from default's history turn 2 the same")
    expect(further).toMatchObject({
      ...{ name: 'hands over to a person, from turn 2', verdict: 'same' },
      continues: { of: whole?.id, turn: 1, history: 'a' },
    })
    const texts = files.map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(texts.map((text) => text.includes('history turn 2 the same'))).toEqual([true, true, true])
    expect(texts[2]).toContain('hands over to a person, from turn 2')
    const { out } = await compare('default', 'draft', orders, '-t', 'hands over', '--deep')
    expect(out).toContain('1 regressed of 1')
  })
  it('measures the noise where both sides are one', async () => {
    const { code, out } = await compare('default', 'default', `${orders}:153`)
    expect(code).toBe(0)
    expect(out).toContain('default differs from itself in 0 of 3 pairs of runs.')
  })
  it('holds the gate of the config', async () => {
    writeFileSync(
      join(folder, 'gate.yaml'),
      'gate:\n  hard breaks: any\n  latency: { tool: { p50: 30 ms } }\n  pass rate: 10 %\n',
    )
    const { code, comparison } = await compared('default', 'draft', orders, '--config', 'gate.yaml')
    expect(code).toBe(1)
    expect(comparison.gate.rules.filter(({ verdict }) => verdict === 'broken')).toMatchObject([
      { name: 'latency.tool p50', wanted: 'at most 30 ms' },
    ])
    writeFileSync(join(folder, 'wrong.yaml'), 'gate:\n  pass rate: 95\n  hard brakes: 0\n  all together: 0 %\n')
    const wrong = await compare('default', 'draft', orders, '--config', 'wrong.yaml')
    expect(wrong.code).toBe(2)
    expect(wrong.err).toContain('"95" is not a percentage')
    expect(wrong.err).toContain('at 0 % nothing would ever be a drop')
    expect(wrong.err).toContain('did you mean "hard breaks"?')
  })
  it('looks away from the quarantined', async () => {
    writeFileSync(
      join(folder, 'quarantine.yaml'),
      '- suite: Order desk\n  conversation: reads what is left on a gift card\n  reason: the card service is slow\n',
    )
    const { code, comparison } = await compared('default', 'draft', `${orders}:153`, '--quarantine', 'quarantine.yaml')
    expect(comparison.conversations[0]).toMatchObject({
      verdict: 'regressed',
      excused: 'quarantined: the card service is slow',
    })
    expect([code, comparison.gate.verdict]).toEqual([4, 'not judged'])
  })
  it('compares two workspaces', async () => {
    const other = join(folder, 'workspace')
    cpSync(resolve(root, 'fixtures/workspace'), other, { recursive: true })
    const file = join(other, 'agents/order-desk.yaml')
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('8 to 18')
    writeFileSync(file, text.replaceAll('8 to 18', '9 to 17'))
    const { comparison } = await compared(
      'default',
      'default',
      orders,
      '-t',
      'hands over',
      '--b-workspace',
      'workspace',
    )
    expect(comparison.calibration).toBe(false)
    expect([comparison.sides.a.label, comparison.sides.b.label]).toEqual([
      'default of the demo',
      'default of workspace',
    ])
    expect(comparison.conversations[0]?.verdict).not.toBe('same')
  })
  it('takes the smallest drop that matters from its flag, over that of the config', async () => {
    const config = join(folder, 'drops.yaml')
    writeFileSync(config, 'gate:\n  smallest drop: 5 %\n')
    const lineFor = async (...flags: string[]) => {
      const { out } = await compare('default', 'draft', `${orders}:153`, '--repeat', '1', '--config', config, ...flags)
      return /see a drop of (\d+ %)/.exec(out)?.[1]
    }
    expect(await lineFor()).toBe('5 %')
    expect(await lineFor('--smallest-drop', '30%')).toBe('30 %')
    const { comparison } = await compared(
      'default',
      'draft',
      `${orders}:153`,
      '--repeat',
      '1',
      '--smallest-drop',
      '30 %',
    )
    expect(comparison.smallestDrop).toBe(0.3)
  })
  it.each([
    [['darft'], '"darft" is neither a version, a commit nor a path\n   hint: did you mean draft?'],
    [['default', 'draft', orders, '--repeat', '0'], '--repeat 0 is not a whole number from 1 to 1000'],
    [['default', 'draft', orders, '--alpha', '5'], 'write 0.05 for one false alarm in twenty'],
    [['default', 'draft', orders, '--turn-budget', '5'], 'add --until-sure'],
    [['default', 'draft', orders, '--quick', '--repeat', '5'], '--repeat cannot be combined with --quick'],
    [['default', 'draft', orders, '--quick', '--no-confirm'], '--no-confirm cannot be combined with --quick'],
    [['default', 'draft', orders, '--quick', '--until-sure'], '--until-sure cannot be combined with --quick'],
    [['default', 'draft', orders, '--quick', '--calibrate'], '--calibrate cannot be combined with --quick'],
    [['default', 'draft', orders, '--deep', '--shard', '1/2'], '--shard cannot be combined with --deep'],
    [['default', 'draft', orders, '--deep', '--queue', 'redis://h:1/0'], '--queue cannot be combined with --deep'],
    [['default', 'draft', orders, '--deep', '--resume'], '--resume cannot be combined with --deep'],
    [['default', 'draft', orders, '--deep', '--until-sure'], '--until-sure cannot be combined with --deep'],
    [['default', 'draft', orders, '--deep', '--b-workspace', 'w'], '--b-workspace cannot be combined with --deep'],
    [['default', 'default', orders, '--deep'], '--deep has two sides to tell apart, and these are one'],
    [['default', 'default', orders, '--quick'], '--quick has two sides to tell apart, and these are one'],
    [['default', 'draft', orders, '--smallest-drop', '10'], '--smallest-drop: "10" is not a percentage'],
    [['default', 'draft', orders, '-t', 'nothing'], 'no conversation matches -t "nothing"'],
    [['default', 'draft', 'none.yaml'], 'there is no file or folder none.yaml'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await compare(...args)
    expect([code, err.includes(message), err]).toEqual([2, true, err])
  })
  it('cannot judge an agent that is not there', async () => {
    const { code, out } = await compare('default', 'nobody@draft', `${orders}:153`, '--repeat', '1')
    expect(out).toContain('not comparable')
    expect([2, 3]).toContain(code)
  })
})
