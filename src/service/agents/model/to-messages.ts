import type {
  ContentItem,
  FunctionCall,
  FunctionCallOutput,
  TranscriptEntry,
} from '../../../wire/api/transcript-entry.ts'
import type { ModelFile, ModelMessage } from '../../../wire/models/model.ts'
import { describeContent, outputsByCall } from '../content-items.ts'

export interface Story {
  messages: ModelMessage[]
  /** The summary that replaces everything before it; null without one. */
  summary: string | null
  /** Functions that ran and that the model cannot call itself: those before the conversation, and other agents'. */
  ran: string[]
}

type Takes = (url: string, mimeType: string) => boolean

/** The longest function output given to a model, in characters: about as much as small models can read at all. */
const mostOutput = 100_000

/** Entries as messages. A summary replaces all before but the customer's last message, which its turn answered. */
export function toStory(entries: readonly TranscriptEntry[], offered: readonly string[], takes: Takes): Story {
  const { summary, rest } = sinceSummary(entries)
  const story: Story = { messages: [], summary, ran: [] }
  const outputs = outputsByCall(rest)
  let calls = 0
  for (const entry of rest) {
    if (entry.type === 'message') {
      if (entry.role === 'user') addUser(story.messages, entry.content, takes)
      else addAssistant(story.messages, entry.content.map(describeContent).join('\n'))
    }
    if (entry.type !== 'function_call') continue
    const output = outputs.get(entry.call_id)?.shift()
    if (entry.phase === 'pre' || !offered.includes(entry.name)) {
      story.ran.push(describeCall(entry, output))
      continue
    }
    calls += 1
    // Ids are made anew: recorded ones may repeat, or contain characters that a provider refuses.
    const shared = { id: `call_${calls}`, name: entry.name }
    const last = story.messages.at(-1)
    const part = { kind: 'call' as const, ...shared, given: entry.arguments }
    if (last?.role === 'assistant') last.parts = [...last.parts, part]
    else story.messages.push({ role: 'assistant', parts: [part] })
    const result = {
      ...shared,
      output: shorten(output?.output ?? 'It has not answered.'),
      isError: output?.is_error ?? true,
    }
    story.messages.push({ role: 'tools', results: [result] })
  }
  return story
}

/** How many messages there are since the last summary. */
export function messagesSinceSummary(entries: readonly TranscriptEntry[]): number {
  return sinceSummary(entries).rest.filter(({ type }) => type === 'message').length
}

/** An output of a function, cut to the length that a model is given. */
export function shorten(output: string): string {
  if (output.length <= mostOutput) return output
  return `${output.slice(0, mostOutput)}\n(cut off here: ${output.length} characters in all)`
}

/** The conversation as text, one line per event, for questions to a model about it. */
export function writeStory(entries: readonly TranscriptEntry[]): string {
  const { summary, rest } = sinceSummary(entries)
  const outputs = outputsByCall(rest)
  const lines = rest.flatMap((entry): string[] => {
    if (entry.type === 'function_call') return [`Function: ${describeCall(entry, outputs.get(entry.call_id)?.shift())}`]
    if (entry.type !== 'message') return []
    const who = { user: 'Customer', assistant: 'Agent', backgroundAgent: 'Background agent' }[entry.role]
    return [`${who}: ${entry.content.map(describeContent).join('\n')}`]
  })
  return [...(summary === null ? [] : [`Summary of what was before: ${summary}`]), ...lines].join('\n')
}

function sinceSummary(entries: readonly TranscriptEntry[]): { summary: string | null; rest: TranscriptEntry[] } {
  const at = entries.findLastIndex(({ type }) => type === 'summary')
  const entry = entries[at]
  if (entry?.type !== 'summary') return { summary: null, rest: [...entries] }
  let from = at
  while (isUser(entries[from - 1])) from -= 1
  return { summary: entry.summary, rest: [...entries.slice(from, at), ...entries.slice(at + 1)] }
}

function isUser(entry: TranscriptEntry | undefined): boolean {
  return entry?.type === 'message' && entry.role === 'user'
}

function describeCall({ name, arguments: args }: FunctionCall, output: FunctionCallOutput | undefined): string {
  const outcome = output === undefined ? 'no answer' : `${output.is_error ? 'error ' : ''}${shorten(output.output)}`
  return `${name}(${JSON.stringify(args)}) -> ${outcome}`
}

/** Adds a customer's message, merged with one before: many models require turns to alternate. */
export function addUser(messages: ModelMessage[], content: readonly ContentItem[], takes: Takes): void {
  const files: ModelFile[] = []
  const lines = content.flatMap((item): string[] => {
    const file = fileOf(item)
    if (file === null || !takes(file.url, file.mimeType)) return [describeContent(item)]
    files.push(file)
    return []
  })
  const words = lines.filter((line) => line.trim() !== '').join('\n')
  const text = words === '' ? (files.length === 0 ? '(nothing)' : '(see the attached files)') : words
  const last = messages.at(-1)
  if (last?.role === 'user') {
    last.text += `\n\n${text}`
    last.files = [...(last.files ?? []), ...files]
  } else messages.push({ role: 'user', text, files })
}

function addAssistant(messages: ModelMessage[], text: string): void {
  if (text.trim() === '') return
  const last = messages.at(-1)
  const before = last?.role === 'assistant' ? last.parts.at(-1) : undefined
  if (before?.kind === 'text') before.text += `\n\n${text}`
  else messages.push({ role: 'assistant', parts: [{ kind: 'text', text }] })
}

function fileOf(item: ContentItem): ModelFile | null {
  if (item.type !== 'image' && item.type !== 'file' && item.type !== 'audio' && item.type !== 'video') return null
  const isPdf = item.type === 'file' && /\.pdf$/i.test(item.filename)
  return { url: item.url, mimeType: isPdf ? 'application/pdf' : item.mimeType }
}
