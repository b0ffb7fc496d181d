import { describe, expect, it } from 'vitest'
import { readConfigPercent, readPercent, readPort, readShare, readTime, readWhole } from './flag-values.ts'

describe('values of flags', () => {
  it('are read', () => {
    expect([
      readWhole('--repeat', '3', { most: 10 }),
      readWhole('--limit', '0', { least: 0, most: 10 }),
      readWhole('--seed', '-7', { least: -9, most: 9 }),
      readPort('--port', '65535'),
      readPercent('--min-score', '95 %'),
      readConfigPercent('--smallest-drop', '10%'),
      readShare('--alpha', '.05', 0.5, ''),
      readTime('--time-limit', '2min'),
    ]).toEqual([3, 0, -7, 65_535, 0.95, 0.1, 0.05, 120_000])
  })
  it.each([
    ['0', '--repeat 0 is not a whole number from 1 to 10'],
    ['11', '--repeat 11 is not'],
    ['1.5', '--repeat 1.5 is not'],
    ['1e1', '--repeat 1e1 is not'],
    ['-1', '--repeat -1 is not'],
    ['', '--repeat  is not'],
  ])('are refused where "%s" is no number of the flag', (text, message) => {
    expect(() => readWhole('--repeat', text, { most: 10 })).toThrow(message)
  })
  it('say what else may stand there', () => {
    expect(() => readWhole('--keep', 'most', { most: 9, or: 'all' })).toThrow('from 1 to 9, or all')
  })
  it('are refused where a port, a share or a time is none', () => {
    expect(() => readPort('--port', '65536')).toThrow('--port 65536 is not a port')
    expect(() => readPercent('--min-score', '101')).toThrow('not a percentage from 0 to 100')
    expect(() => readConfigPercent('--smallest-drop', '10')).toThrow('--smallest-drop: "10" is not a percentage')
    expect(() => readConfigPercent('--smallest-drop', '101 %')).toThrow('--smallest-drop: 101 % is more than 100 %')
    expect(() => readShare('--alpha', '0.6', 0.5, 'write 0.05')).toThrow('not a share between 0 and 0.5')
    expect(() => readTime('--time-limit', '3')).toThrow('write a number and a unit')
  })
})
