import type { BlueprintConfig } from '../../wire/api/blueprint-config.ts'
import type { Phase } from '../../wire/api/transcript-entry.ts'
import type { ToolCoverage } from './tool-coverage.ts'

/** The functions that a blueprint lists for a phase and that were never called in it. */
export type UncoveredTools = Record<Phase, string[]>

/** What was never called, in the blueprint's order. A call whose phase the service does not say counts for every phase that lists it. */
export function uncoveredTools(
  { preCall, duringCall, postCall }: BlueprintConfig['functionSettings'],
  tools: readonly ToolCoverage[],
): UncoveredTools {
  const never = (phase: Phase, listed: readonly string[]): string[] => {
    const called = new Set(
      tools.flatMap((tool) => (tool.phase === phase || tool.phase === null ? [tool.name.normalize('NFC')] : [])),
    )
    return [...new Set(listed)].filter((name) => !called.has(name.normalize('NFC')))
  }
  return { pre: never('pre', preCall), during: never('during', duringCall), post: never('post', postCall) }
}
