import { readFileSync } from 'node:fs'
import { packageFolder } from '../../../base/package-folder.ts'
import { themeStyle } from '../../../service/local/page/theme.css.ts'

const read = (name: string): string => readFileSync(new URL(`templates/queue/${name}`, packageFolder), 'utf8')

/** The script redraws the server's data every two seconds. */
export const pageFiles: ReadonlyMap<string, { type: string; text: string }> = new Map([
  ['/', { type: 'text/html; charset=utf-8', text: read('page.html') }],
  ['/page.css', { type: 'text/css; charset=utf-8', text: `${themeStyle}\n${read('page.css')}` }],
  ['/page.js', { type: 'text/javascript; charset=utf-8', text: read('page.js') }],
])
