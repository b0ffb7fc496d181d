import { join, posix } from 'node:path'
import { lookAt } from '../../base/files/files.ts'
import { placeInRepository } from '../../base/files/git.ts'
import { readGiven } from '../files/given-files.ts'
import { isClassicYarn, isLocked, isShared, pnpmSettings, textAt } from './shared-packages.ts'

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

export interface ProjectPlace {
  here: string
  up: string
  below: string
}

export function projectPlace(here: string): ProjectPlace {
  return { here, ...(placeInRepository(here) ?? { up: '', below: '' }) }
}

/** What installs the packages of a project. */
export interface Installer {
  manager: Manager
  /** In a pipeline, by the lock file. */
  command: string
  /** From the root of the repository. */
  folder: string
  lock: string | null
  /** Whether the lock file knows the package of the project; one that does not makes the command fail. */
  isLocked: boolean
  /** By hand: all packages, and a further one. */
  byHand: { all: string; add: string }
  /** What the package manager has to read, from the project. */
  files: readonly { path: string; text: string }[]
  /** What a person has to know of it, in sentences. */
  notes: readonly string[]
}

const lockFiles: readonly [file: string, manager: Manager][] = [
  ['package-lock.json', 'npm'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
]
const byHand: Record<Manager, Installer['byHand']> = {
  npm: { all: 'npm install', add: 'npm install --save-dev' },
  pnpm: { all: 'pnpm install', add: 'pnpm add --save-dev' },
  yarn: { all: 'yarn install', add: 'yarn add --dev' },
  bun: { all: 'bun install', add: 'bun add --dev' },
}
/** By a lock file, which may be there by the time that the pipeline runs. */
const [ci, orInstall] = ['npm ci --no-audit --no-fund', 'npm install --no-audit --no-fund']

/** The installer by the nearest lock file: that of the project, or of the packages that are installed together. */
export function installerOf({ here, up, below }: ProjectPlace): Installer {
  const folders = up !== '' && isShared(join(here, up), below) ? ['.', up] : ['.']
  for (const from of folders)
    for (const [name, manager] of lockFiles) {
      const path = join(here, from, name)
      if (lookAt(path)?.isFile() !== true) continue
      const folder = from === '.' ? below || '.' : '.'
      const text = name === 'bun.lockb' ? '' : readGiven(path) // which is no text
      const hasLock = name === 'bun.lockb' || isLocked(name, from === '.' ? '' : below, text)
      const place = { manager, folder, lock: posix.join(folder, name), isLocked: hasLock, byHand: byHand[manager] }
      if (manager === 'npm') return { command: ci, ...place, files: [], notes: [] }
      const pin = pinOf(manager, join(here, from), text)
      const { command, notes } = byPin(manager, from, pin)
      if (manager !== 'pnpm' || (pin.version !== null && Number.parseInt(pin.version, 10) < 9))
        return { command, ...place, files: [], notes }
      const builds = withoutBuild(here, from)
      const add = from === '.' ? `${byHand.pnpm.add} --workspace-root` : byHand.pnpm.add
      const hand = { ...byHand.pnpm, add }
      return { command, ...place, byHand: hand, files: builds.files, notes: [...notes, ...builds.notes] }
    }
  const command = `if [ -f package-lock.json ]; then ${ci}; else ${orInstall}; fi`
  const place = { manager: 'npm', folder: below || '.', lock: null, isLocked: true } as const
  return { command, ...place, byHand: byHand.npm, files: [], notes: [] }
}

/** Which version of a package manager installs: the one that package.json names, else one that reads the lock file. */
interface Pin {
  isNamed: boolean
  /** Null where nothing tells. */
  version: string | null
  /** Whether it is yarn 1, which knows no `--immutable` and does not say so. */
  isClassic: boolean
}

/** Versions that read a lock file of each format and run on Node 20. */
const pnpmByFormat: Readonly<Record<string, string>> = { 5: '7.33.7', 6: '8.15.9', 9: '10.34.8' }
const classicYarn = '1.22.22'

function pinOf(manager: Manager, folder: string, lock: string): Pin {
  const manifest = textAt(join(folder, 'package.json'))
  const version = /"packageManager"\s*:\s*"(?:pnpm|yarn|bun)@(\d[\w.-]*)/.exec(manifest)?.[1]
  const isClassic = manager === 'yarn' && isClassicYarn(lock)
  const format = /^lockfileVersion: ['"]?(\d+)/m.exec(lock)?.[1] ?? ''
  const newest = manager === 'bun' ? '1' : null
  const read = manager === 'pnpm' ? (pnpmByFormat[format] ?? null) : isClassic ? classicYarn : newest
  return { isNamed: version !== undefined, version: version ?? read, isClassic }
}

/** Corepack, which knows no bun, takes the version that package.json names, else the newest, which may not read the lock file. */
function byPin(
  manager: Manager,
  folder: string,
  { isNamed, version, isClassic }: Pin,
): Pick<Installer, 'command' | 'notes'> {
  const install = `install ${manager !== 'yarn' || isClassic ? '--frozen-lockfile' : '--immutable'}`
  const byCorepack = `corepack enable && ${manager} ${install}`
  const command =
    version === null || (isNamed && manager !== 'bun') ? byCorepack : `npx --yes ${manager}@${version} ${install}`
  if (isNamed) return { command, notes: [] }
  const pinNote = version === null ? `the newest ${manager}` : `${manager} ${version}, which reads the lock file`
  const line = `npm pkg set packageManager="${manager}@$(${manager} --version)"`
  const where = folder === '.' ? '' : ' in the root of the repository'
  return {
    command,
    notes: [`package.json names no packageManager, so a pipeline takes ${pinNote}. To pin yours${where}: ${line}`],
  }
}

const builder = '@photostructure/sqlite'

/** Since version 11, pnpm installs nothing where a package brings a build script that is neither allowed nor refused. */
function withoutBuild(here: string, folder: string): Pick<Installer, 'files' | 'notes'> {
  const path = posix.join(folder.replaceAll('\\', '/'), pnpmSettings)
  const line = `allowBuilds: { "${builder}": false }`
  const full = join(here, path)
  if (lookAt(full) === undefined) {
    const why = '# The history of Tableread works without this build; pnpm 11 and later asks for a decision.'
    return { files: [{ path, text: `packages: ["."]\n${why}\n${line}\n` }], notes: [] }
  }
  if (textAt(full).includes(builder)) return { files: [], notes: [] }
  return { files: [], notes: [`Add to ${path}, or pnpm 11 and later refuses to install: ${line}`] }
}
