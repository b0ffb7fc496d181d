import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'

/** A page in a headless browser, and how to close both. */
export interface OpenBrowser {
  page: Page
  close(): Promise<void>
}

/**
 * Opens the Chromium that comes inside an npm package, with the libraries and the font that come with it, since bare
 * machines lack them. All is unpacked into a temporary folder of its own: files of another version crash it.
 */
export async function openBrowser(): Promise<OpenBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-chromium-'))
  const environment = { ...process.env } as Record<string, string>
  const browser = await chromium.launch({
    executablePath: await unpack(folder),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
    ],
    env: {
      ...environment,
      TMPDIR: folder,
      FONTCONFIG_FILE: writeFontSettings(folder),
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
    },
  })
  return {
    page: await browser.newPage({ viewport: { width: 1500, height: 1000 } }),
    async close() {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The package unpacks into the system's temporary folder, and its libraries only where it takes the machine for a bare one. */
async function unpack(folder: string): Promise<string> {
  const before = { ...process.env }
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' })
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    return await packaged.executablePath()
  } finally {
    process.env = before
  }
}

/** The package's own settings name folders of another system; without any font Chromium ends at once. */
function writeFontSettings(folder: string): string {
  const file = join(folder, 'own-fonts.conf')
  const dirs = `<dir>${folder}/fonts/fonts</dir><cachedir>${folder}/fonts-cache</cachedir>`
  writeFileSync(file, `<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include>${dirs}</fontconfig>`)
  return file
}
