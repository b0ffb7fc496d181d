import { realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'

/** What names the root of the checkout in the services that show reports beside the files of a repository. */
const rootVariables = ['GITHUB_WORKSPACE', 'CI_PROJECT_DIR']

/** The path of a suite from the root of the repository, where GitHub and GitLab look for it, with forward slashes. */
export function pathInRepository(file: string, env: NodeJS.ProcessEnv = process.env): string {
  const root = rootVariables.map((name) => env[name] ?? '').find((each) => each !== '')
  const path = root === undefined ? file : relative(realPath(root), realPath(resolve(file)))
  const own = path.split(sep)[0] === '..' || isAbsolute(path) ? file : path
  return own.replaceAll(sep, '/')
}

/** Where a path really leads; itself where nothing is there. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
