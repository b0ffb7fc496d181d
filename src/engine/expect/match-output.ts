import type { Matcher } from '../../suite/language/matcher.ts'
import type { ToolOutput } from '../transcript/tool-call.ts'
import { exactly, type Folding } from './fold-text.ts'
import { matchAbsent } from './match.ts'
import { isAboutText, matchBy, type Reading } from './match-by.ts'
import { type Mismatch, mismatch } from './mismatch.ts'

/**
 * Holds what a tool gave back against a matcher. Members and numbers are looked for in the parsed output, text
 * conditions in its text (TRN-12). Without an output nothing holds, not even a negation, but for `present: false`; nor does
 * anything of an output that says one thing twice.
 */
export function matchOutput(matcher: Matcher, output: ToolOutput | null, folding: Folding = exactly): Mismatch[] {
  if (output?.twice !== undefined)
    return [mismatch(matcher.at, `output.${output.twice}`, 'a member of this name once', output.text)]
  if (output !== null) return matchBy(matcher, (condition) => readOutput(condition, output), folding)
  return matchAbsent(matcher, 'output')
}

function readOutput(condition: Matcher, { text, json }: ToolOutput): Reading {
  const path = 'output'
  const parsed = json === undefined ? text : json
  const plain = typeof json === 'string' ? json : text
  if (condition.kind === 'json' || (condition.kind === 'equals' && condition.value === text))
    return { path, value: text }
  if (condition.kind === 'contains') return { path, value: Array.isArray(parsed) ? parsed : plain }
  if (condition.kind === 'length') return { path, value: typeof parsed === 'object' ? parsed : plain }
  return { path, value: isAboutText(condition) ? plain : parsed }
}
