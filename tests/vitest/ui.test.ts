// @module-tag stress
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

  - name: promises a refund
    stop after failure: false
    turns:
      - user: Where is my order?
        expect:
          reply: { contains: refunded }
          calls: { never: [lookup_order] }
      - user: Bye
        expect: { reply: You said Bye }
`

describe('vitest --ui', () => {
  let service: FakeService
  let project: Project
  let vitest: Running
  let browser: OpenBrowser

  beforeAll(async () => {
    service = await startFakeService()
    project = createProject({ 'suites/orders.yaml': orders }, { versions: ['default', 'draft'] })
    vitest = startVitest(project, ['--ui', '--watch', '--open=false'], {
      TABLEREAD_TARGET: service.url,
      TABLEREAD_API_KEY: 'a-secret-key',
    })
    browser = await openBrowser()
  })

  afterAll(async () => {
    await browser?.close()
    vitest?.process.kill('SIGTERM')
    await vitest?.ended
    await service?.close()
    project?.remove()
  })

  it('shows replies under their turns and errors under their expectations', async () => {
    const { page } = browser
    const [, url = ''] = await vitest.says(/UI started at (\S+)/)
    await vitest.says(/Duration/)
    await page.goto(url)
    await page.getByText('promises a refund').first().click()
    await page.getByTestId('btn-code').click()
    // what stands below the lines appears one by one, seconds apart on a busy machine
    for (const each of ['^ Failed: the reply', '^ Failed: lookup_order', 'agent: You said Bye'])
      await page.getByText(each).first().waitFor()
    const { SCREENSHOT } = process.env
    if (SCREENSHOT !== undefined) await page.screenshot({ path: SCREENSHOT })
    const lines = await page.locator('.CodeMirror-code > div').evaluateAll((rows) =>
      rows.map((row) => ({
        code: row.querySelector('.CodeMirror-line')?.textContent ?? '',
        below: [...row.querySelectorAll('.CodeMirror-linewidget')].map((widget) => widget.textContent ?? ''),
      })),
    )
    const below = (code: string) =>
      lines.filter((line) => line.code.trim() === code).map((line) => line.below.join('\n'))
    expect(below('reply: { contains: refunded }')).toEqual([
      expect.stringContaining('^ Failed: the reply is not as expected'),
    ])
    expect(below('calls: { never: [lookup_order] }')).toEqual([
      expect.stringContaining('^ Failed: lookup_order must never be called here'),
    ])
    expect(below('- user: Where is my order?')).toHaveLength(2)
    for (const notes of below('- user: Where is my order?')) {
      expect(notes).toContain('calls: lookup_order(order_id: "1042") -> {"status":"shipped"} (12 ms)')
      expect(notes).toMatch(/agent: Your order 1042 has shipped\. ?\r?\n +Anything else\?/)
    }
    expect(below('- user: Bye')).toEqual([expect.stringContaining('agent: You said Bye')])
    expect(below('expect: { reply: You said Bye }')).toEqual([''])
  })

  it('names versions and tells nothing of the key', async () => {
    const { page } = browser
    for (const version of ['default', 'draft'])
      expect(await page.getByText(version, { exact: true }).count()).toBeGreaterThan(0)
    expect(await page.content()).not.toContain('a-secret-key')
    expect(vitest.output()).not.toContain('a-secret-key')
  })
})
