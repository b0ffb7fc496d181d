import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { writeWhole } from './write-whole.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-whole-'))
const file = join(folder, 'below/a.txt')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a file that is written whole', () => {
  it('takes parts, and leaves what was there where they do not come to an end', () => {
    writeWhole(file, 'before')
    const torn = function* (): Generator<string> {
      yield 'half'
      throw new Error('no more')
    }
    expect(() => writeWhole(file, torn(), { lasting: true })).toThrow('no more')
    expect([readFileSync(file, 'utf8'), readdirSync(join(folder, 'below'))]).toEqual(['before', ['a.txt']])
    writeWhole(file, ['größer', ' ', '☂'], { lasting: true })
    expect(readFileSync(file, 'utf8')).toBe('größer ☂')
  })
  it.skipIf(process.platform !== 'linux')('comes to an end where no folder can be made', () => {
    for (const place of ['/proc/none/below/a.txt', join(file, 'below/a.txt')])
      expect(() => writeWhole(place, 'text')).toThrow(/ENOENT|EEXIST|ENOTDIR/)
  })
  it.skipIf(process.platform === 'win32')('stays behind its link, keeps its mode, and is no device', () => {
    const link = join(folder, 'link.txt')
    writeFileSync(join(folder, 'real.txt'), 'before')
    chmodSync(join(folder, 'real.txt'), 0o600)
    symlinkSync('real.txt', link)
    writeWhole(link, 'after')
    expect([readFileSync(join(folder, 'real.txt'), 'utf8'), statSync(link).mode & 0o777]).toEqual(['after', 0o600])
    writeWhole(devNull, 'nothing')
    expect(statSync(devNull).isFile()).toBe(false)
  })
})
