import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadPackage, type PackageNeed, type WantedPackage } from './load-package.ts'

const folder = mkdtempSync(join(tmpdir(), 'packages-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Installs a package; `stated` is its package.json apart from name and version. */
function install(name: string, version: string, fields: object, files: Record<string, string>): void {
  const home = join(folder, 'node_modules', name)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name, version, ...fields }))
  for (const [file, source] of Object.entries(files)) writeFileSync(join(home, file), source)
}

const module = { exports: { './package.json': './package.json', '.': { import: './index.mjs' } } }

class Refused extends Error {}

const load = (wantedPackage: WantedPackage, need: Partial<PackageNeed> = {}): Promise<unknown> =>
  loadPackage(wantedPackage, folder, { needed: 'we need', fail: (message) => new Refused(message), ...need })

it('a package that is nowhere is told by the error of the caller, with the line that installs it and what goes with it', async () => {
  const wantedPackage = { name: '@far/nowhere', line: 2 }
  await expect(load(wantedPackage)).rejects.toThrow(
    new Refused('the package @far/nowhere is not installed, which we need: npm install --save-dev @far/nowhere@2'),
  )
  await expect(load(wantedPackage, { together: [{ name: 'ai', line: 6 }, wantedPackage] })).rejects.toThrow(
    /: npm install --save-dev ai@6 @far\/nowhere@2$/,
  )
})

it.each<[form: string, stated: object, files: Record<string, string>, part?: string]>([
  ['a module', module, { 'index.mjs': 'export const from = "the project"' }],
  ['one of CommonJS', { main: 'main.js' }, { 'main.js': 'exports.from = "the project"' }],
  ['one without a word', {}, { 'index.js': 'exports.from = "the project"' }],
  [
    'a part, and no package.json among its exports',
    { exports: { './client': './client.js' } },
    { 'client.js': 'exports.from = "the project"' },
    'client',
  ],
  [
    'a part by its condition',
    { exports: { './client': { require: './no.cjs', import: './client.mjs' } } },
    { 'client.mjs': 'export const from = "the project"' },
    'client',
  ],
  [
    'a part by a pattern',
    { exports: { './*': { require: './*' } } },
    { 'client.js': 'exports.from = "the project"' },
    'client.js',
  ],
])('the package of the project is used: %s', async (form, fields, files, part) => {
  const name = `@speaks/${form.replace(/\W+/g, '-')}`
  install(name, '2.0.1', fields, files)
  const wantedPackage = { name, line: 2, ...(part === undefined ? {} : { part }) }
  expect(await load(wantedPackage)).toMatchObject({ from: 'the project' })
})

it('one of another version is told where there is no other, and one that breaks with its reason', async () => {
  install('too-new', '3.0.0', module, { 'index.mjs': 'export const from = "the project"' })
  install('broken', '2.0.0', module, { 'index.mjs': 'throw new Error("no good\\nat all")' })
  await expect(load({ name: 'too-new', line: 2 })).rejects.toThrow(
    'the package too-new is installed as 3.0.0, and Tableread works with version 2 of it: npm install --save-dev too-new@2',
  )
  await expect(load({ name: 'too-new', line: 2 }, { because: 'ai 6' })).rejects.toThrow('version 2 of it (ai 6): npm')
  await expect(load({ name: 'broken', line: 2 })).rejects.toThrow(
    new Refused('the package broken 2.0.0 cannot be loaded: no good'),
  )
})

it('one that is too new in the project does not hide the one beside Tableread', async () => {
  install('ai', '7.0.0', module, { 'index.mjs': 'export const generateText = null' })
  expect(await load({ name: 'ai', line: 6 })).toHaveProperty('generateText', expect.any(Function))
})
