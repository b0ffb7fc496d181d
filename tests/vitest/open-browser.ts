import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Page } from 'playwright-core'

/** A page in a headless browser, and a way to close both. */
export interface OpenBrowser {
  page: Page
  close(): Promise<void>
}

const modules = resolve(import.meta.dirname, '../../node_modules')

/** Opens the Chromium of an npm package, with the libraries and the font in it, because bare machines lack them. */
export async function openBrowser(): Promise<OpenBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'tableread-chromium-'))
  const environment = { ...process.env } as Record<string, string>
  const unpacked = await unpackOnce()
  const browser = await chromium.launch({
    executablePath: join(unpacked, 'chromium'),
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
      FONTCONFIG_FILE: writeFontSettings(folder, unpacked),
      LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib'),
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

/**
 * A folder next to the packages with this version unpacked; the first caller creates it. The version is part
 * of the name, because files of another version crash Chromium.
 */
async function unpackOnce(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(modules, '@sparticuz/chromium/package.json'), 'utf8'))
  const folder = join(modules, '.cache', `tableread-chromium-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  const fresh = mkdtempSync(`${folder}-`)
  await unpack(fresh)
  try {
    renameSync(fresh, folder)
  } catch {
    rmSync(fresh, { recursive: true, force: true }) // another test was first
  }
  return folder
}

/**
 * The package unpacks into the temporary folder, and unpacks its libraries only if it thinks it runs on a
 * bare machine. So it runs in its own process, because other tests in this one use the temporary folder.
 */
async function unpack(folder: string): Promise<void> {
  const code = "import packaged from '@sparticuz/chromium'; await packaged.executablePath()"
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd: modules,
    env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
  })
}

/** The package's own settings name folders of another system, and without any font Chromium exits at once. */
function writeFontSettings(folder: string, unpacked: string): string {
  const file = join(folder, 'own-fonts.conf')
  const dirs = `<dir>${unpacked}/fonts/fonts</dir><cachedir>${folder}/fonts-cache</cachedir>`
  writeFileSync(file, `<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include>${dirs}</fontconfig>`)
  return file
}
