import { formatProblem } from '../grammar/format-problem.ts'
import { findSuites } from './find-suites.ts'
import { loadConfig } from './load-config.ts'
import { readSuites } from './read-suites.ts'

/** `tableread lint`: reads suites without running them. 0 when all are sound, 2 when one is broken. */
export async function lint(paths: readonly string[]): Promise<number> {
  const folder = process.cwd()
  const { config } = await loadConfig(folder)
  const found = findSuites(paths.length > 0 ? paths : (config.suites ?? ['suites']), folder)
  const { suites, problems, texts } = readSuites(found, folder)
  for (const problem of problems) process.stderr.write(`${formatProblem(problem, texts.get(problem.file))}\n\n`)
  const conversations = suites.reduce((sum, { script }) => sum + script.conversations.length, 0)
  const broken = new Set(problems.map(({ file }) => file)).size
  process.stdout.write(
    `${suites.length} sound ${suites.length === 1 ? 'suite' : 'suites'} with ${conversations} conversations${broken === 0 ? '' : `, ${broken} broken`}\n`,
  )
  return problems.length === 0 ? 0 : 2
}
