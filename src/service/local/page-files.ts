import { readFile } from 'node:fs/promises'
import { packageFolder } from '../../base/package-folder.ts'
import { type LocalHandler, refuseUnknown } from './local-call.ts'
import { pageCss } from './page/page.css.ts'
import { pageHtml } from './page/page-html.ts'

/** Nothing from other origins, no inline script: the page shows what agents say, which may be hostile. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** `GET /_local`: the page of the local service. */
export const showPage: LocalHandler = () => file(pageHtml(), 'text/html; charset=utf-8')

/** `GET /_local/page.css` and the compiled modules of the page. */
export const showPageFile: LocalHandler = async ({ parameter }) => {
  if (parameter === 'page.css') return file(pageCss, 'text/css; charset=utf-8')
  try {
    const text = await readFile(new URL(`dist/pages/${parameter}`, packageFolder), 'utf8')
    return file(text, 'text/javascript; charset=utf-8')
  } catch (error) {
    return refuseUnknown(`there is no such file: ${(error as NodeJS.ErrnoException).code}`)
  }
}

function file(text: string, type: string): Response {
  return new Response(text, {
    headers: {
      'content-type': type,
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  })
}
