import type { Locator, Page } from 'playwright-core'
import { openBrowser } from '../vitest/open-browser.ts'
import { busyState, session } from './canned-state.ts'
import { type StubService, startStubService } from './stub-service.ts'

/** The page of a stub service in a browser, and ways to inspect it. */
export interface LocalPage {
  service: StubService
  page: Page
  /** What the browser requested, and the errors it logged, since the last reset. */
  requests: string[]
  errors: string[]
  /** Leaves the page and puts the busy state back. */
  reset(): Promise<void>
  open(hash?: string): Promise<void>
  /** The visible texts of all elements that match a selector. */
  texts(selector: string): Promise<string[]>
  /** Like `texts`, with each run of white space as one space. */
  lines(selector: string): Promise<string[]>
  /** A row of a table, or an item of a list. */
  row(key: string): Locator
  close(): Promise<void>
}

/** The session of the busy state that can be opened. */
export const openable: string = busyState().sessions[0]?.sessionId ?? ''

/** Starts a stub service and a browser 1280 pixels wide. */
export async function openLocalPage(): Promise<LocalPage> {
  const service = await startStubService(busyState())
  const browser = await openBrowser()
  const { page } = browser
  const requests: string[] = []
  const errors: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
  await page.setViewportSize({ width: 1280, height: 800 })
  const texts = (selector: string): Promise<string[]> => page.locator(selector).allInnerTexts()
  return {
    service,
    page,
    requests,
    errors,
    async reset() {
      service.state = busyState()
      service.sessions = new Map([[openable, session(openable)]])
      await page.goto('about:blank')
      requests.length = 0
      errors.length = 0
    },
    open: async (hash = '') => void (await page.goto(`${service.url}${hash}`)),
    texts,
    lines: async (selector) => (await texts(selector)).map((text) => text.trim().replace(/\s+/g, ' ')),
    row: (key) => page.locator(`:is(tr, li)[data-key="${key}"]`),
    async close() {
      await browser.close()
      await service.close()
    },
  }
}
