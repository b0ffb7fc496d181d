import fc from 'fast-check'
import { requestChecks } from '../checks/request-checks.ts'
import { type BaseName, validRequests } from '../requests/valid-requests.ts'
import {
  type ContractRequest,
  finishDraft,
  leave,
  type RequestDraft,
  type RequestEdit,
} from '../world/contract-request.ts'
import type { Rule } from '../world/rule.ts'
import type { World } from '../world/world.ts'
import { isAcceptance, requestRules } from './oracle.ts'

/** Requests that fall under a rule, alone or while breaking one or two others; or why none can be drawn. */
export function drawRequests(rule: Rule, world: World): fc.Arbitrary<ContractRequest> | { missing: string } {
  const check = requestChecks[rule.id]
  const own = check?.edits(world) ?? null
  if (check === undefined || own === null) return { missing: 'the workspace has nothing to try it with' }
  const requests = check.from.flatMap((base) => {
    const valid = validRequests(world, base)
    return valid === null ? [] : [draw(valid, own, isAcceptance(rule) ? [] : editsOf(base, world, rule.id))]
  })
  if (requests.length > 0) return fc.oneof({ withCrossShrink: true }, ...requests)
  return {
    missing:
      world.subject.reach === 'everything'
        ? 'the workspace has nothing to try it with'
        : 'unsafe: it could reach a person',
  }
}

/** Requests of a kind, valid or breaking up to two rules: the traffic on which laws of answers are checked. */
export function drawTraffic(base: BaseName, world: World): fc.Arbitrary<ContractRequest> | null {
  const valid = validRequests(world, base)
  return valid === null ? null : draw(valid, fc.constant(leave), editsOf(base, world, ''))
}

/** Requests of a kind that break two to four rules at once, or touch open points. */
export function drawBroken(base: BaseName, world: World): fc.Arbitrary<ContractRequest> | null {
  const valid = validRequests(world, base)
  const edits = editsOf(base, world, '')
  if (valid === null || edits.length === 0) return null
  const several = fc.array(fc.oneof(...edits), { minLength: 2, maxLength: 4 })
  return fc.tuple(valid, several).map(([draft, all]) => finishDraft(all.reduce((edited, edit) => edit(edited), draft)))
}

function draw(
  valid: fc.Arbitrary<RequestDraft>,
  own: fc.Arbitrary<RequestEdit>,
  others: fc.Arbitrary<RequestEdit>[],
): fc.Arbitrary<ContractRequest> {
  const one: fc.Arbitrary<RequestEdit[]> =
    others.length === 0 ? fc.constant([]) : fc.oneof(...others).map((edit) => [edit])
  const more = fc.oneof(
    { withCrossShrink: true },
    { weight: 6, arbitrary: fc.constant<RequestEdit[]>([]) },
    { weight: 2, arbitrary: one },
    { weight: 1, arbitrary: fc.tuple(one, one).map((both) => both.flat()) },
  )
  // the rule's own edit comes last, so that no other one undoes it
  return fc
    .tuple(valid, more, own)
    .map(([draft, edits, last]) => finishDraft([...edits, last].reduce((edited, edit) => edit(edited), draft)))
}

function editsOf(base: BaseName, world: World, exceptId: string): fc.Arbitrary<RequestEdit>[] {
  return requestRules.flatMap((rule) => {
    const check = requestChecks[rule.id]
    const fits = check?.from.includes(base) === true && rule.id !== exceptId && rule.level !== 'unspecified'
    const edits = fits && !isAcceptance(rule) ? check.edits(world) : null
    return edits === null ? [] : [edits]
  })
}
