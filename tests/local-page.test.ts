import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyState, hostile, session } from './local-page/canned-state.ts'
import { type LocalPage, openable, openLocalPage } from './local-page/open-local-page.ts'

/** The hostile text as the page shows it: hidden characters as code points, everything else unchanged. */
const shownHostile = hostile.replace('\u202e', 'U+202E').replace('\u001b', 'U+001B')
const tabs = ['sessions', 'queue', 'outbox', 'service']

describe('the page of the local service', () => {
  let local: LocalPage

  beforeAll(async () => {
    local = await openLocalPage()
  })
  beforeEach(() => local.reset())
  afterAll(() => local?.close())

  async function nothingRan(): Promise<void> {
    const { page, requests, errors, service } = local
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(await page.locator('img, iframe, object, body script, [onerror], [style]').count()).toBe(0)
    expect(requests.filter((url) => !url.startsWith(service.url) && !url.startsWith('data:'))).toEqual([])
    expect(errors).toEqual([])
  }

  it('lists sessions, with status as a word', async () => {
    await local.open()
    await local.row(openable).waitFor()
    expect(await local.lines('#tabs a')).toEqual(['Sessions 4', 'Queue 3', 'Outbox 3', 'Service 1 fault'])
    expect(await local.texts('#session-list [role=columnheader]')).toEqual(['Agent', 'Customer', 'Turns', 'Status'])
    expect((await local.lines('#session-list tbody tr'))[1]?.replace('deskdraft', 'desk draft')).toBe(
      'airline-desk draft sess-call +4915155501042 outboundSipTrunk · Airline hotline 2 call_in_progress 09:12:30',
    )
    expect(await local.row('sess-hostile').innerText()).toContain(shownHostile)
    expect(await local.row('sess-hostile').innerText()).toContain('2026-01-04 23:50:00')
    expect(await local.page.title()).toBe('Tableread local service')
    expect((await local.lines('#connection'))[0]).toMatch(/^Live 2026-01-05 09:12:31 UTC ?frozen$/)
    await nothingRan()
  })

  it('shows a transcript with each call paired with its output', async () => {
    const { page, lines, texts } = local
    await local.open(`#tab=sessions&session=${openable}`)
    await page.locator('.transcript').waitFor()
    expect((await texts('.transcript > li .role')).join(' ')).toBe(
      'thinking user call call assistant backgroundAgent user assistant summary',
    )
    expect(await lines('.call .entry-head')).toEqual([
      'call lookup_order during ok 42 ms 09:10:01.400',
      'call notify_carrier during error 3012 ms 09:10:01.410',
    ])
    const [args = '', output = '', ...failed] = await texts('.call-parts dd')
    expect(args).toContain('{\n  "order_id": "1042",\n  "fields": [\n    "status",')
    expect(output).toContain('  "tracking": 12345678901234567890\n}')
    expect(failed).toEqual(['{"carrier": "Parcel & Co"}', 'timeout after 3 attempts'])
    expect(await page.locator('.call[data-error]').count()).toBe(1)
    expect((await lines('.message .entry-head'))[1]).toBe('assistant order-desk 09:10:05.000')
    expect((await texts('.bubble .text'))[1]).toBe('Your order 1042 has shipped.\nIt should be with you on Wednesday.')
    expect(await lines('.session-facts dd')).toContain('Ada Lovelace · ada-7 · ada@customers.example')
    expect(await texts('[data-key=dynamicVariables] dd')).toEqual(['gold', shownHostile, '{"items": 3, "total": 41.5}'])
  })

  it('links media of the web, and nothing else', async () => {
    const { page, lines } = local
    await local.open(`#tab=sessions&session=${openable}`)
    await page.locator('.transcript').waitFor()
    expect(await lines('.piece')).toEqual([
      'image Shipping label files.example image/png',
      'audio audio/ogg files.example',
      'file invoice.pdf javascript:window.ran=3 application/pdf',
      'button Track it track:1042',
      'button Talk to a person handover',
    ])
    const links = page.locator('#detail a:not([href^="#"])')
    const attributes = links.evaluateAll((all) =>
      all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]),
    )
    expect(await attributes).toEqual([
      ['https://files.example/label.png?s=1', 'noopener noreferrer'],
      ['https://files.example/note.ogg', 'noopener noreferrer'],
    ])
  })

  it('shows hostile text as text, and runs nothing of it', async () => {
    const { page, texts } = local
    await local.open(`#tab=sessions&session=${openable}`)
    await page.locator('.transcript').waitFor()
    expect((await texts('.bubble')).slice(-2)).toEqual([shownHostile, shownHostile])
    await page.locator('.metadata summary').click()
    expect((await texts('.metadata pre'))[0]).toContain('<script>window.ran=2</script>')
    for (const tab of tabs) {
      await page.locator(`[data-tab=${tab}]`).click()
      await page.locator(`#${tab}`).waitFor()
    }
    await nothingRan()
  })

  it('shows what is known once a call has ended', async () => {
    const recordingUrl = 'https://files.example/call.wav?s=2'
    const analysis = { summary: 'All is well.', sentiment: 'positive', topics: ['order'] }
    const ended = { status: 'completed', duration: 42, retryAttemptNo: 1, recordingUrl, analysis } as const
    local.service.sessions.set(openable, session(openable, ended))
    await local.open(`#tab=sessions&session=${openable}`)
    await local.page.getByRole('link', { name: 'recording' }).waitFor()
    expect(await local.texts('.session-head .status')).toEqual(['completed'])
    expect(await local.lines('.session-facts .facts > div')).toEqual(
      expect.arrayContaining(['duration 42 s', 'retry 1', 'recording recording files.example']),
    )
    expect(await local.texts('[data-key=analysis] dd')).toEqual(['All is well.', 'positive', '["order"]'])
  })

  it('shows the call queue', async () => {
    await local.open('#tab=queue')
    await local.row('call-later').waitFor()
    expect(await local.lines('#queue tbody tr')).toEqual([
      'connected 4915155501042 airline-desk 10 1 09:12:00 31 s ago demo wf-flight-change sess-call',
      `queued ${shownHostile} airline-desk 1 2 09:30:00 in 17 min demo none call-later`,
      'queued 4915155501042 airline-desk 10 1 never demo none call-never',
    ])
  })

  it('shows the outbox', async () => {
    await local.open('#tab=outbox')
    await local.row('msg-2').waitFor()
    const [waiting, sent, failed] = await local.lines('.outbox > li')
    expect(waiting).toBe(
      'waiting 18:00:00 due in 8 h email Shop email from order-desk · desk@shop.example to ada@customers.example session sess-mail The text is written when it is sent.',
    )
    for (const part of ['cc team@shop.example, archive@shop.example', 'Your order 1042', shownHostile])
      expect(sent).toContain(part)
    expect(sent).toMatch(
      /attached https:\/\/files\.example\/invoice\.pdf javascript:window\.ran=4 metadata \{"order_id": "1042"\}$/,
    )
    expect(failed).toContain('template order_shipped (en) variables {"name": "Ada", "order": "1042"}')
    expect(await local.page.locator('.outbox a:not([href^="#"])').count()).toBe(1)
  })

  it('shows agents, channels and faults', async () => {
    await local.open('#tab=service')
    await local.page.locator('#service table').first().waitFor()
    expect(await local.lines('#service tbody tr')).toEqual([
      'order-desk v3 v1, v2, v3 Publish the draft agent-01',
      'airline-desk none none Publish the draft agent-02',
      'Shop web chat webChat yes',
      'Airline hotline outboundSipTrunk no',
    ])
    expect(await local.texts('.faults pre')).toEqual([
      '{"kind": "latency", "operation": "triggerChat", "ms": 800, "every": 2}',
    ])
  })

  it('says what to do where nothing is yet', async () => {
    local.service.state = emptyState()
    await local.open()
    await local.page
      .getByText('Send a message in the box below, or start one with POST /api/chat-agent/trigger.')
      .waitFor()
    await local.page.getByRole('link', { name: 'Queue' }).click()
    await local.page.getByText('POST /api/call/trigger puts one into the queue.').waitFor()
    await local.page.getByRole('link', { name: 'Outbox' }).click()
    await local.page.getByText('Nothing was sent yet.').waitFor()
    await local.open('#tab=sessions&session=gone')
    await local.page.getByText('There is no such session.').waitFor()
  })

  it('has no sideways scrolling at 400 pixels, and a way back from a session', async () => {
    const { page } = local
    await page.setViewportSize({ width: 400, height: 800 })
    await local.open(`#tab=sessions&session=${openable}`)
    await page.locator('.transcript').waitFor()
    for (const tab of tabs) {
      await page.locator(`[data-tab=${tab}]`).click()
      await page.locator(`#${tab}`).waitFor()
      const wide = await page
        .locator('body, #tabs, .scroll')
        .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.id))
      expect(wide).toEqual([])
    }
    await page.locator('[data-tab=sessions]').click()
    await page.getByRole('link', { name: 'All sessions' }).click()
    await local.row(openable).waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
  })
})
