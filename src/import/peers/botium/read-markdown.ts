import type { SourceFile } from '../draft/source-file.ts'
import {
  type BotiumFile,
  type Convo,
  type ConvoLine,
  type ConvoStep,
  senders,
  startFile,
  type Utterances,
} from './convo.ts'

/** Reads Markdown of Botium: `# Convos`, `## name`, `- me`, `  - text`; and `# Utterances`, `## NAME`, `- text`. */
export function readMarkdown({ name: file, text }: SourceFile): BotiumFile {
  const read = startFile()
  let part: 'convos' | 'partials' | 'utterances' | null = null
  let [convo, step, line, list]: [Convo | null, ConvoStep | null, ConvoLine | null, Utterances | null] = [
    null,
    null,
    null,
    null,
  ]
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const origin = { file, line: index + 1, column: 1 }
    const heading = /^(#+) *(.*?) *$/.exec(written)
    const item = /^([ \t]*)[-*+] +(.*?) *$/.exec(written)
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
      const [, space = '', said = ''] = item
      const depth = space.replaceAll('\t', '    ').length
      if (part === 'utterances') list?.texts.push(said)
      else if (part === null || convo === null) continue
      else if (depth === 0 && senders.includes(said)) {
        step = { sender: said, origin, lines: [] }
        convo.steps.push(step)
      } else if (depth < 4 && step !== null) {
        line = { text: said, origin }
        step.lines.push(line)
      } else if (line !== null) addArgument(line, said)
    } else if (written.trim() !== '' && step !== null) step.lines.push({ text: written.trim(), origin })
  }
  if (read.convos.length + read.partials.length + read.utterances.length === 0) {
    const message = 'no part of this Markdown is a convo'
    const hint = 'write # Convos, then ## and a name, then - me and - bot with their lines below'
    read.refused.push({ origin: { file, line: 1, column: 1 }, message, hint })
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
