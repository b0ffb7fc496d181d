import type { MessageView, TurnView } from '../../../engine/transcript/turn-view.ts'
import type { ContentItem, TranscriptEntry } from '../../../wire/api/transcript-entry.ts'
import type { Mutation } from '../mutant/mutant.ts'
import type { MutationOperator } from './operator.ts'
import { rewriteReplies } from './replies.ts'

/** A button, a picture, a video, an audio or a file. */
export type ShownItem = Exclude<ContentItem, { type: 'text' | 'unknown' }>

/** Leaves out each content item of the reply other than text, and the message where it has nothing else. */
export const dropItem: MutationOperator = ({ view }) =>
  eachItem(view, (item) => [{ what: `the ${nameItem(item)} is missing`, by: [] }])

/** Shows each button with another payload, and with another text. */
export const changeButton: MutationOperator = ({ view }) =>
  eachItem(view, (item) => changeMembers(item, ['payload', 'text']))

/** Shows each picture, video, audio and file with another type, name and caption. */
export const changeFile: MutationOperator = ({ view }) =>
  eachItem(view, (item) => changeMembers(item, ['mimeType', 'filename', 'caption']))

/** Has each link lead to another host, and to another place on the same host. */
export const changeLink: MutationOperator = ({ view }) => {
  const inItems = eachItem(view, (item) => {
    if (!('url' in item)) return []
    return misleadings.map(({ change, to }) => ({
      what: `the ${nameItem(item)} leads to ${to}`,
      by: [{ ...item, url: change(item.url) }],
    }))
  })
  const inText = [...new Set(linksIn(view.replyText))].flatMap((link, at) =>
    misleadings.map(({ change, to }) => ({
      what: `link ${at + 1} in the text leads to ${to}`,
      entries: rewriteReplies(view.entries, (text) => text.replaceAll(link, () => change(link))),
    })),
  )
  return [...inItems, ...inText]
}

/** Shows a button that nobody asked for. */
export const addButton: MutationOperator = ({ view }) =>
  withFurther(view, { type: 'button', text: 'Delete everything', payload: 'delete_everything' })

/** Shows a picture, a video, an audio and a file that nobody asked for, one at a time. */
export const addFile: MutationOperator = ({ view }) =>
  further.flatMap((item) => withFurther(view, { ...item, url: `${elsewhere}/${item.mimeType}` }))

/** Ends the text in a link that nobody asked for. */
export const addLink: MutationOperator = ({ view }) => {
  const last = view.assistant.findLast(({ items }) => items.some(({ type }) => type === 'text'))
  if (last === undefined) return []
  const entries = rewriteReplies(view.entries, (text) => `${text} ${elsewhere}/offer`, last.index)
  return [{ what: `the reply also links to ${elsewhere}/offer`, entries }]
}

const elsewhere = 'https://elsewhere.example'

const further = [
  { type: 'image', mimeType: 'image/png', caption: 'An offer' },
  { type: 'video', mimeType: 'video/mp4', caption: 'An offer' },
  { type: 'audio', mimeType: 'audio/mpeg' },
  { type: 'file', mimeType: 'application/pdf', filename: 'offer.pdf' },
] as const

const misleadings = [
  { to: 'another host', change: (url: string) => url.replace(/^(https?:\/\/)[^/?#]*/i, '$1elsewhere.example') },
  { to: 'another place', change: (url: string) => url.replace(/^(https?:\/\/[^/?#]*)/i, '$1/elsewhere') },
]

/** The links in a text, without the punctuation of the sentence around them. */
export function linksIn(text: string): string[] {
  return text.match(/https?:\/\/[^\s"'<>]*[^\s"'<>.,;:!?)\]*]/gi) ?? []
}

function eachItem(
  { assistant, entries }: TurnView,
  change: (item: ShownItem) => readonly { what: string; by: readonly ContentItem[] }[],
): Mutation[] {
  return assistant.flatMap(({ items, index }) =>
    items.flatMap((item, at) => {
      const entry = entries[index]
      if (item.type === 'text' || item.type === 'unknown' || entry?.type !== 'message') return []
      return change(item).map(({ what, by }) => {
        const content = entry.content.toSpliced(at, 1, ...by)
        const without = content.length === 0 ? entries.toSpliced(index, 1) : entries.with(index, { ...entry, content })
        return { what, entries: without }
      })
    }),
  )
}

function changeMembers(item: ShownItem, members: readonly string[]): { what: string; by: ContentItem[] }[] {
  return Object.entries(item).flatMap(([member, value]) => {
    if (!members.includes(member) || typeof value !== 'string' || value === '') return []
    const other = member === 'mimeType' ? 'application/x-other' : `other ${value}`
    const what = `the ${nameItem(item)} has the ${member} "${other}" instead of "${value}"`
    return [{ what, by: [{ ...item, [member]: other }] }]
  })
}

function withFurther(view: TurnView, item: ShownItem): Mutation[] {
  const last: MessageView | undefined = view.assistant.at(-1)
  const entry: TranscriptEntry | undefined = last === undefined ? undefined : view.entries[last.index]
  if (last === undefined || entry?.type !== 'message') return []
  const entries = view.entries.with(last.index, { ...entry, content: [...entry.content, item] })
  return [{ what: `the ${nameItem(item)} is shown as well`, entries }]
}

function nameItem(item: ShownItem): string {
  const name = 'text' in item ? ` "${item.text}"` : 'filename' in item ? ` ${item.filename}` : ''
  return `${item.type}${name}`
}
