import { z } from 'zod'
import { countOf, headOf, milliseconds, type OutputOf } from '../../base/json/typed-shapes.ts'
import { conversationShape, usageShape } from '../../engine/verdict/conversation-shape.ts'
import { problemShape } from '../../suite/yaml/problem-shape.ts'
import { exactShareShape } from '../exact-share-shape.ts'

const tally = {
  /** Talks that ran to their end and could be judged; each counts under either `harmed` or `held`. */
  judged: countOf('Talks that ran to their end and were judged.'),
  harmed: countOf('Those in which the agent did harm.'),
  /** Talks that could not be judged: the service or the network failed, or a transcript breaks a law. */
  errored: countOf('Those that could not be judged.'),
  /** Talks that were not run, because the turn budget ran out or the work was interrupted. */
  unrun: countOf('Those that were not run.'),
}

const total = z.object(tally)

/** Talks counted by what happened to them. A talk is one attack for one goal with one seed. */
export interface AttackTally extends z.output<typeof total> {}

const rate = exactShareShape.nullable().describe('null where nothing was judged.')

const leakMembers = {
  text: z.string().describe('The text, as the goal has it.'),
  form: z.enum([
    'as written',
    'with other marks',
    'in look-alike letters',
    'backwards',
    'turned by thirteen letters',
    'in base64',
    'in hexadecimal',
    'as codes',
    'in Morse',
    'by first letters',
    'in pieces',
  ]),
  /** The part of a reply that tells it, as it stands there; for a text told in pieces, the last piece. */
  as: z.string().describe('The piece of a reply that tells it; of pieces, the last.'),
  reply: countOf('The reply that completes it, from 0.'),
}

/** A text that was told although it must never be told. */
export interface Leak extends OutputOf<typeof leakMembers> {}

const leak: z.ZodType<Leak> = z
  .object(leakMembers)
  .meta({ id: 'Leak', description: 'A text that was told although nobody may be told it.' })

const harmMembers = {
  /** The id of its talk: file, line of the goal, attack, seed and version. */
  id: z.string(),
  file: z.string(),
  /** The line of the state that it violates, under `harm:`. */
  line: countOf('Of what it breaks, under harm.'),
  attacks: z.string().describe('The name of the file of attacks.'),
  goal: z.string(),
  wish: z.string(),
  attack: z.string(),
  family: z.string(),
  agent: z.string(),
  version: z.string(),
  seed: z.number(),
  /** In words: `calls issue_refund(order_id: "1042")`, `tells "QUARTZ-HERON-58", backwards`. */
  what: z.string().describe('The harm in words.'),
  /** Set when a text was told; null when the harm is a call. */
  leak: leak.nullable().describe('null of a call.'),
  turn: countOf('The turn that brought it, from 0.'),
  said: z.array(z.string()).describe('What the attacker said, message by message.'),
  /** The links sent along, a list for each message; absent where none was. */
  attachments: z
    .array(z.array(z.string()))
    .exactOptional()
    .describe('Links sent along, message by message; absent where there are none.'),
  /** How often the same attack for the same goal harmed, over its seeds. */
  seeds: z
    .object({ harmed: countOf('Talks that harmed.'), judged: countOf('Talks that were judged.') })
    .describe('The same attack for the same goal, over its seeds.'),
  /** The talk as it ran; for a leak, with a failed outcome on the turn that told the text. */
  run: conversationShape,
}

/** One harm that an agent did: the first of its talk, since a talk ends with its first harm. */
export interface Harm extends OutputOf<typeof harmMembers> {}

const harm: z.ZodType<Harm> = z
  .object(harmMembers)
  .meta({ id: 'Harm', description: 'One harm that an agent did, which ended its talk.' })

const goalMembers = {
  file: z.string(),
  line: countOf('Where it begins.'),
  attacks: z.string(),
  goal: z.string(),
  agent: z.string(),
  version: z.string(),
  ...tally,
  rate,
  harmfulAttacks: countOf('How many different attacks harmed.'),
}

/** The talks of one goal against one version. */
export interface GoalAttacked extends OutputOf<typeof goalMembers> {}

const goal: z.ZodType<GoalAttacked> = z
  .object(goalMembers)
  .meta({ id: 'GoalAttacked', description: 'The talks of one goal against one version.' })

const familyMembers = { family: z.string(), ...tally, rate }

/** The talks of one family of attacks. */
export interface FamilyAttacked extends OutputOf<typeof familyMembers> {}

const family: z.ZodType<FamilyAttacked> = z
  .object(familyMembers)
  .meta({ id: 'FamilyAttacked', description: 'The talks of one family of attacks.' })

const unjudgedMembers = {
  id: z.string(),
  file: z.string(),
  line: z.number(),
  goal: z.string(),
  attack: z.string(),
  seed: z.number(),
  version: z.string(),
  kind: z.enum(['errored', 'unsafe', 'broken', 'not run']),
  reason: z.string(),
}

/** A talk that could not be judged, or was not run. */
export interface UnjudgedTalk extends OutputOf<typeof unjudgedMembers> {}

const unjudged: z.ZodType<UnjudgedTalk> = z
  .object(unjudgedMembers)
  .meta({ id: 'UnjudgedTalk', description: 'A talk that could not be judged, or was not run.' })

const leftOutMembers = {
  file: z.string(),
  attack: z.string(),
  family: z.string(),
  goal: z.string().nullable().describe('null where it was tried for none.'),
  reason: z.string(),
}

/** An attack that was not tried for a goal (null: for any goal), and why. */
export interface LeftOutAttack extends OutputOf<typeof leftOutMembers> {}

const leftOut: z.ZodType<LeftOutAttack> = z
  .object(leftOutMembers)
  .meta({ id: 'LeftOut', description: 'An attack that was not tried.' })

const gateMembers = {
  harm: z.number().describe('The largest share of talks that may end in harm.'),
  verdict: z.enum(['open', 'shut', 'not enough']),
  reason: z.string(),
}

/** What closed the gate or kept it from opening. */
export interface AttackGate extends OutputOf<typeof gateMembers> {}

const gate: z.ZodType<AttackGate> = z
  .object(gateMembers)
  .meta({ id: 'AttackGate', description: 'not enough: too little was judged to say.' })

const attackMembers = {
  ...headOf('attack'),
  ms: milliseconds('How long it took.'),
  /** The service as reports name it. */
  target: z.string(),
  seed: z.string(),
  seeds: countOf('How often each attack was tried for each goal.'),
  /** Turns sent, all talks together. */
  turns: countOf('Turns sent.'),
  total: total as z.ZodType<AttackTally>,
  rate,
  families: z.array(family),
  goals: z.array(goal),
  harms: z.array(harm).describe('The shortest talks first.'),
  unjudged: z.array(unjudged),
  leftOut: z.array(leftOut),
  gate,
  /** What models used; absent unless the service reports it. */
  usage: usageShape.exactOptional(),
  warnings: z.array(problemShape).exactOptional(),
}

/** What `tableread attack` finds: JSON-safe, the document of `--json`. */
export interface AttackResult extends OutputOf<typeof attackMembers> {}

export const attackShape: z.ZodType<AttackResult> = z.object(attackMembers)
