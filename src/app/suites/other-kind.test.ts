import { expect, it } from 'vitest'
import { findOtherKind } from './other-kind.ts'

it.each([
  ['agent: desk\nid: desk\nversions: { 1: {} }\n', 'this is an agent, and a suite belongs here'],
  ['agent: desk\ndraft: {}\n', 'this is an agent, and a suite belongs here'],
  ['workspace: w\nkeys: [k]\nagents: [a.yaml]\n', 'this is a workspace, and a suite belongs here'],
  ['workspace: w\nversions: [default]\n', 'this is a config, and a suite belongs here'],
  ['attacks: a\nagent: desk\ngoals: []\n', 'this is a file of attacks, and a suite belongs here'],
  ['labels: l\ncriterion: it is kind\nexamples: []\n', 'this is a file of labels, and a suite belongs here'],
  ['suite: s\nagent: desk\nversions: [default]\n', undefined],
  ['agent: desk\n', undefined],
  ['- one\n', undefined],
])('of %j', (content, message) => {
  expect(findOtherKind(content, 's.yaml')?.message).toBe(message)
})
