import { existsSync, readFileSync } from 'node:fs'
import { packageFolder } from '../../base/package-folder.ts'

/** The script and the style of the page, as `npm run build` bundles them. */
export interface PageAssets {
  script: string
  style: string
}

const folder = new URL('dist/pages/report/', packageFolder)

/** Reads the bundled page. Throws where the package was not built. */
export function readPageAssets(): PageAssets {
  if (!existsSync(new URL('page.js', folder)))
    throw new Error('the page of the HTML report is not built\n  run "npm run build" in the folder of Tableread')
  return {
    script: readFileSync(new URL('page.js', folder), 'utf8'),
    style: readFileSync(new URL('page.css', folder), 'utf8'),
  }
}
