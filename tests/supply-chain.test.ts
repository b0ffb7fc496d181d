import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Locked {
  version: string
  resolved?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
  engines?: { node?: string }
}
const manifest = JSON.parse(read('package.json'))
const lock = JSON.parse(read('package-lock.json')) as { lockfileVersion: number; packages: Record<string, Locked> }
const locked = Object.entries(lock.packages).filter(([path]) => path !== '')
const production = locked.filter(([, { dev }]) => dev !== true)

/** Every source file of the repository; excludes whatever was installed, built or measured. */
function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (/^(\.git|dist|coverage|\.tableread|bench\/\.peers)$|(^|\/)node_modules$/.test(path)) continue
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

describe('the lock file', () => {
  it('is that of package.json, whose versions are exact', () => {
    const own = lock.packages[''] as { dependencies?: object; devDependencies?: object }
    expect(own).toMatchObject({ dependencies: manifest.dependencies, devDependencies: manifest.devDependencies })
    const loose = Object.values<string>({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(loose.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })
  it('has the hash of every package and the address of none', () => {
    const poor = locked.filter(([, each]) => each.link !== true && !/^sha512-/.test(each.integrity ?? ''))
    const addressed = locked.filter(([, { resolved }]) => resolved !== undefined)
    expect([lock.lockfileVersion, locked.length > 100, poor, addressed]).toEqual([3, true, [], []])
  })
})

describe('the lock file of the frameworks that only tests need', () => {
  const folder = 'tests/frameworks'
  const own = JSON.parse(read(`${folder}/package.json`))
  const packages = Object.entries((JSON.parse(read(`${folder}/package-lock.json`)) as typeof lock).packages)
  it('is that of its package.json, with exact versions, hashes and no addresses', () => {
    const [[, root] = []] = packages
    expect(root).toMatchObject({ devDependencies: own.devDependencies })
    expect(Object.values<string>(own.devDependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
    const odd = packages.filter(
      ([path, each]) => path !== '' && (each.resolved ?? each.integrity?.startsWith('sha512-') !== true),
    )
    expect(odd).toEqual([])
  })
  it('has only packages that run on Node 20', () => {
    const nodeRanges = packages.map(([, { engines }]) => engines?.node ?? '').filter((node) => !node.includes('||'))
    expect(nodeRanges.filter((node) => /^(>=|\^) *2[1-9]/.test(node))).toEqual([])
  })
  it('has the versions that the examples name', () => {
    for (const name of readdirSync(join(root, 'examples')).filter((each) => !each.includes('.'))) {
      const page = read(`examples/${name}/README.md`)
      const requirements = [...(/npm install --save-dev tableread (.*)/.exec(page)?.[1]?.split(' ') ?? [])].map(
        (each) => each.split(/(?<=.)@/),
      )
      expect(requirements.length, name).toBeGreaterThan(0)
      for (const [each = '', line = ''] of requirements)
        expect(`${own.devDependencies[each]}.`, `${each} of ${name}`).toMatch(
          new RegExp(`^${line.replace('.', '\\.')}`),
        )
    }
  })
})

describe('installing', () => {
  it('needs no script: those that packages have look for what they bring', () => {
    expect(locked.filter(([, each]) => each.hasInstallScript === true).map(([path]) => path)).toEqual([
      'node_modules/@photostructure/sqlite',
      'node_modules/msgpackr-extract', // one of the queue's dependencies: without its binary, JavaScript does the same
      'node_modules/protobufjs', // only for tests: it warns about version numbers, which nothing needs
      'node_modules/vitepress/node_modules/esbuild', // only for the site, which is built without it
    ])
    const prebuilt = join(root, 'node_modules/@photostructure/sqlite/prebuilds')
    for (const system of ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'])
      expect(readdirSync(join(prebuilt, system)).filter((name) => name.endsWith('.node')).length).toBeGreaterThan(0)
    expect(existsSync(join(prebuilt, '../build'))).toBe(false)
  })
  it('of our own package runs nothing either', () => {
    const names = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish']
    expect(names.filter((name) => name in manifest.scripts)).toEqual([])
  })
  it('brings few packages, each under a licence that docs/licences.md lists as it is', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/list-licences.mjs', '--print'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    expect(read('docs/licences.md'), 'run npm run licences').toBe(stdout)
    expect(stdout.match(/^\| (?!package|---)/gm)).toHaveLength(production.length)
    expect(production.length).toBeLessThanOrEqual(31)
  })
  it('brings the licences of the packages that are copied into the command line', () => {
    const start = join(root, 'dist/start')
    const bundled = readdirSync(start).flatMap((name) =>
      [...readFileSync(join(start, name), 'utf8').matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)].map(
        ([, name = '']) => name,
      ),
    )
    const licences = readFileSync(join(start, 'licences.txt'), 'utf8')
    const packageNames = licences.match(/^[\w-]+(?=\n\n)/gm)
    expect(bundled).toEqual(expect.arrayContaining(['commander', 'zod']))
    expect(packageNames).toEqual(expect.arrayContaining(bundled))
    expect(licences.match(/permission to use, copy|permission is hereby granted/gi)).toHaveLength(
      packageNames?.length ?? 0,
    )
  })
  it('brings the licences of the packages of which a part is copied, and nothing more of them than that part', () => {
    const folder = join(root, 'dist/words')
    const licences = readFileSync(join(folder, 'licences.txt'), 'utf8')
    expect(licences.match(/^[\w-]+(?=\n\n)/gm)).toEqual(expect.arrayContaining(['eld', 'syllable', 'pluralize']))
    const size = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    expect(size).toBeLessThan(2_000_000)
    expect(Object.keys(manifest.dependencies)).not.toEqual(expect.arrayContaining(['eld']))
  })
})

describe('the repository', () => {
  it('names no registry and no address of one in any file', () => {
    const hosts = new RegExp(
      ['registry\\.(npmjs|yarnpkg|npmmirror)', 'npm\\.pkg\\.github', 'artifactory'].join('|'),
      'i',
    )
    const files = [...filesBelow('')].filter((path) => path !== 'tests/supply-chain.test.ts')
    expect([files.length > 1_000, files.filter((path) => hosts.test(read(path)))]).toEqual([true, []])
  })
  it('says what is promised, and links to files that are there', () => {
    const page = read('SECURITY.md')
    for (const word of ['guard', 'telemetry', 'Keys', 'false pass', 'Reporting']) expect(page).toContain(word)
    const links = [...page.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link)
    expect([links.length > 3, links.filter((link) => !existsSync(join(root, link)))]).toEqual([true, []])
  })
})

describe('a release', () => {
  const workflow = parse(read('.github/workflows/release.yml'))
  it('is published with its provenance, by actions of one known commit, and by nothing that holds a token', () => {
    const { permissions, steps } = workflow.jobs.publish as {
      permissions: object
      steps: { uses?: string; run?: string }[]
    }
    expect([workflow.permissions, permissions]).toEqual([
      { contents: 'read' },
      { contents: 'read', 'id-token': 'write' },
    ])
    const used = steps.flatMap(({ uses }) => uses ?? [])
    expect(used.filter((name) => !/^actions\/[\w-]+@[\da-f]{40}$/.test(name))).toEqual([])
    const runs = steps.flatMap(({ run }) => run ?? []).join('\n')
    expect(runs).toContain('npm ci --ignore-scripts')
    expect(runs).toMatch(/npm test\n[\s\S]*check-pack[\s\S]*npm publish --provenance/)
    expect(read('.github/workflows/release.yml')).not.toMatch(/secrets\./)
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true })
  })
  it('holds what users need, and neither tests nor what this machine left', { tags: 'stress' }, () => {
    const flags = ['pack', '--dry-run', '--json', '--ignore-scripts']
    const { stdout } = spawnSync('npm', flags, { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 })
    const [{ files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ files: { path: string }[] }]
    const paths = files.map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        'bin/tableread.js',
        'dist/app/cli/main.js',
        'SECURITY.md',
        'docs/licences.md',
        'LICENSE',
      ]),
    )
    expect(paths.filter((path) => path.startsWith('.github/workflows/'))).toEqual([])
    expect(
      paths.filter((path) => /\.test\.|\.fixture\.|^(src|tests|bench|scripts)\/|\.sqlite|\.tsbuildinfo/.test(path)),
    ).toEqual([])
  })
})
