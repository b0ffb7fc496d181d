import { basename } from 'node:path'
import type { Refused } from '../draft/note.ts'
import type { SourceFile } from '../draft/source-file.ts'
import { type BotiumFile, type Convo, type ConvoStep, senders, startFile } from './convo.ts'

/** Reads a text file of Botium: a convo, a partial convo, utterances, or scripting memory, by its name. */
export function readText({ path, name: file, text }: SourceFile): BotiumFile {
  const read = startFile()
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim())
  const origin = { file, line: 1, column: 1 }
  const [first = '', ...rest] = lines
  if (/\.utterances\.txt$/i.test(path)) {
    read.utterances.push({ name: first, texts: rest.filter((line) => line !== ''), origin })
    return read
  }
  if (/\.scriptingmemory\.txt$/i.test(path)) {
    read.memories.push({ rows: readRows(lines), origin })
    return read
  }
  const convo = readConvo(lines, file, basename(path).replace(/(?:\.p?convo)?\.txt$/i, ''))
  if ('message' in convo) read.refused.push(convo)
  else if (/\.pconvo\.txt$/i.test(path)) read.partials.push(convo)
  else read.convos.push(convo)
  return read
}

/** The rows of a table of scripting memory: a line of names, then a line a case, in columns between `|`. */
export function readRows(lines: readonly string[]): Record<string, string>[] {
  const [head = '', ...rows] = lines.filter((line) => line !== '')
  const names = head.split('|').slice(1)
  return rows.map((row) => {
    const values = row.split('|').slice(1)
    return Object.fromEntries(names.map((name, index) => [name.trim(), (values[index] ?? '').trim()]))
  })
}

function readConvo(lines: readonly string[], file: string, fallback: string): Convo | Refused {
  const steps: ConvoStep[] = []
  let name = ''
  for (const [index, text] of lines.entries()) {
    const origin = { file, line: index + 1, column: 1 }
    if (text.startsWith('#')) {
      const sender = text.slice(1).trim().split(/\s/)[0] ?? ''
      if (!senders.includes(sender)) {
        const message = `the section ${JSON.stringify(text.slice(0, 60))} is not known`
        return { origin, message, hint: `the sections are ${senders.map((each) => `#${each}`).join(', ')}` }
      }
      steps.push({ sender, origin, lines: [] })
    } else if (steps.length > 0) steps.at(-1)?.lines.push({ text, origin })
    else if (name === '') name = text
  }
  const origin = { file, line: 1, column: 1 }
  if (steps.length === 0)
    return { origin, message: 'nothing is said in this convo', hint: 'a convo has sections such as #me and #bot' }
  return { name: name === '' ? fallback : name, origin, steps }
}
