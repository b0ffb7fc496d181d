import { describe, expect, it } from 'vitest'
import { type Button, hintFor, readInput, readMetadata } from './input.ts'

describe('hintFor', () => {
  it.each([
    ['sav', 'did you mean /save?'],
    ['exit', 'did you mean /quit?'],
    ['keep', 'did you mean /save?'],
    ['versoin', 'did you mean /version?'],
    ['etc/hosts', '/help lists the commands; to say it to the agent: /say /etc/hosts'],
  ])('of /%s', (word, hint) => {
    expect(hintFor(word)).toBe(hint)
  })
})

const buttons: Button[] = [
  { type: 'button', text: 'Yes please', payload: 'send_link' },
  { type: 'button', text: ' ', payload: 'done' },
  { type: 'button', text: '', payload: '' },
]
const message = (text: string, pressed = false) => ({ kind: 'message', text, pressed })

describe('readInput', () => {
  it.each([
    ['  Where is my order?  ', message('Where is my order?')],
    ['1', message('Yes please', true)],
    ['2', message('done', true)],
    ['3', message('3')],
    ['4', message('4')],
    ['0', message('0')],
    ['1042', message('1042')],
    ['1 of them', message('1 of them')],
    ['/say 1', message('1')],
    ['/say /etc/hosts', message('/etc/hosts')],
    ['   ', { kind: 'nothing' }],
    ['/say', { kind: 'command', name: 'say', rest: '' }],
    ['/save a.yaml my talk ', { kind: 'command', name: 'save', rest: 'a.yaml my talk' }],
    ['/QUIT', { kind: 'command', name: 'quit', rest: '' }],
    ['/sav', { kind: 'unknown command', word: 'sav' }],
    ['/', { kind: 'unknown command', word: '' }],
  ])('reads %j', (entered, input) => {
    expect(readInput(entered, buttons)).toEqual(input)
  })
  it('takes a number as it is where there are no buttons', () => {
    expect(readInput('1', [])).toEqual(message('1'))
  })
})

const files: Record<string, string> = {
  'm.json': '{ "tier": "gold", "orders": [1] }',
  'list.json': '[1]',
  'cut.json': '{\n  "tier": gold\n}',
}
const read = (text: string) => readMetadata(text, { name: 'Asha' }, (path) => files[path] ?? null)

describe('readMetadata', () => {
  it.each([
    ['tier=gold', { name: 'Asha', tier: 'gold' }],
    ['name=Ben = Bob', { name: 'Ben = Bob' }],
    ['name=', {}],
    ['m.json', { name: 'Asha', tier: 'gold', orders: [1] }],
  ])('adds %s', (text, metadata) => {
    expect(read(text)).toEqual({ ok: true, metadata })
  })
  it.each([
    ['no.json', '"no.json" is neither key=value nor a file'],
    ['list.json', 'list.json holds no JSON object'],
    ['cut.json', 'cut.json:2:11: this is not valid JSON'],
  ])('refuses %s', (text, message) => {
    expect(read(text)).toMatchObject({ ok: false, message })
  })
})
