import type { ContentItem } from '../../api/content-item.ts'
import type { Finding } from '../finding.ts'
import type { TurnLawFacts } from '../law-facts.ts'

const placeholder = /\$\{[^{}\n]{1,60}\}|\{\{[^{}\n]{1,60}\}\}/g

/** Laws `agent answers`, `no empty message` and `no placeholder`. A placeholder that the user typed is an echo, not a leak. */
export function checkReply({ view, sent }: Pick<TurnLawFacts, 'view' | 'sent'>): Finding[] {
  if (view.assistant.length === 0) return [{ law: 'agent answers', message: 'the agent did not answer', index: null }]
  return view.assistant.flatMap(({ items, index }): Finding[] => {
    const texts = items.flatMap(textsOf)
    const blank =
      items.length === 0 || (items.every(({ type }) => type === 'text') && texts.every((text) => text.trim() === ''))
    const leaks = texts.flatMap((text) => text.match(placeholder) ?? []).filter((leak) => sent?.includes(leak) !== true)
    return [
      ...(blank ? [{ law: 'no empty message' as const, message: 'the agent sent an empty message', index }] : []),
      ...[...new Set(leaks)].map((leak) => ({
        law: 'no placeholder' as const,
        message: `the reply leaks the placeholder ${leak}`,
        index,
      })),
    ]
  })
}

function textsOf(item: ContentItem): string[] {
  if (item.type === 'text' || item.type === 'button') return [item.text]
  return item.type === 'image' || item.type === 'video' ? [item.caption] : []
}
