import { toNormalForm } from '../../base/text/normal-form.ts'
import type { BlueprintConfig } from '../../wire/api/blueprint.ts'
import type { Phase, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { pairCalls } from '../transcript/tool-call.ts'
import { createTally, sumTally, type Tally } from '../verdict/verdict.ts'
import type { ToolCoverage, UncoveredTools } from './coverage-shape.ts'

export type { ToolCoverage, UncoveredTools } from './coverage-shape.ts'

const phases: readonly (Phase | null)[] = ['pre', 'during', 'post', null]

export function countTools() {
  const tools = new Map<string, ToolCoverage>()
  return {
    /** Counts the calls of one turn. */
    add(entries: readonly TranscriptEntry[], member: keyof Tally): void {
      for (const { name, phase, output } of pairCalls(entries).calls) {
        const end = output === null ? 'unanswered' : output.isError === true ? 'error' : 'success'
        toolOf(tools, name, phase)[end][member] += 1
      }
    },
    /** By name, then phase, in the order pre, during, post, null. */
    read: () => structuredClone([...tools.values()]).sort(byNameAndPhase),
  }
}

export function mergeTools(parts: readonly ToolCoverage[]): ToolCoverage[] {
  const tools = new Map<string, ToolCoverage>()
  for (const part of parts) {
    const tool = toolOf(tools, part.name, part.phase)
    for (const end of ['success', 'error', 'unanswered'] as const)
      for (const member of ['passed', 'failed', 'other'] as const) tool[end][member] += part[end][member]
  }
  return [...tools.values()].sort(byNameAndPhase)
}

function toolOf(tools: Map<string, ToolCoverage>, name: string, phase: Phase | null): ToolCoverage {
  const key = `${phase} ${name}`
  const coverage = tools.get(key)
  if (coverage !== undefined) return coverage
  const tool = { name, phase, success: createTally(), error: createTally(), unanswered: createTally() }
  tools.set(key, tool)
  return tool
}

function byNameAndPhase(a: ToolCoverage, b: ToolCoverage): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1
  return phases.indexOf(a.phase) - phases.indexOf(b.phase)
}

/** In the blueprint's order. A call without a phase counts for every phase that lists its function. */
export function uncoveredTools(
  { preCall, duringCall, postCall }: BlueprintConfig['functionSettings'],
  tools: readonly ToolCoverage[],
): UncoveredTools {
  const never = (phase: Phase, toolNames: readonly string[]): string[] => {
    const called = new Set(tools.flatMap((tool) => (tool.phase === phase || tool.phase === null ? [tool.name] : [])))
    return [...new Set(toolNames)].filter((name) => !called.has(toNormalForm(name, 'NFC')))
  }
  return { pre: never('pre', preCall), during: never('during', duringCall), post: never('post', postCall) }
}

/** How the calls of a tool in a phase ended, in words, and whether that is a trouble. */
export function callEndings({
  phase,
  success,
  error,
  unanswered,
}: ToolCoverage): [detail: string, tally: Tally, isPoor: boolean][] {
  const where = phase ?? 'no phase'
  const ends: [string, Tally, boolean][] = [
    [where, success, false],
    [`${where}, error`, error, true],
    [`${where}, no output`, unanswered, true],
  ]
  return ends.filter(([, tally]) => sumTally(tally) > 0)
}
