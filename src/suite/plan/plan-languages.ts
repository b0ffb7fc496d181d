import type { Plan } from './plan.ts'

/** The codes of the languages that a conversation, or what holds on every turn of it, names in its expectations of replies. */
export function languagesOfPlan({ conversation, everyTurn }: Pick<Plan, 'conversation' | 'everyTurn'>): string[] {
  return [...conversation.turns.map(({ expect }) => expect), ...everyTurn].flatMap((each) => codesIn(each?.reply))
}

function codesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { kind, codes } = value as { kind?: unknown; codes?: string[] }
  return kind === 'language' && codes !== undefined ? codes : Object.values(value).flatMap(codesIn)
}
