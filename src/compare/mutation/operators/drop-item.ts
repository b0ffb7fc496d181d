import type { Operator } from './operator.ts'

/** Each content item of the reply that is no text left out; a message of nothing else is gone with it. */
export const dropItem: Operator = ({ entries, view }) =>
  view.assistant.flatMap(({ items, index }) =>
    items.flatMap((item, at) => {
      const entry = entries[index]
      if (item.type === 'text' || item.type === 'unknown' || entry?.type !== 'message') return []
      const content = entry.content.toSpliced(at, 1)
      const without = content.length === 0 ? entries.toSpliced(index, 1) : entries.with(index, { ...entry, content })
      const name = 'text' in item ? ` "${item.text}"` : 'filename' in item ? ` ${item.filename}` : ''
      return [{ what: `the ${item.type}${name} is missing`, entries: without }]
    }),
  )
