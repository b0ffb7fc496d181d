import type { Recording } from '../../src/service/workspace/recordings-file.ts'

/** How often recordings contain what trips a replay, a YAML reader or a matcher, by the name of the trap. */
export function countTraps(recordings: readonly Recording[]): Record<string, number> {
  const turns = recordings.flatMap(({ turns }) => turns)
  const calls = turns.flatMap(({ lines }) => lines.filter((line) => line.kind === 'call'))
  const texts = turns.flatMap(({ user, lines }) => [
    ...(user === undefined ? [] : [user]),
    ...lines.flatMap((line) => (line.kind === 'message' ? [line.text] : [])),
  ])
  return {
    'reused call ids': recordings.reduce((sum, each) => sum + countReusedIds(each), 0),
    'empty outputs': calls.filter(({ output }) => output === '').length,
    'missing outputs': calls.filter(({ output }) => output === undefined).length,
    'missing replies': turns.filter(({ lines }) => lines.every(({ kind }) => kind !== 'message')).length,
    'agent starts': turns.filter(({ user }) => user === undefined).length,
    'texts hostile to YAML': texts.filter((text) => /^[\s\-?:,[\]{}#&*!|>'"%@`]|: | #|\s$|\n/.test(text)).length,
    'texts full of regex characters': texts.filter((text) => (text.match(/[\\^$.|?*+()[\]{}]/g) ?? []).length >= 5)
      .length,
  }
}

function countReusedIds({ turns }: Recording): number {
  const ids = turns.flatMap(({ lines }) => lines.flatMap((line) => (line.kind === 'call' ? (line.callId ?? []) : [])))
  return ids.length - new Set(ids).size
}
