import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readOwnedSinks } from './read-owned-sinks.ts'
import { settleSafety } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'tableread-sinks-'))
function file(text: string): string {
  const path = join(folder, 'sinks.yaml')
  writeFileSync(path, text)
  return path
}

describe('a list of owned sinks', () => {
  it('is read by kind; a number counts with a plus and without, in quotes and without', () => {
    const path = file('phone numbers: ["+15550100", 15550101]\nemails: qa@example.com\nworkflows: [wf-1]\n')
    expect(readOwnedSinks(path)).toMatchObject({
      phoneNumbers: ['15550100', '15550101'],
      emails: ['qa@example.com'],
      workflows: ['wf-1'],
      sessions: [],
    })
  })
  it.each([
    ['emails: ["*@example.com"]', /1:10[\s\S]*"\*@example\.com" is not an email address[\s\S]*wildcards are refused/],
    ['emails: ["@example.com"]', /wildcards are refused/],
    ['phone numbers: ["+1555*"]', /wildcards are refused/],
    ['phone numbers: [any]', /wildcards are refused/],
    ['workflows: ["*"]', /wildcards are refused/],
    ['phone numbers: ["+1 555 0100"]', /is not a phone number[\s\S]*digits without spaces/],
    ['emails: ["Ada <ada@example.com>"]', /is not an email address/],
    ['numbers: ["15550100"]', /has no key "numbers"[\s\S]*write "phone numbers"/],
    ['emials: [qa@example.com]', /did you mean "emails"\?/],
    ['- 15550100', /expected a mapping|a mapping for the list/],
    ['phone numbers: []', /is empty/],
  ])('refuses %s, says where and how to mend it', (text, message) => {
    expect(() => readOwnedSinks(file(`${text}\n`))).toThrow(message)
  })
  it('must be there', () => {
    expect(() => readOwnedSinks(join(folder, 'none.yaml'))).toThrow(/there is no list of owned sinks/)
  })
})

describe('what may happen on a live service', () => {
  const config = { ownedSinks: 'sinks.yaml', harmlessTools: ['find_order'] }
  it('is settled from flags and config; the config alone allows no dispatch', () => {
    file('phone numbers: ["15550100"]\n')
    expect(settleSafety({}, { config, folder }, '/')).toMatchObject({ dispatch: false, tools: ['find_order'] })
    expect(settleSafety({ allowDispatch: true, allowTools: ['a'] }, { config, folder }, '/')).toMatchObject({
      dispatch: true,
      sinks: { phoneNumbers: ['15550100'] },
      tools: ['find_order', 'a'],
    })
    expect(settleSafety({ allowTools: ['a', true] }, { config: {}, folder }, '/')).toEqual({
      dispatch: false,
      sinks: null,
      tools: 'all',
    })
  })
  it.each(['', '  '])('takes "%s" for no tool, and never for all of them', (name) => {
    expect(() => settleSafety({ allowTools: ['a', name] }, { config: {}, folder }, '/')).toThrow(/names no tool/)
  })
  it('takes no path for a tool', () => {
    expect(() => settleSafety({ allowTools: ['suites/a.yaml'] }, { config: {}, folder }, '/')).toThrow(
      /that is no tool/,
    )
  })
})
