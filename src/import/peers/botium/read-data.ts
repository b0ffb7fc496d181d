import { describeNode, type YamlNode } from '../../../suite/yaml/node.ts'
import type { Origin } from '../draft/origin.ts'
import { entriesOf, itemsOf, memberOf, originAt, showNode, textOf, textsOf } from '../draft/read-members.ts'
import { type BotiumFile, type Convo, type ConvoLine, type ConvoStep, senders, startFile } from './convo.ts'
import { readRows } from './read-text.ts'

const known = ['convos', 'partialConvos', 'utterances', 'scriptingMemory']

/** Reads what a YAML or JSON file of Botium says: lists of convos and partial convos, utterances, and scripting memory. */
export function readData(root: YamlNode, file: string): BotiumFile {
  const read = startFile()
  const refuse = (origin: Origin, message: string, hint: string) => read.refused.push({ origin, message, hint })
  for (const { key, keyAt, value } of entriesOf(root)) {
    const origin = originAt(file, keyAt)
    if (key === 'utterances')
      for (const each of entriesOf(value))
        read.utterances.push({ name: each.key, texts: textsOf(each.value), origin: originAt(file, each.keyAt) })
    else if (key === 'scriptingMemory') read.memories.push({ rows: memoryRows(value), origin })
    else if (!known.includes(key)) refuse(origin, `${key} is not read`, `what is read is ${known.join(', ')}`)
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
  if (rows.every((row) => row.kind === 'scalar')) return readRows(rows.map((row) => textOf(row) ?? ''))
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
  return { name: textOf(memberOf(node, 'name')) ?? fallback, origin: originAt(file, node.at), steps }
}

/** A text, which may have several lines; or `{ asserter: NAME, args }`, `{ logichook: … }`, `{ userinput: … }`, `{ NAME: args }`. */
function readLine(node: YamlNode, file: string): ConvoLine[] {
  const origin = originAt(file, node.at)
  if (node.kind !== 'map') return showLines(node).map((text) => ({ text, origin }))
  const named = node.entries.find(({ key }) => /^(?:asserter|logichook|userinput)$/i.test(key))
  const [first] = node.entries
  if (first === undefined) return []
  const is = (key: string): boolean => textOf(memberOf(node, key)) === 'true'
  const call =
    named === undefined
      ? { ...splitPrefix(first.key), args: argsOf(first.value) }
      : { name: showNode(named.value), args: argsOf(memberOf(node, 'args')), not: is('not'), optional: is('optional') }
  return [{ text: `${call.name} ${call.args.join('|')}`.trim(), origin, call }]
}

function showLines(node: YamlNode): string[] {
  return textOf(node)?.split(/\r\n|\r|\n/) ?? (node.kind === 'list' ? [showNode(node)] : [])
}

function argsOf(node: YamlNode | undefined): string[] {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return []
  return node.kind === 'list' ? node.items.map(showNode) : [showNode(node)]
}

function splitPrefix(key: string): { name: string; not: boolean; optional: boolean } {
  const [, optional, not, name = ''] = /^(\?|OPTIONAL_)?(!|NOT_)?(.*)$/s.exec(key) ?? []
  return { name, not: not !== undefined, optional: optional !== undefined }
}
