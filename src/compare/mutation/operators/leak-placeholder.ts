import { wordsIn } from './facts-in.ts'
import { rewrite } from './messages.ts'
import type { Operator } from './operator.ts'

/** A placeholder where a value should stand, or before the last message where the reply tells none. */
export const leakPlaceholder: Operator = (turn, { given }) => {
  const { view, entries } = turn
  const last = view.assistant.at(-1)
  if (last === undefined || !last.items.some(({ type }) => type === 'text')) return []
  const leak = '$' + '{customer_name}'
  const [word] = wordsIn(turn, given)
  const changed =
    word === undefined
      ? rewrite(entries, (text) => `${leak}, ${text}`, last.index)
      : rewrite(entries, (text) => text.replaceAll(word, () => leak))
  return [{ what: `the reply shows the placeholder ${leak}`, entries: changed }]
}
