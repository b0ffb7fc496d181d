import type { HowOften } from '../model/feature-evidence.ts'

/** How often each side does it: ` (88 of 100 runs instead of 100)`; empty where one always does and the other never. */
export function showHowOften(often: HowOften | undefined, { a, b }: { a: number; b: number }, pairs: number): string {
  if (often === undefined) return ''
  if (often === 'turns') return ` (in ${b} of ${pairs} pairs${a === 0 ? '' : `, in ${a} the other way round`})`
  return ` (${b === 0 ? 'none' : b} of ${pairs} runs instead of ${a === 0 ? 'none' : a})`
}
