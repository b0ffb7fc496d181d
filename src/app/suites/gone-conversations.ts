import { git, readAtCommit } from '../../base/files/git.ts'
import { count, listSome } from '../../base/text/wording.ts'
import { parseScript } from '../../suite/language/script/parse.ts'
import type { Script } from '../../suite/language/script/script.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import type { RunSettled } from '../config/settings.ts'
import { isGlob } from '../files/glob.ts'
import { openBeside, type SuitesRead } from './read-suites.ts'

/**
 * Warns, file by file, of conversations that a commit has and that no suite has any more, or only skipped or excused, since
 * nobody tests what they did. Of suites in YAML alone; where git cannot tell, nothing is gone.
 */
export function findGone(
  { suites, files }: Pick<SuitesRead, 'suites' | 'files'>,
  { folder, suites: asked }: Pick<RunSettled, 'folder' | 'suites'>,
  { commit, label }: { commit: string; label: string },
): Problem[] {
  const places = asked.map((path) => (isGlob(path) ? `:(glob)${path}` : path))
  const differing = git(folder, ['diff', '--relative', '--name-only', '--no-renames', '-z', commit, '--', ...places])
  if (!differing.ok || differing.text === '') return []
  const present = new Map(
    suites.flatMap(({ script }) =>
      script.conversations.flatMap((each) => keysOf(script, each).map((key) => [key, each] as const)),
    ),
  )
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
    const names: Record<keyof typeof fates, string[]> = { gone: [], skipped: [], excused: [] }
    for (const each of script.conversations) {
      const now = keysOf(script, each).flatMap((key) => present.get(key) ?? [])[0]
      const fate = now === undefined ? 'gone' : fateOf(each, now)
      if (fate !== null) names[fate].push(`"${each.name.value}"`)
    }
    return (Object.keys(fates) as (keyof typeof fates)[]).flatMap((fate): Problem[] => {
      const all = names[fate]
      if (all.length === 0) return []
      const message = `${count(all.length, 'conversation')} of ${label} ${all.length === 1 ? 'is' : 'are'} ${fates[fate].be}: ${listSome(all, 3)}`
      const at = { line: 1, column: 1, length: 1 }
      return [{ code: 'gone-conversation', severity: 'warning', file, at, message, hint: fates[fate].hint }]
    })
  })
}

/** What may become of a conversation so that nothing of it shuts a gate, and what to do about that. */
const fates = {
  gone: { be: 'gone', hint: 'bring back what is still to be tested; what has another name is another one' },
  skipped: { be: 'skipped now', hint: 'take skip: out again where it is still to be tested' },
  excused: { be: 'expected to fail now', hint: 'take expected fail: out again where it still has to pass' },
}

type Conversation = Script['conversations'][number]

function fateOf(before: Conversation, now: Conversation): keyof typeof fates | null {
  if (now.skip !== undefined) return before.skip === undefined ? 'skipped' : null
  return now.expectedFail !== undefined && before.expectedFail === undefined ? 'excused' : null
}

/** What tells a conversation apart: its name in its suite, wherever that stands, or in its file. */
function keysOf({ file, suite }: Script, { name }: Conversation): string[] {
  return [JSON.stringify([suite.value, name.value]), JSON.stringify([file, name.value, 'file'])]
}
