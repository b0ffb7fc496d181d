// Bundles what every command loads (src/cli/main.ts, the declarations of all commands, commander) into dist/cli/start.js,
// since reading one file takes less time than finding twenty. What a command does stays in files of its own.
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const folder = join(import.meta.dirname, '../dist/cli')

const bundle = await rolldown({
  input: join(folder, 'main.js'),
  platform: 'node',
  logLevel: 'warn',
  plugins: [
    {
      name: 'leave what is loaded later',
      resolveId: (source, _importer, { kind }) => (kind === 'dynamic-import' ? { id: source, external: true } : null),
    },
  ],
})
const { output } = await bundle.generate({
  format: 'esm',
  minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
})
const [{ code, dynamicImports }, ...rest] = output
if (rest.length > 0) throw new Error(`the start of the command line fell into ${output.length} files`)
const strayed = dynamicImports.filter((path) => !/^\.\/[\w-]+\.js$/.test(path))
if (strayed.length > 0) throw new Error(`loaded later from outside src/cli, which the bundle cannot: ${strayed}`)

// Whoever starts at this moment gets the old file or the new one, whole.
const fresh = join(folder, `.start.js.${process.pid}`)
writeFileSync(fresh, code)
renameSync(fresh, join(folder, 'start.js'))
