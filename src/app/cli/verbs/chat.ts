import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { JsonObject } from '../../../base/json.ts'
import { redactKeysIn } from '../../../base/secret-keys.ts'
import type { Concealer } from '../../../privacy/create-concealer.ts'
import type { Client } from '../../../wire/client/client.ts'
import { isLoopback } from '../../../wire/client/loopback.ts'
import { disguiseTalk } from '../../chat/disguise-talk.ts'
import { readMetadata } from '../../chat/read-metadata.ts'
import { runChat } from '../../chat/run-chat.ts'
import { line, renderLine } from '../../chat/shown-line.ts'
import { knownAgents } from '../../project/known-agents.ts'
import { openConcealer, type ShowPrivateFlag } from '../../project/open-concealer.ts'
import { readGiven } from '../../project/read-given.ts'
import { type RunSettled, settle } from '../../project/settings.ts'
import { openTarget } from '../../project/target.ts'
import { UsageError } from '../../project/usage-error.ts'
import { openChatTerminal } from './chat-terminal.ts'
import { saveChat } from './save-chat.ts'

/** The flags of `tableread chat`. */
export interface ChatFlags extends ShowPrivateFlag {
  agentVersion?: string
  metadata?: string[]
  userFirst?: boolean
  target?: string
  workspace?: string
  clock?: string
  timeLimit?: string
  config?: string
  allowTools?: (string | true)[]
}

/**
 * `tableread chat`: talks in the terminal, or with the lines of a pipe. 0 when it ended as asked; in a pipe 3 when a turn
 * could not be answered and 2 when a command could not be carried out; 130 after Ctrl-C twice.
 * @throws UsageError for an agent or version that the local workspace does not have, and as `openTarget` does
 */
export async function chat(agent: string | undefined, flags: ChatFlags): Promise<number> {
  const { agentVersion, ...others } = flags
  const settled = await settle([], { ...others, ...(agentVersion && { agentVersion: [agentVersion] }) }, process.env)
  const metadata = gatherMetadata(flags.metadata ?? [])
  const version = settled.versions[0] ?? 'default'
  if (settled.target === null) await insistLocal(agent, version, settled.workspace)
  if (agent === undefined) throw new UsageError('no agent is named', 'write its name: tableread chat order-desk')
  const conceal = openConcealer(settled, flags)
  const target = await openTarget({ ...settled, concurrency: 1, adaptive: false })
  const terminal = openChatTerminal()
  try {
    const { screen } = terminal
    const known = await knownAgents(target.client, agent)
    const say = (style: 'plain' | 'dim', text: string): void =>
      screen.write(renderLine(line(style, text), screen.paint, screen.columns()))
    say('plain', `talking to ${agent} (${version}) at ${target.name}${liveNote(settled)}`)
    if (screen.interactive) say('dim', '/help lists what you can do, Ctrl-D ends')
    const end = await runChat({ agent, version, metadata }, terminal.lines(), {
      screen,
      client: hearing(target.client, conceal),
      timeLimitMs: settled.timeLimitMs,
      agentMayOpen: flags.userFirst !== true && !known.userBegins,
      agents: known.names,
      conceal: <T>(value: T): T => conceal.rest(value),
      save: (talk, file, name) =>
        saveChat(flags.showPrivate === true ? talk : disguiseTalk(talk), { file, name, folder: settled.folder, flags }),
      readMetadata: (written, earlier) => readMetadata(written, earlier, openFile),
    })
    return terminal.endedBy() ?? { quit: 0, unanswered: 3, mistaken: 2 }[end]
  } finally {
    terminal.close()
    await target.close()
  }
}

/** The same client without keys in its answers, where nothing is judged; what is private in them is known from then on, wherever it is shown. */
function hearing(client: Client, conceal: Concealer): Client {
  return {
    ...client,
    async converse(request, limits) {
      const answer = redactKeysIn(await client.converse(request, limits))
      if (answer.ok) conceal.rest(answer.data.transcript)
      return answer
    },
  }
}

/** Before anything is sent it is known which agents and versions a local workspace has. */
async function insistLocal(agent: string | undefined, version: string, workspace: string | null): Promise<void> {
  const agents = await (await import('../../project/local-agents.ts')).localAgents(workspace)
  const found = agents.find(agent ?? '', version)
  if (found.kind === 'no version') throw new UsageError(found.reason)
  if (found.kind !== 'no agent') return
  const { suggest } = await import('../../../base/suggest.ts')
  const near = agent === undefined ? undefined : suggest(agent, found.names)
  throw new UsageError(
    agent === undefined ? 'no agent is named' : `${agents.source} has no agent "${agent}"`,
    near === undefined ? `its agents are ${found.names.join(', ')}` : `did you mean ${near}?`,
  )
}

function gatherMetadata(given: readonly string[]): JsonObject {
  return given.reduce<JsonObject>((earlier, written) => {
    const read = readMetadata(written, earlier, openFile)
    if (!read.ok) throw new UsageError(read.message, read.hint)
    return read.metadata
  }, {})
}

function openFile(path: string): string | null {
  const full = resolve(path)
  return existsSync(full) && statSync(full).isFile() ? readGiven(full, path) : null
}

function liveNote({ target }: RunSettled): string {
  return target === null || isLoopback(new URL(target).hostname) ? '' : ', which is live: what its tools do is done'
}
