import { git, readAtCommit } from '../../base/files/git.ts'
import { count, listSome } from '../../base/text/wording.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import type { Script } from '../../suite/language/script/script.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { RunSettled } from '../config/settings.ts'
import { isGlob } from '../files/glob.ts'
import { openBeside, type SuitesRead } from './read-suites.ts'

/**
 * Warns, file by file, of conversations that a commit has and no suite has any more, since nobody tests what they did.
 * Of suites in YAML alone; where git cannot tell, nothing is gone.
 */
export function findGone(
  { suites, files }: Pick<SuitesRead, 'suites' | 'files'>,
  { folder, suites: asked }: Pick<RunSettled, 'folder' | 'suites'>,
  { commit, label }: { commit: string; label: string },
): Problem[] {
  const places = asked.map((path) => (isGlob(path) ? `:(glob)${path}` : path))
  const differing = git(folder, ['diff', '--relative', '--name-only', '--no-renames', '-z', commit, '--', ...places])
  if (!differing.ok || differing.text === '') return []
  const present = new Set(suites.flatMap(({ script }) => script.conversations.flatMap((each) => keysOf(script, each))))
  const readFiles = new Set(suites.map(({ script }) => script.file))
  return differing.text.split('\0').flatMap((file) => {
    // What is there and was not read is not asked for, or broken, which is told as such.
    if (!/\.ya?ml$/.test(file) || (files.has(file) && !readFiles.has(file))) return []
    const earlier = readAtCommit(folder, commit, file)
    if (!earlier.ok) return []
    const open = openBeside(file, folder, () => undefined)
    const parsed = parseScript(earlier.text, file, open)
    if (!parsed.ok) return []
    const { script } = parsed
    const names = script.conversations.flatMap((each) =>
      keysOf(script, each).some((key) => present.has(key)) ? [] : `"${each.name.value}"`,
    )
    if (names.length === 0) return []
    const message = `${count(names.length, 'conversation')} of ${label} ${names.length === 1 ? 'is' : 'are'} gone: ${listSome(names, 3)}`
    const hint = 'bring back what is still to be tested; what has another name is another one'
    return [
      { code: 'gone-conversation', severity: 'warning', file, at: { line: 1, column: 1, length: 1 }, message, hint },
    ]
  })
}

/** What tells a conversation apart: its name in its suite, wherever that stands, or in its file. */
function keysOf({ file, suite }: Script, { name }: Script['conversations'][number]): string[] {
  return [JSON.stringify([suite.value, name.value]), JSON.stringify([file, name.value, 'file'])]
}
