import { expect, it } from 'vitest'
import { describeDifference, journalSettings } from './unfinished-run.ts'

const settings = (apiKey: string, target: string | null = 'https://api.example.com'): Record<string, string> =>
  journalSettings(['suites'], {}, { target, workspace: null, reconcile: true, apiKey })

it('knows a run with another key, and writes neither key', () => {
  const [was, now] = [settings('sk-one'), settings('sk-two')]
  expect(describeDifference(was, now)).toEqual(['TABLEREAD_API_KEY is another one'])
  expect(describeDifference(was, settings('sk-one'))).toEqual([])
  expect(JSON.stringify([was, now])).not.toMatch(/sk-one|sk-two/)
  expect(settings('sk-one', null)).toEqual(settings('sk-two', null))
})
