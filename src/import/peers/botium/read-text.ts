import { basename } from 'node:path'
import { cutText } from '../../../base/privacy/cut.ts'
import { type RefusedPart, startOf } from '../draft/draft.ts'
import type { SourceFile } from '../draft/source-file.ts'
import { type CsvRow, separatorOf, splitCsv } from '../draft/split-csv.ts'
import { type BotiumFile, type Convo, type ConvoStep, emptyConvo, senders, startFile } from './convo.ts'

/** Reads a text file of Botium: a convo, a partial convo, utterances, or scripting memory, by its name. */
export function readText({ path, name: file, text }: SourceFile): BotiumFile {
  const read = startFile()
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim())
  const origin = startOf(file)
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

/** The rows of a scripting memory table: a line of names, then one line per case, in columns separated by `|`. */
export function readRows(lines: readonly string[]): Record<string, string>[] {
  const [head = '', ...rows] = lines.filter((line) => line !== '')
  const names = head.split('|').slice(1)
  return rows.map((row) => {
    const values = row.split('|').slice(1)
    return Object.fromEntries(names.map((name, index) => [name.trim(), (values[index] ?? '').trim()]))
  })
}

function readConvo(lines: readonly string[], file: string, fallback: string): Convo | RefusedPart {
  const steps: ConvoStep[] = []
  let name = ''
  for (const [index, text] of lines.entries()) {
    const origin = { file, line: index + 1, column: 1 }
    if (text.startsWith('#')) {
      const [sender = ''] = text.slice(1).trim().split(/\s/)
      const includeName = sender === 'include' ? text.replace(/^#\s*include/, '').trim() : ''
      if (!senders.includes(sender)) {
        const message = `the section ${JSON.stringify(cutText(text, 60, ''))} is not known`
        return { origin, message, hint: `the sections are ${senders.map((each) => `#${each}`).join(', ')}` }
      }
      steps.push({ sender, origin, lines: includeName === '' ? [] : [{ text: includeName, origin }] })
    } else if (steps.length > 0) steps.at(-1)?.lines.push({ text, origin })
    else if (name === '') name = text
  }
  return steps.length === 0 ? emptyConvo(startOf(file)) : { name: name || fallback, origin: startOf(file), steps }
}

/** Reads a Botium CSV: a question and answer per row; or a message per row, with the convo's id and the sender. */
export function readTable({ path, name: file, text }: SourceFile): BotiumFile {
  const read = startFile()
  const refuse = (line: number, message: string, hint: string): BotiumFile => {
    read.refused.push({ origin: { file, line, column: 1 }, message, hint })
    return read
  }
  const rows = splitCsv(text, separatorOf(text))
  if ('unclosed' in rows) return refuse(rows.unclosed, 'a quote is opened here and never closed', 'close it with "')
  const [head, ...body] = rows
  if (head === undefined || body.length === 0) return refuse(1, 'the table has a line of names and no rows', 'add rows')
  const names = head.cells.map((cell) => cell.trim().toLowerCase().replace(/[_-]/g, ''))
  const column = (...aliases: string[]): number => names.findIndex((name) => aliases.includes(name))
  if (/\.utterances\.csv$/i.test(path)) {
    for (const [index, cell] of head.cells.entries()) {
      const texts = body.map(({ cells }) => (cells[index] ?? '').trim()).filter((each) => each !== '')
      read.utterances.push({ name: cell.trim(), texts, origin: startOf(file) })
    }
    return read
  }
  const [sender, words, id] = [column('sender'), column('text'), column('conversationid')]
  const width = head.cells.length
  const step = (row: CsvRow, name: string, at: number): ConvoStep => {
    const origin = { file, line: row.line, column: 1 }
    const lines = (row.cells[at] ?? '').split('\n').map((line) => ({ text: line.trim(), origin }))
    return { sender: name, origin, lines }
  }
  const [question, answer] = [column('me', 'user', 'question'), column('bot', 'answer')]
  if (sender === -1 && width === 2) {
    for (const [index, row] of body.entries()) {
      const origin = { file, line: row.line, column: 1 }
      const steps = [step(row, 'me', Math.max(question, 0)), step(row, 'bot', answer === -1 ? 1 : answer)]
      read.convos.push({ name: `row ${index + 1}`, origin, steps })
    }
    return read
  }
  const by = new Map<string, Convo>()
  const broken = new Set<string>()
  for (const [index, row] of body.entries()) {
    const cell = (at: number): string => (row.cells[at] ?? '').trim()
    const name = width === 1 ? String(Math.floor(index / 2) + 1) : cell(Math.max(id, 0))
    const who = width === 1 ? (index % 2 === 0 ? 'me' : 'bot') : cell(sender === -1 ? 1 : sender)
    if (who !== 'me' && who !== 'bot') {
      refuse(row.line, `the sender ${JSON.stringify(cutText(who, 40, ''))} is not known`, 'write me or bot')
      broken.add(name)
    }
    const convo = by.get(name) ?? { name, origin: { file, line: row.line, column: 1 }, steps: [] }
    convo.steps.push(step(row, who, width === 1 ? 0 : words === -1 ? 2 : words))
    by.set(name, convo)
  }
  read.convos.push(...[...by.values()].filter(({ name }) => !broken.has(name)))
  return read
}
