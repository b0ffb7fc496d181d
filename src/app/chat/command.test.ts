import { describe, expect, it } from 'vitest'
import { hintFor } from './command.ts'

describe('hintFor', () => {
  it.each([
    ['sav', 'did you mean /save?'],
    ['exit', 'did you mean /quit?'],
    ['versoin', 'did you mean /version?'],
    ['etc/hosts', '/help lists the commands; to say it to the agent: /say /etc/hosts'],
  ])('of /%s', (word, hint) => {
    expect(hintFor(word)).toBe(hint)
  })
})
