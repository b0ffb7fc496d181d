import { didYouMean } from '../../base/did-you-mean.ts'
import { isSlip } from '../../base/is-slip.ts'
import { isToolPattern } from '../language/tool-name.ts'
import type { Place } from '../yaml/place.ts'
import type { Problem } from '../yaml/problem.ts'
import { isPlain } from './demanded-calls.ts'
import type { NamedCall } from './named-calls.ts'
import type { Reach } from './reach.ts'

/** A problem with a tool that a script names. */
export type ToolFinding = Omit<Problem, 'file'>

/**
 * Looks for a tool among those that can be met. One that is not there is a problem when everybody who may answer is
 * known, or when it is nearly spelt as one that is; else a warning. To forbid a tool that nobody has is a sound
 * guardrail, and so is a budget for it; only what looks like a slip is warned of there, since it would forbid or limit
 * nothing for ever.
 */
export function findTool(
  tool: string,
  at: Place,
  reach: Reach,
  use: NamedCall['use'] | 'limited' = 'expected',
): ToolFinding[] {
  const names = [...reach.tools.keys()]
  if (reach.tools.has(tool) || !isPlain(tool) || (use === 'never' && isToolPattern(tool))) return []
  const slip = names.find((name) => isSlip(tool, name))
  const guards = use === 'never' || use === 'limited'
  if (guards && slip === undefined) return []
  const certain = !guards && use !== 'reference' && (reach.complete || slip !== undefined)
  const message = `the blueprint of "${reach.agent}" (${reach.versions}) lists no function ${tool}`
  return [
    {
      code: 'unknown-tool',
      ...(certain ? {} : { severity: 'warning' }),
      at,
      message: guards ? `${message}, so this ${use === 'never' ? 'forbids' : 'limits'} nothing` : message,
      hint: didYouMean(tool, names, String) ?? hint(names, reach),
    },
  ]
}

function hint(names: readonly string[], { complete }: Reach): string {
  if (!complete) return 'an agent that may take over, and is not known here, may have it'
  if (names.length === 0) return 'it lists none at all'
  return `there are ${names.slice(0, 12).join(', ')}${names.length > 12 ? `, and ${names.length - 12} more` : ''}`
}
