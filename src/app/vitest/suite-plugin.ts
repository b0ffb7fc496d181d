import { createHash } from 'node:crypto'
import type { Plugin } from 'vitest/config'
import { isForIncluding } from '../../suite/language/include-files.ts'
import { parseScript } from '../../suite/language/parse.ts'
import { shown } from '../project/find-suites.ts'
import { openBeside } from '../project/open-included.ts'
import { tablereadVersion } from '../project/package-version.ts'
import type { Chosen } from './choose-conversations.ts'
import { keepForProject } from './keep-for-project.ts'
import { ownFile } from './own-file.ts'
import { keyIn } from './refuse-keys.ts'
import type { ProjectSettings } from './suite-data.ts'
import { emptyModule, writeBrokenModule, writeModule, writeRefusal } from './write-module.ts'

/**
 * The Vite plugin that turns a suite file into a test file, one test a conversation. A broken suite becomes a module
 * that fails on the lines of its problems, whatever filter is on. The name carries everything that the output depends
 * on beside the file, since Vitest's module cache takes it as a part of the key.
 */
export function suitePlugin(settings: ProjectSettings, folder: string, chosen: Chosen | null): Plugin {
  const key = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 8)
  return {
    name: `tableread@${tablereadVersion()}#${key}`,
    enforce: 'pre',
    transform: {
      filter: { id: /\.ya?ml$/ },
      handler(code, path) {
        const content = code.replace(/^\uFEFF/, '')
        const file = shown(path, folder)
        const key = keyIn(content, file) // one that was written while Vitest stays
        if (key !== null) return { code: writeRefusal(key.message), map: null, moduleType: 'js' }
        if (isForIncluding(content)) return { code: emptyModule, map: null, moduleType: 'js' }
        const open = openBeside(file, folder, (opened) => this.addWatchFile(opened.path))
        const parsed = parseScript(content, file, open)
        const module = parsed.ok
          ? writeModule(
              { path, script: keepForProject(parsed.script, settings, chosen), settings },
              ownFile('open-suite'),
            )
          : writeBrokenModule({ path, problems: parsed.problems }, ownFile('throw-problems'))
        return { code: module, map: null, moduleType: 'js' }
      },
    },
  }
}
