import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The script and the style of the page, as `npm run build` bundles them. */
export interface PageAssets {
  script: string
  style: string
}

/** Beside the built code; run from its sources, what the last build left. */
const folders = ['../../report-page', '../../../dist/pages/report'].map((path) => join(import.meta.dirname, path))

/** Reads the bundled page. Throws where the package was not built. */
export function readPageAssets(): PageAssets {
  const folder = folders.find((each) => existsSync(join(each, 'page.js')))
  if (folder === undefined)
    throw new Error('the page of the HTML report is not built\n  run "npm run build" in the folder of Tableread')
  return {
    script: readFileSync(join(folder, 'page.js'), 'utf8'),
    style: readFileSync(join(folder, 'page.css'), 'utf8'),
  }
}
