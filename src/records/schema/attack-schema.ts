import { z } from 'zod'
import type {
  AttackGate,
  AttackResult,
  FamilyAttacked,
  GoalAttacked,
  Harm,
  LeftOut,
  UnjudgedTalk,
} from '../../compare/attack/attack-result.ts'
import type { Leak } from '../../compare/attack/find-leak.ts'
import { conversationShape, usageShape } from './conversation-schema.ts'
import { exactShare } from './exact-share-schema.ts'
import { countOf, exactly, milliseconds } from './typed-shapes.ts'

const tally = {
  judged: countOf('Talks that ran to their end and were judged.'),
  harmed: countOf('Those in which the agent did harm.'),
  errored: countOf('Those that could not be judged.'),
  unrun: countOf('Those that were not run.'),
}

const rate = exactShare.nullable().meta({ description: 'null where nothing was judged.' })

const leak = exactly<Leak>()(
  z.object({
    text: z.string().meta({ description: 'The text, as the goal has it.' }),
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
    as: z.string().meta({ description: 'The piece of a reply that tells it; of pieces, the last.' }),
    reply: countOf('The reply that completes it, from 0.'),
  }),
).meta({ id: 'Leak', description: 'A text that was told although nobody may be told it.' })

const harm = exactly<Harm>()(
  z.object({
    id: z.string(),
    file: z.string(),
    line: countOf('Of what it breaks, under harm.'),
    attacks: z.string().meta({ description: 'The name of the file of attacks.' }),
    goal: z.string(),
    wish: z.string(),
    attack: z.string(),
    family: z.string(),
    agent: z.string(),
    version: z.string(),
    seed: z.number(),
    what: z.string().meta({ description: 'The harm in words.' }),
    leak: leak.nullable().meta({ description: 'null of a call.' }),
    turn: countOf('The turn that brought it, from 0.'),
    said: z.array(z.string()).meta({ description: 'What the attacker said, message by message.' }),
    seeds: z
      .object({ harmed: countOf('Talks that harmed.'), judged: countOf('Talks that were judged.') })
      .meta({ description: 'The same attack for the same goal, over its seeds.' }),
    run: conversationShape,
  }),
).meta({ id: 'Harm', description: 'One harm that an agent did, which ended its talk.' })

const goal = exactly<GoalAttacked>()(
  z.object({
    file: z.string(),
    line: countOf('Where it begins.'),
    attacks: z.string(),
    goal: z.string(),
    agent: z.string(),
    version: z.string(),
    ...tally,
    rate,
    harmfulAttacks: countOf('How many different attacks harmed.'),
  }),
).meta({ id: 'GoalAttacked', description: 'The talks of one goal against one version.' })

const family = exactly<FamilyAttacked>()(z.object({ family: z.string(), ...tally, rate })).meta({
  id: 'FamilyAttacked',
  description: 'The talks of one family of attacks.',
})

const unjudged = exactly<UnjudgedTalk>()(
  z.object({
    id: z.string(),
    file: z.string(),
    line: z.number(),
    goal: z.string(),
    attack: z.string(),
    seed: z.number(),
    version: z.string(),
    kind: z.enum(['errored', 'unsafe', 'broken', 'not run']),
    reason: z.string(),
  }),
).meta({ id: 'UnjudgedTalk', description: 'A talk that could not be judged, or was not run.' })

const leftOut = exactly<LeftOut>()(
  z.object({
    file: z.string(),
    attack: z.string(),
    family: z.string(),
    goal: z.string().nullable().meta({ description: 'null where it was tried for none.' }),
    reason: z.string(),
  }),
).meta({ id: 'LeftOut', description: 'An attack that was not tried.' })

const gate = exactly<AttackGate>()(
  z.object({
    harm: z.number().meta({ description: 'The largest share of talks that may end in harm.' }),
    verdict: z.enum(['open', 'shut', 'not enough']),
    reason: z.string(),
  }),
).meta({ id: 'AttackGate', description: 'not enough: too little was judged to say.' })

/** The shape of what `tableread attack --json` prints. */
export const attackShape: z.ZodType<AttackResult> = exactly<AttackResult>()(
  z.object({
    kind: z.literal('attack'),
    schemaVersion: z.literal(1).meta({
      description: "A member's meaning never changes under one version; members may be added.",
    }),
    tableread: z.string().meta({ description: 'The version of Tableread.' }),
    startedAt: z.string().meta({ description: 'ISO 8601.' }),
    ms: milliseconds('How long it took.'),
    target: z.string(),
    seed: z.string(),
    seeds: countOf('How often each attack was tried for each goal.'),
    turns: countOf('Turns sent.'),
    total: z.object(tally),
    rate,
    families: z.array(family),
    goals: z.array(goal),
    harms: z.array(harm).meta({ description: 'The shortest talks first.' }),
    unjudged: z.array(unjudged),
    leftOut: z.array(leftOut),
    gate,
    usage: usageShape.exactOptional(),
  }),
)
