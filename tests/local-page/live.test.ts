// @module-tag stress
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FunctionCall, FunctionCallOutput } from '../../src/wire/api/transcript-entry.ts'
import { at, hostile, outboxRow, queueRow, said, session, sessionRow, transcript } from './canned-state.ts'
import { type LocalPage, openable, openLocalPage } from './open-local-page.ts'

const call: FunctionCall = {
  type: 'function_call',
  name: 'close_ticket',
  call_id: 'call-9',
  arguments: {},
  phase: 'post',
  timestamp: at('09:13:01.000'),
}
const output: FunctionCallOutput = {
  type: 'function_call_output',
  name: 'close_ticket',
  call_id: 'call-9',
  output: 'closed',
  is_error: false,
  executionTimeMs: 5,
  phase: 'post',
  timestamp: at('09:13:02.000'),
}

describe('the page of the local service, live', () => {
  let local: LocalPage

  beforeAll(async () => {
    local = await openLocalPage()
  })
  beforeEach(() => local.reset())
  afterAll(() => local?.close())

  it('opens a session with the keyboard and keeps it in the address', async () => {
    const { page } = local
    await local.open()
    await local.row(openable).waitFor()
    await page.getByLabel('Filter sessions').focus()
    for (let presses = 0; presses < 3; presses++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate(`document.activeElement.className === 'row-link'`)) break
    }
    await page.keyboard.press('Enter')
    await page.locator('.transcript').waitFor()
    expect(new URL(page.url()).hash).toBe(`#tab=sessions&session=${openable}`)
    await page.getByRole('link', { name: 'Queue' }).click()
    await page.locator('#queue table').waitFor()
    await page.reload()
    await page.locator('#queue table').waitFor()
    await page.getByRole('link', { name: 'Sessions' }).click()
    await page.locator('.transcript').waitFor()
    expect(await local.row(openable).locator('a[aria-current=true]').count()).toBe(1)
  })

  it('filters sessions and keeps the filter while it polls', async () => {
    const filter = local.page.getByLabel('Filter sessions')
    await local.open()
    await filter.fill('airline IN_progress')
    await local.row(openable).waitFor({ state: 'detached' })
    expect(await local.texts('#session-list tbody tr')).toHaveLength(1)
    expect(await local.texts('#session-count')).toEqual(['1 of 4'])
    await filter.fill(hostile.slice(0, 20))
    await local.row('sess-hostile').waitFor()
    await filter.fill('nowhere')
    await local.page.getByText('No session matches.').waitFor()
    local.service.state.sessions.unshift(sessionRow('sess-nowhere'))
    await local.row('sess-nowhere').waitFor()
    expect(await local.texts('#session-list tbody tr')).toHaveLength(1)
  })

  it('adds to an open session in place, and leaves the reader where they are', async () => {
    const { page, service } = local
    await local.open(`#tab=sessions&session=${openable}`)
    await page.locator('.transcript').waitFor()
    await page.locator('[data-key=dynamicVariables] summary').click()
    await page.evaluate(
      `window.kept = document.querySelector('.call'); document.querySelector('#detail').scrollTop = 150`,
    )
    const entries = [...transcript, said('assistant', 'Anything else?', '09:13:00.000'), call]
    service.sessions.set(openable, session(openable, { transcript: entries, status: 'completed' }))
    service.state.sessions.unshift(sessionRow('sess-new', { agentName: 'newcomer' }))
    await page.getByText('Anything else?').waitFor()
    await local.row('sess-new').waitFor()
    expect((await local.lines('.call')).at(-1)).toMatch(/close_ticket post no output yet/)
    expect(await local.texts('.session-head .status')).toEqual(['completed'])
    expect(await page.evaluate('window.kept.isConnected')).toBe(true)
    expect(await page.evaluate(`document.querySelector('#detail').scrollTop`)).toBe(150)
    expect(await page.locator('[data-key=dynamicVariables]').getAttribute('open')).toBeNull()
  })

  it('stays at the end of a transcript for a reader who is there', async () => {
    const { page, service } = local
    service.sessions.set(openable, session(openable, { transcript: [...transcript, call] }))
    await local.open(`#tab=sessions&session=${openable}`)
    await page.getByText('no output yet').waitFor()
    await page.evaluate(`document.querySelector('#detail').scrollTop = 99999`)
    const entries = [...transcript, call, output, said('user', 'No.\n\n\n\n\nBye', '09:13:03.000')]
    service.sessions.set(openable, session(openable, { transcript: entries }))
    await page.getByText('Bye').waitFor()
    expect((await local.lines('.call')).at(-1)).toMatch(/close_ticket post ok 5 ms/)
    const distance = `(({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - scrollTop - clientHeight)`
    expect(await page.evaluate(`${distance}(document.querySelector('#detail'))`)).toBeLessThan(2)
  })

  it('keeps queue and outbox up to date', { tags: 'stress' }, async () => {
    await local.open('#tab=queue')
    await local.row('call-later').waitFor()
    local.service.state.queue = [queueRow('call-next', { state: 'placed' })]
    await local.row('call-next').waitFor()
    expect(await local.texts('#queue tbody tr')).toHaveLength(1)
    expect(await local.lines('[data-tab=queue]')).toEqual(['Queue 1'])
    await local.page.getByRole('link', { name: 'Outbox' }).click()
    local.service.state.outbox.unshift(outboxRow('msg-4', { text: 'One more thing.' }))
    await local.page.getByText('One more thing.').waitFor()
    expect(await local.texts('.outbox > li')).toHaveLength(4)
  })

  it('keeps all rows that share a key, through moves and removals', async () => {
    const { page, service } = local
    const row = (callId: string, customerNumber: string) => queueRow(callId, { customerNumber })
    const customers = async () => (await local.texts('#queue td:nth-child(2)')).join(' ')
    service.state.queue = [row('one', 'a'), row('twin', 'b'), row('twin', 'c'), row('two', 'd')]
    await local.open('#tab=queue')
    await page.getByText('two', { exact: true }).waitFor()
    expect(await customers()).toBe('a b c d')
    service.state.queue = [row('two', 'd2'), row('twin', 'b'), row('twin', 'c'), row('three', 'e')]
    await page.getByText('three', { exact: true }).waitFor()
    expect(await customers()).toBe('d2 b c e')
  })

  it('says when the service is lost, keeps what it had, and recovers by itself', { tags: 'stress' }, async () => {
    const { page, service } = local
    await local.open()
    await local.row(openable).waitFor()
    service.down = true
    await page.getByRole('alert').getByText('The local service does not answer.').waitFor()
    expect(await local.texts('.connection')).toEqual(['No answer'])
    expect((await local.lines('#notice'))[0]).toContain('What you see is from 2026-01-05 09:12:31 UTC.')
    expect(await local.row(openable).isVisible()).toBe(true)
    service.state.sessions.unshift(sessionRow('sess-after'))
    service.down = false
    await local.row('sess-after').waitFor()
    expect(await local.texts('.connection')).toEqual(['Live'])
    expect(await page.locator('.notice').count()).toBe(0)
  })

  it('rests while its tab is hidden', { tags: 'stress' }, async () => {
    const { page, service } = local
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await local.open()
    await local.row(openable).waitFor()
    await hide(true)
    await page.waitForTimeout(300)
    const before = service.asked.length
    await page.waitForTimeout(1500)
    expect(service.asked.length).toBe(before)
    service.state.sessions.unshift(sessionRow('sess-back'))
    await hide(false)
    await local.row('sess-back').waitFor()
  })
})
