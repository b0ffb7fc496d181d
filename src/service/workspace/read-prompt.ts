import { dirname, resolve } from 'node:path'
import { readAtCommit } from '../../base/files/git.ts'
import { oneOrMore } from '../../suite/yaml/collections.ts'
import type { WithPlace } from '../../suite/yaml/place.ts'
import { record, required } from '../../suite/yaml/record.ts'
import { text, withPlace } from '../../suite/yaml/scalar.ts'
import type { ReadOf, Shape } from '../../suite/yaml/shape.ts'
import type { PromptFile } from './agent.ts'
import { type AgentSource, loadNamed, refuseAt, refuseRemote } from './loading.ts'
import { mappingOr } from './scalar-shapes.ts'

/** The system texts of a version; `parts` is set if some of them come from files on disk. */
export interface PromptRead {
  texts: string[]
  parts?: (string | PromptFile)[]
}

/** A version's prompt with its files, from disk or a commit; undefined for none. Problems go to the source. */
export function readPrompt(
  { prompt, from }: { prompt?: WithPlace<PromptPart[]>; from?: PromptFromGit },
  source: AgentSource,
): PromptRead | undefined {
  if (from !== undefined && prompt === undefined) return { texts: textAt(from.commit, from.file, source) }
  if (from !== undefined)
    refuseAt(source, from, 'a version has its prompt here or from git, not both', 'take one of prompt: and from: away')
  if (prompt === undefined) return undefined
  const address = prompt.value.find((part) => typeof part === 'string' && /^\s*file:\S+\s*$/.test(part))
  if (typeof address === 'string')
    refuseAt(
      source,
      prompt,
      `the prompt is the text ${JSON.stringify(address.trim())}, and not what the file says`,
      `write prompt: { file: ${address.trim().replace(/^file:(?:\/\/)?/, '')} }, which counts from this file`,
    )
  const parts = prompt.value.flatMap((part): (string | PromptFile)[] =>
    typeof part === 'string' ? [part] : readPart(part.file, source),
  )
  const texts = parts.map((part) => (typeof part === 'string' ? part : part.text))
  return parts.every((part) => typeof part === 'string') ? { texts } : { texts, parts }
}

function readPart(file: WithPlace<string>, source: AgentSource): PromptFile[] {
  if (refuseRemote(source, file, 'file', hintOverHttp)) return []
  const content = loadNamed(source, file)
  if (content === undefined) return []
  const full = resolve(dirname(source.path), file.value)
  return insistText(content, file, source).map((text) => ({ file: full, text }))
}

function textAt(commit: WithPlace<string>, file: WithPlace<string>, source: AgentSource): string[] {
  if (refuseRemote(source, file, 'file', hintOverHttp)) return []
  const read = readAtCommit(dirname(source.path), commit.value, file.value)
  if (read.ok) return insistText(read.text, file, source)
  refuseAt(source, read.blame === 'commit' ? commit : file, read.message, read.hint)
  return []
}

/** Removes the BOM and normalises line breaks: git and editors differ in them, prompts do not. */
export function plainLines(content: string): string {
  return content.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
}

function insistText(content: string, file: WithPlace<string>, source: AgentSource): string[] {
  const lines = plainLines(content)
  if (lines.trim() !== '') return [lines]
  refuseAt(source, file, `the prompt in ${file.value} is empty`, 'write it there, or leave out the key')
  return []
}

const hintOverHttp = 'write the prompt itself, or put the agent into a file of the workspace'

/** A system text of a prompt: the text itself, or the file that contains it. */
export type PromptPart = string | { file: WithPlace<string> }

const fileRecord = record('a prompt from a file', {
  file: required(withPlace(text), 'The file of the prompt, beside this one: prompts/desk.md.'),
})

/** The system texts of an agent, each inline or in a file. */
export const promptShape: Shape<PromptPart[]> = oneOrMore('texts', mappingOr(text, fileRecord))

export const fromGitShape = record('a prompt from git', {
  commit: required(withPlace(text), 'The commit: its id, or a tag.'),
  file: required(withPlace(text), 'The file of the prompt, as the commit had it, beside this one.'),
})

export interface PromptFromGit extends ReadOf<typeof fromGitShape> {}
