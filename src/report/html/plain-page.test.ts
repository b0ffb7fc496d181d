import { describe, expect, it } from 'vitest'
import type { Finding, ReportDocument } from '../document/report-document.ts'
import { said } from '../document/words.ts'
import { plainPage } from './plain-page.ts'

const hostile = '</noscript><script>alert("1")</script>&\u202eevil'

function finding(index: number, more: Partial<Finding> = {}): Finding {
  return {
    ...{ case: String(index), group: said('Order desk'), title: said(`number ${index}`), label: '' },
    ...{ at: { file: 's.yaml', line: 7 }, verdict: 'failed', what: 'the reply is not as expected' },
    ...{ lines: ['  expected  "Hi"', '  actual    "No"'], evidence: '', runs: [] },
    ...more,
  }
}

function pageOf(findings: Finding[], more: Partial<ReportDocument> = {}): string {
  return plainPage({
    ...{ study: 'run', headline: '1 of 2 conversations failed', tableread: '0.1.0', startedAt: '', ms: 1 },
    ...{ target: 'local', cases: [], findings, most: 1, lists: [], gate: null, footer: ['2 turns'] },
    tables: [{ columns: [{ name: 'version' }, { name: 'failed' }], rows: [[said('default'), '1']] }],
    ...more,
  })
}

describe('the page without scripts', () => {
  it('says how it went, the tally, and of each failure its place, what was expected and what came', () => {
    const page = pageOf([finding(1, { word: 'flaky' })], { gate: { verdict: 'shut', reason: 'too many failed' } })
    expect(page).toContain('<h1>1 of 2 conversations failed</h1>\n<p>gate shut: too many failed</p>\n<p>2 turns</p>')
    expect(page).toContain('<tr><td>default</td><td>1</td></tr>')
    expect(page).toContain(
      '<tr><td>flaky</td><td>Order desk › number 1</td><td>s.yaml:7</td><td>the reply is not as expected<pre>  expected  &#34;Hi&#34;\n  actual    &#34;No&#34;</pre></td></tr>',
    )
  })

  it('lets nothing that others wrote be markup, or hide', () => {
    const { headline, target, tableread } = { headline: said(hostile), target: hostile, tableread: hostile }
    const words = { group: said(hostile), title: said(hostile), what: said(hostile), evidence: said(hostile) }
    const page = pageOf([finding(1, { ...words, lines: [said(hostile)], at: { file: hostile, line: 1 } })], {
      ...{ headline, target, tableread, footer: [said(hostile)] },
      tables: [{ title: said(hostile), columns: [{ name: hostile }], rows: [[said(hostile)]], notes: [said(hostile)] }],
    })
    expect(
      page.match(/<\/?[^<>]*>/g)?.filter((tag) => !/^<\/?(h1|p|table|thead|tbody|tr|th|td|pre|br)>$/.test(tag)),
    ).toEqual([])
    expect(page).not.toMatch(/\u202e/)
  })

  it('stays small, and counts what it leaves out', () => {
    const many = Array.from({ length: 3_000 }, (_, index) => finding(index))
    const long = many.map((each) => ({ ...each, lines: Array.from({ length: 200 }, () => said('x'.repeat(300))) }))
    expect(pageOf(many)).toContain('<p>and 2950 more</p>')
    expect(pageOf(long)).toMatch(/… 176 more lines<\/pre>[\s\S]*<p>and 29\d\d more<\/p>/)
    expect(pageOf(long).length).toBeLessThan(60_000)
  })
})
