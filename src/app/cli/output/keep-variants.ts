import { dirname, relative, resolve } from 'node:path'
import { count } from '../../../base/text/wording.ts'
import type { VaryPerformance } from '../../../compare/vary/perform-vary.ts'
import {
  applyEdits,
  describeEdit,
  type Edit,
  swapText,
  type VariedConversation,
} from '../../../compare/vary/typed/edit.ts'
import type { Brittleness } from '../../../compare/vary/vary-result.ts'
import { describeEdits } from '../../../report/studies/variation.ts'
import { cleanLine } from '../../../report/text/line.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import { type CopiedConversation, copyConversations } from '../../../suite/yaml/copy-conversations.ts'
import type { ProjectSuites } from '../../open/open-run.ts'
import { commentsOf, type Keeper, keepByFile } from './kept-file.ts'

export const variantKeeper: Keeper = {
  flag: '--keep',
  mark: 'Variants that broke an agent, kept by tableread vary --keep; take this line out to keep what you change.',
  noun: 'variant',
  source: 'suite',
}

interface Kept {
  brittleness: Brittleness
  file: string
  edits: readonly Edit[]
}

/** In a folder, or in one suite. Returns how many were kept and why others were not. @throws UsageError */
export function keepVariants(
  path: string,
  { result, edits }: VaryPerformance,
  plans: readonly Plan[],
  { read }: ProjectSuites,
): { count: number; left: string[] } {
  const keepers = result.brittle.map(
    (each, index): Kept => ({ brittleness: each, file: each.file, edits: edits[index] ?? [] }),
  )
  return keepByFile(path, variantKeeper, keepers, (group, target) => {
    const [first] = group
    const text = read.texts.get(first.file)
    const copy = text === undefined ? null : copyOf(text, group, plans, target, `${first.brittleness.suite}, variants`)
    return copy === null ? [tellByHand(first.file, group)] : { text: copy, count: group.length, notes: [] }
  })
}

function tellByHand(file: string, group: readonly Kept[]): string {
  const edits = group.map(({ brittleness }) =>
    cleanLine(`${file}:${brittleness.edits[0]?.line ?? brittleness.line} ${describeEdits(brittleness)}`),
  )
  return [
    `${count(group.length, 'variant')} of ${file} not kept: its conversations cannot be copied as they are laid out`,
    '  copy the conversation by hand, and type in it:',
    ...edits.map((each) => `  ${each}`),
  ].join('\n')
}

function copyOf(
  text: string,
  group: readonly Kept[],
  plans: readonly Plan[],
  target: string,
  suite: string,
): string | null {
  const names = new Set<string>()
  const copies = group.flatMap((each): CopiedConversation[] => {
    const plan = plans.find(({ id }) => id === each.brittleness.id)
    return plan === undefined ? [] : [copyConversation(plan, each, names)]
  })
  const [{ file } = { file: '' }] = group
  return copyConversations(text, copies, {
    suite,
    head: commentsOf(variantKeeper, target),
    pathOf: (path) => relative(dirname(resolve(target)), resolve(dirname(resolve(file)), path)).replaceAll('\\', '/'),
  })
}

function copyConversation(plan: Plan, { brittleness, edits }: Kept, names: Set<string>): CopiedConversation {
  const varied = applyEdits(plan, edits)
  const words = edits.map(describeEdit).join(', ')
  return {
    at: plan.conversation.at,
    name: uniqueName(`${plan.conversation.name.value}, ${brittleness.operator}`, names),
    note: cleanLine(
      `${words} (${brittleness.family}: ${brittleness.operator}); ${plan.file}:${brittleness.edits[0]?.line ?? plan.conversation.at.line}`,
    ),
    ...changedTurns(plan, edits, varied),
    swap: (text) => swapText(text, varied.swaps),
  }
}

function uniqueName(name: string, names: Set<string>): string {
  let own = name
  for (let number = 2; names.has(own); number += 1) own = `${name} ${number}`
  names.add(own)
  return own
}

/** What is typed in each edited turn; when turns were joined, the last one holds the whole text. */
function changedTurns(
  plan: Plan,
  edits: readonly Edit[],
  varied: VariedConversation,
): Pick<CopiedConversation, 'typed' | 'without'> {
  const { turns } = plan.conversation
  const joinedTurns = new Set(edits.flatMap((edit) => (edit.kind === 'join' ? [edit.turn] : [])))
  const touched = new Set(
    edits.flatMap((edit) => (edit.kind === 'swap' ? [] : edit.kind === 'join' ? [edit.turn + 1] : [edit.turn])),
  )
  const typed = turns.flatMap(({ user }, index) => {
    if (user === null || !touched.has(index) || joinedTurns.has(index)) return []
    const texts = varied.plan.conversation.turns.flatMap((turn) => (turn.user?.at === user.at ? [turn.user.value] : []))
    return [{ at: user.at, texts }]
  })
  const without = turns.flatMap(({ user }, index) => (joinedTurns.has(index) && user !== null ? [user.at] : []))
  return { typed, without }
}
