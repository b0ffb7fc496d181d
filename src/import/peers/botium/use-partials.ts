import type { DraftTurn, PeerSuite } from '../draft/draft.ts'
import { addTurn, startConversation } from '../draft/draft.ts'

export interface Inclusion {
  name: string
}

export class InclusionMap {
  private readonly within = new Map<DraftTurn, readonly Inclusion[]>()
  /** Inclusions that share a turn with what is around them: no template has a part of a turn. */
  private readonly cut = new Set<Inclusion>()

  add(turn: DraftTurn, step: readonly Inclusion[]): void {
    const inclusions = this.within.get(turn) ?? step
    const shared = inclusions.filter((each) => step.includes(each))
    for (const each of [...inclusions, ...step]) if (!shared.includes(each)) this.cut.add(each)
    this.within.set(turn, shared)
  }

  of(turn: DraftTurn): readonly Inclusion[] {
    return (this.within.get(turn) ?? []).filter((each) => !this.cut.has(each))
  }
}

/** Turns with a `use` for those of a partial convo, now a template; where it came out differently they stay. */
export function usePartials(
  turns: readonly DraftTurn[],
  suite: PeerSuite,
  included: InclusionMap,
  depth = 0,
): DraftTurn[] {
  const unfolded: DraftTurn[] = []
  for (let from = 0; from < turns.length; ) {
    const [turn] = turns.slice(from, from + 1)
    if (turn === undefined) break
    const outer = included.of(turn)[depth]
    const end = turns.findIndex((each, index) => index > from && included.of(each)[depth] !== outer)
    const run = turns.slice(from, outer === undefined ? from + 1 : end === -1 ? turns.length : end)
    from += run.length
    if (outer === undefined) {
      unfolded.push(turn)
      continue
    }
    const inner = usePartials(run, suite, included, depth + 1)
    const template = suite.templates.get(outer.name)
    if (template === undefined && !outer.name.includes('{{')) suite.templates.set(outer.name, inner)
    const isSame = JSON.stringify(suite.templates.get(outer.name)) === JSON.stringify(inner)
    if (isSame) unfolded.push(addTurn(startConversation('', turn.origin), 'use', outer.name, turn.origin))
    else unfolded.push(...inner)
  }
  return unfolded
}
