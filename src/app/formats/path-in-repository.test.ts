import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { pathInRepository } from './path-in-repository.ts'

const [here, file] = [resolve('.'), join('suites', 'a.yaml')]

it.each<[string, NodeJS.ProcessEnv, string]>([
  ['outside of CI', {}, 'suites/a.yaml'],
  ['where the variables are empty', { GITHUB_WORKSPACE: '', CI_PROJECT_DIR: '' }, 'suites/a.yaml'],
  ['at the root of a checkout', { GITHUB_WORKSPACE: here }, 'suites/a.yaml'],
  [
    'in a project of a monorepo, on GitHub',
    { GITHUB_WORKSPACE: resolve('..') },
    `${here.split(/[\\/]/).at(-1)}/suites/a.yaml`,
  ],
  [
    'in a project of a monorepo, on GitLab',
    { CI_PROJECT_DIR: resolve('..') },
    `${here.split(/[\\/]/).at(-1)}/suites/a.yaml`,
  ],
  ['outside of the checkout', { CI_PROJECT_DIR: join(here, 'src') }, 'suites/a.yaml'],
])('names a suite %s', (_, env, path) => {
  expect(pathInRepository(file, env)).toBe(path)
})

it('follows links, of the checkout and of a suite, as git shows the files', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tableread-checkout-')))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'real', 'suites'), { recursive: true })
  writeFileSync(join(folder, 'real', 'suites', 'a.yaml'), '')
  symlinkSync(join(folder, 'real'), join(folder, 'link'))
  symlinkSync(join(folder, 'real', 'suites', 'a.yaml'), join(folder, 'real', 'b.yaml'))
  const env = { GITHUB_WORKSPACE: join(folder, 'link') }
  for (const path of ['real/suites/a.yaml', 'link/suites/a.yaml', 'real/b.yaml'])
    expect(pathInRepository(join(folder, path), env)).toBe('suites/a.yaml')
})
