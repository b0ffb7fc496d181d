import type { YamlNode } from '../../../suite/yaml/node.ts'
import { notesAt } from '../draft/draft.ts'
import { entriesOf, listOrOne, memberOf, originAt, scalarText, showEntry } from '../draft/read-members.ts'
import type { SourceFile } from '../draft/source-file.ts'
import type { Collecting } from './collect-tests.ts'
import { isCode, openSources } from './open-reference.ts'
import { bySpeakers, type PromptTemplate, readPrompt } from './prompt-template.ts'

/** The prompts of a configuration that can be read, those in other files included. */
export function readPrompts(root: YamlNode, source: SourceFile, { open, uses, notes }: Collecting): PromptTemplate[] {
  const templates: PromptTemplate[] = []
  for (const each of listOrOne(memberOf(root, 'prompts'))) {
    const id = scalarText(memberOf(each, 'id'))
    const text = scalarText(each) ?? scalarText(memberOf(each, 'raw')) ?? id ?? ''
    const note = notesAt({ notes }, originAt(source.name, each.at))
    const sources = isPath(text) ? openSources(text.replace(/^exec:/, ''), source, open) : null
    for (const entry of entriesOf(each))
      if (!['id', 'raw', 'label', 'description'].includes(entry.key))
        note('lost', showEntry(entry), 'it belongs to the agent, as its prompt does')
    if (sources?.ok === false) {
      note('changed', text, `${sources.why}; the variables of tests are taken for what the user says`)
      continue
    }
    const before = templates.length
    const isFirst = before === 0
    if (sources === null) templates.push(readPrompt(text))
    else
      for (const beside of sources.sources) {
        uses(beside)
        templates.push(...textsOf(beside).map(readPrompt))
      }
    const why = isFirst
      ? 'a prompt belongs to the agent, under prompt: in its file: what the user says in it is sent'
      : 'a test says what the first prompt with its variables says; others belong to the agent'
    note('changed', text, why)
    for (const template of templates.slice(before)) noteLosses(template, note)
  }
  return templates
}

/** What of a prompt is neither said by the user nor, as it is written, a prompt of the agent. */
function noteLosses({ messages, isChat, code }: PromptTemplate, note: ReturnType<typeof notesAt>): void {
  for (const each of code) note('lost', each, 'no code of a prompt is run: write what it comes to')
  const last = messages.findLastIndex(({ role }) => role === 'user')
  for (const [index, { role, content }] of isChat ? messages.entries() : []) {
    const isAgents = /^(?:system|developer)$/.test(role)
    if (index > last && last !== -1 && !isAgents)
      note('lost', `${role}: ${content}`, 'the agent itself answers the last message of the user')
    else if (!isAgents && !/^(?:user|assistant)$/.test(role)) note('lost', `${role}: ${content}`, bySpeakers)
  }
}

function isPath(text: string): boolean {
  const isOneWord = /^[\w./*-]+(?::\w+)?$/.test(text)
  return /^(?:file:\/\/|exec:)/.test(text) || (isOneWord && (isCode(text) || isText.test(text)))
}

const isText = /\.(?:jsonl?|txt|md|j2|csv|ya?ml)$/

/** A text has several prompts between lines of three dashes, and JSON lines one on each line. */
function textsOf({ path, text }: SourceFile): string[] {
  const between = /\.txt$/i.test(path) ? /^[ \t]*---[ \t]*$/m : /\.jsonl$/i.test(path) ? /\n/ : null
  return between === null ? [text] : text.split(between).filter((each) => each.trim() !== '')
}
