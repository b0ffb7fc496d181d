import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { lookAt } from '../../base/files/files.ts'
import { packageFolder } from '../../base/package-folder.ts'
import { readGiven } from '../files/given-files.ts'
import type { Installer, ProjectPlace } from './installer.ts'

/** The CI services that a project can get a pipeline for. */
export const pipelines = ['github', 'gitlab', 'none'] as const
export type Pipeline = (typeof pipelines)[number]

/** What a pipeline has to know of its project. */
export interface PipelineChoice {
  ci: Pipeline
  /** On how many machines it runs. */
  shards: number
  /** Whether there is a draft to hold against what is published; otherwise only what is published is tested. */
  compares: boolean
  /** Whether a hosted service is asked, which takes a key. */
  live: boolean
  /** The suites and the workspace, files or folders of them, from the project's folder. */
  watched: readonly string[]
  place: ProjectPlace
  installer: Installer
}

/** A pipeline as it is written: its path counts from the project's folder. */
export interface PipelineFile {
  path: string
  text: string
  /** What a person has to know or do, in sentences. */
  notes: readonly string[]
}

/**
 * The pipeline of the project in the current folder, at the root of its repository: CI services read it nowhere else.
 * A project below the root has files, jobs and comments by its name. A hosted service is watched by one more, where a
 * workflow can keep what is known from check to check. Empty where none is asked for.
 */
export function pipelineFiles(choice: PipelineChoice): PipelineFile[] {
  if (choice.ci === 'none') return []
  const { up, below } = choice.place
  const suffix = below === '' ? '' : `-${below.replace(/[^\w.]+/g, '-').replace(/^[.-]+|-$/g, '')}`
  const { path, notes } = placeOf(choice.ci, up, suffix)
  const fromRoot = posix.relative(posix.normalize(up || '.'), path)
  const place = { below, suffix, fromRoot }
  const text = fillPipeline(`${choice.ci}${choice.shards > 1 ? '-shards' : ''}`, choice, place)
  const where =
    below === '' || notes.length > 0 ? [] : [`${fromRoot} is in the root of the repository, where it is read.`]
  const published = choice.compares
    ? []
    : ['The pipeline tests only what is published; its head says how to add a draft.']
  const pipeline = { path, text, notes: [...where, ...notes, ...published] }
  if (choice.ci !== 'github' || !choice.live) return [pipeline]
  const watch = `${up}.github/workflows/tableread-watch${suffix}.yml`
  return [pipeline, { path: watch, text: fillPipeline('github-watch', choice, place), notes: [] }]
}

/** GitLab reads one file: where somebody else wrote it, ours stands beside it, to be included. */
function placeOf(ci: 'github' | 'gitlab', up: string, suffix: string): Pick<PipelineFile, 'path' | 'notes'> {
  if (ci === 'github') return { path: `${up}.github/workflows/tableread${suffix}.yml`, notes: [] }
  const usual = `${up}.gitlab-ci.yml`
  const isFree = lookAt(usual)?.isFile() !== true || readGiven(usual).includes(`\ntableread${suffix}:\n`)
  if (isFree) return { path: usual, notes: [] }
  const own = `.gitlab/tableread${suffix}.yml`
  return { path: `${up}${own}`, notes: [`Add to .gitlab-ci.yml: include: [{ local: ${own} }]`] }
}

function fillPipeline(
  name: string,
  { shards, compares, live, watched, installer }: PipelineChoice,
  { below, suffix, fromRoot }: { below: string; suffix: string; fromRoot: string },
): string {
  const template = readFileSync(new URL(`templates/ci/${name}.yml`, packageFolder), 'utf8')
  const { command: install, folder: at, lock } = installer
  const own = ['tableread.config.*', 'reviews.yaml', 'quarantine.yaml', 'package.json']
  const inProject = below === '' ? [...watched.map(asFilter), ...own] : [`${below}/**`]
  const filters = [...new Set([...inProject, ...(lock === null ? [] : [lock]), fromRoot])]
  const values: Record<string, string> = {
    place: below === '' ? 'this repository' : below,
    title: below === '' ? '' : ` ${below}`,
    suffix,
    folder: below === '' ? '.' : below,
    workflow: fromRoot,
    asked: compares ? 'compare default draft --quick --allow-no-draft' : 'run',
    whole: compares ? 'compare default draft --until-sure --allow-no-draft' : 'run',
    nightly: compares ? 'run -v default' : 'run',
    note: compares ? '' : publishedOnly,
    secrets: live ? '  TABLEREAD_API_KEY: ${{ secrets.TABLEREAD_API_KEY }}\n' : '',
    paths: listed(filters),
    changes: listed(filters.map((each) => each.replace(/\*\*$/, '**/*'))),
    check: String(compares),
    install,
    installFolder: at,
    shards: String(shards),
    list: `[${Array.from({ length: shards }, (_, index) => index + 1).join(', ')}]`,
  }
  return template.replace(/@(\w+)@/g, (whole, name: string) => values[name] ?? whole)
}

const publishedOnly = `# It tests only what is published, since the config names no draft. To ask whether a draft is safe to publish, write
# \`versions: [default, draft]\` into tableread.config.yaml, and \`compare default draft\` instead of \`run\` below,
# with \`--quick\` on pull requests.
`

const listed = (texts: readonly string[]): string => `[${texts.map((each) => JSON.stringify(each)).join(', ')}]`

/** A path as path filters write it: all that is below a folder. */
function asFilter(path: string): string {
  const plain = posix.normalize(path.replaceAll('\\', '/')).replace(/\/$/, '')
  return /\*|\.\w+$/.test(plain) ? plain : `${plain}/**`
}
