import type { Suggestion, Survivor } from '../../compare/mutation/mutant/teeth-result.ts'
import { cleanLine } from '../text/clean-line.ts'
import type { Paint } from '../text/paint.ts'
import { namePlace } from './name-place.ts'

/** The largest number of mutants named under one suggestion. */
const named = 3

/** A suggestion: where it goes, what to write, and what goes unnoticed without it. */
export function formatSuggestion(suggestion: Suggestion, survivors: readonly Survivor[], paint: Paint): string {
  const { turn, yaml, catches } = suggestion
  const caught = catches.flatMap((number) => survivors[number] ?? [])
  const rest = caught.length - named
  return [
    `${cleanLine(namePlace(suggestion))}  ${paint.dim(`catches ${catches.length}`)}`,
    ...yaml.split('\n').map((each) => `    ${paint.good(each)}`),
    ...caught.slice(0, named).map((survivor) => `  ${describeSurvivor(survivor, turn === null)}`),
    ...(rest > 0 ? [paint.dim(`  and ${rest} more`)] : []),
  ].join('\n')
}

/** "turn 2 still passes when lookup_order is not called". */
export function describeSurvivor({ turn, line, file, what }: Survivor, placed: boolean): string {
  const who = turn === null ? 'the conversation' : `turn ${turn}`
  return cleanLine(`${placed ? `${file}:${line} ` : ''}${who} still passes when ${what}`)
}
