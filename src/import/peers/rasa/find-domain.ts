import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { findSources } from '../draft/find-sources.ts'

/** Tests lie a few folders deep in their project. */
const mostParents = 6

/**
 * The files of the domains that tests belong to: `domain.yml` or a folder `domain` beside a test, or in the nearest folder
 * above that has one; and what lies in `data` there, which has the training data. A project ends where its repository does.
 */
export function findDomain(tests: readonly string[]): { domain: string[]; data: string[] } {
  const roots = new Set(
    [...new Set(tests.map((path) => dirname(resolve(path))))].flatMap((folder) => rootOf(folder) ?? []),
  )
  const isYaml = (path: string): boolean => /\.ya?ml$/i.test(path)
  return {
    domain: [...roots].flatMap((root) => domainsIn(root).flatMap(findSources)).filter(isYaml),
    data: [...roots]
      .map((root) => join(root, 'data'))
      .filter((folder) => existsSync(folder))
      .flatMap(findSources)
      .filter(isYaml),
  }
}

function rootOf(folder: string): string | null {
  let at = folder
  for (let climbed = 0; climbed <= mostParents; climbed += 1) {
    if (domainsIn(at).length > 0) return at
    if (existsSync(join(at, '.git')) || dirname(at) === at) return null
    at = dirname(at)
  }
  return null
}

function domainsIn(folder: string): string[] {
  return ['domain.yml', 'domain.yaml', 'domain'].map((name) => join(folder, name)).filter((path) => existsSync(path))
}
