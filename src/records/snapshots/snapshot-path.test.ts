import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { snapshotPath, suiteOf } from './snapshot-path.ts'

const pathOf = (conversation: string, file = 'suites/orders.yaml', version = 'default'): string =>
  relative('/project', snapshotPath({ file, conversation, version }, '/project'))
const nameOf = (conversation: string): string => pathOf(conversation).slice('snapshots/suites/orders/'.length)

describe('snapshotPath', () => {
  it.each([
    ['tracks an order', /^tracks-an-order\.default\.txt$/],
    ['Tracks an order', /^tracks-an-order~[0-9a-f]{4}\.default\.txt$/],
    ['tracks-an-order', /^tracks-an-order~[0-9a-f]{4}\./],
    ["says «Ça va?», doesn't it", /^says-ca-va-doesnt-it~[0-9a-f]{4}\./],
    ['查询订单 状态', /^查询订单-状态~[0-9a-f]{4}\./],
    ['../../etc/passwd', /^etc-passwd~/],
    ['a\\b:c*d?"<>|', /^a-b-c-d~/],
    ['con', /^con~/],
    ['LPT1', /^lpt1~/],
    ['\u{1f600}', /^conversation~/],
    ['ends in a dot. ', /^ends-in-a-dot~/],
    ['books [city=Paris, seats=2]', /^books-city-paris-seats-2~/],
  ])('%s', (conversation, expected) => {
    expect(nameOf(conversation)).toMatch(expected)
  })
  it('tells names apart that differ in letter case, marks or spaces alone, also where case does not count', () => {
    const names = ['a b', 'A b', 'a  b', 'a-b', 'a, b', 'a b!', ' a b', 'á b', 'a b'.repeat(40), `${'a b'.repeat(40)}c`]
    expect(new Set(names.map((name) => nameOf(name).toLowerCase())).size).toBe(names.length)
  })
  it('tells names apart that are cut at the same word, and still finds the file that four digits named', () => {
    const long = 'A customer asks where the order is and then also asks about the refund of order number'
    const [one, other] = [nameOf(`${long} 390`), nameOf(`${long} 478`)]
    expect(one).toMatch(/~[0-9a-f]{10}\.default\.txt$/)
    expect(one).not.toBe(other)
    const folder = mkdtempSync(join(tmpdir(), 'tableread-place-'))
    const at = (conversation: string): string =>
      snapshotPath({ file: 'suites/orders.yaml', conversation, version: 'default' }, folder)
    const earlier = at(`${long} 390`).replace(/(~[0-9a-f]{4})[0-9a-f]{6}/, '$1')
    mkdirSync(dirname(earlier), { recursive: true })
    writeFileSync(earlier, `conversation: ${long} 390\n`)
    expect(at(`${long} 390`)).toBe(earlier)
    expect(at(`${long} 478`)).not.toBe(earlier)
    rmSync(folder, { recursive: true })
  })
  it('is the same for both ways to write an accent', () => {
    expect(nameOf('caf\u00e9')).toBe(nameOf('cafe\u0301'))
  })
  it('stays short enough for any file system', () => {
    for (const name of [
      'long '.repeat(100),
      'x'.repeat(5_000),
      '字'.repeat(500),
      '字 '.repeat(500),
      '\u{20000}'.repeat(99),
    ]) {
      const file = nameOf(name)
      expect(Buffer.byteLength(file)).toBeLessThan(255)
      expect(file.length).toBeLessThan(150)
    }
  })
  it('follows the path of the suite, also outside the folder, and tells .yml from .yaml', () => {
    expect(pathOf('x', 'suites/a b/Orders.v2.yaml')).toBe('snapshots/suites/a b/Orders.v2/x.default.txt')
    expect(pathOf('x', '/project/suites/orders.yaml', '12')).toBe('snapshots/suites/orders/x.12.txt')
    expect(pathOf('x', 'suites/orders.yml')).toBe('snapshots/suites/orders.yml/x.default.txt')
    expect(pathOf('x', '../other/orders.yaml')).toBe('snapshots/_up/other/orders/x.default.txt')
    expect(pathOf('x', 'suites/aux.yaml')).toMatch(/^snapshots\/suites\/aux~[0-9a-f]{4}\/x/)
    expect(pathOf('x', 'suites/what?.yaml')).toMatch(/^snapshots\/suites\/what_~[0-9a-f]{4}\/x/)
    expect(suiteOf('/project/suites/orders.yaml', '/project')).toBe('suites/orders.yaml')
  })
})
