import { readdirSync } from 'node:fs'
import { join, posix, relative, resolve, sep } from 'node:path'
import { lookAt } from '../../base/files/files.ts'
import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import type { Problem } from '../../suite/yaml/problem.ts'
import { yamlLibrary } from '../../suite/yaml/yaml-library.ts'
import { compileGlob } from '../files/glob.ts'
import type { ProjectPlace } from './installer.ts'
import { textAt } from './shared-packages.ts'

export const titleOf = (below: string): string => (below === '' ? 'this repository' : below)

/** Which project a pipeline that `init` wrote is of, by its head; undefined where somebody else wrote it. */
export const writtenFor = (text: string): string | undefined =>
  /^# Checks the agent of (.+?)(?: on \d+ machines)?\. Written by/.exec(text)?.[1]

/** The filters that those given lack, so that each file of the repository that is no package starts the pipeline. */
export function furtherFilters(
  files: readonly string[],
  filters: readonly string[],
  { here, up }: Pick<ProjectPlace, 'here' | 'up'>,
): string[] {
  const root = resolve(here, up)
  const inRoot = files
    .map((file) => relative(root, file).split(sep).join('/'))
    .filter((path) => !isElsewhere.test(path))
  const matchers = filters.map(compileGlob)
  const further: string[] = []
  // The folders above come first, and hold those below.
  for (const path of inRoot.toSorted((one, other) => one.split('/').length - other.split('/').length)) {
    const undotted = path.replace(/(^|\/)\./g, '$1') // git has a dot fit a star
    if (matchers.some((fits) => fits(path) || fits(undotted))) continue
    const folder = posix.dirname(path)
    const filter = folder === '.' ? path : `${folder}/**`
    further.push(filter)
    matchers.push(compileGlob(filter))
  }
  return further
}

const isElsewhere = /^\.\.\/|^([a-z]:|\/)|(^|\/)node_modules\//i

/** A pipeline of a project that is there: its path from the root of the repository, and what starts it. */
interface WatchedPaths {
  path: string
  /** Where these stand. */
  line: number
  filters: readonly string[]
}

/** The pipelines that `init` wrote for a project, and that still have filters. */
export function findPipelines({ here, up, below }: ProjectPlace): WatchedPaths[] {
  const root = resolve(here, up)
  const folders = ['.github/workflows', '.gitlab'].flatMap((folder) => namesIn(root, folder))
  return ['.gitlab-ci.yml', ...folders].flatMap((path) => {
    const text = textAt(join(root, path))
    if (writtenFor(text) !== titleOf(below)) return []
    const filters = filtersIn(yamlLibrary().parseDocument(text).toJS() as JsonValue)
    const line = text.slice(0, text.search(/\b(PATHS|changes):/)).split('\n').length
    return filters === null ? [] : [{ path, line, filters }]
  })
}

/** The pipelines that lack filters for these files, each a warning at the line of those it has. */
export function findUnwatched(
  files: readonly string[],
  pipelines: readonly WatchedPaths[],
  place: ProjectPlace,
): Problem[] {
  return pipelines.flatMap(({ path, line, filters }): Problem[] => {
    const further = furtherFilters(files, filters, place)
    if (further.length === 0) return []
    const [key, missing] = path.startsWith('.gitlab') ? ['changes', further.map(asChanges)] : ['PATHS', further]
    const file = `${place.up}${path}`
    const message = 'the agent is made of files that do not start this pipeline, so no change of them is tested'
    const hint = `add to its ${key} ${missing.join(', ')}`
    return [{ code: 'unwatched-files', severity: 'warning', file, at: { line, column: 1, length: 1 }, message, hint }]
  })
}

function namesIn(root: string, folder: string): string[] {
  if (lookAt(join(root, folder))?.isDirectory() !== true) return []
  const names = readdirSync(join(root, folder)).filter((name) => /^tableread.*\.yml$/.test(name))
  return names.sort().map((name) => `${folder}/${name}`)
}

/** A filter as GitLab writes it, where only a star after the two takes files. */
export const asChanges = (filter: string): string => filter.replace(/\*\*$/, '**/*')

/** `PATHS` of a workflow, or the `changes` of the first job that has some. */
function filtersIn(value: JsonValue): string[] | null {
  if (Array.isArray(value)) return value.map(filtersIn).find((each) => each !== null) ?? null
  if (!isJsonObject(value)) return null
  const { PATHS, changes } = value
  if (typeof PATHS === 'string') return PATHS.split('\n').filter((path) => path !== '')
  if (Array.isArray(changes)) return changes.filter((each) => typeof each === 'string')
  return filtersIn(Object.values(value).filter((each) => each !== undefined))
}
