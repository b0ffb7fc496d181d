import { describe, expect, it } from 'vitest'
import { readMetadata } from './read-metadata.ts'

const files: Record<string, string> = {
  'm.json': '{ "tier": "gold", "orders": [1] }',
  'list.json': '[1]',
  'cut.json': '{\n  "tier": gold\n}',
}
const read = (written: string) => readMetadata(written, { name: 'Asha' }, (path) => files[path] ?? null)

describe('readMetadata', () => {
  it.each([
    ['tier=gold', { name: 'Asha', tier: 'gold' }],
    ['name=Ben = Bob', { name: 'Ben = Bob' }],
    ['name=', {}],
    ['m.json', { name: 'Asha', tier: 'gold', orders: [1] }],
  ])('adds %s', (written, metadata) => {
    expect(read(written)).toEqual({ ok: true, metadata })
  })
  it.each([
    ['no.json', '"no.json" is neither key=value nor a file'],
    ['list.json', 'list.json holds no JSON object'],
    ['cut.json', 'cut.json:2:11: this is no JSON'],
  ])('refuses %s', (written, message) => {
    expect(read(written)).toMatchObject({ ok: false, message })
  })
})
