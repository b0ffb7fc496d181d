import type { Comparison } from '../../src/compare/comparison.ts'
import { allKinds, type MutantKind } from '../../src/compare/mutation/mutant/mutant.ts'
import { createPick } from '../corpus/pick.ts'
import { approveAll, compareDraft, type Draft, makeDraft, type Strike } from './reviewed-drafts.ts'
import { orders } from './shop-drafts.ts'

/** What became of a draft after its intended changes were approved. */
export interface Measured {
  seed: number
  causes: number
  decisions: number
  /** Comparisons without harm, and how many of them opened the gate. */
  calm: { of: number; open: number }
  /** Comparisons with harm, and how many of them shut it; `missed` says by what. */
  harmed: { of: number; shut: number; missed: string[] }
}

/** Whether the gate is open, but for the turns that approved breaks hide. */
const isOpen = ({ gate: { rules } }: Comparison): boolean =>
  rules.every(({ name, verdict }) => verdict === 'held' || name === 'behind approvals')

/** Draws strikes: in conversations that were approved, and in others. */
function drawStrikes(draft: Draft, m: number, seed: number): Strike[] {
  const pick = createPick(seed)
  const touched = [...new Set(draft.causes.flatMap(({ places }) => [...places]))]
  const places = new Set<number>()
  while (places.size < m) places.add(pick(2) === 0 ? (touched[pick(touched.length)] ?? 0) : pick(orders.length))
  return [...places].map((place) => ({ place, kind: allKinds[pick(allKinds.length)] ?? 'drop call', at: pick(6) }))
}

/**
 * Compares a draft, approves all that is intended, and compares it again: `reruns` times as it is, in half of them
 * worded anew and with the suite's lines moved, and as often with one or two strikes.
 */
export async function measureDraft(seed: number, reruns: number): Promise<Measured> {
  const draft = makeDraft(seed, 1 + (seed % 4))
  const { reviews, decisions } = approveAll((await compareDraft(draft, { seed })).comparison)
  const measured: Measured = {
    ...{ seed, causes: draft.causes.length, decisions },
    calm: { of: 0, open: 0 },
    harmed: { of: 0, shut: 0, missed: [] },
  }
  for (let rerun = 1; rerun <= reruns; rerun += 1) {
    const round = {
      seed: 5_000 + rerun,
      reviews,
      ...(rerun % 2 === 0 ? { wording: 'anew' as const, lead: '# moved\n\n' } : {}),
    }
    const { comparison } = await compareDraft(draft, round)
    measured.calm.of += 1
    if (isOpen(comparison)) measured.calm.open += 1
    const strikes = drawStrikes(draft, 1 + (rerun % 2), seed * 1_000 + rerun)
    const harmed = await compareDraft(draft, { ...round, strikes })
    if (harmed.struck.length === 0) continue
    measured.harmed.of += 1
    if (harmed.comparison.gate.verdict === 'shut') measured.harmed.shut += 1
    else measured.harmed.missed.push(harmed.struck.map(({ kind, place, at }) => `${kind} ${place} ${at}`).join(' + '))
  }
  return measured
}

/** The kinds of strikes after which the approval of a conversation still holds, and how many were possible. */
export async function measureKinds(seed: number): Promise<{ possible: MutantKind[]; held: string[] }> {
  const draft = makeDraft(seed, 2)
  const { reviews } = approveAll((await compareDraft(draft, { seed })).comparison)
  const [place = 0] = draft.causes.flatMap(({ places }) => [...places])
  const [possible, heldKinds]: [MutantKind[], string[]] = [[], []]
  for (const kind of allKinds) {
    const { comparison, struck } = await compareDraft(draft, {
      seed: 7_000,
      reviews,
      strikes: [{ place, kind, at: 0 }],
    })
    if (struck.length === 0) continue
    possible.push(kind)
    if (comparison.gate.verdict !== 'shut') heldKinds.push(kind)
  }
  return { possible, held: heldKinds }
}
