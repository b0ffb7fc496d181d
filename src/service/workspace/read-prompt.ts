import { dirname, resolve } from 'node:path'
import { readAtCommit } from '../../base/git.ts'
import type { Place, Placed } from '../../suite/yaml/place.ts'
import { refuse } from '../../suite/yaml/shape.ts'
import type { PromptFile } from './agent.ts'
import { type AgentSource, loadText, shownPath } from './loading.ts'
import type { PromptFromGit, PromptPart } from './prompt-shape.ts'

/** The system texts of a version; `parts` where some of them are in files of the disk. */
export interface PromptRead {
  texts: string[]
  parts?: (string | PromptFile)[]
}

/**
 * The prompt that a version states, its files read: from the disk, or from git where a commit is asked for. Undefined
 * where it states none; what cannot be read is a problem of the source.
 */
export function readPrompt(
  { prompt, from }: { prompt?: PromptPart[]; from?: PromptFromGit },
  source: AgentSource,
): PromptRead | undefined {
  if (from !== undefined && prompt === undefined) return { texts: textAt(from.commit, from.file, source) }
  if (from !== undefined)
    refuseAt(
      source,
      from.at,
      'a version has its prompt here or from git, not both',
      'take one of prompt: and from: away',
    )
  if (prompt === undefined) return undefined
  const parts = prompt.flatMap((part): (string | PromptFile)[] =>
    typeof part === 'string' ? [part] : readPart(part.file, source),
  )
  const texts = parts.map((part) => (typeof part === 'string' ? part : part.text))
  return parts.every((part) => typeof part === 'string') ? { texts } : { texts, parts }
}

function readPart(file: Placed<string>, source: AgentSource): PromptFile[] {
  const { loading, path } = source
  if (refuseRemote(file, source)) return []
  const full = resolve(dirname(path), file.value)
  const content = loadText(loading, full)
  if (content !== undefined) return insistText(content, file, source).map((text) => ({ file: full, text }))
  const reason = loading.problems.pop()?.message ?? ''
  const missing = /ENOENT/.test(reason) ? `there is no file ${shownPath(full)}` : `${shownPath(full)}: ${reason}`
  refuseAt(source, file.at, missing, 'the path of a prompt counts from the file that names it')
  return []
}

function textAt(commit: Placed<string>, file: Placed<string>, source: AgentSource): string[] {
  if (refuseRemote(file, source)) return []
  const read = readAtCommit(dirname(source.path), commit.value, file.value)
  if (read.ok) return insistText(read.text, file, source)
  refuseAt(source, read.blame === 'commit' ? commit.at : file.at, read.message, read.hint)
  return []
}

/** Git and editors may write the ends of lines in two ways, which is no difference between two prompts. */
export function plainLines(content: string): string {
  return content.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
}

function insistText(content: string, file: Placed<string>, source: AgentSource): string[] {
  const lines = plainLines(content)
  if (lines.trim() !== '') return [lines]
  refuseAt(source, file.at, `the prompt in ${file.value} is empty`, 'write it there, or leave out the key')
  return []
}

function refuseRemote(file: Placed<string>, source: AgentSource): boolean {
  if (source.loading.remote !== true) return false
  refuseAt(
    source,
    file.at,
    'an agent that came over HTTP names no file',
    'write the prompt itself, or put the agent into a file of the workspace',
  )
  return true
}

function refuseAt({ loading, path }: AgentSource, at: Place, message: string, hint: string): void {
  refuse({ file: shownPath(path), problems: loading.problems }, 'wrong-value', at, message, hint)
}
