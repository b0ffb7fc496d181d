// @module-tag stress
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeService, startFakeService } from './fake-service.ts'
import { type OpenBrowser, openBrowser } from './open-browser.ts'
import { createProject, type Project, type Running, startVitest } from './run-vitest.ts'

const orders = `suite: Order desk
agent: order-desk
conversations:
  - name: tracks an order
    turns:
      - user: Where is my order?
        expect: { reply: { contains: 1042 } }
      - user: Thanks
        expect: { reply: You said Thanks }

  - name: says hello
    turns:
      - user: Hello
        expect: { reply: You said Hello }
`

const snapshot = `tableread snapshot 1
suite: Order desk
conversation: says hello
file: suites/orders.yaml
agent: order-desk
version: default
script: 30b02d1f01ed3262

turn 1
  user: Hello
  order-desk: You called Hello
`

/** A folder for screenshots to look at; without it, none are taken. */
const { SCREENSHOTS } = process.env

describe('vitest --ui with two versions', () => {
  let service: FakeService
  let project: Project
  let vitest: Running
  let browser: OpenBrowser

  beforeAll(async () => {
    service = await startFakeService()
    project = createProject(
      {
        'suites/orders.yaml': orders,
        'snapshots/suites/orders/says-hello.default.txt': snapshot,
      },
      { versions: ['default', 'draft'], report: '.tableread/report.html' },
    )
    vitest = startVitest(project, ['--ui', '--watch', '--open=false'], {
      TABLEREAD_TARGET: service.url,
      TABLEREAD_API_KEY: 'a-secret-key',
    })
    browser = await openBrowser()
    const [, url = ''] = await vitest.says(/UI started at (\S+)/)
    await vitest.says(/Report {2}\.tableread\/report\.html/)
    await browser.page.goto(url)
  })

  afterAll(async () => {
    await browser?.close()
    vitest?.process.kill('SIGTERM')
    await vitest?.ended
    await service?.close()
    project?.remove()
  })

  async function look(name: string): Promise<void> {
    if (SCREENSHOTS !== undefined) await browser.page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) })
  }

  /** Waits for an annotation's picture and returns its displayed width; a broken picture has 0. */
  async function widthOf(type: string): Promise<number> {
    const note = browser.page.getByRole('note').filter({ hasText: type })
    const image = note.locator('img')
    await image.waitFor()
    await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.complete)).toBe(true)
    return image.evaluate((each: HTMLImageElement) => each.naturalWidth)
  }

  it('shows at a changed conversation of draft what differs from default, as a picture', async () => {
    const { page } = browser
    await page.getByText('tracks an order').nth(1).click()
    expect(await widthOf('changed')).toBe(720)
    await look('report-tab')
    await page.getByTestId('btn-code').click()
    await page.locator('.CodeMirror-linewidget img').waitFor()
    await look('code-tab')
  })

  it('links to the conversation in the HTML report', async () => {
    const { page } = browser
    await page.getByTestId('btn-report').click()
    expect(await widthOf('report.html')).toBe(190)
    const popup = page.waitForEvent('popup')
    await page.getByRole('note').filter({ hasText: 'report.html' }).locator('a').click()
    const report = await popup
    await report.locator('ins').first().waitFor()
    expect(await report.locator('ins').allInnerTexts()).toContain('delayed')
    if (SCREENSHOTS !== undefined) await report.screenshot({ path: join(SCREENSHOTS, 'report.png') })
    await report.close()
  })

  it('shows a snapshot that is another now as a diff, and takes it anew at a click', async () => {
    const { page } = browser
    await page.getByText('says hello').first().click()
    await page.getByTestId('diff').waitFor()
    expect(await page.getByTestId('diff').innerText()).toContain('-   order-desk: You called Hello')
    expect(await widthOf('snapshot')).toBe(720)
    await look('snapshot')
    await page.getByText('suites/orders.yaml').first().hover()
    await page.getByTestId('btn-fix-snapshot').first().click()
    const file = join(project.folder, 'snapshots/suites/orders/says-hello.default.txt')
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('You said Hello')
  })
})
