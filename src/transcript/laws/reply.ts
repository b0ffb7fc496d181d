import type { ContentItem } from '../../api/content-item.ts'
import type { Finding } from '../finding.ts'
import type { TurnLawFacts } from '../law-facts.ts'

const placeholder = /\$\{[^{}\n]{1,60}\}|\{\{[^{}\n]{1,60}\}\}/g

/** Laws `agent answers`, `no empty message` and `no placeholder`. A placeholder that the user typed is an echo, not a leak. */
export function checkReply({ view, sent }: Pick<TurnLawFacts, 'view' | 'sent'>): Finding[] {
  if (view.assistant.length === 0) return [{ law: 'agent answers', message: 'the agent did not answer', index: null }]
  const findings: Finding[] = []
  for (const { items, index } of view.assistant) {
    const texts: string[] = []
    for (const item of items) texts.push(...textsOf(item))
    if (texts.every((text) => text.trim() === '') && items.every(({ type }) => type === 'text'))
      findings.push({ law: 'no empty message', message: 'the agent sent an empty message', index })
    for (const leak of leaksOf(texts, sent ?? ''))
      findings.push({ law: 'no placeholder', message: `the reply leaks the placeholder ${leak}`, index })
  }
  return findings
}

/** Each placeholder once. */
function leaksOf(texts: readonly string[], sent: string): Iterable<string> {
  const leaks = new Set<string>()
  for (const text of texts) for (const leak of text.match(placeholder) ?? []) if (!sent.includes(leak)) leaks.add(leak)
  return leaks
}

function textsOf(item: ContentItem): string[] {
  if (item.type === 'text' || item.type === 'button') return [item.text]
  return item.type === 'image' || item.type === 'video' ? [item.caption] : []
}
