import { readFileSync } from 'node:fs'
import { lookAt } from '../../base/files/files.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/json.ts'
import { packageFolder } from '../../base/package-folder.ts'
import { readGiven } from '../files/given-files.ts'
import type { StarterFile } from './starter.ts'

const template = (name: string): string => readFileSync(new URL(`templates/agents/${name}`, packageFolder), 'utf8')

/** A skill for Claude Code and for others, a passage of AGENTS.md, a server in .mcp.json; all that is there stays. */
export function codingAgentFiles(): StarterFile[] {
  const skill = template('SKILL.md')
  return [
    { path: '.claude/skills/tableread/SKILL.md', text: skill },
    { path: '.agents/skills/tableread/SKILL.md', text: skill },
    { path: 'AGENTS.md', text: withPassage(textOf('AGENTS.md'), template('AGENTS.md')) },
    { path: '.mcp.json', text: withServer(textOf('.mcp.json'), template('mcp.json')) },
  ]
}

const textOf = (path: string): string => (lookAt(path) === undefined ? '' : readGiven(path))

function withPassage(before: string, passage: string): string {
  const [heading = ''] = passage.split('\n')
  if (before.includes(heading)) return before
  return before.trim() === '' ? passage : `${before.trimEnd()}\n\n${passage}`
}

/** The servers that are named there, and ours; a file that is no JSON stays as it is. */
function withServer(before: string, own: string): string {
  if (before.trim() === '') return own
  const config = parsed(before)
  const servers = config?.mcpServers ?? {}
  const ours = parsed(own)?.mcpServers
  if (config === null || !isJsonObject(servers) || !isJsonObject(ours) || Object.hasOwn(servers, 'tableread'))
    return before
  return `${JSON.stringify({ ...config, mcpServers: { ...servers, ...ours } }, null, 2)}\n`
}

function parsed(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as JsonValue
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}
