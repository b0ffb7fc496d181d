import { describe, expect, it } from 'vitest'
import { suiteGlobs } from './suite-files.ts'

describe('suiteGlobs', () => {
  it('takes a folder for all suites below it and a file for itself', () => {
    expect(suiteGlobs(['suites', 'more/one.yaml', './two.yml', '/project/deep'], '/project')).toEqual([
      'suites/**/*.{yaml,yml}',
      'more/one.yaml',
      'two.yml',
      'deep/**/*.{yaml,yml}',
    ])
    expect(suiteGlobs(['.', '../beside'], '/project')).toEqual(['**/*.{yaml,yml}', '../beside/**/*.{yaml,yml}'])
  })

  it('takes the marks of globs in a path literally', () => {
    expect(suiteGlobs(['suites/[old] (1)/a*.yaml'], '/project')).toEqual(['suites/\\[old\\] \\(1\\)/a\\*.yaml'])
  })
})
