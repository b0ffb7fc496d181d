import { describe, expect, it } from 'vitest'
import { splitSentences } from './split-sentences.ts'

describe('the sentences of a text', () => {
  it.each([
    ['Your doctor is Dr. Smith. She calls.', ['Your doctor is Dr. Smith. ', 'She calls.']],
    ['Ask Mr. X, Mrs. Y or Prof. J. Z. today', ['Ask Mr. X, Mrs. Y or Prof. J. Z. today']],
    ['J. R. R. Tolkien wrote it.', ['J. R. R. Tolkien wrote it.']],
    ['Some day, e.g. Monday. Fine?', ['Some day, e.g. Monday. ', 'Fine?']],
    ['It goes to St. Louis. Thanks!', ['It goes to St. Louis. ', 'Thanks!']],
    ['Take option B. It is cheap.', ['Take option B. ', 'It is cheap.']],
    ['No. We ship tomorrow.', ['No. ', 'We ship tomorrow.']],
    ['So do I. We all do.', ['So do I. ', 'We all do.']],
    ['It costs $5.00 etc. We ship at 5 p.m. You wait.', ['It costs $5.00 etc. ', 'We ship at 5 p.m. ', 'You wait.']],
    ['1. First\n2. Second', ['1. First\n', '2. Second']],
    ['Thanks! 🎉👍', ['Thanks! 🎉👍']],
    ['Hello!\n\nYou said Dr.\nSmith', ['Hello!\n\n', 'You said Dr.\n', 'Smith']],
    ['こんにちは。元気？', ['こんにちは。', '元気？']],
    ['👍', ['👍']],
    ['', []],
  ])('%j', (text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences)
    expect(splitSentences(text).join('')).toBe(text)
  })
})
