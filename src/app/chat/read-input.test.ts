import { describe, expect, it } from 'vitest'
import { type Button, readInput } from './read-input.ts'

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
