import { readdirSync, readFileSync } from 'node:fs'
import { posix, resolve, win32 } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { quotePath } from '../src/base/json/quoting.ts'

const root = resolve(import.meta.dirname, '..')

/** The modules that take paths of users and files, as they are where `node:path` is that of Windows. */
async function loadAsOn(path: typeof win32) {
  vi.resetModules()
  vi.doMock('node:path', () => ({ ...path, default: path, posix, win32 }))
  vi.doMock('../src/base/files/files.ts', async (load) => ({
    ...(await load<typeof import('../src/base/files/files.ts')>()),
    readText: (file: string) => `text of ${file}`,
  }))
  const from = <Module>(module: Promise<Module>): Promise<Module> => module
  const loaded = {
    suites: await from(import('../src/app/files/find-suites.ts')),
    globbed: await from(import('../src/app/files/globbed-files.ts')),
    files: await from(import('../src/base/files/files.ts')),
    places: await from(import('../src/records/snapshots/snapshot-path.ts')),
    blueprints: await from(import('../src/records/snapshots/kept-blueprint.ts')),
    include: await from(import('../src/app/suites/read-suites.ts')),
    vitest: await from(import('../src/app/vitest/suite-files.ts')),
    written: await from(import('../src/suite/builder/written.ts')),
    workspace: await from(import('../src/service/workspace/loading.ts')),
    repository: await from(import('../src/app/formats/path-in-repository.ts')),
  }
  vi.doUnmock('node:path')
  vi.doUnmock('../src/base/files/files.ts')
  vi.resetModules()
  return loaded
}

const project = 'C:\\work\\shop'
let here: Awaited<ReturnType<typeof loadAsOn>>
let there: typeof here
beforeAll(async () => {
  here = await loadAsOn(posix as typeof win32)
  there = await loadAsOn(win32)
})
afterAll(() => vi.resetModules())

describe('an address of a conversation', () => {
  it.each([
    ['suites\\a.yaml:12', 'suites\\a.yaml', { line: 12 }],
    ['C:\\x\\a.yaml:3', 'C:\\x\\a.yaml', { line: 3 }],
    ['C:\\x\\a.yaml:3:5', 'C:\\x\\a.yaml', { line: 3, column: 5 }],
    ['C:/x/a.yml:3#2~4', 'C:/x/a.yml', { line: 3, row: 2, seed: 4 }],
    ['C:\\x\\a.yaml', 'C:\\x\\a.yaml', undefined],
    ['C:\\x', 'C:\\x', undefined],
    ['\\\\server\\share\\a.json:7', '\\\\server\\share\\a.json', { line: 7 }],
  ])('%s', (word, path, address) => {
    expect(there.suites.readAddress(word)).toEqual({ path, ...(address === undefined ? {} : { address }) })
  })
})

describe('a path in messages, results, histories and shards', () => {
  it.each([
    [`${project}\\suites\\a.yaml`, 'suites/a.yaml'],
    ['c:\\WORK\\shop\\suites\\a.yaml', 'suites/a.yaml'],
    ['C:\\work\\other\\a.yaml', 'C:/work/other/a.yaml'],
    ['D:\\a.yaml', 'D:/a.yaml'],
    ['\\\\server\\share\\a.yaml', '//server/share/a.yaml'],
  ])('%s is %s', (path, shown) => {
    expect(there.suites.showPath(path, project)).toBe(shown)
  })
  it('is the same whatever system it was written on', () => {
    expect(there.suites.showPath(win32.resolve(project, 'suites\\deep\\a.yaml'), project)).toBe(
      here.suites.showPath('/work/shop/suites/deep/a.yaml', '/work/shop'),
    )
    const given = { GITHUB_WORKSPACE: project }
    expect(there.repository.pathInRepository(`${project}\\suites\\a.yaml`, given)).toBe('suites/a.yaml')
    expect(there.repository.pathInRepository('D:\\a.yaml', given)).toBe('D:/a.yaml')
    expect(there.workspace.shownPath('D:\\shop\\agents\\desk.yaml')).toBe('D:/shop/agents/desk.yaml')
    const url = 'file:///D:/shop/a.ts:3:5'
    expect(there.written.readFrame('    at suite (D:\\shop\\a.ts:3:5)', 'suite')).toMatchObject({
      file: 'D:/shop/a.ts',
    })
    expect(there.written.readFrame(`    at ${url}`, 'suite')?.at).toEqual({ line: 3, column: 5, length: 5 })
  })
  it('comes in the same order, so that shards are cut alike', () => {
    const names = ['a/b.yaml', 'a.yaml', 'a-b/c.yaml', 'aB.yaml', 'a0.yaml', 'a/B/c.yaml', 'ä.yaml']
    const ordered = [...names].sort(here.files.comparePaths)
    expect(ordered).toEqual([...names].sort())
    const other = names.map((name) => name.replaceAll('/', '\\')).sort(there.files.comparePaths)
    expect(other.map((name) => name.replaceAll('\\', '/'))).toEqual(ordered)
  })
})

describe('a glob', () => {
  it.each([
    ['suites\\*.yaml', `${project}\\suites`, ['a.yaml', 'b.yaml'], ['c\\a.yaml', 'a.yml']],
    ['suites/**/a*.yaml', `${project}\\suites`, ['a.yaml', 'x\\y\\ab.yaml'], ['x\\b.yaml']],
    ['C:\\x\\{a,b}\\*.yaml', 'C:\\x', ['a\\1.yaml', 'b\\2.yaml'], ['c\\1.yaml']],
    ['D:\\*.yaml', 'D:\\', ['a.yaml'], ['x.yml']],
    ['.\\*\\a.yaml', project, ['suites\\a.yaml'], ['a.yaml']],
  ])('%s', (glob, folder, fitting, others) => {
    const read = there.globbed.readGlob(glob, project)
    expect(read?.folder).toBe(folder)
    expect(fitting.filter((name) => read?.fits(name) !== true)).toEqual([])
    expect(others.filter((name) => read?.fits(name) === true)).toEqual([])
  })
  it('of Vitest has forward slashes', () => {
    expect(there.vitest.suiteGlobs(['suites\\', 'more\\a.yaml'], project)).toEqual([
      expect.stringMatching(/^suites\/\*\*\/\*\.\{/),
      'more/a.yaml',
    ])
  })
})

describe('what lies within a folder', () => {
  it.each([
    [`${project}\\suites\\a.yaml`, true],
    [project, true],
    ['c:\\work\\SHOP\\suites', true],
    [`${project}\\..\\other`, false],
    [`${project}2\\a.yaml`, false],
    [`${project}\\..hidden\\a.yaml`, true],
    ['D:\\work\\shop\\a.yaml', false],
    ['\\\\server\\share\\a.yaml', false],
  ])('%s: %s', (path, expected) => {
    expect(there.files.isWithin(path, project)).toBe(expected)
  })
})

describe('the file of a snapshot or tape', () => {
  const ofWindows = (file: string, conversation = 'x'): string =>
    win32.relative(project, there.places.snapshotPath({ file, conversation, version: 'default' }, project))
  const ofOthers = (file: string, conversation = 'x'): string =>
    posix.relative('/work/shop', here.places.snapshotPath({ file, conversation, version: 'default' }, '/work/shop'))

  it.each([
    ['suites/a.yaml', 'suites\\a.yaml'],
    ['suites/deep/a b.yml', 'suites\\deep\\a b.yml'],
    ['../other/a.yaml', '..\\other\\a.yaml'],
  ])('of %s is the same on every system', (file, onWindows) => {
    expect(ofWindows(onWindows).replaceAll('\\', '/')).toBe(ofOthers(file))
    expect(ofWindows(file).replaceAll('\\', '/')).toBe(ofOthers(file))
    expect(there.places.suiteOf(onWindows, project)).toBe(file)
  })
  it('is below the folder for a suite on another drive or server', () => {
    for (const file of ['D:\\more\\a.yaml', '\\\\server\\share\\a.yaml', 'd:a.yaml'])
      expect(ofWindows(file), file).toMatch(/^snapshots\\(?!.*(?:\.\.|:)).*x\.default\.txt$/)
  })

  const names = [
    'con',
    'CON',
    'nul',
    'aux',
    'prn',
    'com1',
    'lpt9',
    'ends. ',
    'ends...',
    '..',
    'a:b',
    'a|b<c>',
    'q?',
    ' ',
  ]
  const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
  it('has no part that Windows reserves or shortens, and none that differs from another only in case', () => {
    const paths = [
      ...names.map((name) => ofWindows('suites/a.yaml', name)),
      ...names.filter((name) => name !== '..').map((name) => ofWindows(`suites/${name}/a.yaml`)),
    ]
    for (const part of paths.flatMap((path) => path.split('\\')))
      expect([part, reserved.test(part) || /[. ]$|[<>:"|?*]/.test(part)]).toEqual([part, false])
    const same = ['Tracks it', 'tracks it', 'TRACKS IT', 'tracks  it'].map((name) => ofWindows('a.yaml', name))
    expect(new Set(same.map((path) => path.toLowerCase())).size).toBe(same.length)
    for (const agent of [...names, 'nul.desk', 'Com1.x'])
      expect(win32.basename(there.blueprints.blueprintPath(project, agent, 3)), agent).toMatch(
        /^(?!(?:con|prn|aux|nul|com\d|lpt\d)\.)[^<>:"|?*]+@3\.yaml$/i,
      )
  })
})

describe('a file that another names', () => {
  it.each([
    ['suites\\a.yaml', 'shared\\b.yaml', 'suites/shared/b.yaml'],
    ['suites/a.yaml', '..\\shared\\b.yaml', 'shared/b.yaml'],
    ['D:\\more\\a.yaml', 'b.yaml', 'D:/more/b.yaml'],
  ])('%s includes %s', (suite, included, file) => {
    const open = there.include.openBeside(suite, project, () => {})
    expect(open(included)).toEqual({ file, content: `text of ${win32.resolve(project, file)}` })
  })
  it('is a prompt by its path with either slash', () => {
    const texts = new Map<string, string>()
    const source = { loading: { texts, problems: [] }, path: `${project}\\agents\\desk.yaml` }
    const at = { line: 1, column: 1, length: 1 }
    for (const value of ['prompts\\desk.md', 'prompts/desk.md', '.\\prompts\\desk.md'])
      expect(there.workspace.loadNamed(source, { value, at })).toBe(`text of ${project}\\agents\\prompts\\desk.md`)
    expect([...texts.keys()]).toEqual(['C:/work/shop/agents/prompts/desk.md'])
  })
  it('is one word of a shell in a hint', () => {
    expect(quotePath(there.suites.showPath('C:\\my work\\a.yaml', project))).toBe("'C:/my work/a.yaml'")
    expect(quotePath(there.suites.showPath('D:\\a.yaml', project))).toBe('D:/a.yaml')
  })
})

describe('code that is loaded by its path', () => {
  const sources = readdirSync(resolve(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test|\.fixture)\.tsx?$/.test(name))
    .map((name) => ({ name, text: readFileSync(resolve(root, 'src', name), 'utf8') }))
  const linesWith = (pattern: RegExp): string[] =>
    sources.flatMap(({ text }) =>
      text.split('\n').filter((line) => pattern.test(line) && !/^\s*(?:\*|\/\/)/.test(line)),
    )

  it('is imported by its URL, since C: would be a scheme', () => {
    const computed = linesWith(/(?<![\w.])import\((?!['"`])/)
    expect(computed.length).toBeGreaterThan(1)
    // jiti gives its native import the URLs of files.
    expect(computed.filter((line) => !/import\(pathToFileURL\(|import\(address\)/.test(line))).toEqual([])
  })
  it('is found by fileURLToPath, since the pathname of its URL begins with /C:', () => {
    expect(linesWith(/import\.meta\.url\)\.pathname|packageFolder\)?\.pathname/)).toEqual([])
  })
})

describe('the scripts of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  it.each(Object.entries(scripts))('%s says nothing that only a POSIX shell understands', (_, script) => {
    const bare = script.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    expect(bare).not.toMatch(/['`$;]|(?:^|&& *)\w+=|(?:^|&& *)(?:rm|cp|mv|mkdir|cat|export|test|sh|bash) /)
    expect(bare).not.toMatch(/[*?]|\.\//)
  })
})
