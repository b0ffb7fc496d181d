import { describe, expect, it } from 'vitest'
import { isSlip } from './is-slip.ts'

describe('isSlip', () => {
  it.each([
    ['cancel_slots', 'cancel_slot'],
    ['lokup_order', 'lookup_order'],
    ['lookup_oredr', 'lookup_order'],
    ['Find_Slot', 'find_slot'],
  ])('takes %s for %s', (word, other) => expect(isSlip(word, other)).toBe(true))

  it.each([
    ['delete_patient', 'load_patient'],
    ['cancel_order', 'change_order'],
    ['send', 'end'],
    ['find_slot', 'find_slot'],
  ])('does not take %s for %s', (word, other) => expect(isSlip(word, other)).toBe(false))
})
