import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A small git repository in a folder of its own. */
export interface Repository {
  folder: string
  /** Writes files, by their paths in the folder. */
  write(files: Record<string, string>): void
  /** Commits everything; gives the full commit id. */
  commit(): string
  git(...args: string[]): string
  remove(): void
}

/** An empty repository; the caller has to remove it. */
export function makeRepository(): Repository {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-git-'))
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const env = { ...Object.fromEntries(own), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  git('init', '--quiet', '--initial-branch=main')
  return {
    folder,
    git,
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
    },
    commit() {
      git('add', '--all')
      git('commit', '--quiet', '--allow-empty', '--message=x')
      return git('rev-parse', 'HEAD')
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
