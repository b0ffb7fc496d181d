import { mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { variableOf } from '../../../base/environment.ts'
import { lookAt, readBytes } from '../../../base/files.ts'
import { cutText } from '../../../base/privacy/cut.ts'
import { didYouMean } from '../../../base/suggest.ts'
import { createPaint } from '../../../report/text/paint.ts'
import type { BlueprintListing } from '../../../wire/api/blueprint.ts'
import type { InitFlags } from '../../flags/verb-flags.ts'
import { codingAgentFiles } from '../../project/coding-agents.ts'
import { findersOf } from '../../project/concealer.ts'
import type { Config } from '../../project/config.ts'
import { readWhole } from '../../project/flag-values.ts'
import { readGiven, writeGiven } from '../../project/given-files.ts'
import { loadConfig } from '../../project/load-config.ts'
import { loadWorkspaces } from '../../project/load-workspaces.ts'
import { toolsListed } from '../../project/local-agents.ts'
import { openConcealer } from '../../project/open-concealer.ts'
import { type Pipeline, pipelineFile } from '../../project/pipeline.ts'
import { colours, complain, print } from '../../project/print.ts'
import { type PullResult, pullAgent, readListing } from '../../project/pull/pull-agent.ts'
import { fileName, findPullFiles } from '../../project/pull/pull-files.ts'
import { settle } from '../../project/settings.ts'
import {
  hasDraft,
  type StarterChoice,
  type StarterFile,
  type StarterKind,
  starterFiles,
  type ToolNames,
} from '../../project/starter.ts'
import { UsageError } from '../../project/usage-error.ts'

/** Asks one question and returns the answer; null: take the defaults without asking. */
type Ask = ((question: string, choices: readonly string[] | null, usual: string) => Promise<string>) | null

/**
 * `tableread init`: creates a suite, a config, an agent of a workspace and a pipeline in a folder, by default the
 * current one. Existing files are not changed, except that .gitignore gets lines added; an agent that is there gets a
 * suite that fits it. Returns 0, or 3 when a live service did not list its agents.
 * @throws UsageError for a flag that does not fit the kind, and when there is no terminal to ask in
 */
export async function init(folder: string | undefined, flags: InitFlags): Promise<number> {
  if (folder === undefined) return beginHere(flags)
  const here = process.cwd()
  const made = newFolders(resolve(folder))
  if (lookAt(folder)?.isFile() === true) throw new UsageError(`${folder} is a file`, 'name a folder, or leave it out')
  mkdirSync(folder, { recursive: true })
  process.chdir(folder)
  try {
    return await beginHere(flags, folder)
  } finally {
    process.chdir(here)
    for (const each of made) if (readdirSync(each).length === 0) rmdirSync(each)
  }
}

async function beginHere(flags: InitFlags, folder: string | null = null): Promise<number> {
  if (flags.agents === true) return writeForAgents()
  const interactive = process.stdin.isTTY === true && process.stdout.isTTY === true
  if (flags.yes !== true && !interactive)
    throw new UsageError(
      'there is no terminal to ask in',
      '--yes asks nothing; --kind, --agent, --url and --ci give the answers',
    )
  const { config, path } = await loadConfig(process.cwd())
  const project: Project = {
    folder,
    config,
    own: path === null ? null : relative('', path),
    shards: readWhole('--shards', flags.shards, { most: 256 }),
  }
  if (flags.yes === true) return begin(project, flags, null)
  const reader = createInterface({ input: process.stdin })
  try {
    return await begin(project, flags, asking(reader))
  } finally {
    reader.close()
  }
}

/** Teaches coding agents, and writes nothing else: files that are there get what they lack. */
function writeForAgents(): number {
  const paint = createPaint(colours())
  const files = codingAgentFiles()
  const takeBack = rememberPlaces(files.map(({ path }) => resolve(path)))
  try {
    for (const file of files) {
      const isNew = lookAt(file.path) === undefined || readGiven(file.path) !== file.text
      if (isNew) writeGiven(resolve(file.path), file.text, { shown: file.path, verbatim: true })
      print(`${isNew ? paint.good('written') : paint.dim('kept   ')}  ${file.path}\n`)
    }
  } catch (error) {
    takeBack()
    throw error
  }
  print('\nThe tools of .mcp.json need: npm install --save-dev @modelcontextprotocol/sdk@1\n')
  return 0
}

/** What is known of the project before anything is asked. */
interface Project {
  /** The folder that was named; null for the current one. */
  folder: string | null
  /** The config that is there, empty where `own`, its path, is null. */
  config: Config
  own: string | null
  shards: number
}

async function begin(project: Project, flags: InitFlags, ask: Ask): Promise<number> {
  const present = flags.kind === 'live' ? [] : await presentAgents(project.config)
  const found = flags.kind === undefined ? await presentAgent(present, flags, ask) : null
  if (found !== null) return beginPresent(project, found, flags, ask)
  const kind = flags.kind ?? (await choose(ask, 'What plays the agent?', kinds, 'rules'))
  const url = await addressOf(kind, flags, ask)
  if (kind === 'live') return beginLive(project, url ?? '', flags, ask)
  const agent = flags.agent ?? (await (ask?.('What is it called?', null, 'my-desk') ?? 'my-desk'))
  insistName(agent)
  const known = present.find(({ name }) => name === agent)
  if (known !== undefined) return beginPresent(project, known, flags, ask)
  return write(project, { kind, agent, file: agent, url }, await pipelineOf(flags, ask))
}

/** An agent of the workspace that is there already. */
interface PresentAgent {
  name: string
  draft: boolean
  tools: readonly string[]
}

/** @throws UsageError for a broken workspace */
async function presentAgents({ workspace = 'workspace', target }: Config): Promise<PresentAgent[]> {
  const isThere = ['', 'workspace.yaml', 'workspace.ts', 'workspace.js', 'workspace.mjs'].some(
    (name) => lookAt(join(workspace, name))?.isFile() === true,
  )
  if (!isThere || target !== undefined) return []
  const { workspaces } = await loadWorkspaces([workspace])
  return workspaces.flatMap(({ agents }) =>
    agents.map(({ name, draft, versions, published }) => {
      const version = (published === null ? null : versions.get(published)) ?? draft ?? [...versions.values()][0]
      return {
        name,
        draft: draft !== null && published !== null,
        tools: version === undefined ? [] : toolsListed(version),
      }
    }),
  )
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
  const named =
    agent ?? (ask === null ? first.name : await ask('Which agent gets a suite?', [...names, other], first.name))
  return present.find(({ name }, index) => name === named || String(index + 1) === named) ?? null
}

async function beginPresent(project: Project, agent: PresentAgent, flags: InitFlags, ask: Ask): Promise<number> {
  const { name, draft, tools } = agent
  const choice: StarterChoice = { kind: 'rules', agent: name, file: fileName(name), url: null, isThere: { draft } }
  return write(project, choice, await pipelineOf(flags, ask), { all: tools, during: tools })
}

/** The kinds of agents, as the question describes them. */
const kinds: Record<StarterKind, string> = {
  rules: 'rules in YAML: to look around, or for a double of something',
  function: 'a function of your code',
  model: 'a prompt and a model',
  endpoint: 'an address that speaks chat completions',
  live: 'a hosted service: its blueprint is read, and nothing is sent',
}

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
  const given = url ?? (await (ask?.('Where is it?', null, usual) ?? usual))
  const { protocol = '', username, password, search } = URL.parse(given) ?? {}
  if (username || password || search)
    throw new UsageError(
      'an address in a file that is committed holds no user, no password and no query',
      'a key goes into headers:, as {{env.NAME}}: docs/your-agent-remote.md',
    )
  if (/^https?:$/.test(protocol)) return given
  throw new UsageError(
    given === '' ? 'there is no address of a service' : `"${given}" is no address`,
    '--url takes one, for example https://api.example.com',
  )
}

/** Agent names become file names. @throws UsageError for one that cannot */
function insistName(agent: string): void {
  if (/^[a-z0-9][\w-]{0,99}$/i.test(agent) && !/^null$/i.test(agent)) return
  const hint = 'at most a hundred letters, digits, dashes and underscores; null is nothing in YAML'
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
  const chosen = names.find((name, index) => answer === name || answer === String(index + 1))
  if (chosen !== undefined) return chosen
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
async function beginLive(project: Project, target: string, flags: InitFlags, ask: Ask): Promise<number> {
  const { timeLimit } = flags
  const settled = await settle([], { target, ...(timeLimit === undefined ? {} : { timeLimit }) }, process.env)
  const { rest } = openConcealer(settled, {})
  const read = await readListing(settled, target)
  if (!read.ok) return refuse(rest(read.reason))
  const shown = await agentOf(read.listing, target, flags, ask)
  if (/\{\{|\}\}/.test(shown.agentId))
    throw new UsageError(
      `the agent is called ${shown.agentId}, and in a suite {{x}} is a variable`,
      'write its suite by hand, with the name as a variable',
    )
  const ci = await pipelineOf(flags, ask)
  const folder = resolve('workspace')
  const pull = (check: boolean): PullResult =>
    pullAgent(read.listing, {
      ...{ agent: shown.agentId, id: null, folder, here: process.cwd(), source: new URL(target).origin },
      ...{ force: false, check, custom: findersOf(settled.redact) },
    })
  const { agent, note, workspace } = findPullFiles(folder, shown.agentId, process.cwd())
  const isThere = agent.text !== null // `tableread pull` brings in changes, and says so
  const tried = isThere ? null : pull(true)
  if (tried?.ok === false) return refuse(rest(tried.reason))
  const choice: StarterChoice = { kind: 'live', agent: shown.agentId, file: fileName(shown.agentId), url: target }
  const { preCall = [], duringCall = [], postCall = [] } = shown.config.functionSettings
  const tools = { all: [...new Set([...preCall, ...duringCall, ...postCall])], during: duringCall }
  const pulled = (): Pull => {
    const done = isThere ? null : pull(false)
    return { written: done?.ok === true ? done.pulled.written : [], kept: isThere ? [relative('', agent.path)] : [] }
  }
  return write(project, choice, ci, tools, pulled, [agent.path, note.path, workspace.path])
}

function refuse(reason: string): number {
  complain(`${reason}\n`)
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
  const named =
    flags.agent ?? (ids.length === 1 ? first : ask === null ? undefined : await ask('Which agent?', ids, first))
  if (named === undefined) throw new UsageError('which agent? --agent names one', `${target} lists ${ids.join(', ')}`)
  const id = ids[Number(named) - 1] ?? named
  const shown = agents.find(({ agentId }) => agentId === id)
  if (shown !== undefined) return shown
  throw new UsageError(`${target} lists no agent "${named}"`, didYouMean(named, ids) ?? `it lists ${ids.join(', ')}`)
}

/** The files of a pulled agent, as messages show them. */
interface Pull {
  written: readonly string[]
  kept: readonly string[]
}

/**
 * Writes the files that do not exist yet, and says what to do next. `pull` writes the agent of a live
 * service, at `places`. Either everything is written or nothing.
 */
function write(
  project: Project,
  choice: StarterChoice,
  ci: Pipeline,
  tools: ToolNames = { all: [], during: [] },
  pull: () => Pull = () => ({ written: [], kept: [] }),
  places: readonly string[] = [],
): number {
  const paint = createPaint(colours())
  const { config, own, shards } = project
  const pipeline = pipelineFile({
    ...{ ci, shards, live: choice.kind === 'live' },
    compares: own === null ? hasDraft(choice) : (config.versions ?? []).length > 1,
    watched: [config.suites ?? 'suites', config.workspace ?? 'workspace'].flat(),
  })
  const files = [...starterFiles(choice, tools), ...(pipeline === null ? [] : [pipeline]), ignored()]
  const takeBack = rememberPlaces([...places, ...files.map(({ path }) => resolve(path))])
  const rows: string[] = []
  const keptFiles = new Set<string>()
  const say = (path: string, isWritten: boolean): void => {
    rows.push(`${isWritten ? paint.good('written') : paint.dim('kept   ')}  ${path}\n`)
    if (!isWritten) keptFiles.add(path)
  }
  try {
    const { written, kept } = pull()
    for (const path of written) say(path, true)
    for (const path of kept) say(path, false)
    for (const file of files) {
      const isSecond = own !== null && file.path === usualConfig
      say(isSecond ? own : file.path, !isSecond && writeNew(file))
    }
  } catch (error) {
    takeBack()
    throw error
  }
  const notes = [
    ...(keptFiles.has('workspace/workspace.yaml')
      ? [`Add agents/${choice.file}.yaml to workspace/workspace.yaml.`]
      : []),
    ...(pipeline?.notes ?? []),
  ]
  print(`${rows.join('')}\n${nextSteps(project, choice, notes).join('\n')}\n`)
  return 0
}

/** Remembers the content of some paths; the returned function restores it, and removes folders created since. */
function rememberPlaces(paths: readonly string[]): () => void {
  const textAt = (path: string): string | null => (lookAt(path)?.isFile() === true ? readBytes(path).toString() : null)
  const texts = paths.map(textAt)
  const folders = new Set(paths.flatMap((path) => newFolders(dirname(path))))
  return () => {
    for (const [index, path] of paths.entries()) {
      const [before, now] = [texts[index] ?? null, textAt(path)]
      if (before === now) continue
      if (before === null) rmSync(path)
      else writeGiven(path, before, { verbatim: true })
    }
    for (const folder of [...folders].toSorted((one, other) => other.length - one.length))
      if (lookAt(folder) !== undefined && readdirSync(folder).length === 0) rmdirSync(folder)
  }
}

/** The folder and its ancestors, as far as they do not exist. */
function newFolders(folder: string): string[] {
  return lookAt(folder) === undefined ? [folder, ...newFolders(dirname(folder))] : []
}

/** Returns whether the file was written: existing files stay, but .gitignore gets the lines it lacks. */
function writeNew({ path, text }: StarterFile): boolean {
  const full = resolve(path)
  if (lookAt(full) !== undefined && (path !== ignoreFile || readGiven(full, path) === text)) return false
  writeGiven(full, text, { shown: path, verbatim: true })
  return true
}

const [usualConfig, ignoreFile] = ['tableread.config.yaml', '.gitignore']

/** .gitignore with what git should not keep: packages, reports, journals and the history. */
function ignored(): StarterFile {
  const before = lookAt(ignoreFile) === undefined ? '' : readGiven(ignoreFile)
  const known = new Set(before.split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/$/g, '')))
  const missing = ['node_modules/', '.tableread/'].filter((each) => !known.has(each.slice(0, -1)))
  const gap = missing.length === 0 || before === '' || before.endsWith('\n') ? '' : '\n'
  return { path: ignoreFile, text: `${before}${gap}${missing.map((each) => `${each}\n`).join('')}` }
}

/** What to do next. A config that already existed may not refer to the new files. */
function nextSteps({ folder, own, config }: Project, choice: StarterChoice, more: readonly string[]): string[] {
  const isNamed = readGiven('package.json').includes('"tableread"')
  const missing = [
    ...(isNamed ? [] : ['tableread']),
    ...(choice.kind === 'model' ? ['ai@6', '@ai-sdk/openai-compatible@2'] : []),
  ]
  const installed = missing.length === 0 && lookAt('node_modules/tableread') !== undefined
  const sure = hasDraft(choice) && choice.kind !== 'model' && own === null && choice.isThere === undefined
  const reads = choice.kind === 'live' || (choice.isThere !== undefined && config.workspace !== undefined)
  const named = own === null ? '' : ` suites/${choice.file}.yaml${reads ? '' : ' --workspace workspace'}`
  const steps = [
    ...(folder === null ? [] : [[`cd ${folder}`, '']]),
    ...(installed ? [] : [[['npm install', ...(missing.length > 0 ? ['--save-dev', ...missing] : [])].join(' '), '']]),
    [`npx tableread run${named}`, sure ? 'the draft breaks a conversation, at its line' : ''],
    ...(hasDraft(choice) ? [[`npx tableread compare default draft${named}`, 'may it be published?']] : []),
  ]
  const width = Math.max(...steps.map(([command = '']) => command.length))
  const kindNotes: Partial<Record<StarterKind, string>> = {
    live: 'What its tools do is real: declare them in tableread.config.yaml first.',
    model: 'The model is asked at the address in workspace/workspace.yaml.',
  }
  const notes = [kindNotes[choice.kind] ?? [], more].flat()
  return [
    'Next:',
    ...steps.map(([command = '', why = '']) => `  ${command.padEnd(width + 3)}${why}`.trimEnd()),
    ...(notes.length === 0 ? [] : ['', ...notes]),
    '',
    `Write your own conversations in suites/${choice.file}.yaml.`,
  ]
}
