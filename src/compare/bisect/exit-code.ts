import type { BisectResult } from './result.ts'

/** 130 interrupted (143 terminated), 2 a script is broken, 3 not judged or unsafe, 0 a break was found, else 4. */
export function bisectExitCode(
  { conversations }: Pick<BisectResult, 'conversations'>,
  interrupted: 129 | 130 | 143 | null,
): 0 | 2 | 3 | 4 | 129 | 130 | 143 {
  if (interrupted !== null) return interrupted
  const has = (kind: string): boolean => conversations.some(({ outcome }) => outcome.kind === kind)
  if (has('broken')) return 2
  if (has('errored') || has('unsafe')) return 3
  return has('found') ? 0 : 4
}
