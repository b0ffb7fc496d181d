import { existsSync, realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { markOf, readBytes, readText } from '../../../base/files/files.ts'
import { writeWhole } from '../../../base/files/write-whole.ts'
import type { JsonObject } from '../../../base/json/json.ts'
import { quotePath, quoteWord } from '../../../base/json/quoting.ts'
import { redactKeysIn } from '../../../base/secrets/secret-keys.ts'
import type { Client } from '../../../wire/client/client.ts'
import { isLoopback } from '../../../wire/client/loopback.ts'
import { composeSave, type SaveRequest } from '../../chat/compose-save.ts'
import { readMetadata } from '../../chat/input.ts'
import { runChat } from '../../chat/run-chat.ts'
import { line, renderLine, type SaveAnswer } from '../../chat/screen.ts'
import type { ChatTalk } from '../../chat/talk.ts'
import { type Concealer, findersOf } from '../../config/concealer.ts'
import { openConcealer } from '../../config/open-concealer.ts'
import { type RunSettled, settle } from '../../config/settings.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { schemaOf, showPath } from '../../files/find-suites.ts'
import { readGiven } from '../../files/given-files.ts'
import type { ChatFlags } from '../../flags/verb-flags.ts'
import { openBeside } from '../../suites/read-suites.ts'
import { fitToWorkspace } from '../../target/fit-to-workspace.ts'
import { knownAgents } from '../../target/load-shown-blueprints.ts'
import { openTarget } from '../../target/target.ts'
import { openChatTerminal } from '../talks/chat-terminal.ts'

/** 0 when it ended as asked; in a pipe 3 for an unanswered turn, 2 for a failed command; 130 after Ctrl-C twice. */
export async function chat(agentName: string | undefined, flags: ChatFlags): Promise<number> {
  const { agentVersion, asUser, ...others } = flags
  const own = { ...others, ...(agentVersion && { agentVersion: [agentVersion] }) }
  const settings = await fitToWorkspace(await settle(asUser === undefined ? [] : [asUser], own, process.env))
  const givenMetadata = gatherMetadata(flags.metadata ?? [])
  const simulated =
    asUser === undefined
      ? null
      : (await import('../talks/chat-as-user.ts')).chatAsUser(asUser, settings, {
          agent: agentName,
          metadata: givenMetadata,
        })
  const metadata = simulated?.plan.metadata ?? givenMetadata
  const version = simulated?.plan.version ?? settings.versions[0] ?? 'default'
  const name = simulated?.plan.agent.value ?? agentName
  const agent = settings.target === null ? await localAgent(name, version, settings.workspace) : name
  if (agent === undefined) throw new UsageError('no agent is named', 'write its name: tableread chat order-desk')
  const conceal = openConcealer(settings, flags)
  const frozenAt = simulated?.frozenAt ?? settings.frozenAt
  const target = await openTarget({ ...settings, frozenAt, concurrency: 1, adaptive: false })
  const terminal = openChatTerminal()
  try {
    const { screen } = terminal
    const agentListing = await knownAgents(target.client, agent)
    const say = (style: 'plain' | 'dim', text: string): void =>
      screen.write(renderLine(line(style, text), screen.paint, screen.columns()))
    say('plain', `talking to ${agent} (${version}) at ${target.name}${liveNote(settings)}`)
    if (screen.interactive) say('dim', '/help lists what you can do, Ctrl-D ends')
    if (simulated !== null) {
      say('plain', conceal.rest(`${simulated.place}: the user wants ${simulated.wants}`))
      say('dim', 'Enter sends its next message, or type your own; /auto lets it talk on its own, /me leaves it to you')
    }
    const end = await runChat({ agent, version, metadata }, terminal.lines(), {
      screen,
      client: hearing(target.client, conceal),
      timeLimitMs: settings.timeLimitMs,
      agentMayOpen: flags.userFirst !== true && !agentListing.userBegins,
      agents: agentListing.names,
      conceal: <T>(value: T): T => conceal.rest(value),
      save: (talk, as) =>
        screen.during((signal) =>
          saveChat(talk, {
            ...as,
            folder: settings.folder,
            flags,
            custom: flags.showPrivate === true ? null : findersOf(settings.redact),
            again: isLive(settings)
              ? null
              : { client: hearing(target.client, conceal), signal, timeLimitMs: settings.timeLimitMs },
          }),
        ),
      readMetadata: (pairText, earlier) => readMetadata(pairText, earlier, openFile),
      ...(simulated === null ? {} : { simulated }),
    })
    return terminal.endedBy() ?? { quit: 0, unanswered: 3, mistaken: 2 }[end]
  } finally {
    terminal.close()
    await target.close()
  }
}

/** Removes API keys from answers, since nothing is judged here; private values are remembered and concealed. */
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

/** The agent to talk to, checked with its version before anything is sent. @throws UsageError where there is none */
async function localAgent(agentName: string | undefined, version: string, workspace: string | null): Promise<string> {
  const agents = await (await import('../../agents/local-agents.ts')).localAgents(workspace)
  const lookup = agents.find(agentName ?? '', version)
  if (lookup.kind === 'no version') throw new UsageError(lookup.reason)
  if (lookup.kind !== 'no agent') return agentName ?? ''
  const [first, ...others] = lookup.names
  if (agentName === undefined && first !== undefined && others.length === 0)
    return localAgent(first, version, workspace)
  const { suggest } = await import('../../../base/text/suggest.ts')
  const near = agentName === undefined ? undefined : suggest(agentName, lookup.names)
  throw new UsageError(
    agentName === undefined ? 'no agent is named' : `${agents.source} has no agent "${agentName}"`,
    near === undefined ? `its agents are ${lookup.names.join(', ')}` : `did you mean ${near}?`,
  )
}

function gatherMetadata(pairs: readonly string[]): JsonObject {
  return pairs.reduce<JsonObject>((earlier, pairText) => {
    const read = readMetadata(pairText, earlier, openFile)
    if (!read.ok) throw new UsageError(read.message, read.hint)
    return read.metadata
  }, {})
}

function openFile(path: string): string | null {
  const full = resolve(path)
  return existsSync(full) && statSync(full).isFile() ? readGiven(full, path) : null
}

function isLive({ target }: RunSettled): boolean {
  return target !== null && !isLoopback(new URL(target).hostname)
}

function liveNote(settings: RunSettled): string {
  return isLive(settings) ? ', which is live: its tools really act' : ''
}

type PlaceFlags = Pick<ChatFlags, 'target' | 'workspace' | 'config'>

export interface SaveChat extends Pick<SaveRequest, 'name' | 'isLast' | 'custom' | 'again'> {
  file: string | null
  folder: string
  flags: PlaceFlags
}

/** Writes a talk into a suite file, atomically; an existing file gets lines added. */
export async function saveChat(
  talk: ChatTalk,
  { file, name, isLast, folder, flags, custom, again }: SaveChat,
): Promise<SaveAnswer> {
  const suitePath = file ?? 'suites/chat.yaml'
  if (!/\.ya?ml$/i.test(suitePath))
    return { ok: false, message: `${suitePath} is no YAML file`, hint: 'name one that ends in .yaml' }
  try {
    const full = resolve(folder, suitePath)
    const path = existsSync(full) ? realpathSync(full) : full
    if (existsSync(path) && !statSync(path).isFile())
      return { ok: false, message: `${suitePath} is no file`, hint: 'name a file' }
    const text = existsSync(path) ? readText(path) : null
    const mark = text === null ? '' : markOf(readBytes(path)).toString()
    const existing = text === null || text.trim() === '' ? null : text
    const asShown = showPath(full, folder)
    const open = openBeside(asShown, folder, () => undefined)
    const saved = await composeSave(talk, {
      file: asShown,
      existing,
      name,
      isLast,
      open,
      schema: schemaOf(full, folder),
      custom,
      again,
    })
    if (!saved.ok) return saved
    writeWhole(path, mark + saved.text)
    const place = `${asShown}:${saved.line}`
    return { ...saved, place, command: runCommand(place, talk, flags) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { ok: false, message: `${suitePath} cannot be written: ${message}`, hint: 'name another file' }
  }
}

function runCommand(place: string, { version }: ChatTalk, { target, workspace, config }: PlaceFlags): string {
  const flags = { 'agent-version': version, target, workspace, config }
  const flagWords = Object.entries(flags).flatMap(([flag, value]) =>
    value === undefined ? [] : [`--${flag} ${quoteWord(value)}`],
  )
  return ['npx tableread run', quotePath(place), ...flagWords].join(' ')
}
