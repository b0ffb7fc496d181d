import { mkdirSync, readdirSync, rmdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { lookAt } from '../../../base/files/files.ts'
import { mistypedHint, nearHint } from '../../../base/files/near-path.ts'
import { quoteWord } from '../../../base/json/quoting.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { variableOf } from '../../../base/secrets/environment.ts'
import { didYouMean } from '../../../base/text/suggest.ts'
import { createPaint } from '../../../report/text/paint.ts'
import type { BlueprintListing } from '../../../wire/api/blueprint.ts'
import { loadWorkspaces } from '../../agents/load-workspaces.ts'
import { addressAsked, isInCommits, presentVersion, toolsListed } from '../../agents/local-agents.ts'
import { findersOf } from '../../config/concealer.ts'
import type { Config } from '../../config/config.ts'
import { readWhole } from '../../config/flag-values.ts'
import { loadConfig } from '../../config/load-config.ts'
import { openConcealer } from '../../config/open-concealer.ts'
import { settle } from '../../config/settings.ts'
import { colours, print, warn } from '../../edge/print.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { type InitFlags, initFlags } from '../../flags/verb-flags.ts'
import type { Pipeline } from '../../init/pipeline.ts'
import { type PullOutcome, pullAgent, readListing } from '../../init/pull-agent.ts'
import { fileName, findPullFiles } from '../../init/pull-files.ts'
import type { StarterChoice, StarterKind } from '../../init/starter.ts'
import { type InitProject, newFolders, type Pull, write, writeForAgents } from './init-files.ts'

/** Asks one question and returns the answer; null: take the defaults without asking. */
type Ask = ((question: string, choices: readonly string[] | null, usual: string) => Promise<string>) | null

/** Changes no file that is there but .gitignore. 0, or 3 when a service did not list its agents. @throws UsageError */
export async function init(folder: string | undefined, flags: InitFlags): Promise<number> {
  if (folder === undefined) return beginHere(flags)
  const here = process.cwd()
  const folders = newFolders(resolve(folder))
  const near = nearHint(resolve(folder))
  if (lookAt(folder)?.isFile() === true) throw new UsageError(`${folder} is a file`, 'name a folder, or leave it out')
  const hint = mistypedHint(resolve(folder))
  if (hint !== undefined)
    throw new UsageError(
      `there is no folder ${folder}`,
      `${hint} for a new one, make it first: mkdir ${quoteWord(folder)}`,
    )
  mkdirSync(folder, { recursive: true })
  process.chdir(folder)
  try {
    return await beginHere(flags, folder)
  } finally {
    process.chdir(here)
    for (const each of folders) if (readdirSync(each).length === 0) rmdirSync(each)
    if (near !== undefined && lookAt(folder) !== undefined) warn(`${folder} is a new folder: ${near}`)
  }
}

async function beginHere(flags: InitFlags, folder: string | null = null): Promise<number> {
  if (flags.agents === true) return writeForAgents()
  const interactive = process.stdin.isTTY === true && process.stdout.isTTY === true
  // Where nobody can answer, a pipeline that is asked for by flags is answer enough.
  const isAsked = flags.ci !== undefined || flags.shards !== initFlags.shards.preset
  const asksNothing = flags.yes === true || (!interactive && isAsked)
  if (!asksNothing && !interactive)
    throw new UsageError(
      'there is no terminal to ask in',
      '--yes asks nothing; --kind, --agent, --url and --ci give the answers',
    )
  const { config, path } = await loadConfig(process.cwd())
  const project: InitProject = {
    folder,
    config,
    own: path === null ? null : relative('', path),
    shards: readWhole('--shards', flags.shards, { most: 256 }),
  }
  if (asksNothing) return begin(project, flags, null)
  const reader = createInterface({ input: process.stdin })
  try {
    return await begin(project, flags, asking(reader))
  } finally {
    reader.close()
  }
}

async function begin(project: InitProject, flags: InitFlags, ask: Ask): Promise<number> {
  const present = flags.kind === 'live' ? [] : await presentAgents(project.config)
  const plan = flags.kind === undefined ? await presentAgent(present, flags, ask) : null
  if (plan !== null) return beginPresent(project, plan, flags, ask)
  const kind = flags.kind ?? (await choose(ask, 'What plays the agent?', kinds, 'rules'))
  const url = await addressOf(kind, flags, ask)
  if (kind === 'live') return beginLive(project, url ?? '', flags, ask)
  const agent = flags.agent ?? (await (ask?.('What is it called?', null, 'my-desk') ?? 'my-desk'))
  insistName(agent)
  const match = present.find(({ name }) => name === agent)
  if (match !== undefined && match.kind !== kind)
    throw new UsageError(
      `the agent ${agent} is there already, of --kind ${match.kind}, and this is --kind ${kind}`,
      '--agent NAME makes another; without --kind, the one that is there gets a suite',
    )
  if (match !== undefined) return beginPresent(project, match, flags, ask)
  return write(project, { kind, agent, file: agent, url }, await pipelineOf(flags, ask))
}

/** An agent of the workspace that is there already. */
interface PresentAgent {
  name: string
  /** Whether it or another agent of the workspace has a draft beside what is published. */
  hasDrafts: boolean
  /** Whether it is made of code, or of a model's prompt in a file; beside drafts, whether all agents are. */
  isInCommits: boolean
  url: string | null
  tools: readonly string[]
  kind: StarterKind | 'recordings'
}

/** @throws UsageError for a broken workspace */
async function presentAgents({ workspace: workspaceName, target }: Config): Promise<PresentAgent[]> {
  const workspace = workspaceName?.value ?? 'workspace'
  const isThere = ['', 'workspace.yaml', 'workspace.ts', 'workspace.js', 'workspace.mjs'].some(
    (name) => lookAt(join(workspace, name))?.isFile() === true,
  )
  if (!isThere || target !== undefined) return []
  const { workspaces } = await loadWorkspaces([workspace])
  const all = workspaces.flatMap(({ agents }) => agents)
  const hasDrafts = all.some(({ draft, published }) => draft !== null && published !== null)
  const inCommits = all.filter((agent) => isInCommits(presentVersion(agent)))
  return all.map((agent) => {
    const [{ name }, version] = [agent, presentVersion(agent)]
    return {
      ...{ name, hasDrafts },
      tools: version === undefined ? [] : toolsListed(version),
      isInCommits: hasDrafts ? inCommits.length === all.length : inCommits.includes(agent),
      url: version === undefined ? null : addressAsked(version),
      kind: kindOf[version?.behaviour.kind ?? 'scripted'],
    }
  })
}

/** Which of the agents that are there gets a suite; null for a new one. */
async function presentAgent(
  present: readonly PresentAgent[],
  { agent }: InitFlags,
  ask: Ask,
): Promise<PresentAgent | null> {
  const [first] = present
  if (first === undefined) return null
  const names = present.map(({ name }) => name)
  const other = 'a new agent'
  const answer =
    agent ?? (ask === null ? first.name : await ask('Which agent gets a suite?', [...names, other], first.name))
  return present.find(({ name }, index) => name === answer || String(index + 1) === answer) ?? null
}

async function beginPresent(project: InitProject, agent: PresentAgent, flags: InitFlags, ask: Ask): Promise<number> {
  const { name, hasDrafts, isInCommits, url, tools } = agent
  const isThere = { draft: hasDrafts, isInCommits, url }
  const choice: StarterChoice = { kind: 'rules', agent: name, file: fileName(name), url: null, isThere }
  return write(project, choice, await pipelineOf(flags, ask), { all: tools, during: tools })
}

const kinds: Record<StarterKind, string> = {
  rules: 'rules in YAML: to look around, or for a double of something',
  function: 'a function of your code',
  model: 'a prompt and a model',
  endpoint: 'an address that speaks chat completions',
  live: 'a hosted service: the configuration that it lists is read, and nothing is sent',
}

/** The kind of a new agent that behaves so; of none that plays recordings. */
const kindOf = {
  ...{ scripted: 'rules', code: 'function', model: 'model', remote: 'endpoint', replay: 'recordings' },
} as const satisfies Record<string, StarterKind | 'recordings'>

const pipelineNames: Record<Pipeline, string> = {
  github: 'a workflow for GitHub',
  gitlab: 'a pipeline for GitLab',
  none: 'none',
}

/** @throws UsageError if an address is missing or invalid, or given for a kind that has none */
async function addressOf(kind: StarterKind, { url }: InitFlags, ask: Ask): Promise<string | null> {
  if (kind !== 'endpoint' && kind !== 'live') {
    if (url === undefined) return null
    throw new UsageError(`--url is for --kind endpoint and --kind live, and this is --kind ${kind}`)
  }
  const usual = kind === 'endpoint' ? 'http://127.0.0.1:8080/v1' : (variableOf(process.env, 'TABLEREAD_TARGET') ?? '')
  const address = url ?? (await (ask?.('Where is it?', null, usual) ?? usual))
  const { protocol = '', username, password, search } = URL.parse(address) ?? {}
  if (username || password || search)
    throw new UsageError(
      'an address in a file that is committed holds no user, no password and no query',
      'a key goes into headers:, as {{env.NAME}}: docs/your-agent-remote.md',
    )
  if (/^https?:$/.test(protocol)) return address
  throw new UsageError(
    address === '' ? 'there is no address of a service' : `"${address}" is no address`,
    '--url takes one, for example https://api.example.com',
  )
}

/** Agent names become file names. @throws UsageError for one that cannot */
function insistName(agent: string): void {
  if (/^[a-z0-9][\w-]{0,99}$/i.test(agent) && !/^null$/i.test(agent)) return
  const form = 'a name is at most a hundred letters, digits, dashes and underscores'
  const hint = /^null$/i.test(agent) ? `${form}, and null is nothing in YAML` : form
  throw new UsageError(`"${cutText(agent, 60)}" cannot be the name of an agent here`, hint)
}

async function pipelineOf({ ci }: InitFlags, ask: Ask): Promise<Pipeline> {
  return ci ?? choose(ask, 'Where are pull requests checked?', pipelineNames, 'github')
}

async function choose<T extends string>(ask: Ask, question: string, of: Record<T, string>, usual: T): Promise<T> {
  if (ask === null) return usual
  const names = Object.keys(of) as T[]
  const answer = await ask(
    question,
    names.map((name) => `${name}: ${of[name]}`),
    usual,
  )
  const match = names.find((name, index) => answer === name || answer === String(index + 1))
  if (match !== undefined) return match
  throw new UsageError(`"${answer}" is none of them`, didYouMean(answer, names) ?? names.join(', '))
}

/** All questions read from one iterator, so that lines typed ahead are not lost. */
function asking(reader: Interface): NonNullable<Ask> {
  const paint = createPaint(colours())
  const lines = reader[Symbol.asyncIterator]()
  return async (question, choices, usual) => {
    const rows = (choices ?? []).map((each, index) => `  ${index + 1}  ${each}\n`)
    print(`${paint.strong(question)}\n${rows.join('')}${usual === '' ? '> ' : `(${usual}) > `}`)
    const line = await lines.next()
    if (line.done === true)
      throw new UsageError('the input ended before the last question, and nothing was written', '--yes asks nothing')
    const answer = line.value.trim()
    return answer === '' ? usual : answer
  }
}

/** Reads what the service lists, once. @throws UsageError if there is no key or no such agent */
async function beginLive(project: InitProject, target: string, flags: InitFlags, ask: Ask): Promise<number> {
  const { timeLimit } = flags
  const settings = await settle([], { target, ...(timeLimit === undefined ? {} : { timeLimit }) }, process.env)
  const { rest } = openConcealer(settings, {})
  const read = await readListing(settings, target)
  if (!read.ok) return refuse(rest(read.reason))
  const blueprint = await agentOf(read.listing, target, flags, ask)
  if (/\{\{|\}\}/.test(blueprint.agentId))
    throw new UsageError(
      `the agent is called ${blueprint.agentId}, and in a suite {{x}} is a variable`,
      'write its suite by hand, with the name as a variable',
    )
  const ci = await pipelineOf(flags, ask)
  const folder = resolve('workspace')
  const pull = (check: boolean): PullOutcome =>
    pullAgent(read.listing, {
      ...{ agent: blueprint.agentId, id: null, folder, here: process.cwd(), source: new URL(target).origin },
      ...{ force: false, check, custom: findersOf(settings.redact) },
    })
  const { agent, note, workspace } = findPullFiles(folder, blueprint.agentId, process.cwd())
  const isThere = agent.text !== null // `tableread pull` brings in changes, and says so
  const tried = isThere ? null : pull(true)
  if (tried?.ok === false) return refuse(rest(tried.reason))
  const choice: StarterChoice = {
    kind: 'live',
    agent: blueprint.agentId,
    file: fileName(blueprint.agentId),
    url: target,
  }
  const { preCall = [], duringCall = [], postCall = [] } = blueprint.config.functionSettings
  const tools = { all: [...new Set([...preCall, ...duringCall, ...postCall])], during: duringCall }
  const pulled = (): Pull => {
    const done = isThere ? null : pull(false)
    return {
      createdFiles: done?.ok === true ? done.pulled.savedFiles : [],
      presentFiles: isThere ? [relative('', agent.path)] : [],
    }
  }
  return write(project, choice, ci, tools, pulled, [agent.path, note.path, workspace.path])
}

function refuse(reason: string): number {
  warn(reason.split('\n'))
  return 3
}

async function agentOf(
  { agents }: BlueprintListing,
  target: string,
  flags: InitFlags,
  ask: Ask,
): Promise<BlueprintListing['agents'][number]> {
  const ids = [...new Set(agents.map(({ agentId }) => agentId))]
  const first = ids[0]
  if (first === undefined) throw new UsageError(`${target} lists no agent`, 'publish one first')
  const answer =
    flags.agent ?? (ids.length === 1 ? first : ask === null ? undefined : await ask('Which agent?', ids, first))
  if (answer === undefined) throw new UsageError('which agent? --agent names one', `${target} lists ${ids.join(', ')}`)
  const id = ids[Number(answer) - 1] ?? answer
  const blueprint = agents.find(({ agentId }) => agentId === id)
  if (blueprint !== undefined) return blueprint
  throw new UsageError(`${target} lists no agent "${answer}"`, didYouMean(answer, ids) ?? `it lists ${ids.join(', ')}`)
}
