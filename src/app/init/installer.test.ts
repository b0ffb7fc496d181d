import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installerOf } from './installer.ts'

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tableread-installer-')))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}
const ownInstaller = () => installerOf({ here: folder, up: '', below: '' })
const manifest = (packageManager: string): string => JSON.stringify({ packageManager })
const allowed = 'allowBuilds: { "@photostructure/sqlite": false }'

describe('the installer of a pipeline', () => {
  it.each([
    ['npm', { 'package-lock.json': '{}' }, 'npm ci --no-audit --no-fund'],
    [
      'nothing',
      {},
      'if [ -f package-lock.json ]; then npm ci --no-audit --no-fund; else npm install --no-audit --no-fund; fi',
    ],
    ['pnpm 8', { 'pnpm-lock.yaml': "lockfileVersion: '6.0'\n" }, 'npx --yes pnpm@8.15.9 install --frozen-lockfile'],
    [
      'pnpm 9 to 12',
      { 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n" },
      'npx --yes pnpm@10.34.8 install --frozen-lockfile',
    ],
    [
      'a later pnpm',
      { 'pnpm-lock.yaml': "lockfileVersion: '31.0'\n" },
      'corepack enable && pnpm install --frozen-lockfile',
    ],
    ['yarn 1', { 'yarn.lock': '# yarn lockfile v1\n' }, 'npx --yes yarn@1.22.22 install --frozen-lockfile'],
    ['yarn', { 'yarn.lock': '__metadata:\n  version: 8\n' }, 'corepack enable && yarn install --immutable'],
    ['bun', { 'bun.lock': '{\n  "lockfileVersion": 1,\n' }, 'npx --yes bun@1 install --frozen-lockfile'],
    ['an early bun', { 'bun.lockb': '#!/usr/bin/env bun\n' }, 'npx --yes bun@1 install --frozen-lockfile'],
  ])('is by the lock file of %s', (_, files, command) => {
    write(files)
    const { command: choice, notes } = ownInstaller()
    expect(choice).toBe(command)
    expect(notes.join()).toEqual(
      /^(npm|if) /.test(command) ? '' : expect.stringContaining('npm pkg set packageManager="'),
    )
  })

  it.each([
    ['pnpm@9.15.9', 'pnpm-lock.yaml', "lockfileVersion: '9.0'\n", 'corepack enable && pnpm install --frozen-lockfile'],
    ['yarn@1.22.22', 'yarn.lock', '# yarn lockfile v1\n', 'corepack enable && yarn install --frozen-lockfile'],
    ['yarn@4.9.1', 'yarn.lock', '__metadata:\n', 'corepack enable && yarn install --immutable'],
    ['bun@1.2.3', 'bun.lock', '{}', 'npx --yes bun@1.2.3 install --frozen-lockfile'],
  ])('is the one that package.json names: %s', (manager, lock, text, command) => {
    write({ 'package.json': manifest(manager), [lock]: text })
    const { command: choice, notes } = ownInstaller()
    expect([choice, notes]).toEqual([command, []])
  })
})

describe('the lock file of a monorepo', () => {
  const of = () => installerOf({ here: join(folder, 'apps/desk'), up: '../../', below: 'apps/desk' })
  const workspaces = { 'package.json': '{ "workspaces": ["./apps/*"] }', 'apps/desk/package.json': '{}' }
  const before9 = { 'pnpm-workspace.yaml': 'packages:\n  - apps/*\n', 'apps/desk/package.json': '{}' }
  it.each([
    ['npm', workspaces, 'package-lock.json', '{ "packages": { "": {} } }', '{ "packages": { "apps/desk": {} } }'],
    ['yarn', workspaces, 'yarn.lock', '__metadata:\n', '"desk@workspace:apps/desk":\n'],
    [
      'bun',
      workspaces,
      'bun.lock',
      '  "workspaces": {\n    "": {},\n',
      '  "workspaces": {\n    "": {},\n    "apps/desk": {\n',
    ],
    ['yarn 1', workspaces, 'yarn.lock', '# yarn lockfile v1\n', '# yarn lockfile v1\n\ntableread@1.0.0:\n'],
    [
      'pnpm',
      before9,
      'pnpm-lock.yaml',
      'importers:\n\n  .: {}\n',
      'importers:\n\n  apps/desk:\n    devDependencies:\n',
    ],
  ])('of %s knows the package, or does not yet', (_, files, lock, without, withIt) => {
    for (const [text, isLocked] of [[without, false] as const, [withIt, true] as const]) {
      write({ ...files, [lock]: text })
      expect(of()).toMatchObject({ folder: '.', lock, isLocked })
    }
  })

  it.each([
    '{ "workspaces": ["libs/*"] }',
    '{ "workspaces": { "packages": ["apps/*", "!apps/desk"] } }',
    '{ "workspaces": ["*"] }',
    '{}',
  ])('is none of a package that is not installed with the others: %s', (text) => {
    write({ 'package.json': text, 'package-lock.json': '{}', 'apps/desk/package.json': '{}' })
    expect(of()).toMatchObject({ folder: 'apps/desk', lock: null, isLocked: true })
  })
})

describe('a build that pnpm asks about', () => {
  const lock = { 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n", 'package.json': manifest('pnpm@12.21.0') }
  it('is refused where pnpm reads it', () => {
    write(lock)
    const { files, byHand } = ownInstaller()
    expect(files).toEqual([{ path: 'pnpm-workspace.yaml', text: expect.stringContaining(`\n${allowed}\n`) }])
    expect(byHand.add).toBe('pnpm add --save-dev --workspace-root')
  })

  it('is a line to add where there are settings, unless they decide', () => {
    write({ ...lock, 'pnpm-workspace.yaml': 'packages: [apps/*]\n' })
    expect(ownInstaller()).toMatchObject({ files: [], notes: [expect.stringContaining(allowed)] })
    write({ 'pnpm-workspace.yaml': allowed })
    expect(ownInstaller()).toMatchObject({ files: [], notes: [] })
  })

  it('is of the root of a monorepo', () => {
    write({ ...lock, 'pnpm-workspace.yaml': 'packages: [apps/*]\n', 'apps/desk/package.json': '{}' })
    const {
      folder: at,
      lock: path,
      notes,
    } = installerOf({ here: join(folder, 'apps/desk'), up: '../../', below: 'apps/desk' })
    expect([at, path]).toEqual(['.', 'pnpm-lock.yaml'])
    expect(notes.join()).toContain('Add to ../../pnpm-workspace.yaml')
  })

  it('is none that versions before it ask about', () => {
    write({ 'pnpm-lock.yaml': "lockfileVersion: '6.0'\n" })
    expect(ownInstaller().files).toEqual([])
  })
})
