import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { globbedFiles } from './globbed-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-globbed-'))
afterAll(() => rmSync(folder, { recursive: true }))
for (const path of [
  'shards/1.json',
  'shards/2.json',
  'shards/deep/3.json',
  'shards/a[1].json',
  'node_modules/x.json',
]) {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), '{}')
}

it.each([
  [['shards/*.json'], ['shards/1.json', 'shards/2.json', 'shards/a[1].json']],
  [['shards/**/3.json'], ['shards/deep/3.json']],
  [
    ['shards/{2,1}.json', 'other.json'],
    ['shards/1.json', 'shards/2.json', 'other.json'],
  ],
  [['shards/a[1].json'], ['shards/a[1].json']],
])('%j', (given, files) => {
  expect(globbedFiles(given, folder)).toEqual(files)
})

it('is refused where nothing fits', () => {
  expect(() => globbedFiles(['shards/*.yaml'], folder)).toThrow(/no file matches shards\/\*\.yaml/)
  expect(() => globbedFiles(['none/*.json'], folder)).toThrow(/no file matches/)
})
