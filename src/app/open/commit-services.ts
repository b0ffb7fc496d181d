import { existsSync, realpathSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { resolveCommit } from '../../base/files/git.ts'
import {
  changing,
  factsOf,
  GitRefusal,
  isDirty,
  linesMerged,
  patchOf,
  pathFromTop,
  type RepositoryPlace,
  repositoryPlace,
  walkBetween,
} from '../../base/files/git-history.ts'
import { remembering } from '../../base/memoize.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { count, firstLine } from '../../base/text/wording.ts'
import type { CommitHistory } from '../../compare/bisect/commit-history.ts'
import { folderOf, newestVersion } from '../agents/commit-agent.ts'
import { countedFromTop, plantTrees } from '../agents/commit-trees.ts'
import { labelOf } from '../agents/speak-revisions.ts'
import { warn } from '../edge/print.ts'
import { UsageError } from '../edge/usage-error.ts'
import { openTarget, type Target } from '../target/target.ts'
import type { ProjectSuites, RunServices } from './open-run.ts'

export interface CommitEnds {
  good: string
  bad: string
}

/** How many agents of commits to remember; a forgotten one is examined again. */
const mostKnown = 10_000

/** The most to show of a patch, in characters. */
const mostOfPatch = 20_000

/** Commits that change the agents, each with its own service when asked for. @throws UsageError for bad ends or none */
export async function openCommits(
  { settled, read, conceal }: Pick<ProjectSuites, 'settled' | 'read' | 'conceal'>,
  { good, bad }: CommitEnds,
): Promise<RunServices & { name: string; history: CommitHistory }> {
  const { workspace, folder, at } = settleWorkspace(settled, good)
  const [from, to] = [commitOf(at, '--good', good), commitOf(at, '--bad', bad)]
  const walked = walkBetween(at, from, to)
  if (!walked.ok)
    throw new UsageError(`no commits lie between --good ${good} and --bad ${bad}: ${walked.message}`, walked.hint)
  const place = repositoryPlace(at)
  const trees = plantTrees(place, workspace, { from, to })
  try {
    const outside = new Set([...(await trees.outside(from)), ...(await trees.outside(to))])
    const paths = [
      ...[...trees.folders, ...outside].map((path) => pathFromTop(path)),
      ...read.suitePaths.flatMap(({ file }) => suiteInRepository(place, resolve(folder, file))),
    ]
    const changes = changing(at, walked.line, paths)
    if (changes.length === 0) throw nothingDiffers({ good, bad }, trees.folders)
    if (isDirty(at, paths)) warn('the work tree has uncommitted changes, which are not tried')
    const names = createNames(at)
    names.add([from, ...changes], walked.line)
    const attempt = async <T>(make: () => Promise<T>): Promise<T | { reason: string }> => {
      try {
        return await make()
      } catch (error) {
        return conceal.rest({ reason: countedFromTop(firstLine((error as Error).message)) })
      }
    }
    const services = new Map<string, Promise<Target | { reason: string }>>()
    const serve = (commit: string): Promise<Target | { reason: string }> => {
      const workspaceOf = { ...settled, workspace: trees.workspaceAt(commit), revisions: [] }
      const target = services.get(commit) ?? attempt(() => openTarget(workspaceOf))
      services.set(commit, target)
      return target
    }
    const choose = remembering(mostKnown, (key) => {
      const [commit = '', agent = ''] = key.split(' ')
      return attempt(async () => (await newestVersion(trees.workspaceAt(commit), agent)).asked)
    })
    return {
      name: `local services of ${count(changes.length + 1, 'commit')}`,
      history: {
        good: labelOf(good, from),
        bad: labelOf(bad, to),
        versions: [from, ...changes].map(names.shortOf),
        async play(version, agent) {
          const commit = names.idOf(version)
          const choice = await choose(`${commit} ${agent}`)
          if (typeof choice !== 'string') return choice
          const target = await serve(commit)
          return 'reason' in target ? target : { client: target.client, version: choice }
        },
        merged(merge, before) {
          const parent = names.parentOf(merge) ?? names.idOf(before)
          const lines = unlessRefused(
            () => linesMerged(at, names.idOf(merge), parent),
            () => [],
          )
          return lines.flatMap((line) => {
            const base = line.slice(0, 1)
            const those = changing(at, line, paths)
            names.add([...base, ...those], line)
            return those.length === 0 ? [] : [[...base, ...those].map(names.shortOf)]
          })
        },
        tell(version) {
          const commit = names.idOf(version)
          const { subject, authorDate } = names.factsOf(version)
          const parent = names.parentOf(version)
          const patch =
            parent === undefined
              ? ''
              : unlessRefused(
                  () => patchOf(at, parent, commit, paths),
                  (why) => why,
                )
          return { commit, authorDate, ...conceal.rest({ subject, diff: cutText(patch, mostOfPatch, '\n…') }) }
        },
      },
      paceNotes: () => [],
      async close() {
        for (const service of services.values()) {
          const target = await service
          if (!('reason' in target)) await target.close()
        }
        trees.remove()
      },
    }
  } catch (error) {
    trees.remove()
    throw error instanceof GitRefusal
      ? new UsageError(error.message, 'git fsck, or fetch what this clone lacks')
      : error
  }
}

/** `instead` if git refuses: a shallow clone may lack what changed, which is no reason to lose what was found. */
function unlessRefused<T>(ask: () => T, instead: (why: string) => T): T {
  try {
    return ask()
  } catch (error) {
    if (error instanceof GitRefusal) return instead(error.message)
    throw error
  }
}

/** The workspace, which has to be the project's own and consist of files, and the folder to run git in. */
function settleWorkspace(
  { target, workspace, folder }: ProjectSuites['settled'],
  good: string,
): { workspace: string; folder: string; at: string } {
  if (target !== null)
    throw new UsageError(
      `${good} is not a version of a service: only the embedded local service has agents as of a commit`,
      'leave out --target (TABLEREAD_TARGET, target: of the config), or write numbers of versions',
    )
  if (workspace === null)
    throw new UsageError(
      `${good} is a revision of git, and the demo workspace is in no repository of yours`,
      'name a workspace with --workspace, or write numbers of versions',
    )
  const path = resolve(workspace)
  if (!existsSync(path))
    throw new UsageError(`there is no workspace ${workspace}`, 'a workspace is a folder with workspace.yaml')
  return { workspace: realpathSync(path), folder, at: folderOf(path) }
}

function commitOf(at: string, flag: string, revision: string): string {
  const commit = resolveCommit(at, revision)
  if (commit.ok) return commit.commit
  throw new UsageError(
    `${flag} ${revision} is no version number, and no revision of git either: ${commit.message}`,
    commit.hint,
  )
}

/** The suite's path in the repository, if it is in there: suites are always today's. */
function suiteInRepository({ top }: RepositoryPlace, file: string): string[] {
  const path = relative(realpathSync(top), realpathSync(file)).split(sep).join('/')
  return path.startsWith('../') ? [] : [pathFromTop(path, 'without')]
}

function nothingDiffers({ good, bad }: CommitEnds, folders: readonly string[]): UsageError {
  return new UsageError(
    `no commit between ${good} and ${bad} changes anything of ${folders.map((each) => each || 'the workspace').join(' or ')}: there is nothing to bisect`,
    'a remote agent, a model or a package may still have changed: git does not track them',
  )
}

/** Names of the commits seen so far: short ids, and each commit's predecessor. */
function createNames(at: string) {
  const commitByName = new Map<
    string,
    { id: string; subject: string; authorDate: string; parent?: string | undefined }
  >()
  const shorts = new Map<string, string>()
  return {
    /** Adds commits of a line of history; `line` has all of them and those between. */
    add(commits: readonly string[], line: readonly string[]): void {
      for (const { id, short, ...facts } of factsOf(at, commits)) {
        const parent = line[line.indexOf(id) - 1] ?? commitByName.get(short)?.parent
        commitByName.set(short, { id, ...facts, parent })
        shorts.set(id, short)
      }
    },
    shortOf: (commit: string) => shorts.get(commit) ?? commit,
    idOf: (short: string) => commitByName.get(short)?.id ?? short,
    factsOf: (short: string) => commitByName.get(short) ?? { subject: '', authorDate: '' },
    /** The previous commit on its line; undefined for the first. */
    parentOf: (short: string) => commitByName.get(short)?.parent,
  }
}
