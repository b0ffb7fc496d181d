// @module-tag stress
import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseScript } from '../../src/suite/language/script/parse.ts'
import { openBrowser } from '../vitest/open-browser.ts'

const bin = resolve(import.meta.dirname, '../../bin/tableread.js')
let child: ChildProcess
let url: string
let browser: Awaited<ReturnType<typeof openBrowser>>
const errors: string[] = []

beforeAll(async () => {
  child = spawn(process.execPath, [bin, 'serve', '--port', '0', '--json', '--clock', '2026-11-21T08:00:00Z'])
  const line = await new Promise<string>((printed) => child.stdout?.once('data', (piece) => printed(String(piece))))
  url = JSON.parse(line).url
  browser = await openBrowser()
  browser.page.on('pageerror', (error) => errors.push(String(error)))
  await browser.page.setViewportSize({ width: 1400, height: 900 })
})
afterAll(async () => {
  await browser?.close()
  child?.kill('SIGTERM')
})

const readNotice = async (): Promise<string> => {
  await browser.page.locator('#said p').waitFor()
  return browser.page.locator('#said').innerText()
}

it('tries messages, whose first words are in the list, and copies the talk as a conversation', async () => {
  const { page } = browser
  await page.goto(`${url}/_local`)
  const message = page.getByLabel('Try a message')
  await page.getByLabel('Agent and version').selectOption({ label: 'order-desk draft' })
  await message.fill('Where is my order 1042?')
  await message.press('Enter')
  await page.locator('.transcript').waitFor()
  expect(await page.locator('.session-head .version').innerText()).toMatch(/draft/)
  expect(await page.locator('#session-list tbody tr').innerText()).toContain('Where is my order 1042?')
  const next = page.getByLabel('Say something to order-desk in this session')
  await next.fill('And what does return shipping cost?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => page.locator('.message[data-role=user]').count()).toBe(2)
  expect(await next.inputValue()).toBe('')
  await page.getByLabel('Filter sessions').fill('1042?')
  await expect.poll(() => page.locator('#session-count').innerText()).toBe('1')

  await page.getByRole('button', { name: 'Copy as conversation' }).click()
  expect(await readNotice()).toMatch(/^(Copied: paste it under conversations: of a suite|Copy it from below)\.$/)
  const text = await page.locator('pre.drafted').innerText()
  const read = parseScript(`suite: Tried\nagent: order-desk\nconversations:\n${text}`, 'tried.yaml', () => null)
  expect(read.ok && read.script.conversations[0]?.turns.map(({ user }) => user?.value)).toEqual([
    'Where is my order 1042?',
    'And what does return shipping cost?',
  ])
  expect(errors).toEqual([])
})

it('moves a clock that stands, sets faults that a try meets, and publishes a draft', async () => {
  const { page } = browser
  await page.goto(`${url}/_local#tab=service`)
  await page.getByLabel('Advance by').fill('90 min')
  await page.getByRole('button', { name: 'Advance' }).click()
  expect(await readNotice()).toMatch(/^The clock stands at 2026-11-21T09:30:00/)
  await expect.poll(() => page.locator('#connection').innerText()).toContain('09:30:00')

  await page.getByLabel('Kind').selectOption('status')
  await page.getByLabel('Operation').selectOption('chat.trigger')
  await page.getByLabel('status', { exact: true }).fill('503')
  await page.getByLabel('only the nth').fill('1')
  await page.getByRole('button', { name: 'Set fault' }).click()
  await expect.poll(() => page.locator('#tabs [data-tab=service]').innerText()).toMatch(/1 fault/)
  expect(await page.locator('.faults').innerText()).toMatch(/"kind": "status"[\s\S]*"nth": 1/)
  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByLabel('Try a message').fill('Hello')
  await page.getByRole('button', { name: 'Send' }).click()
  expect(await readNotice()).toMatch(/^503: /)
  expect(await page.getByLabel('Try a message').inputValue()).toBe('Hello')
  await page.getByRole('link', { name: 'Service' }).click()
  await page.getByRole('button', { name: 'Clear all faults' }).click()
  await expect.poll(() => page.locator('.faults').count()).toBe(0)

  const row = page.locator('#service tr[data-key="order-desk"], #service tr', { hasText: 'order-desk' }).first()
  const before = await row.locator('[data-label=Published]').innerText()
  await row.getByRole('button', { name: 'Publish the draft' }).click()
  expect(await readNotice()).toBe('The draft of order-desk is published.')
  await expect.poll(() => row.locator('[data-label=Published]').innerText()).not.toBe(before)
  expect(errors).toEqual([])
})
