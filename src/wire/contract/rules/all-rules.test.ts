import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { unseenRules } from '../check-contract.ts'
import { requestChecks } from '../checks/request-checks.ts'
import { allLaws } from '../laws/all-laws.ts'
import { allScenarios } from '../scenarios/all-scenarios.ts'
import { allRules } from './all-rules.ts'

const catalogue = parse(readFileSync(new URL('../../../../fixtures/rules.yaml', import.meta.url), 'utf8')) as {
  rules: { id: string; op: string; live: string; source: string; title: string; expect?: { errorCode?: string } }[]
}
const ids = allRules.map(({ id }) => id)
const checked = new Set([...Object.keys(requestChecks), ...Object.keys(allLaws), ...Object.keys(allScenarios)])

describe('the rule table', () => {
  it('is the catalogue as it is now; node scripts/write-rules.mjs writes it', () => {
    const rows = allRules.map(({ id, operation, level, source, text }) => [id, operation, level, source, text])
    expect(rows).toEqual(catalogue.rules.map(({ id, op, live, source, title }) => [id, op, live, source, title]))
    expect(allRules.every(({ expected }) => expected.length > 0)).toBe(true)
  })
  it('allows a plain refusal only as the catalogue has it', () => {
    const plain = catalogue.rules.filter(({ live, expect: code }) => live === 'must' && code?.errorCode !== undefined)
    const refused = new Map(allRules.map(({ id, allows = [] }) => [id, allows.join()]))
    const odd = plain.filter(({ id, expect: code }) => !refused.get(id)?.includes(String(code?.errorCode)))
    expect(odd.map(({ id }) => id)).toEqual(['ENV-20'])
  })
  it('checks each rule, or says why it cannot be checked', () => {
    expect(ids.filter((id) => !checked.has(id) && unseenRules[id] === undefined)).toEqual([])
    expect(ids.filter((id) => checked.has(id) && unseenRules[id] !== undefined)).toEqual([])
  })
  it('has no check and no reason for a rule that is none', () => {
    expect([...checked, ...Object.keys(unseenRules)].filter((id) => !ids.includes(id))).toEqual([])
  })
  it('leaves only one must rule unchecked: a duty of the client', () => {
    expect(allRules.filter(({ id, level }) => level === 'must' && !checked.has(id)).map(({ id }) => id)).toEqual([
      'DEL-09',
    ])
  })
  it('says what each rule about one request allows', () => {
    const silent = allRules.filter(({ id, allows = [] }) => Object.hasOwn(requestChecks, id) && allows.length === 0)
    expect(silent.map(({ id }) => id)).toEqual([])
    const form = /^(accepted|refused|4xx|\d{3}( \w+)?)$/
    expect(allRules.flatMap(({ allows = [] }) => allows.filter((each) => !form.test(each)))).toEqual([])
  })
})
