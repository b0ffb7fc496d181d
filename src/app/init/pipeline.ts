import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { lookAt } from '../../base/files/files.ts'
import { unique } from '../../base/group-by.ts'
import { hashJson } from '../../base/json/hash-json.ts'
import { parseIfJson } from '../../base/json/json-text.ts'
import { packageFolder } from '../../base/package-folder.ts'
import { yamlLibrary } from '../../suite/yaml/yaml-library.ts'
import { neverFile } from '../config/load-config.ts'
import { UsageError } from '../edge/usage-error.ts'
import { readGiven } from '../files/given-files.ts'
import type { Installer, ProjectPlace } from './installer.ts'
import { asChanges, furtherFilters, titleOf, writtenFor } from './watched-paths.ts'

export const pipelines = ['github', 'gitlab', 'none'] as const
export type Pipeline = (typeof pipelines)[number]

/** A draft with what is published, the agent with that of a commit, or nothing. */
type Compared = 'draft' | 'commit' | 'nothing'

export interface PipelineChoice {
  ci: Pipeline
  /** On how many machines it runs. */
  shards: number
  compared: Compared
  /** Whether a commit may have another agent. */
  isInCommits: boolean
  /** Whether a hosted service is asked, which takes a key. */
  live: boolean
  /** Where the agent or its model is asked on this machine, which no runner has; null elsewhere. */
  here: string | null
  /** The suites and the workspace, files or folders of them, from the project's folder. */
  watched: readonly string[]
  /** Full paths of what the agent is made of, wherever it is. */
  files: readonly string[]
  place: ProjectPlace
  installer: Installer
}

/** A pipeline as it is written: its path counts from the project's folder. */
export interface PipelineFile {
  path: string
  text: string
  /** What a person has to know or do, in sentences. */
  notes: readonly string[]
  /** What makes a merge depend on it. */
  required?: string
}

/** At the root of the repository, where CI looks; a project below has files and jobs by its name. Empty for none. */
export function pipelineFiles(choice: PipelineChoice): PipelineFile[] {
  if (choice.ci === 'none') return []
  const { up, below } = choice.place
  refuseUnusual(below)
  const { suffix, path, stage, notes } = placeOf(choice.ci, choice.place)
  const fromRoot = posix.relative(posix.normalize(up || '.'), path)
  const place = { up, below, suffix, stage, fromRoot }
  const text = fillPipeline(`${choice.ci}${choice.shards > 1 ? '-shards' : ''}`, choice, place)
  const { note = '' } = commandsOf(choice)
  const where =
    below === '' || notes.length > 0 ? [] : [`${fromRoot} is in the root of the repository, where it is read.`]
  const required =
    choice.ci === 'github'
      ? `To block merges while it is red, require the check ${JSON.stringify(`tableread${titleBehind(below)}`)}: Settings > Rules > Rulesets.`
      : 'To block merges while it is red: Settings > Merge requests > Pipelines must succeed.'
  const pipeline = { path, text, required, notes: [...where, ...notes, ...(note === '' ? [] : [note])] }
  if (choice.ci !== 'github' || !choice.live) return [pipeline]
  const watch = `${up}.github/workflows/tableread-watch${suffix}.yml`
  return [pipeline, { path: watch, text: fillPipeline('github-watch', choice, place), notes: [] }]
}

const titleBehind = (below: string): string => (below === '' ? '' : ` ${below}`)

/** A folder's name stands in YAML, in a shell and in path filters: what means something there is refused. @throws UsageError */
function refuseUnusual(below: string): void {
  const unusual = /[^\p{L}\p{M}\p{N} ._@~(),=/-]/u.exec(below)?.[0]
  if (unusual === undefined) return
  throw new UsageError(
    `no pipeline can name the folder ${JSON.stringify(below)}: ${JSON.stringify(unusual)} means something else in a shell or a path filter`,
    'rename the folder, or choose --ci none',
  )
}

/** The name and place of a pipeline. Where a folder of another name has it, as apps-desk has that of apps/desk, a hash is added. */
function placeOf(ci: 'github' | 'gitlab', { up, below }: ProjectPlace): PipelinePlace {
  const plain = below === '' ? '' : `-${below.replace(/[^\w.]+/g, '-').replace(/^[.-]+|-$/g, '')}`
  const usual = placeNamed(ci, up, plain)
  const head = lookAt(usual.path)?.isFile() === true ? readGiven(usual.path) : ''
  const form = writtenFor(head)
  return form === undefined || form === titleOf(below) || !usual.isOwn
    ? usual
    : placeNamed(ci, up, `${plain}-${hashJson(below).slice(0, 6)}`)
}

/** GitLab reads one file: where somebody else wrote it, ours stands beside it, to be included. */
function placeNamed(ci: 'github' | 'gitlab', up: string, suffix: string): PipelinePlace & { isOwn: boolean } {
  const alone = { suffix, stage: null, notes: [] }
  if (ci === 'github') return { ...alone, path: `${up}.github/workflows/tableread${suffix}.yml`, isOwn: true }
  const usual = `${up}.gitlab-ci.yml`
  const isThere = lookAt(usual)?.isFile() === true
  const isOwn = isThere && readGiven(usual).includes(`\ntableread${suffix}:\n`)
  if (!isThere || isOwn) return { ...alone, path: usual, isOwn }
  const own = `.gitlab/tableread${suffix}.yml`
  // YAML takes one include, which names all of them.
  const included = unique([...projectsIn(`${up}.gitlab`), own]).map((each) => `{ local: ${each} }`)
  const head = included.length === 1 ? 'Add to .gitlab-ci.yml' : 'In .gitlab-ci.yml, one include has to name all'
  const others = 'Its jobs need rules for merge requests too.'
  const notes = readGiven(usual).includes(own) ? [] : [`${head}: include: [${included.join(', ')}]`, others]
  return { suffix, path: `${up}${own}`, stage: stageIn(readGiven(usual)), notes, isOwn: true }
}

/** The stage for our jobs beside those of a file: null where it has that of jobs without one. */
function stageIn(text: string): string | null {
  const stages = yamlLibrary()
    .parseAllDocuments(text)
    .flatMap((each) => (each.toJS() as { stages?: unknown } | null)?.stages ?? [])
  const names = stages.filter((each) => typeof each === 'string')
  // A job that publishes has to come after it.
  return names.includes('test')
    ? null
    : (names.find((each) => /test|check|verify|quality/i.test(each)) ?? names[0] ?? null)
}

/** The pipelines that were written beside .gitlab-ci.yml before, from the root. */
function projectsIn(folder: string): string[] {
  if (lookAt(folder)?.isDirectory() !== true) return []
  const names = readdirSync(folder).filter((name) => /^tableread.*\.yml$/.test(name))
  return names.sort().map((name) => `.gitlab/${name}`)
}

interface PipelinePlace extends Pick<PipelineFile, 'path' | 'notes'> {
  /** What the names of its files, jobs and comments end in; empty at the root. */
  suffix: string
  /** On GitLab, the stage of its jobs where that has to be named. */
  stage: string | null
}

type FilledPlace = Pick<PipelinePlace, 'suffix' | 'stage'> & Omit<ProjectPlace, 'here'> & { fromRoot: string }

function fillPipeline(name: string, choice: PipelineChoice, place: FilledPlace): string {
  const { shards, compared, live, here: address, watched, files, installer } = choice
  const { up, below, suffix, stage, fromRoot } = place
  const { here } = choice.place
  const { command: install, folder: at, lock, manager } = installer
  const isCache = /-cache$/
  const template = templateOf(name).replace(/^@part (\S+)( of never)?@\n/gm, (_, part: string, ofNever?: string) => {
    if (part.endsWith('-published') && !isPublishedCompared(choice)) return ''
    const text = templateOf(`parts/${part}${isCache.test(part) ? `-${manager}` : ''}`)
    return ofNever === undefined
      ? text
      : text.replace('- uses:', `- if: \${{ hashFiles('@under@never.yaml') != '' }}\n        uses:`)
  })
  const own = [
    neverFile,
    'tableread.config.*',
    'reviews.yaml',
    'quarantine.yaml',
    'judges.licences.yaml',
    'package.json',
  ]
  const inProject = below === '' ? [...watched.map(asFilter), ...own] : [`${below}/**`]
  // Projects of a repository begin apart, and none at the full or half hour, when schedules are late.
  const minute = 1 + (Number.parseInt(hashJson(below).slice(0, 6), 16) % 29)
  const lockFile = lock ?? posix.join(at, 'package-lock.json')
  const usual = unique([...inProject, lockFile, fromRoot])
  const filters = [...usual, ...furtherFilters(files, usual, { here, up })]
  const values: Record<string, string> = {
    place: titleOf(below),
    title: titleBehind(below),
    suffix,
    name: suffix.slice(1),
    named: suffix === '' ? '' : `          name: ${JSON.stringify(suffix.slice(1))}\n`,
    dashed: suffix === '' ? '' : `${suffix.slice(1)}-`,
    mark: suffix === '' ? '' : `: ${suffix.slice(1)}`,
    last: shards > 1 ? 'verdict' : 'tableread',
    stage: stage === null ? '' : `  stage: ${JSON.stringify(stage)}\n`,
    only: suffix === '' ? '' : `$TABLEREAD == "publishing:${suffix.slice(1)}" || `,
    orOnly: suffix === '' ? '' : ` (all projects) or publishing:${suffix.slice(1)} (this one)`,
    folder: below === '' ? '.' : below,
    under: below === '' ? '' : `${below}/`,
    workflow: fromRoot,
    ...commandsOf(choice),
    secrets: live ? liveKey : ownKey,
    listing: live ? liveKey : '', // what a service lists, the lint is checked against
    start: address === null ? '' : startOf(choice.ci, address),
    minute: String(minute),
    twice: `${minute},${minute + 30}`,
    inherit: live ? '#       secrets: inherit\n' : '',
    npmCache: lock === null ? `\${{ hashFiles('${lockFile}') != '' && 'npm' || '' }}` : 'npm',
    lock: lockFile,
    paths: filters.join('\n            '), // one a line, as deep as the template has them
    changes: listTexts(filters.map(asChanges)),
    check: String(compared !== 'nothing'),
    install,
    installFolder: at,
    ...nodeOf(up, below),
    shards: String(shards),
    list: `[${Array.from({ length: shards }, (_, index) => index + 1).join(', ')}]`,
  }
  return template.replace(/@(\w+)@/g, (whole, name: string) => values[name] ?? whole)
}

/** What a pipeline runs, and what its head says, by what is compared. */
function commandsOf(choice: PipelineChoice): Partial<Record<string, string>> {
  const rows = yamlLibrary().parseDocument(templateOf('commands')).toJS()
  return { ...rows[choice.compared], ...(isPublishedCompared(choice) ? rows['drafts in commits'] : {}) }
}

const isPublishedCompared = ({ compared, isInCommits }: PipelineChoice): boolean => compared === 'draft' && isInCommits

const templateOf = (name: string): string => readFileSync(new URL(`templates/ci/${name}.yml`, packageFolder), 'utf8')

/** The version of Node that the repository names, as setup-node reads it and as an image's tag; else one with support. */
function nodeOf(up: string, below: string): { node: string; image: string } {
  const usual = '22'
  for (const file of ['.nvmrc', '.node-version', 'package.json'])
    for (const [folder, name] of [
      ['', posix.join(below, file)],
      [up, file],
    ] as const) {
      const path = `${folder}${file}`
      const text = lookAt(path)?.isFile() === true ? readGiven(path) : ''
      const major = /\d+/.exec(file === 'package.json' ? nodeIn(text) : text)?.[0]
      if (major !== undefined)
        return { node: `node-version-file: ${JSON.stringify(name)}`, image: Number(major) > 20 ? major : '20.19' }
    }
  return { node: `node-version: ${JSON.stringify(usual)}`, image: usual }
}

function nodeIn(text: string): string {
  const { volta, engines } = (parseIfJson(text) ?? {}) as Partial<Record<'volta' | 'engines', { node?: string }>>
  return volta?.node ?? engines?.node ?? ''
}

/** Only steps that ask the service see a key: packages that are installed run scripts of their own. */
const liveKey = '        env:\n          TABLEREAD_API_KEY: ${{ secrets.TABLEREAD_API_KEY }}\n'
const ownKey =
  '        # A key that the agent needs, as env: { MODEL_KEY: "${{ secrets.MODEL_KEY }}" }; gate says `secrets: inherit` then.\n'

/** What a pipeline has to start before it asks, to be filled in by hand. */
function startOf(ci: Pipeline, address: string): string {
  const head = `# What is asked at ${address} has to be started here, or to be a hosted one:\n`
  if (ci === 'gitlab') return `    ${head}    # - node model.mjs & # start the model\n`
  return `      ${head}      # - name: start the model\n      #   run: node model.mjs &\n`
}

const listTexts = (texts: readonly string[]): string => `[${texts.map((each) => JSON.stringify(each)).join(', ')}]`

/** A path as path filters write it: all that is below a folder. */
function asFilter(path: string): string {
  const plain = posix.normalize(path.replaceAll('\\', '/')).replace(/\/$/, '')
  return /\*|\.\w+$/.test(plain) ? plain : `${plain}/**`
}
