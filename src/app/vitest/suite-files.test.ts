import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { insistPaths, suiteGlobs } from './suite-files.ts'

const endings = '[yY][aA][mM][lL],[yY][mM][lL]'

describe('suiteGlobs', () => {
  it('takes a folder for all suites below it and a file for itself', () => {
    expect(suiteGlobs(['suites', 'more/one.yaml', './two.yml', '/project/deep'], '/project')).toEqual([
      `suites/**/*.{${endings}}`,
      'more/one.yaml',
      'two.yml',
      `deep/**/*.{${endings}}`,
    ])
    expect(suiteGlobs(['.', '../beside'], '/project')).toEqual([`**/*.{${endings}}`, `../beside/**/*.{${endings}}`])
  })

  it('takes a glob as it is, and its marks literally where a file of that name is there', () => {
    expect(suiteGlobs(['suites/[old] (1)/a*.yaml'], '/project')).toEqual(['suites/[old] (1)/a*.yaml'])
    const folder = mkdtempSync(join(tmpdir(), 'globs-'))
    writeFileSync(join(folder, '[old] (1).yaml'), '')
    expect(suiteGlobs(['[old] (1).yaml'], folder)).toEqual(['\\[old\\] \\(1\\).yaml'])
    rmSync(folder, { recursive: true })
  })
})

it('insists on paths that somebody wrote, and names what is near', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paths-'))
  mkdirSync(join(folder, 'suites'))
  insistPaths(['suites', 'none/**/*.yaml'], folder)
  expect(() => insistPaths(['suitse'], folder)).toThrow('there is no file or folder suitse')
  rmSync(folder, { recursive: true })
})
