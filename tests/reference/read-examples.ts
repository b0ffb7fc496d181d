import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import type { JsonValue } from '../../src/base/json/json.ts'
import { findUses } from './find-uses.ts'

/** The folder of the example suites. */
export const exampleFolder: string = resolve(import.meta.dirname, 'examples')

/** A suite file with examples. */
export interface ExampleFile {
  /** The path below tests/reference/examples. */
  name: string
  text: string
}

/** The keys that a comment `# shows section: key, key` announces, and the text that shows them. */
export interface Example {
  file: string
  section: string
  keys: string[]
  /** YAML, without indentation. */
  text: string
  /** Whether it is a part of a suite: the conversation after the comment. */
  part: boolean
  /** Every `section > key` that the suite or the conversation actually uses. */
  uses: Set<string>
}

/** The example suites, sorted by name. */
export function readExampleFiles(): ExampleFile[] {
  return readdirSync(exampleFolder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(exampleFolder, name), 'utf8') }))
}

/**
 * The examples that a file announces: an unindented comment is about the whole file, an indented one about
 * the next conversation.
 */
export function readExamples({ name: file, text }: ExampleFile): Example[] {
  return [...text.matchAll(/^( *)# shows ([a-z ]+): (.+)$/gm)].map((match) => {
    const [line, indent = '', section = '', keys = ''] = match
    const part = indent.length > 0
    const own = part
      ? conversationIn(text.slice(match.index + line.length + 1))
      : text.replace(/^ *# (shows|yaml-language-server).*\n/gm, '')
    const value = parse(own) as JsonValue
    const uses = findUses(part ? { conversations: value } : value)
    return { file, section, keys: keys.split(', '), text: own.trimEnd(), part, uses }
  })
}

/** The first list item of a text, without its indentation and its `# shows` comments. */
function conversationIn(text: string): string {
  const lines = text.replace(/^ *# shows .*\n/gm, '\u0000').split('\n')
  const body: string[] = []
  for (const line of lines) {
    const plain = line.replaceAll('\u0000', '')
    if (body.length > 0 && (/^ {0,3}\S/.test(plain) || line.startsWith('\u0000'))) break
    body.push(plain.replace(/^ {2}/, ''))
  }
  return body.join('\n').trimEnd()
}
