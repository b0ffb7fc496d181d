// Preloaded with --import. Records every file that becomes a script of the process, ESM or CommonJS, as the
// engine sees it, and writes the list to the file MODULES_TO when the process ends.
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'

const seen = new Set()
const session = new Session()
session.connect()
session.on('Debugger.scriptParsed', ({ params: { url } }) => {
  if (url.startsWith('file:')) seen.add(url)
})
session.post('Debugger.enable')
seen.delete(import.meta.url)
process.on('exit', () => writeFileSync(process.env.MODULES_TO, JSON.stringify([...seen])))
