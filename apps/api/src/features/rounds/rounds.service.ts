import * as roundsApi from '@pinmark/shared/api/rounds'
import type { NewVerdict, Round, RoundChange } from '@pinmark/shared/entities/round'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from '../../access/actor'
import { checkGuestName, namesAreFree } from '../../access/guest-name'
import { permit } from '../../access/permit'
import { requireProject } from '../../access/require-project'
import { isOwner } from '../../access/rights'
import { tryAgain } from '../../base/try-again'
import { updateRound } from '../../models/permitted-project'
import type { ProjectRecord } from '../../models/project'
import { beginChange, completeChange } from '../../models/project-stats'
import { clearVerdict, findVerdicts, storeVerdict } from '../../models/verdict'
import { visitorKey } from '../../models/visitor-key'
import { presentRound } from '../../presenters/round'

/** Closes the present round with a message, or opens it again.
 *  @throws AppError those of `refusal`, and round_is_over */
export async function changeRound(
  actor: Actor,
  projectId: string,
  { closed, message, round }: RoundChange,
): Promise<Round> {
  const { action } = roundsApi.changeRound
  const change = closed ? { closedAt: new Date(), message } : { closedAt: null, message: '' }
  const project = await updateRound(permit(actor, projectId, action), round, change)
  if (project) return present(actor, project)
  throw isOver(await requireProject(actor, projectId, action), round)
}

/** Stores a visitor's verdict on the present round, in place of their earlier one.
 *  @throws AppError those of `refusal`, and round_is_over, commenter_is_owner, commenter_claims_role,
 *  guest_secret_required, verdict_limit_reached, and those of `countBrowser`, which counts first verdicts */
export async function giveVerdict(
  actor: Actor,
  projectId: string,
  given: NewVerdict,
  countBrowser: (actor: Actor, room: string) => Promise<void>,
): Promise<Round> {
  const visitor = requireVisitor(actor)
  const project = await begin(actor, projectId, roundsApi.giveVerdict.action, given)
  return completeChange(project, async () => {
    const { verdict, note } = given
    const name = isOwner(actor, project) ? project.ownerName : given.name
    const place = { ...placeOf(project), visitor }
    const isStored = await storeVerdict(place, { name, verdict, note, at: new Date() }, () =>
      countBrowser(actor, `${project.publicId} ${project.round.number}`),
    )
    if (!isStored) throw new AppError('verdict_limit_reached')
    return present(actor, project)
  })
}

/** Withdraws a visitor's verdict on the present round. Without a verdict it changes nothing.
 *  @throws AppError those of `refusal`, and guest_secret_required */
export async function withdrawVerdict(actor: Actor, projectId: string): Promise<Round> {
  const visitor = requireVisitor(actor)
  const project = await begin(actor, projectId, roundsApi.withdrawVerdict.action, {})
  return completeChange(project, async () => {
    await clearVerdict({ ...placeOf(project), visitor })
    return present(actor, project)
  })
}

/** The permission and the round are conditions of the first write, as for a comment. */
async function begin(
  actor: Actor,
  projectId: string,
  action: 'comment',
  { name, round }: Partial<NewVerdict>,
): Promise<ProjectRecord> {
  const forGuests = name === undefined ? {} : namesAreFree([name])
  const conditions = round === undefined ? {} : { 'round.number': round }
  const begun = await beginChange(permit(actor, projectId, action, forGuests), { conditions })
  if (begun) return begun
  const project = await requireProject(actor, projectId, action)
  if (name !== undefined && !isOwner(actor, project)) checkGuestName(name, project)
  throw isOver(project, round)
}

function requireVisitor(actor: Actor): string {
  const visitor = visitorKey(actor)
  if (visitor === null) throw new AppError('guest_secret_required')
  return visitor
}

/** @param expected the round that the request names */
function isOver({ round }: ProjectRecord, expected: number | undefined): AppError {
  // The project was restored or opened in between.
  if (expected === undefined || expected === round.number) return tryAgain()
  return new AppError('round_is_over', { params: { round: round.number } })
}

const placeOf = ({ _id, round }: ProjectRecord) => ({ project: _id, round: round.number })

async function present(actor: Actor, project: ProjectRecord): Promise<Round> {
  const verdicts = await findVerdicts(placeOf(project))
  return presentRound(project, { isOwner: isOwner(actor, project), visitor: visitorKey(actor), verdicts })
}
