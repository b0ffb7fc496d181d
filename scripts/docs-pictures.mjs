import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createJiti } from 'jiti'

/**
 * Takes the screenshots of the docs site from the build in dist/: a report, the page of the local service,
 * and the UI of Vitest.
 */
const root = join(import.meta.dirname, '..')
const bin = join(root, 'bin/tableread.js')
const pictures = join(root, 'site/public/pictures')
const { openBrowser } = await createJiti(import.meta.url).import('../tests/vitest/open-browser.ts')

const folder = mkdtempSync(join(tmpdir(), 'tableread-pictures-'))
const env = { ...process.env, TABLEREAD_HISTORY: 'off', TABLEREAD_JOURNAL: 'off', NO_COLOR: '1' }
const started = []

/** Starts a command; gives the first match in its output. */
function start(args, pattern) {
  const child = spawn(process.execPath, [bin, ...args], { cwd: root, env })
  started.push(child)
  return new Promise((found, failed) => {
    let said = ''
    const hear = (piece) => {
      said += piece
      const match = pattern.exec(said)
      if (match !== null) found(match)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => failed(new Error(`${args.join(' ')} ended with ${code}:\n${said}`)))
  })
}

const browser = await openBrowser()
const { page } = browser
const shoot = (name) => page.screenshot({ path: join(pictures, `${name}.png`) })

try {
  mkdirSync(pictures, { recursive: true })
  await page.setViewportSize({ width: 1400, height: 860 })

  const html = join(folder, 'report.html')
  spawnSync(process.execPath, [bin, 'compare', 'default', 'draft', 'suites', '--html', html], { cwd: root, env })
  await page.goto(pathToFileURL(html).href)
  await page.getByText('Conversations').first().waitFor()
  await shoot('report')

  const [line] = await start(['serve', '--port', '0', '--json', '--clock', '2026-11-21T08:00:00Z'], /\{.*\}/)
  await page.goto(`${JSON.parse(line).url}/_local`)
  await page.getByLabel('Agent and version').selectOption({ label: 'order-desk draft' })
  await page.getByLabel('Try a message').fill('Where is my order 1042?')
  await page.getByLabel('Try a message').press('Enter')
  await page.locator('.transcript').waitFor()
  await shoot('local-service')

  const [, url] = await start(
    ['run', 'suites/order-desk.yaml', '-v', 'draft', '--ui'],
    /(http:\/\/localhost:\d+\/__vitest__\/\S*)/,
  )
  await page.goto(url)
  await page.getByText('RUNNING (0)').waitFor()
  await page.getByText('FAIL (1)').waitFor({ timeout: 120_000 })
  await page.getByText('cancels an order only after a yes').first().click()
  await page.locator('[data-testid=report] img, [data-testid=report] svg').first().waitFor()
  await shoot('vitest-ui')
} finally {
  for (const child of started) child.kill('SIGINT')
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
