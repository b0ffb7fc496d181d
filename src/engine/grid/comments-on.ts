import type { Plan } from '../../suite/plan/plan.ts'

const everyTurn = 'every turn'

/** Lines whose comments are about a conversation: its own, those of `every turn`, and comments right above either. */
export function commentsOn({ conversation }: Pick<Plan, 'conversation'>, text: string): string {
  const lines = text.split('\n')
  const shared = lines.findIndex((line) => line.startsWith(`${everyTurn}:`))
  const own = conversation.at.line - 1
  // The dash of an item may stand alone on the line above it.
  const first = /^\s*-\s*(?:#.*)?$/.test(lines[own - 1] ?? '') ? own - 1 : own
  return [first, ...(shared < 0 ? [] : [shared])].flatMap((at) => linesOn(lines, at)).join('\n')
}

function linesOn(lines: readonly string[], first: number): string[] {
  const depth = depthOf(lines[first] ?? '')
  const isComment = (line = ''): boolean => /^\s*#/.test(line)
  const goesOn = (line: string): boolean => line.trim() === '' || depthOf(line) > depth
  let from = first
  while (isComment(lines[from - 1]) && !goesOn(lines[from - 1] ?? '')) from -= 1
  const after = lines.slice(first + 1)
  const end = after.findIndex((line) => !goesOn(line) && !isComment(line))
  const own = end < 0 ? after : after.slice(0, end)
  // Comments behind it that are not indented as it is are about what comes next, or about nothing.
  const last = own.findLastIndex((line) => line.trim() !== '' && goesOn(line))
  return [...lines.slice(from, first + 1), ...own.slice(0, last + 1)]
}

const depthOf = (line: string): number => line.length - line.trimStart().length
