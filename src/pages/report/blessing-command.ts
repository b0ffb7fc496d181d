import { quotePath } from '../../base/quote-path.ts'

/** How many conversations stand in one command, so that it stays within what shells and terminals take. */
const most = 100

/** An approved conversation: its `file:line`, the version whose behaviour was approved, and whether it came from a run that failed. */
export interface Blessed {
  id: string
  version: string
  failed: boolean
}

/**
 * The commands that bless the approved conversations, a line each, for a POSIX shell. Ids that hold anything but plain
 * characters stand in single quotes; one that looks like an option is given as a path. What failed has to be asked for.
 */
export function blessingCommand(approved: readonly Blessed[]): string {
  const groups = new Map<string, string[]>()
  for (const { id, version, failed } of approved) {
    const flags = `${failed ? ' --even-failed' : ''}${version === 'default' ? '' : ` --agent-version ${version}`}`
    groups.set(flags, [...(groups.get(flags) ?? []), quotePath(id)])
  }
  return [...groups].flatMap(([flags, quoted]) => cut([...new Set(quoted)], flags)).join('\n')
}

function cut(ids: readonly string[], flags: string): string[] {
  const lines = Array.from({ length: Math.ceil(ids.length / most) }, (_, index) =>
    ids.slice(index * most, (index + 1) * most).join(' '),
  )
  return lines.map((line) => `tableread snapshots --update${flags} ${line}`)
}
