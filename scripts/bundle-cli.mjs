// Bundles the command line (dist/cli/main.js and all that it loads, at once or later) into few files, dist/start/*.js: reading
// one file takes less time than finding twenty. Packages stay outside, but for commander, which every command needs. The
// comments `//#region` in the bundle tell which module stands where.
import { renameSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')
const built = join(root, 'dist')
const folder = join(built, 'start')
const fresh = join(built, `.start-${process.pid}`)

/** They look for files beside themselves, deeper in dist/ than the bundle is. */
const placed = ['report/html/page-assets.js', 'service/local/page-files.js', 'vitest/own-file.js']

process.chdir(root)
const bundle = await rolldown({
  input: join(built, 'cli/main.js'),
  platform: 'node',
  logLevel: 'warn',
  plugins: [
    {
      name: 'leave outside',
      resolveId(source, importer) {
        if (importer === undefined || source === 'commander') return null
        if (!source.startsWith('.')) return { id: source, external: true }
        const path = relative(built, resolve(importer, '..', source))
        return placed.includes(path) ? { id: `../${path}`, external: true } : null
      },
    },
  ],
})
try {
  await bundle.write({
    dir: fresh,
    format: 'esm',
    entryFileNames: 'start.js',
    chunkFileNames: '[name]-[hash].js',
  })
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
} finally {
  rmSync(fresh, { recursive: true, force: true })
}
