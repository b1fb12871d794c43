import * as roundsApi from '@pinmark/shared/api/rounds'
import type { NewVerdict, Round, RoundChange } from '@pinmark/shared/entities/round'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import type { Actor } from '../core/actor'
import { checkGuestName } from '../comments/guest-name'
import { designerName, isDesigner } from '../core/rights'
import { changeProject } from '../core/change-project'
import type { ProjectRecord } from '../projects/project.record'
import { newRecordId } from '../mongo/queries'
import { countVerdicts, findGivenVerdict, findVerdicts, VerdictModel, verdictWrite } from './verdict.record'
import { visitorKey } from '../visits/visit.record'
import { presentRound } from './round.presenter'

/** Closes the present round with a message, or opens it again.
 *  @throws AppError those of `refusal`, and round_is_over */
export async function changeRound(
  actor: Actor,
  projectId: string,
  { closed, message, round }: RoundChange,
): Promise<Round> {
  const { action } = roundsApi.changeRound
  const project = await changeProject(actor, projectId, action, (unit) => {
    const { project } = unit
    if (round !== undefined && round !== project.round.number) throw isOver(project)
    const { number, openedAt, closedAt } = project.round
    const now = new Date()
    const change = closed ? { closedAt: now, message } : { closedAt: null, message: '' }
    const changed = { number, openedAt, ...change }
    unit.set({ round: changed })
    if (closed || closedAt) unit.emit({ kind: 'round', change: closed ? 'closed' : 'reopened', number }, now)
    return { ...project, round: changed }
  })
  return present(actor, project)
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
  const { action } = roundsApi.giveVerdict
  const project = await changeProject(actor, projectId, action, async (unit) => {
    const { project } = unit
    const ownName = designerName(actor, project)
    if (ownName === null) checkGuestName(given.name, project)
    if (given.round !== undefined && given.round !== project.round.number) throw isOver(project)
    const { verdict, note } = given
    const name = ownName ?? given.name
    const known = await findGivenVerdict(placeOf(project), visitor)
    if (!known) {
      await countBrowser(actor, `${project.publicId} ${project.round.number}`)
      if ((await countVerdicts(placeOf(project))) >= limits.verdictsPerRound)
        throw new AppError('verdict_limit_reached')
    }
    const at = new Date()
    const { _id } = known ?? { _id: newRecordId() }
    const stored = { _id, ...placeOf(project), visitor, name, verdict, note, at }
    unit.write(VerdictModel, verdictWrite(stored))
    unit.emit({ kind: 'verdict', verdict: stored }, at)
    return project
  })
  return present(actor, project)
}

/** Withdraws a visitor's verdict on the present round. Without a verdict it changes nothing.
 *  @throws AppError those of `refusal`, and guest_secret_required */
export async function withdrawVerdict(actor: Actor, projectId: string): Promise<Round> {
  const visitor = requireVisitor(actor)
  const { action } = roundsApi.withdrawVerdict
  const project = await changeProject(actor, projectId, action, async (unit) => {
    const { project } = unit
    const known = await findGivenVerdict(placeOf(project), visitor)
    if (known) unit.write(VerdictModel, verdictWrite({ ...known, verdict: null, note: '', at: new Date() }))
    return project
  })
  return present(actor, project)
}

function requireVisitor(actor: Actor): string {
  const visitor = visitorKey(actor)
  if (visitor === null) throw new AppError('guest_secret_required')
  return visitor
}

const isOver = ({ round }: ProjectRecord) =>
  new AppError('round_is_over', { params: { round: round.number } })

const placeOf = ({ _id, round }: ProjectRecord) => ({ project: _id, round: round.number })

async function present(actor: Actor, project: ProjectRecord): Promise<Round> {
  const verdicts = await findVerdicts(placeOf(project))
  return presentRound(project, {
    isDesigner: isDesigner(actor, project),
    visitor: visitorKey(actor),
    verdicts,
  })
}
