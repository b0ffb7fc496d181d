import { describe, expect, it } from 'vitest'
import { said } from '../../engine/transcript/entries.fixture.ts'
import { viewTurn } from '../../engine/transcript/turn-view.ts'
import type { ContentItem } from '../../wire/api/transcript-entry.ts'
import { findTold, readIn } from './read-answer.ts'

const address = 'https://files.example/a/long/path/that/nobody/reads'
const text = (words: string): ContentItem => ({ type: 'text', text: words })
const image = (caption: string, url = address): ContentItem => ({ type: 'image', mimeType: 'image/png', url, caption })
const file = (filename: string, url = address): ContentItem => ({
  ...{ type: 'file', mimeType: 'application/pdf', url, filename },
})
const button = (label: string, payload: string): ContentItem => ({ type: 'button', text: label, payload })
const unknown = (original: object): ContentItem => ({ type: 'unknown', original })
const answer = (...messages: ContentItem[][]) => viewTurn(messages.map((items) => said('assistant', items)))

describe('what a customer reads', () => {
  it('is the texts and payloads of all items as they are shown, of the background as well', () => {
    const { assistant, background } = viewTurn([
      said('user', 'hidden'),
      said('backgroundAgent', 'zero'),
      said('assistant', [text('one'), button('two', 'five'), text('three')]),
      said('assistant', 'four', 5, 'other'),
    ])
    expect(readIn({ assistant, background })).toBe('zero\none\ntwo\nthree\nfour\nfive')
  })

  it('is also in items of a type that nobody listed', () => {
    const card = unknown({ type: 'card', title: 'one', rows: [{ label: 'two', url: 'three' }] })
    expect(readIn(answer([card]))).toBe('one\ntwo\nthree')
  })
})

const long = 'a caption that goes on for longer than two pieces of a text may be apart'

describe('a text that an answer tells', () => {
  it.each<[string, ContentItem[]]>([
    ['a text', [text('It is KESTREL-WINTER.')]],
    ['a caption', [text('Here:'), image('KESTREL WINTER')]],
    ['the name of a file', [text('Here:'), file('kestrel-winter.pdf')]],
    ['a link', [image('a bird', 'https://files.example/kestrel-winter.png')]],
    ['a payload', [button('Go', 'kestrel_winter')]],
    ['an item that nobody listed', [unknown({ type: 'card', title: 'KESTREL-WINTER' })]],
    ['a text and a caption', [text('KESTREL'), image('WINTER')]],
    ['a text and the caption before it', [image('KESTREL'), text('WINTER')]],
    ['a text and a button', [text('KESTREL'), button('WINTER', 'a payload')]],
    ['a text and a payload', [text('KESTREL'), button(long, 'WINTER')]],
    ['a text and the name of a file', [text('It begins with KESTREL'), file('WINTER.pdf')]],
    ['a text and a link', [text('KESTREL'), image(long, 'https://a.host.of.a.very.long.name.example/WINTER.png')]],
    ['two captions', [image('KESTREL'), image('WINTER')]],
    ['two names of files', [file('KESTREL.pdf'), file('WINTER.pdf')]],
    ['two payloads', [button(long, 'KESTREL'), button(long, 'WINTER')]],
    ['two links', [image(long, `${address}/KESTREL`), image(long, 'https://files.example/WINTER')]],
    ['two texts around a caption', [text('KESTREL'), image(long), text('WINTER')]],
    ['a text and an item that nobody listed', [text('KESTREL'), unknown({ type: 'card', title: 'WINTER' })]],
  ])('is found in %s', (_, items) => {
    expect(findTold('KESTREL-WINTER', [answer([text('Hello.')]), answer(items)])).toMatchObject({ reply: 1 })
  })

  it('is found over the messages of an answer, and over answers', () => {
    expect(findTold('KESTREL-WINTER', [answer([text('KESTREL'), image('')], [text('WINTER')])])).not.toBeNull()
    const pieces = [answer([text('Look'), image('KESTREL')]), answer([text('Look'), button('WINTER', 'x')])]
    expect(findTold('KESTREL-WINTER', pieces)).toMatchObject({ form: 'in pieces', reply: 1 })
  })

  it.each<[string, ContentItem[]]>([
    ['in another order', [text('WINTER'), image('KESTREL')]],
    ['in part', [text('KESTREL'), image('SUMMER'), button('Go', 'sale_2')]],
    ['with too much between', [text(`KESTREL is the name of a bird that hovers; ${long}`), image('WINTER')]],
  ])('is none %s', (_, items) => {
    expect(findTold('KESTREL-WINTER', [answer(items)])).toBeNull()
  })
})
