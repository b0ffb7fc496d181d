import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { resultOf, turnOf } from '../../compare/align/result.fixture.ts'
import { compareTranscripts } from '../../compare/compare-transcripts.ts'
import { called, gave, said } from '../../engine/transcript/entries.fixture.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { drawComparison } from './draw-comparison.ts'
import { draftRun, orderRun } from './runs.fixture.ts'

const labels = { a: 'default', b: 'draft' }
const draw = (a: ConversationResult, b: ConversationResult): string =>
  drawComparison(compareTranscripts(a, b), a, b, labels)

/** The texts of a picture that have a mark, by mark. */
function marked(svg: string, mark: string): string[] {
  return [...svg.matchAll(new RegExp(`<tspan[^>]* class="${mark}">([^<]*)</tspan>`, 'g'))].map(([, text = '']) => text)
}

async function isWellFormed(svg: string): Promise<void> {
  const { errors } = await validateXML({ xml: [{ fileName: 'picture.svg', contents: svg }], schema: [anything] })
  expect(errors.filter(({ message }) => !message.includes('Schemas validity'))).toEqual([])
}

/** A schema that lets every document pass, so that only its form is checked. */
const anything = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2000/svg">
<xs:element name="svg"><xs:complexType><xs:sequence><xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
<xs:anyAttribute processContents="skip"/></xs:complexType></xs:element></xs:schema>`

describe('drawComparison', () => {
  it('marks what differs in its place, and nothing else', () => {
    const svg = draw(orderRun(), draftRun())
    expect(marked(svg, 'removed')).toEqual(['shipped', 'Your ', 'has shipped', 'Tuesday'])
    expect(marked(svg, 'added')).toEqual([
      'verbose: ',
      'true',
      'delayed',
      '-&gt; open_ticket(reason: delay) post',
      '&lt;- error {error: no such queue} 10 ms',
      'I am sorry, your ',
      'is delayed',
      'Friday',
    ])
    expect(svg).toContain('>not there<')
  })

  it('says the verdict of each turn by a shape, a colour and a word, and tells a turn that is the same in a line', () => {
    const svg = draw(orderRun(), draftRun())
    expect(svg).toMatch(/<path class="bad" [^>]*d="M1\.5 3\.5h13L8 14Z"\/><text class="title bad" [^>]*>regressed</)
    expect(svg).toMatch(/<path class="muted open" [^>]*\/><text class="title muted" [^>]*>same</)
    expect(svg).toContain('>one entry, the same on both sides<')
    expect(svg).not.toContain('welcome')
  })

  it('can be read aloud', () => {
    const svg = draw(orderRun(), draftRun())
    expect(svg).toContain('role="img" aria-labelledby="title desc"')
    expect(svg).toContain('<title id="title">Desk &gt; asks: default beside draft</title>')
    expect(svg).toMatch(/<desc id="desc">Turn 1: regressed: open_ticket is now called; .* Turn 2: same\.<\/desc>/)
  })

  it('is the picture that was looked at', async () => {
    await expect(draw(orderRun(), draftRun())).toMatchFileSnapshot('draw-comparison.golden.svg')
  })

  it('keeps hostile text text, and stays well formed', async () => {
    const hostile =
      '</text><script>alert(1)</script><![CDATA[ &bogus; \u0000\u0008\u202e\ud800\uffff "\'` ]]> <image href="http://x"/>'
    const entries = (text: string) => [
      said('user', text),
      called(text, 'c', { [text]: text }),
      gave(text, 'c', JSON.stringify({ [text]: [text] })),
      said('assistant', [
        { type: 'text', text },
        { type: 'button', text, payload: text },
        { type: 'image', mimeType: 'image/png', url: 'https://signed.example/x?secret=1', caption: text },
      ]),
      { type: 'thinking' as const, thinking: text, timestamp: '2026-01-01T00:00:00.000Z' },
    ]
    const a = resultOf([turnOf(0, entries(hostile))], { name: hostile, suite: hostile })
    const b = resultOf([turnOf(0, entries(`${hostile} <b>`))], { name: hostile, suite: hostile })
    const svg = drawComparison(compareTranscripts(a, b), a, b, { a: hostile, b: hostile })
    await isWellFormed(svg)
    expect(svg).not.toMatch(/<(script|image|use|a|foreignObject)\b|\s(href|on\w+)=["']|secret=1/)
    expect(svg).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}\u202e\uffff]/u)
    await isWellFormed(draw(orderRun(), draftRun()))
    await expect(isWellFormed(svg.replace('</desc>', ''))).rejects.toThrow()
  })

  it('has a bounded height and says what is left', { tags: 'slow' }, () => {
    const turns = (word: string) =>
      Array.from({ length: 60 }, (_, index) =>
        turnOf(index, [said('user', `question ${index}`), said('assistant', `${word} answer `.repeat(140))]),
      )
    const svg = draw(resultOf(turns('one')), resultOf(turns('two')))
    expect(Number(/height="(\d+)"/.exec(svg)?.[1])).toBeLessThan(2_500)
    expect(svg).toMatch(/… \d+ more turns with \d+ more entries not shown here/)
    expect(svg).toMatch(/… \d+ more lines/)
    expect(svg.length).toBeLessThan(250_000)
  })

  it('shows a turn that one side alone has, and a call at another place', () => {
    const [a, b] = [orderRun(), draftRun()]
    const svg = draw({ ...a, turns: a.turns.slice(0, 1) }, b)
    expect(svg).toContain('>Turn 2, on draft alone<')
    const order = (...names: string[]) =>
      resultOf([
        turnOf(0, [
          said('user', 'go'),
          ...names.flatMap((name) => [called(name, name, { of: name }), gave(name, name, '{}')]),
          said('assistant', 'done'),
        ]),
      ])
    expect(draw(order('first', 'second', 'third'), order('third', 'first', 'second'))).toContain(' at another place<')
  })
})
