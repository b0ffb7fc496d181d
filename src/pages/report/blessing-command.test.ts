import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { blessingCommand } from './frame/review-panel.ts'

const passed = (id: string) => ({ id, version: 'default', failed: false })

describe('blessingCommand', () => {
  it('names plain ids as they are, each once', () => {
    expect(
      blessingCommand(['suites/orders.yaml:18', 'suites/orders.yaml:40', 'suites/orders.yaml:18'].map(passed)),
    ).toBe('tableread snapshots --update suites/orders.yaml:18 suites/orders.yaml:40')
  })

  it('gives a shell exactly the ids, whatever they hold', () => {
    const ids = [
      "it's.yaml:1",
      'a b.yaml:2#3',
      '$(touch /tmp/ran).yaml:1',
      '`id`;rm -rf x&|>"\\!*?~.yaml:1',
      'new\nline.yaml:4',
      'żółw.yaml:5',
    ]
    const line = blessingCommand(ids.map(passed)).replace('tableread snapshots --update', "printf '%s\\0'")
    expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(ids)
  })

  it('keeps an id from looking like an option', () => {
    expect(blessingCommand([passed('--help.yaml:1')])).toBe('tableread snapshots --update ./--help.yaml:1')
  })

  it('splits a long list into several commands', () => {
    const lines = blessingCommand(Array.from({ length: 250 }, (_, index) => passed(`a.yaml:${index}`))).split('\n')
    expect(lines.map((line) => line.split(' ').length - 3)).toEqual([100, 100, 50])
  })

  it('names the version, and asks for what failed, a command each', () => {
    const draft = { ...passed('a.yaml:1'), version: 'draft' }
    expect(
      blessingCommand([draft, { ...draft, id: 'a.yaml:9', failed: true }, passed('a.yaml:4')]).split('\n'),
    ).toEqual([
      'tableread snapshots --update --agent-version draft a.yaml:1',
      'tableread snapshots --update --even-failed --agent-version draft a.yaml:9',
      'tableread snapshots --update a.yaml:4',
    ])
  })
})
