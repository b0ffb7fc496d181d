import { isAbsolute, relative, resolve } from 'node:path'
import type { Comparison } from '../../compare/comparison.ts'
import type { RunResult } from '../../engine/run-result.ts'
import { command } from './print.ts'

/**
 * In a step of GitHub Actions: has what did not pass shown on its line of a suite, in the pull request. Nothing anywhere
 * else, and nothing where `TABLEREAD_ANNOTATIONS` is `off`.
 */
export async function annotateLines(
  result: RunResult | Comparison,
  { GITHUB_ACTIONS, GITHUB_WORKSPACE, TABLEREAD_ANNOTATIONS }: NodeJS.ProcessEnv,
): Promise<void> {
  if (GITHUB_ACTIONS !== 'true' || TABLEREAD_ANNOTATIONS === 'off') return
  const { annotate } = await import('../../report/github/annotations.ts')
  const lines = annotate(result, (file) => pathInRepository(file, GITHUB_WORKSPACE))
  if (lines !== '') command(lines)
}

/** GitHub knows files by their path from the root of the repository, wherever a command runs. */
function pathInRepository(file: string, root: string | undefined): string {
  const path = root === undefined || root === '' ? file : relative(root, resolve(file))
  const own = path.startsWith('..') || isAbsolute(path) ? file : path
  return own.replaceAll('\\', '/')
}
