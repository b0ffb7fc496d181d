// @module-tag stress
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePaidComparison, makePaidRun } from './report-page/costs.ts'
import { findViolations } from './report-page/find-violations.ts'
import { everyVerdict, makeComparison } from './report-page/make-comparison.ts'
import { makeRun } from './report-page/make-run.ts'
import { makeMany } from './report-page/many.ts'
import { openReportBrowser, type ReportBrowser } from './report-page/open-report.ts'
import { makePayloadRun } from './report-page/payload-run.ts'
import { everyTrend, trendsOf } from './report-page/trends.ts'

const regressed = 'suites/orders.yaml:18'

describe('the HTML report', () => {
  let report: ReportBrowser

  beforeAll(async () => {
    report = await openReportBrowser()
  })
  beforeEach(async () => {
    await report.page.setViewportSize({ width: 1440, height: 900 })
    await report.page.emulateMedia({ media: null, colorScheme: 'light' })
  })
  afterAll(() => report?.close())

  const opener = (name: string) => report.page.getByRole('button', { name, exact: true })
  const names = () => report.lines('.card .opener')
  const openNames = () => report.lines('.card[data-open] .opener')

  it('opens on regressions, the gravest first, with what the gate says', async () => {
    await report.open(makeComparison())
    expect(await report.lines('h1')).toEqual([makeComparison().sentence])
    expect(await report.lines('.group > h3')).toEqual([
      'regressed 1',
      'not comparable 1',
      'flaky 1',
      'changed 2',
      'improved 1',
      'same 1',
    ])
    expect((await names())[0]).toBe('asks before it cancels an order')
    const box = await report.page.locator('.card').first().boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(900)
    expect(await report.lines('.gate tbody tr')).toContain('hard breaks failed none 1: asks before it cancels an order')
    await report.page.locator('.fold > summary', { hasText: 'Runs that passed' }).click()
    await report.page.locator('.rates tbody tr').first().waitFor() // created when the fold opens
    expect(await report.lines('.rates tbody tr')).toEqual([
      'default https://agents.example 28 of 32 runs 88 %',
      'draft https://agents.example 21 of 27 runs 78 %',
    ])
  })

  it('opens what broke first, where it stands, unless the address names something or nothing broke', async () => {
    await report.open(makeComparison(), '')
    expect(await openNames()).toEqual(['asks before it cancels an order'])
    expect(await report.page.evaluate('scrollY')).toBe(0)
    await opener('asks before it cancels an order').click()
    expect(await openNames()).toEqual([])
    const { conversations, ...rest } = makeComparison()
    await report.open({ ...rest, conversations: conversations.filter(({ verdict }) => verdict !== 'regressed') }, '')
    expect(await openNames()).toEqual([])
  })

  it('scrolls no part sideways on a phone', async () => {
    await report.page.setViewportSize({ width: 400, height: 900 })
    for (const result of [makeComparison(), makeRun()]) {
      await report.open(result, '')
      const sideways = `[...document.querySelectorAll('.front, .front *, .overview, .filters, .filters *')].filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth).map((each) => each.className)`
      expect(await report.page.evaluate(sideways)).toEqual([])
    }
  })

  it('says what changed under its sentence, and opens the conversations it is seen in', async () => {
    const { page, lines } = report
    await report.open(makeComparison())
    expect(await lines('.what-changed li')).toEqual([
      expect.stringMatching(/^draft calls cancel_order with consent "no" instead of "yes"; 2 of 8 conversations/),
    ])
    await page.locator('.fold > summary', { hasText: 'What changed, and where' }).click()
    const rows = page.getByRole('table', { name: 'What changed, and where' }).locator('tbody tr')
    await rows.nth(1).waitFor() // created when the fold opens
    expect((await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      '1 draft calls cancel_order with consent "no" instead of "yes" 2 of 8 conversations, from turn 2 asks before it cancels an order upsells politely 0/20 9/20 +45 (+19 to +63) at most 1.2 %',
      '1.1 draft takes 1.1 s longer for a call of cancel_order 1 of 8 conversations asks before it cancels an order 212 ms 1.3 s +1.1 s (900 ms to 1.4 s) less than 0.1 %',
    ])
    await rows.first().getByRole('button', { name: 'upsells politely' }).click()
    await expect.poll(openNames).toEqual(['upsells politely'])
  })

  it('asks the network for nothing, and holds no link', async () => {
    await report.open(makeComparison(), `#open=${regressed}&open=suites/orders.yaml:94`)
    await report.page.locator('.transcript').first().waitFor()
    expect(report.requests).toEqual([expect.stringMatching(/^file:.*report-\d+\.html$/)])
    expect(report.errors).toEqual([])
    expect(
      await report.page.locator('a, img, iframe, object, embed, audio, video, form, body [style], [onerror]').count(),
    ).toBe(0)
    expect(await report.page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content')).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; img-src data:; base-uri 'none'; form-action 'none'$/,
    )
  })

  it('shows both transcripts side by side, with what differs in words, calls and speakers', async () => {
    const { page, lines } = report
    await report.open(makeComparison())
    await opener('asks before it cancels an order').click()
    await page.locator('.transcript').waitFor()
    expect(await lines('.turn-head')).toEqual([
      'Turn 1 changed default 912 ms · draft 1.20 s',
      'Turn 2 regressed default 760 ms · draft 3.89 s',
    ])
    expect(await lines('[data-side=a] .bubble del')).toContain('. Shall')
    expect(await lines('[data-side=b] .bubble ins')).toContain(', so')
    expect(await page.locator('[data-side=a] .bubble ins, [data-side=b] .bubble del').count()).toBe(0)
    expect(await lines('.differences tbody tr')).toEqual([
      'output.items[0].price 12.5 12.9',
      'agentName order-desk billing-desk',
    ])
    expect(await lines('.turn-changes')).toEqual(['cancel_order is called before the customer agreed'])
    expect((await lines('.pair[data-kind="only b"] .side')).map((side) => side.slice(0, 37))).toEqual([
      'default nothing here',
      'draft calls cancel_order during error',
    ])
    expect(await lines('.note[data-tone=failed]')).toEqual([
      expect.stringMatching(/^failed cancel_order must never be called here suites\/orders.yaml:27:13/),
    ])
    expect(await lines('.changes li')).toContain('handoff billing-desk answers instead of order-desk')
    await report.page.locator('.card[data-open] summary', { hasText: 'Statistics' }).first().click()
    expect((await lines('.part .prose'))[0]).toMatch(
      /^In 5 of 5 pairs of runs only one side passed: default alone 5 times/,
    )
    expect(await lines('.latency caption')).toEqual(['Times over all runs'])
    expect((await lines('.latency tbody'))[0]).toMatch(
      /^all turns \+60 ms \(95 %: \+12 ms to \+108 ms\) default 5 795 ms/,
    )
  })

  it('tells of each run when its mark is pressed', async () => {
    await report.open(makeComparison(), `#open=${regressed}`)
    await report.page.getByRole('button', { name: 'draft, run 3: failed' }).click()
    expect(await report.lines('.run-told')).toEqual([
      'draft, run 3 failed stopped being right at turn 2 · 1.68 s · 2026-11-20 09:02:00 UTC · session sess-b-2',
    ])
  })

  it('says why a conversation is not comparable, and shows the side there is', { tags: 'stress' }, async () => {
    await report.open(makeComparison(), '#open=suites/orders.yaml:80')
    expect(await report.lines('.card[data-open] .reason')).toEqual([
      'no run of draft could be judged: no answer within 20000 ms',
    ])
    const sides = await report.lines('.card[data-open] .pair[data-kind=unaligned] > .side')
    expect(sides[0]).toContain('We are open from nine to five.')
    expect(sides[1]).toContain('there is no run to show')
  })

  it('says once that only one side got as far as a turn', { tags: 'stress' }, async () => {
    await report.open(makeComparison(), '#open=suites/orders.yaml:52')
    expect((await report.lines('.turn'))[1]).toBe(
      'Turn 2 not comparable draft 760 ms Not sent on default. default draft user And now? default draft agent order-desk Found it.',
    )
  })

  it('filters by verdict, text, tag and suite, and says how many are left', { tags: 'stress' }, async () => {
    const { page, lines } = report
    await report.open(makeComparison())
    await page.getByRole('button', { name: /^changed 2/ }).click()
    expect([(await names()).length, await lines('.shown-count')]).toEqual([2, ['2 of 7']])
    await page.getByRole('button', { name: /^regressed 1/ }).click()
    expect((await names()).length).toBe(3)
    await page.locator('#search').fill('blue mug')
    expect([await names(), await lines('.shown-count')]).toEqual([['asks before it cancels an order'], ['1 of 7']])
    await page.locator('#search').fill('no such thing')
    expect(await lines('#list')).toEqual(['No conversation fits these filters.'])
    await page.locator('#search').fill('')
    await page.getByRole('button', { name: /^changed 2/ }).click()
    await page.getByRole('button', { name: /^regressed 1/ }).click()
    await page.getByLabel('Tag').selectOption('cancel')
    expect(await names()).toEqual(['asks before it cancels an order'])
    await page.getByLabel('Tag').selectOption('')
    await page.getByLabel('Suite').selectOption('Hostile & co')
    expect(await names()).toEqual(['keeps </script><script>window.ran=1</script> as text'])
  })

  it('keeps its place over reload, back and forward, and opens a bare id', { tags: 'stress' }, async () => {
    const { page } = report
    await report.open(makeComparison())
    await page.getByRole('button', { name: /^changed 2/ }).click()
    await opener('explains the refund policy').click()
    await page.reload()
    expect([(await names()).length, await openNames()]).toEqual([2, ['explains the refund policy']])
    await page.goBack()
    expect([(await names()).length, await openNames()]).toEqual([2, []])
    await page.goBack()
    expect((await names()).length).toBe(7)
    await page.goForward()
    expect((await names()).length).toBe(2)
    await report.open(makeRun(), `#${encodeURIComponent(`${regressed} default`)}`)
    expect(await openNames()).toEqual(['asks before it cancels an order'])
    await report.open(makeComparison(), `#${regressed}`)
    expect(await openNames()).toEqual(['asks before it cancels an order'])
    expect(await page.evaluate('document.activeElement.textContent')).toBe('asks before it cancels an order')
  })

  it('approves and rejects, remembers it, and exports the command and the decisions', { tags: 'stress' }, async () => {
    const { page, lines } = report
    await report.open(makeComparison())
    await page.locator('.review > summary').click()
    expect(await lines('[data-export=command]')).toEqual(['Nothing is decided yet.'])
    await page.getByRole('button', { name: 'Approve asks before it cancels an order' }).click()
    await page.getByRole('button', { name: 'Approve explains the refund policy' }).click()
    await page.getByRole('button', { name: 'Reject upsells politely' }).click()
    const command = "npx tableread review RESULT.json --approve of-18 --approve of-40 --reject of-66 --why 'say why'"
    expect(await page.locator('[data-export=command]').textContent()).toBe(command)
    for (const name of ['tracks an order', 'waits for a slow agent'])
      expect(await page.getByRole('button', { name: `Approve ${name}` }).count()).toBe(0)
    await page.reload()
    expect(await lines('.review > summary')).toEqual(['Review 2 approved, 1 rejected, 2 undecided'])
    await page.locator('.review > summary').click()
    const json = JSON.parse((await page.locator('[data-export=decisions]').textContent()) ?? '')
    expect(json.decisions).toContainEqual({
      key: 'suites/orders.yaml:66',
      id: 'suites/orders.yaml:66',
      verdict: 'flaky',
      decision: 'rejected',
    })
    await page.getByLabel('Decision', { exact: true }).selectOption('undecided')
    expect((await names()).length).toBe(4)
    await page.locator('.copy').first().click()
    await page
      .locator('.copied')
      .first()
      .filter({ hasText: /copied|selected/ })
      .waitFor()
    await page.getByRole('button', { name: 'Forget all decisions' }).click()
    expect(await lines('.review > summary')).toEqual(['Review 0 approved, 0 rejected, 5 undecided'])
  })

  it('can be walked with the keyboard alone', { tags: 'stress' }, async () => {
    const { page } = report
    const focused = () => page.evaluate('document.activeElement.textContent')
    await report.open(makeComparison(everyVerdict(), { startedAt: '2026-11-21T09:00:00.000Z' }))
    await page.keyboard.press('j')
    expect(await focused()).toBe('asks before it cancels an order')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    expect(await openNames()).toEqual(['asks before it cancels an order'])
    await page.keyboard.press('a')
    expect(await report.lines('.card[data-decision=approved] .opener')).toEqual(['asks before it cancels an order'])
    await page.keyboard.press('r')
    expect(await report.lines('.card[data-decision=rejected] .opener')).toEqual(['asks before it cancels an order'])
    await page.keyboard.press('Escape')
    expect([await openNames(), await focused()]).toEqual([[], 'asks before it cancels an order'])
    await page.keyboard.press('/')
    await page.keyboard.type('refund policy')
    expect((await names()).length).toBe(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.getByLabel('Single keys act').uncheck()
    await page.keyboard.press('Escape')
    await page.locator('.opener').first().focus()
    await page.keyboard.press('a')
    expect(await page.locator('.card[data-decision=approved]').count()).toBe(0)
  })

  it('keeps hostile text as text, and shows what cannot be seen', async () => {
    const { page } = report
    await report.open(makeComparison(), '#open=suites/orders.yaml:94')
    await page.locator('.transcript').waitFor()
    expect(await page.evaluate('window.ran')).toBeUndefined()
    const text = (await report.lines('.card[data-open] .transcript')).join('')
    for (const part of ['</script><script>window.ran=1</script>', 'onerror="window.ran=2">', '&lt;b&gt; ]]>'])
      expect(text).toContain(part)
    for (const code of ['U+202E', 'U+200B', 'U+0007', 'U+001B[31mred', 'U+D800', 'U+2028']) expect(text).toContain(code)
    expect(await page.locator('body script:not([type])').count()).toBe(1)
    const wide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
    expect(await page.evaluate(wide)).toBe(false)
    await page.setViewportSize({ width: 400, height: 800 })
    expect(await page.evaluate(wide)).toBe(false)
    expect(report.errors).toEqual([])
  })

  it('runs, loads and asks nothing, whatever agents and suites wrote', async () => {
    const { page } = report
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    const run = makePayloadRun()
    const keys = run.conversations.map(({ at }) => `open=suites/orders.yaml:${at.line}`)
    await report.open(run, `#${keys.join('&')}`)
    await expect.poll(() => page.locator('.card[data-open] .transcript').count()).toBe(run.conversations.length)
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true')
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(
      await page.locator('iframe, object, embed, link[href^=http], style ~ style, svg[onload], [onerror]').count(),
    ).toBe(0)
    expect(await page.locator('body script:not([type])').count()).toBe(1)
    const reaching =
      'Array.from(document.querySelectorAll("[src], a[href], form[action]"), (each) => each.src ?? each.href).filter((url) => /^(javascript|data|vbscript):|evil/i.test(url))'
    expect(await page.evaluate(reaching)).toEqual([])
    expect(await page.locator('.card[data-open] .transcript').first().innerText()).toContain('U+001B')
    expect([dialogs, report.requests.filter((url) => !url.startsWith('file:')), report.errors]).toEqual([[], [], []])
    expect(page.url()).toMatch(/^file:.*report-\d+\.html#/)
    expect(page.context().pages()).toHaveLength(1)
  })

  it('shows a plain run: failures first, what was found by turn, attempts, a curl line, broken scripts', async () => {
    const { lines } = report
    await report.open(
      makeRun(),
      '#open=suites/orders.yaml:18&open=suites/orders.yaml:40&open=suites/orders.yaml:52&open=suites/orders.yaml:66',
    )
    expect(await lines('h1')).toEqual([
      '1 passed, 1 failed, 1 flaky, 1 errored, 1 broken on default of https://agents.example.',
    ])
    expect(await lines('.group > h3')).toEqual(['failed 1', 'broken 1', 'errored 1', 'flaky 1', 'passed 1'])
    expect((await lines('.card .reason'))[0]).toBe('turn 2: cancel_order must never be called here')
    const notes = (await lines('.note:not([data-tone=passed])')).join('\n')
    expect(notes).toContain('no variable "tabel" [unknown-variable]')
    expect(notes).toContain('no answer within 20000 ms')
    await report.page.locator('.held summary', { hasText: 'for reference' }).click()
    expect((await lines('.note[data-tone=reference]'))[0]).toContain("curl -sS -X POST 'https://agents.example")
    expect((await lines('.facts')).join(' ')).toContain('3 passed, 2 failed; 4 of 5 must pass')
    await report.page.locator('summary', { hasText: 'Coverage' }).click()
    await report.page.locator('.fold caption', { hasText: 'order-desk' }).waitFor()
    expect(await lines('.fold tbody tr')).toContain('load_customer tool pre, never called 0 / 0 / 0')
  })

  it('tells the cause of each card, filters by it and groups by it', { tags: 'stress' }, async () => {
    const { page, lines } = report
    await report.open(makeRun())
    expect(await lines('.card .certainty')).toEqual(['cause: agent', 'cause: script', 'cause: service', 'cause: agent'])
    await page.getByLabel('Cause').selectOption('agent')
    expect(await names()).toEqual(['asks before it cancels an order', 'upsells politely'])
    await page.getByLabel('Cause').selectOption('')
    await page.getByLabel('Group').selectOption('cause')
    expect(await lines('.group > h3')).toEqual(['service 1', 'script 1', 'agent 2', 'no cause 1'])
    expect(page.url()).toMatch(/#group=cause$/)
    await page.reload()
    expect((await lines('.group > h3'))[0]).toBe('service 1')
    expect(await findViolations(page)).toEqual([])
    await opener('waits for a slow agent').click()
    expect((await lines('.card[data-open] .facts'))[0]).toMatch(/^cause service: turn 1: no answer within 20000 ms/)
    await page.getByLabel('Group').selectOption('')
    expect((await lines('.group > h3'))[0]).toBe('failed 1')
    await report.open(makeComparison())
    expect(await lines('.card .certainty')).toContain('hard break cause: agent')
    await opener('asks before it cancels an order').click()
    expect((await lines('.card[data-open] .facts'))[0]).toMatch(/^cause on draft agent: turn 2: /)
  })

  it('shows how each side fared over the runs that the history keeps, the newest last', {
    tags: 'stress',
  }, async () => {
    const { page, lines } = report
    await report.open(makeComparison(), `#open=${regressed}`, everyTrend())
    expect(await lines('.trend .strip')).toEqual([
      'default 2026-11-02 to 2026-11-20',
      'draft 2026-11-12 to 2026-11-20 failing since 2026-11-18 09:00Z (3 runs)',
    ])
    expect((await lines('.trend .facts'))[1]).toMatch(
      /^passed 5 of 8, the rate is 18 to 95 % flipped 1 of 7 times, 14 % \(0 to 67 %\) takes /,
    )
    const marks = page.getByRole('list', { name: 'The last 9 runs of draft, the newest last' }).getByRole('img')
    const labels = await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('aria-label')))
    expect([labels.length, ...labels.slice(5)]).toEqual([
      9,
      '2026-11-17 09:00Z: passed',
      '2026-11-18 09:00Z: failed, turn 2: reply',
      '2026-11-19 09:00Z: failed, turn 2: reply',
      '2026-11-20 09:00Z: failed, turn 2: reply, this run',
    ])
    const shapes = await marks.evaluateAll((all) => all.map((mark) => mark.querySelector('path')?.getAttribute('d')))
    expect([new Set(shapes).size, new Set(shapes.slice(6)).size]).toEqual([3, 1])
    expect(await page.locator('.kept [data-changed]').count()).toBe(1)
    await page.locator('.trend summary').nth(1).click()
    const rows = page.locator('.trend tbody tr')
    await rows.first().waitFor()
    expect((await lines('.trend tbody tr'))[0]).toBe('2026-11-20 09:00Z, this run failed turn 2: reply abcdef0')
    expect(await rows.count()).toBe(9)
  })

  it('finds what is flaky over runs, hints at it in the list, and says nothing of what ran once', {
    tags: 'stress',
  }, async () => {
    const { page, lines } = report
    await report.open(makeRun(), undefined, everyTrend())
    expect(await lines('.card:has(.badge) .opener')).toEqual(['upsells politely'])
    await page.getByRole('button', { name: 'flaky over runs 1' }).click()
    expect([await names(), await lines('.shown-count')]).toEqual([['upsells politely'], ['1 of 5']])
    await page.reload()
    expect(await page.getByRole('button', { name: 'flaky over runs 1' }).getAttribute('aria-pressed')).toBe('true')
    await opener('upsells politely').click()
    expect(await lines('.trend .strip')).toEqual(['default 2026-11-02 to 2026-11-20 flaky over runs'])
    await page.getByRole('button', { name: 'flaky over runs 1' }).click()
    expect((await names()).length).toBe(5)
    await report.open(makeComparison(), '#open=suites/orders.yaml:40', everyTrend())
    await page.locator('.transcript').waitFor()
    expect(await page.locator('.trend').count()).toBe(0)
    await report.open(makeComparison(), `#open=${regressed}`)
    expect(await page.locator('.trend, [data-trend]').count()).toBe(0)
  })

  it('says what models took in each conversation and turn, and which took most', { tags: 'stress' }, async () => {
    const { page, lines } = report
    await report.open(makePaidRun(), `#open=${regressed}`)
    await page.locator('.transcript').waitFor()
    expect((await lines('.spent')).slice(0, 2)).toEqual(['20,040 tokens, cost 0.002', '50,040 tokens, cost 0.005'])
    expect((await lines('.turn-head'))[0]).toMatch(/^Turn 1 .* s, 5,040 tokens, cost 0\.0005$/)
    expect(await lines('.facts > div')).toContain('models took 20,040 tokens (20,000 in, 40 out), cost 0.002')
    const paid = makePaidRun()
    const conversations = paid.conversations.map((each) => ({ ...each, verdict: 'passed' as const, problems: [] }))
    await report.open({ ...paid, conversations })
    const tokens = async () => (await lines('.spent')).map((line) => Number.parseInt(line, 10))
    expect(await tokens()).toEqual([10, 20, 30, 40, 50])
    await page.getByLabel('Order', { exact: true }).selectOption('cost')
    expect(await tokens()).toEqual([50, 40, 30, 20, 10])
    await page.reload()
    expect(await tokens()).toEqual([50, 40, 30, 20, 10])
    await report.open(makeRun())
    expect([await page.locator('.spent').count(), await page.getByLabel('Order', { exact: true }).count()]).toEqual([
      0, 0,
    ])
  })

  it('holds what models took on both sides against each other', { tags: 'stress' }, async () => {
    const { page, lines } = report
    await report.open(makePaidComparison(), `#open=${regressed}`)
    await page.locator('.transcript').waitFor()
    expect((await lines('.front .muted')).some((line) => /^draft costs 18 % more than default \(/.test(line))).toBe(
      true,
    )
    expect((await lines('.spent'))[0]).toBe(
      'default 50,000 tokens, cost 0.05 draft 59,000 tokens, cost 0.059 draft costs 18 % more than default',
    )
    expect((await lines('.turn-head'))[0]).toBe(
      'Turn 1 changed default 912 ms, 10,000 tokens, cost 0.01 · draft 1.20 s, 11,800 tokens, cost 0.0118',
    )
    expect(await lines('.facts > div')).toContain('draft, 5 runs 59,000 tokens (58,800 in, 200 out), cost 0.059')
    await report.open(makePaidComparison({ priced: false }))
    expect((await lines('.spent'))[0]).toContain('draft takes 18 % more tokens than default')
  })

  it('has no serious finding of axe, and cuts nothing on a phone, where models took something', {
    tags: 'stress',
  }, async () => {
    const { page } = report
    for (const result of [makePaidRun(), makePaidComparison()])
      for (const width of [1400, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await report.open(result, `#open=${regressed}`)
        await page.locator('.transcript').waitFor()
        expect(await findViolations(page)).toEqual([])
        const sizes = await page.evaluate(
          `[document.documentElement.scrollWidth, ...[...document.querySelectorAll('.spent, .turn-head')].map((each) => each.getBoundingClientRect().right)]`,
        )
        expect(Math.max(...(sizes as number[]))).toBeLessThanOrEqual(width)
        const cut = `[...document.querySelectorAll('.summary .table-frame')].filter((each) => each.scrollWidth > each.clientWidth).length`
        expect(await page.evaluate(cut)).toBe(0)
      }
  })

  it('has no serious finding of axe, light or dark, closed or open, wide or narrow', { tags: 'stress' }, async () => {
    const { page } = report
    await report.open(makeComparison())
    await page.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true')
    expect(await findViolations(page)).toEqual([])
    const several = `#open=${regressed}&open=suites/orders.yaml:66&open=suites/orders.yaml:80&open=suites/orders.yaml:94`
    await report.open(makeComparison(), several, everyTrend())
    await page.locator('.trend summary').first().click()
    await page.locator('.trend table').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findViolations(page)).toEqual([])
    await page.setViewportSize({ width: 400, height: 800 })
    expect(await findViolations(page)).toEqual([])
    await report.open(makeRun(), `#open=${regressed}&open=suites/orders.yaml:40`)
    expect(await findViolations(page)).toEqual([])
  })

  it('is dark where the system is, and as the reader says', { tags: 'stress' }, async () => {
    const { page } = report
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    await report.open(makeComparison())
    const light = await ground()
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await ground()
    expect(dark).not.toBe(light)
    await page.getByRole('button', { name: /^Colours/ }).click()
    expect(await ground()).toBe(light)
    await page.getByRole('button', { name: /^Colours/ }).click()
    expect(await ground()).toBe(dark)
  })

  it('prints what is open, black on white', { tags: 'stress' }, async () => {
    const { page } = report
    await page.emulateMedia({ colorScheme: 'dark' })
    await report.open(makeComparison(), `#open=${regressed}`)
    const small = (await page.pdf({ format: 'A4' })).length
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const colours =
      'const { color, backgroundColor } = getComputedStyle(document.querySelector(".card[data-open]")); [color, backgroundColor]'
    expect(await page.evaluate(colours)).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
    expect(await page.locator('.filters, .decide, .tools').filter({ visible: true }).count()).toBe(0)
    await page.emulateMedia({ media: null })
    await report.open(makeComparison(), `#open=${regressed}&open=suites/orders.yaml:40&open=suites/orders.yaml:80`)
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(small)
  })

  it('is quick with 5,000 conversations', { tags: 'stress' }, async () => {
    const { page } = report
    const before = performance.now()
    const many = makeMany(5000)
    await report.open(many, '', trendsOf(many))
    const openTime = (await page.evaluate(
      'performance.getEntriesByName("first-contentful-paint")[0].startTime',
    )) as number
    const whole = await page.evaluate('performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd')
    const filter = `(() => {
      const search = document.querySelector('#search')
      const times = ['order 49', 'suite 7', 'tone', ''].map((text) => {
        const start = performance.now()
        search.value = text
        search.dispatchEvent(new Event('input'))
        document.body.offsetHeight
        return performance.now() - start
      })
      return Math.max(...times)
    })()`
    const filtered = (await page.evaluate(filter)) as number
    if (process.env.TIMES !== undefined)
      console.log({ opened: openTime, whole, filtered, all: performance.now() - before })
    expect([openTime < 60_000, filtered < 10_000]).toEqual([true, true]) // generous: machines may be slow
    expect(await page.locator('.card').count()).toBeLessThan(400)
    expect((await names())[0]).toBe('asks before it cancels an order')
    await page.locator('#search').fill('tracks 4321')
    expect(await names()).toContain('tracks an order 4321')
    await page.locator('#search').fill('')
    await page.locator('.more').scrollIntoViewIfNeeded()
    await expect.poll(() => page.locator('.card').count()).toBeGreaterThan(60)
  })
})
