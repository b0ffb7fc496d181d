import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createMemoryStore, createService, listen, loadWorkspace } from '../../dist/service/index.js'
import { openSqliteStore } from '../../dist/service/store/sqlite/sqlite-store.js'
import { fillStore } from './fill-store.mjs'

/**
 * The service with a store that is filled before it listens: in memory, or in the file `--data`. Writes the
 * ids of the sessions to the file `--ids` and prints its URL.
 */
const { values } = parseArgs({
  options: {
    workspace: { type: 'string' },
    sessions: { type: 'string' },
    ids: { type: 'string' },
    data: { type: 'string' },
  },
})
const loaded = loadWorkspace(values.workspace)
if (!loaded.ok) throw new Error('the workspace of the bench is broken')
const store = values.data === undefined ? createMemoryStore() : openSqliteStore(values.data)
const service = createService({ workspaces: [loaded.workspace], store })
writeFileSync(values.ids, JSON.stringify(await fillStore(service, Number(values.sessions))))
const { url } = await listen(service, { port: 0 })
process.stdout.write(`${JSON.stringify({ url })}\n`)
