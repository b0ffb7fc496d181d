import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainSaid } from '../document/door.ts'
import { escapeText, fenceLines } from './blocks.ts'

/** What a renderer shows: entities and our own elements resolved, joiners removed. */
const plainOf = (markdown: string): string =>
  markdown
    .replace(/<\/?(?:span|code)>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('\u2060', '')

describe('text of others in Markdown', () => {
  it.each([
    ['a pipe', 'a | b', 'a &#124; b'],
    ['markup', '**x** _y_ ~~z~~ `c`', '&#42;&#42;x&#42;&#42; &#95;y&#95; &#126;&#126;z&#126;&#126; &#96;c&#96;'],
    ['HTML', '<img src=x onerror=1>', '&#60;img src=x onerror=1&#62;'],
    ['an image', '![x](http://e.vil)', '!&#91;x&#93;(http&#58;//e.vil)'],
    ['a mention', 'thanks @octo', 'thanks &#64;\u2060octo'],
    ['an address', 'a@b.example', 'a&#64;\u2060b.example'],
    ['references', '#12 GH-3 o/r#4', '&#35;\u206012 GH-\u20603 o/r&#35;\u20604'],
    ['a list', '- x', '&#45; x'],
    ['a number of a list', '1. x', '1&#46; x'],
    ['a rule', '---', '&#45;--'],
    ['an emoji', ':tada:', '&#58;\u2060tada:'],
    ['a formula', 'costs $5', 'costs <span>$</span>5'],
    ['a host', 'www.e.vil', 'www&#46;e.vil'],
    ['lines', 'a\n\n# b', 'a &#35; b'],
    [
      'what nobody sees',
      'a\u202eb\u0007',
      'a[U+202E]b[U+0007]'.replace(/[[\]]/g, (each) => `&#${each.charCodeAt(0)};`),
    ],
  ])('keeps %s as text', (_, text, markdown) => {
    expect(escapeText(plainSaid(text))).toBe(markdown)
  })
  it('shows every text, and nothing in it means anything', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(...'\\`*_{}[]()<>#+-.!|~&@:$^=\'"/ \nabw12é'.split(''), 'www', 'http://', 'GH-1'),
    })
    fc.assert(
      fc.property(nasty, (text) => {
        const markdown = escapeText(text)
        expect(plainOf(markdown)).toBe(text.replace(/\s+/g, ' '))
        const rest = markdown.replace(/&#\d+;|<\/?span>/g, ' ')
        expect(rest).not.toMatch(/[\\`*_{}[\]<>|~&#@^\n]|:\/\/|www\./)
        expect(markdown).not.toMatch(/^\s*(\d+[.)]|[-+=])/)
      }),
      { seed: 7, numRuns: 300 },
    )
  })
  it('cannot end a fence', () => {
    const lines = ['  indented', '````', '@octo <b>']
    expect(fenceLines(lines)).toBe('`````text\n  indented\n````\n@octo <b>\n`````')
  })
})
