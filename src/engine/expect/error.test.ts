import { describe, expect, it } from 'vitest'
import { said } from '../transcript/entries.fixture.ts'
import { judgeTurn } from './judge-turn.fixture.ts'

const refusal = { status: 400, errorCode: 'messageRequired', message: 'a message is required' }
const judge = (error: string, more: object = { refusal }) => judgeTurn(`error: ${error}`, [], more)

describe('an expected refusal', () => {
  it.each([
    ['messageRequired', 'messageMissing'],
    ['400', '401'],
    ['{ at least: 400 }', '{ more than: 400 }'],
    ['{ status: 400, errorCode: messageRequired }', '{ status: 400, errorCode: other }'],
    ['{ message: { contains: required } }', '{ message: { contains: gone } }'],
    ['{ starts with: message }', '{ ends with: message }'],
  ])('%s is it, and %s is not', (good, bad) => {
    expect(judge(good)).toMatchObject([{ kind: 'error', verdict: 'passed', answered: false, mismatches: [] }])
    expect(judge(bad)).toMatchObject([{ kind: 'error', verdict: 'failed', answered: false, mismatches: [{}] }])
  })
  it.each([
    ['401', 'status', 1],
    ['other', 'errorCode', 1],
    ['{ status: 400, errorCode: other }', 'errorCode', 27],
  ])('%s names what differs, and its place', (error, path, column) => {
    const [outcome] = judge(error)
    const place = { line: 1, column: column + 'error: '.length }
    expect(outcome).toMatchObject({ at: place, mismatches: [{ path, at: place }] })
  })
  it('is not met by an answer', () => {
    const [outcome] = judgeTurn('error: messageRequired', [said('assistant', 'ok')])
    expect(outcome).toMatchObject({ kind: 'error', verdict: 'failed', answered: true, at: { column: 8 } })
    expect(outcome).toHaveProperty('mismatches', [])
  })
})
