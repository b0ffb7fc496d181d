import { readdirSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { lookAt, readBytes, upwards } from '../../../base/files/files.ts'
import { git } from '../../../base/files/git.ts'
import { createPaint } from '../../../report/text/paint.ts'
import type { Config } from '../../config/config.ts'
import { settle } from '../../config/settings.ts'
import { colours, print } from '../../edge/print.ts'
import { UsageError } from '../../edge/usage-error.ts'
import { readGiven, writeGiven } from '../../files/given-files.ts'
import { codingAgentFiles } from '../../init/coding-agents.ts'
import { type Installer, installerOf, projectPlace } from '../../init/installer.ts'
import { type Pipeline, pipelineFiles } from '../../init/pipeline.ts'
import {
  askedHere,
  hasDraft,
  type StarterChoice,
  type StarterFile,
  type StarterKind,
  starterFiles,
  type ToolNames,
} from '../../init/starter.ts'
import { findPipelines, findUnwatched } from '../../init/watched-paths.ts'
import { projectFiles } from '../../target/project-files.ts'

export interface InitProject {
  /** The folder that was named; null for the current one. */
  folder: string | null
  /** The config that is there, empty where `own`, its path, is null. */
  config: Config
  own: string | null
  shards: number
}

/** Teaches coding agents, and writes nothing else: files that are there get what they lack. */
export function writeForAgents(): number {
  const paint = createPaint(colours())
  const files = codingAgentFiles()
  const takeBack = rememberPlaces(files.map(({ path }) => resolve(path)))
  try {
    for (const file of files) {
      const isNew = lookAt(file.path) === undefined || readGiven(file.path) !== file.text
      if (isNew) writeGiven(resolve(file.path), file.text, { displayPath: file.path, verbatim: true })
      print(`${isNew ? paint.good('written') : paint.dim('kept   ')}  ${file.path}\n`)
    }
  } catch (error) {
    takeBack()
    throw error
  }
  const { up } = projectPlace(process.cwd())
  if (up !== '')
    print(`\nThis is no root of a repository: where a coding agent begins in ${up}, it reads none of them.\n`)
  print('\nThe tools of .mcp.json need: npm install --save-dev @modelcontextprotocol/sdk@1\n')
  return 0
}

export interface Pull {
  createdFiles: readonly string[]
  presentFiles: readonly string[]
}

/** Either everything is written or nothing. `pull` writes the agent of a live service, at `places`. */
export async function write(
  project: InitProject,
  choice: StarterChoice,
  ci: Pipeline,
  tools: ToolNames = { all: [], during: [] },
  pull: () => Pull = () => ({ createdFiles: [], presentFiles: [] }),
  places: readonly string[] = [],
): Promise<number> {
  const paint = createPaint(colours())
  const { config, own, shards } = project
  const place = projectPlace(process.cwd())
  const installer = installerOf(place)
  const agentFiles = own === null && choice.isThere === undefined ? [] : await presentFiles()
  const hasDrafts = choice.isThere?.draft ?? (own === null ? hasDraft(choice) : (config.versions ?? []).length > 1)
  const isInCommits =
    choice.isThere?.isInCommits ?? (own === null && ['function', 'model', 'rules'].includes(choice.kind))
  const starter = starterFiles(choice, tools)
  const here = askedHere(choice, modelsIn(starter))
  const pipeline = pipelineFiles({
    ...{ ci, shards, place, installer, live: choice.kind === 'live', here },
    isInCommits,
    compared: hasDrafts ? 'draft' : choice.isThere?.isInCommits === true ? 'commit' : 'nothing',
    files: agentFiles,
    watched: [config.suites ?? 'suites', config.workspace?.value ?? 'workspace'].flat(),
  })
  const files = [...starter, ...pipeline, ...installer.files, ignored()]
  const takeBack = rememberPlaces([...places, ...files.map(({ path }) => resolve(path))])
  const rows: string[] = []
  const keptFiles = new Set<string>()
  const say = (path: string, isWritten: boolean, isThere = false): void => {
    const written = paint.good(isThere ? 'added to' : 'written ')
    rows.push(`${isWritten ? written : paint.dim('kept    ')} ${path}\n`)
    if (!isWritten) keptFiles.add(path)
  }
  try {
    const { createdFiles, presentFiles } = pull()
    for (const path of createdFiles) say(path, true)
    for (const path of presentFiles) say(path, false)
    for (const file of files) {
      const isSecond = own !== null && file.path === usualConfig
      const isThere = lookAt(resolve(file.path)) !== undefined
      say(isSecond ? own : file.path, !isSecond && writeNew(file), isThere)
    }
  } catch (error) {
    takeBack()
    throw error
  }
  const [first] = pipeline
  const isWritten = first !== undefined && !keptFiles.has(first.path)
  const notes = [
    ...(ci === 'none' && shards > 1 ? [`--ci none writes no pipeline, so --shards ${shards} has no effect.`] : []),
    ...(isWritten && installer.lock === null
      ? [
          `There is no lock file yet; the pipeline goes by npm's. With another: install first, remove ${first.path}, init again.`,
        ]
      : []),
    ...(keptFiles.has(usualWorkspace)
      ? [`Add agents/${choice.file}.yaml to workspace/workspace.yaml.`, ...lackingModels(files)]
      : []),
    ...(upwards(process.cwd()).some((each) => lookAt(join(each, 'node_modules/vitest')) !== undefined)
      ? ["Suites are Vitest's tests too, of what is published alone: docs/vitest.md of Tableread."]
      : []),
    ...pipeline.flatMap((each) => each.notes),
    ...(first === undefined || here === null
      ? []
      : [`No CI runner has ${here}: start it in the pipeline before Tableread, or name a hosted one.`]),
    ...pipeline
      .filter(({ path, text }) => keptFiles.has(path) && readGiven(path) !== text)
      .map(
        ({ path }) => `${path} stays as it was, whatever --ci and --shards say: to have it written anew, remove it.`,
      ),
    ...findUnwatched(agentFiles, findPipelines(place), place).map(
      ({ file, message, hint }) => `${file}: ${message}: ${hint}`,
    ),
    ...installer.notes,
    ...(isWritten ? [first.required ?? []].flat() : []),
  ]
  print(
    `${rows.join('')}\n${nextSteps(project, choice, installer, { notes, isWritten, isPackaged: keptFiles.has('package.json'), here }).join('\n')}\n`,
  )
  return 0
}

/** The files that the project is made of so far; none where its settings do not hold yet. */
async function presentFiles(): Promise<string[]> {
  try {
    const settings = await settle([], {}, {})
    return await projectFiles({ ...settings, workspace: settings.workspace ?? 'workspace' })
  } catch (error) {
    if (error instanceof UsageError) return []
    throw error
  }
}

/** The workspace that names the models: the one that is there, unless it has none yet. */
function modelsIn(files: readonly StarterFile[]): string {
  const present = lookAt(usualWorkspace) === undefined ? '' : readGiven(usualWorkspace)
  return /^models:/m.test(present) ? present : (files.find(({ path }) => path === usualWorkspace)?.text ?? '')
}

/** The block of models that a workspace which is there lacks, as a new one would have it. */
function lackingModels(files: readonly StarterFile[]): string[] {
  const models = /^models:/m
  const text = files.find(({ path }) => path === usualWorkspace)?.text ?? ''
  if (!models.test(text) || models.test(readGiven(usualWorkspace))) return []
  return ['It names no models yet. Add them too:', '', ...text.slice(text.search(models)).trimEnd().split('\n')]
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
export function newFolders(folder: string): string[] {
  return lookAt(folder) === undefined ? [folder, ...newFolders(dirname(folder))] : []
}

/** Returns whether the file was written: existing files stay, but .gitignore gets the lines it lacks. */
function writeNew({ path, text }: StarterFile): boolean {
  const full = resolve(path)
  if (lookAt(full) !== undefined && (path !== ignoreFile || readGiven(full, path) === text)) return false
  writeGiven(full, text, { displayPath: path, verbatim: true })
  return true
}

const [usualConfig, usualWorkspace, ignoreFile] = ['tableread.config.yaml', 'workspace/workspace.yaml', '.gitignore']

/** What git should not keep: packages, journals and the history; and reports by the names that the docs give them. */
const folders = ['node_modules/', '.tableread/']
const outputs = ['result.json', 'report.html', 'junit.xml', 'ctrf.json', 'summary.md']

/** .gitignore of the project with what no .gitignore of the repository has yet. */
function ignored(): StarterFile {
  const before = lookAt(ignoreFile) === undefined ? '' : readGiven(ignoreFile)
  const patterns = [...folders, ...outputs.filter((each) => lookAt(each) === undefined).map((each) => `/${each}`)]
  const plain = (line: string): string => line.trim().replace(/^\/|\/$/g, '')
  const answer = git(process.cwd(), ['check-ignore', '--no-index', '--stdin'], {
    input: patterns.map((each) => `${each.replace(/^\//, '')}\n`).join(''), // with its slash, a folder that is not there yet
  })
  const ignoredPaths = new Set([before, answer.ok ? answer.text : ''].join('\n').split('\n').map(plain))
  const missing = patterns.filter((each) => !ignoredPaths.has(plain(each)))
  const gap = missing.length === 0 || before === '' || before.endsWith('\n') ? '' : '\n'
  return { path: ignoreFile, text: `${before}${gap}${missing.map((each) => `${each}\n`).join('')}` }
}

/** Whether Node finds a package from a folder: workspaces hold it at their root. */
function isInstalled(folder: string, name = 'tableread'): boolean {
  return upwards(folder).some((each) => lookAt(join(each, 'node_modules', name)) !== undefined)
}

function namesPackage(folder: string): boolean {
  const file = join(folder, 'package.json')
  return lookAt(file)?.isFile() === true && readGiven(file).includes('"tableread"')
}

const commitAll = 'git add -A && git commit -m "Test the agent"'

/** What to do next. A config that already existed may not refer to the new files. */
function nextSteps(
  { folder, own, config }: InitProject,
  choice: StarterChoice,
  { byHand, lock, isLocked, folder: place }: Installer,
  { notes: more, ...seen }: { notes: readonly string[]; isWritten: boolean; isPackaged: boolean; here: string | null },
): string[] {
  const { isWritten, isPackaged, here } = seen
  // What a pipeline installs in the folder of the project alone does not bring the packages above it.
  const isNamed = (place === '.' ? upwards(process.cwd()) : [process.cwd()]).some(namesPackage)
  const missing = [
    ...(isNamed ? [] : ['tableread']),
    ...(choice.kind === 'model' ? ['ai@6', '@ai-sdk/openai-compatible@2'] : []).filter(
      (each) => !isInstalled(process.cwd(), each.replace(/@\d+$/, '')),
    ),
  ]
  // A package.json that is new is installed by nobody yet, whatever is above it.
  const installed = isPackaged && missing.length === 0 && isLocked && isInstalled(process.cwd())
  const commit = isLocked ? '' : `then commit ${basename(lock ?? '')}: pipelines install by it`
  const hasGit = git(process.cwd(), ['rev-parse', '--git-dir']).ok
  const sure = hasDraft(choice) && choice.kind !== 'model' && own === null && choice.isThere === undefined
  const isItsOwn = config.workspace !== undefined && resolve(config.workspace.value) === resolve('workspace')
  const reads = choice.kind === 'live' || isItsOwn || (choice.isThere !== undefined && config.workspace !== undefined)
  const suiteArgument = own === null ? '' : ` suites/${choice.file}.yaml${reads ? '' : ' --workspace workspace'}`
  const steps = [
    ...(folder === null ? [] : [[`cd ${folder}`, '']]),
    ...(installed ? [] : [[missing.length > 0 ? [byHand.add, ...missing].join(' ') : byHand.all, commit]]),
    [`npx tableread run${suiteArgument}`, sure ? 'the draft breaks a conversation, at its line' : ''],
    ...(hasDraft(choice) ? [[`npx tableread compare default draft${suiteArgument}`, 'may it be published?']] : []),
    ...(isWritten ? [[`${hasGit ? '' : 'git init && '}${commitAll}`, 'the pipeline runs where it is committed']] : []),
  ]
  const width = Math.max(...steps.map(([command = '']) => command.length))
  const kindNotes: Partial<Record<StarterKind, string>> = {
    live: 'What its tools do is real: declare them in tableread.config.yaml first.',
    ...(choice.isThere === undefined
      ? { rules: 'A prompt and a model: npx tableread init --kind model --agent my-model' }
      : {}),
    model: 'The model is asked at the address in workspace/workspace.yaml.',
  }
  // On this machine nobody is reached, and nothing has to be declared.
  const notes = [(choice.kind === 'live' && here !== null ? undefined : kindNotes[choice.kind]) ?? [], more].flat()
  return [
    'Next:',
    ...steps.map(([command = '', why = '']) => `  ${command.padEnd(width + 3)}${why}`.trimEnd()),
    ...(notes.length === 0 ? [] : ['', ...notes]),
    '',
    `Write your own conversations in suites/${choice.file}.yaml.`,
  ]
}
