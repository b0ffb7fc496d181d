import { basename } from 'node:path'
import { groupByKey } from '../../../base/group-by.ts'
import { describeNode, type YamlNode } from '../../../suite/yaml/node.ts'
import { addSuite, nameOnce, type PeerDrafts, type PeerOrigin, startOf, startSuite } from '../draft/draft.ts'
import { entriesOf, itemsOf, memberOf, originAt, scalarText, scalarTexts, showNode } from '../draft/read-members.ts'
import { refuseDocument, type SourceFile } from '../draft/source-file.ts'
import {
  type BotiumFile,
  buildBotiumLibrary,
  type Convo,
  type ConvoLine,
  type ConvoStep,
  emptyConvo,
  senders,
  startFile,
  type Utterances,
} from './convo.ts'
import { draftConvo } from './draft-convo.ts'
import { readRows, readTable, readText } from './read-text.ts'
import { InclusionMap, usePartials } from './use-partials.ts'

/** Suites from Botium files, one a file with convos; utterances, partials and memory of all are known in each. */
export function draftBotium(sources: readonly SourceFile[]): PeerDrafts {
  const files = sources.map((source) => ({ source, read: readFile(source) }))
  const library = buildBotiumLibrary(files.map(({ read }) => read))
  const drafts: PeerDrafts = { suites: [], refused: [] }
  for (const { source, read } of files) {
    const suite = startSuite(source.name, basename(source.name).replace(/(?:\.convo)?\.\w+$/i, ''))
    const names = new Set<string>()
    suite.refused.push(...read.refused)
    for (const convo of read.convos) {
      const included = new InclusionMap()
      const conversation = draftConvo(convo, library, included)
      if (conversation === null) suite.refused.push(emptyConvo(convo.origin))
      else {
        const turns = usePartials(conversation.turns, suite, included)
        suite.conversations.push({ ...conversation, turns, name: nameOnce(conversation.name, suite.name, names) })
      }
    }
    addSuite(drafts, suite)
  }
  const users = groupByKey(library.used, ([, by]) => by)
  for (const suite of drafts.suites)
    suite.uses = (users.get(suite.file) ?? []).map(([file]) => file).filter((file) => file !== suite.file)
  for (const { source, read } of files) {
    if (read.convos.length + read.refused.length > 0 || library.used.has(source.name)) continue
    drafts.refused.push({ origin: startOf(source.name), ...uselessness(read) })
  }
  return drafts
}

function uselessness({ partials, utterances, memories }: BotiumFile): { message: string; hint: string } {
  const partsByKind = { 'a partial convo': partials, utterances, 'scripting memory': memories }
  const [what] = Object.entries(partsByKind).find(([, parts]) => parts.length > 0) ?? []
  if (what === undefined)
    return { message: 'there is no convo in this file', hint: 'write convos:, or name another file' }
  return {
    message: `there is nothing in this file but ${what}, and no convo that was imported refers to it`,
    hint: 'import it together with the convos that do',
  }
}

function readFile(source: SourceFile): BotiumFile {
  const { path, name, document } = source
  if (document !== null) {
    if (document.ok) return readData(document.root, name)
    return { ...startFile(), refused: refuseDocument(source, 'mend the file') }
  }
  if (/\.md$/i.test(path)) return readMarkdown(source)
  return /\.csv$/i.test(path) ? readTable(source) : readText(source)
}

/** Reads Botium's Markdown: `# Convos`, `## name`, `- me`, `  - text`; and `# Utterances`, `## NAME`, `- text`. */
function readMarkdown({ name: file, text }: SourceFile): BotiumFile {
  const read = startFile()
  let part: 'convos' | 'partials' | 'utterances' | null = null
  let convo: Convo | null = null
  let step: ConvoStep | null = null
  let line: ConvoLine | null = null
  let list: Utterances | null = null
  for (const [index, lineText] of text.split(/\r\n|\r|\n/).entries()) {
    const origin = { file, line: index + 1, column: 1 }
    const heading = /^(#+) *(.*?) *$/.exec(lineText)
    const item = /^([ \t]*)[-*+] +(.*?) *$/.exec(lineText)
    if (heading !== null) {
      const [, marks = '', title = ''] = heading
      if (/^(?:intent|synonym|regex|lookup):/.test(title)) {
        const message = 'this is training data of Rasa NLU: sentences and their intents, no conversations'
        read.refused.push({ origin, message, hint: 'import the stories or end-to-end tests' })
        return read
      }
      if (marks.length === 1) part = partOf(title)
      else if (part === 'utterances') {
        list = { name: title, texts: [], origin }
        read.utterances.push(list)
      } else if (part !== null) {
        convo = { name: title, origin, steps: [] }
        read[part].push(convo)
      }
      step = null
    } else if (item !== null) {
      const [, space = '', words = ''] = item
      const depth = space.replaceAll('\t', '    ').length
      if (part === 'utterances') list?.texts.push(words)
      else if (part === null || convo === null) continue
      else if (depth === 0 && senders.includes(words)) {
        step = { sender: words, origin, lines: [] }
        convo.steps.push(step)
      } else if (depth < 4 && step !== null) {
        line = { text: words, origin }
        step.lines.push(line)
      } else if (line !== null) addArgument(line, words)
    } else if (lineText.trim() !== '' && step !== null) step.lines.push({ text: lineText.trim(), origin })
  }
  if (read.convos.length + read.partials.length + read.utterances.length === 0) {
    const message = 'no part of this Markdown is a convo'
    const hint = 'write # Convos, then ## and a name, then - me and - bot with their lines below'
    read.refused.push({ origin: startOf(file), message, hint })
  }
  return read
}

function partOf(title: string): 'convos' | 'partials' | 'utterances' | null {
  if (/^convos?$/i.test(title)) return 'convos'
  if (/^partial ?convos?$/i.test(title)) return 'partials'
  return /^utterances?$/i.test(title) ? 'utterances' : null
}

/** `- BUTTONS` with a list below it is one call with that list as its arguments. */
function addArgument(line: ConvoLine, argument: string): void {
  line.call ??= { name: line.text, args: [], not: false, optional: false }
  line.call.args.push(argument)
  line.text = `${line.call.name} ${line.call.args.join('|')}`
}

const knownKeys = ['convos', 'partialConvos', 'utterances', 'scriptingMemory']

/** Reads a YAML or JSON file of Botium: lists of convos and partial convos, utterances, and scripting memory. */
function readData(root: YamlNode, file: string): BotiumFile {
  const read = startFile()
  const refuse = (origin: PeerOrigin, message: string, hint: string) => read.refused.push({ origin, message, hint })
  for (const { key, keyAt, value } of entriesOf(root)) {
    const origin = originAt(file, keyAt)
    if (key === 'utterances')
      for (const each of entriesOf(value))
        read.utterances.push({ name: each.key, texts: scalarTexts(each.value), origin: originAt(file, each.keyAt) })
    else if (key === 'scriptingMemory') read.memories.push({ rows: memoryRows(value), origin })
    else if (!knownKeys.includes(key)) refuse(origin, `${key} is not read`, `what is read is ${knownKeys.join(', ')}`)
    else
      for (const [index, node] of itemsOf(value).entries()) {
        const convo = readConvo(node, file, `${key} ${index + 1}`)
        if (typeof convo === 'string')
          refuse(originAt(file, node.at), convo, 'write name: and steps: [{ me: [text] }, { bot: [text] }]')
        else (key === 'convos' ? read.convos : read.partials).push(convo)
      }
  }
  return read
}

function memoryRows(node: YamlNode): Record<string, string>[] {
  const rows = itemsOf(node)
  if (rows.every((row) => row.kind === 'scalar')) return readRows(rows.map((row) => scalarText(row) ?? ''))
  return rows.map((row) =>
    Object.fromEntries(entriesOf(memberOf(row, 'values')).map(({ key, value }) => [key, showNode(value)])),
  )
}

function readConvo(node: YamlNode, file: string, fallback: string): Convo | string {
  const steps: ConvoStep[] = []
  if (node.kind !== 'map') return `a convo is expected, but here is ${describeNode(node)}`
  for (const step of itemsOf(memberOf(node, 'steps'))) {
    const [entry, second] = entriesOf(step)
    if (entry === undefined || second !== undefined || !senders.includes(entry.key))
      return `line ${step.at.line} is no step: a step is one of ${senders.join(', ')}`
    const lines = (entry.value.kind === 'list' ? entry.value.items : [entry.value]).flatMap((line) =>
      readLine(line, file),
    )
    steps.push({ sender: entry.key, origin: originAt(file, entry.keyAt), lines })
  }
  if (steps.length === 0) return 'nothing is said in this convo'
  return { name: scalarText(memberOf(node, 'name')) ?? fallback, origin: originAt(file, node.at), steps }
}

/** A text, maybe of several lines; or `{ asserter: NAME, args }`, `{ logichook: … }`, `{ NAME: args }`. */
function readLine(node: YamlNode, file: string): ConvoLine[] {
  const origin = originAt(file, node.at)
  if (node.kind !== 'map') return showLines(node).map((text) => ({ text, origin }))
  const entry = node.entries.find(({ key }) => /^(?:asserter|logichook|userinput)$/i.test(key))
  const [first] = node.entries
  if (first === undefined) return []
  const is = (key: string): boolean => scalarText(memberOf(node, key)) === 'true'
  const call =
    entry === undefined
      ? { ...splitPrefix(first.key), args: argsOf(first.value) }
      : { name: showNode(entry.value), args: argsOf(memberOf(node, 'args')), not: is('not'), optional: is('optional') }
  return [{ text: `${call.name} ${call.args.join('|')}`.trim(), origin, call }]
}

function showLines(node: YamlNode): string[] {
  return scalarText(node)?.split(/\r\n|\r|\n/) ?? (node.kind === 'list' ? [showNode(node)] : [])
}

function argsOf(node: YamlNode | undefined): string[] {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return []
  return node.kind === 'list' ? node.items.map(showNode) : [showNode(node)]
}

function splitPrefix(key: string): { name: string; not: boolean; optional: boolean } {
  const [, optional, not, name = ''] = /^(\?|OPTIONAL_)?(!|NOT_)?(.*)$/s.exec(key) ?? []
  return { name, not: not !== undefined, optional: optional !== undefined }
}
