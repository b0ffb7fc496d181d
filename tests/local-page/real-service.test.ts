// @module-tag stress
import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
  browser.page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
})
afterAll(async () => {
  await browser.close()
  child.kill('SIGTERM')
})

const post = async (path: string, body: object) => {
  const headers = { 'x-api-key': 'tableread-demo-key', 'content-type': 'application/json' }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into member by member
  return (await answer.json()) as any
}

it('shows a call as it is talked through, a message that waits and then leaves, and plays no tricks', async () => {
  const { page } = browser
  const { callId } = (
    await post('/api/call/trigger', {
      phoneNumber: '+15550142',
      agentName: 'order-desk',
      metadata: { customer_name: '<b>Asha</b>' },
    })
  ).data
  await post('/api/chat-agent/trigger', {
    communicationChannel: 'Shop email',
    customerEmail: 'asha@example.com',
    emailOptions: { messageType: 'say', subject: 'Your order', body: 'It is on its way.' },
    scheduleTime: '2026-11-21T09:00:00Z',
  })
  await page.goto(`${url}/_local#tab=sessions&session=${callId}`)
  await page.getByText('call_placed').first().waitFor()
  await post('/_local/clock', { advance: '9 s' })
  await page.getByText('Hello <b>Asha</b>, this is the order desk. How can I help?').waitFor()
  await page.getByText('call_in_progress').first().waitFor()
  await page.goto(`${url}/_local#tab=outbox`)
  await page.getByText('It is on its way.').waitFor()
  await page.getByText('waiting').first().waitFor()
  await post('/_local/clock', { advance: '2 h' })
  await page.getByText('sent', { exact: true }).first().waitFor()
  await page.goto(`${url}/_local#tab=sessions&session=${callId}`)
  await page.getByText('call_hangup').first().waitFor()
  const recording = await page.getByRole('link', { name: 'recording' }).getAttribute('href')
  const sound = await fetch(recording ?? '')
  expect([sound.status, sound.headers.get('content-type'), errors]).toEqual([200, 'audio/wav', []])
})
