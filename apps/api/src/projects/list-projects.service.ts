import type { ProjectSummary } from '@pinmark/shared/entities/project'
import type { ProjectListQuery } from '@pinmark/shared/entities/requests'
import { requireUser, type Actor, requireLivingLogin } from '../core/actor'
import type { ImageKeys } from '../images/image-keys'
import { trashEnd } from '../core/permit'
import { roleIn } from '../core/rights'
import { loadSmallJpegs } from '../images/image.record'
import { findListedProjects, findTrash, keepName } from './owned-projects.record'
import { findVerdictsOfRounds } from '../rounds/verdict.record'
import { presentSummary, summaryFields, type SummaryRecord } from './project.presenter'
import { shownStats } from './project-stats.record'

/** Maximum length of the list, because a trash may fill faster than it is emptied. */
const maxDeletedShown = 200
/** Projects with pictures of at most 40 KB each. Longer lists are read and sent in batches. */
const picturesAtATime = 20

/** The projects of an account, and those that it is a member of: the living ones and the archived ones by 'Edited', newest first;
 *  the deleted ones, last deleted first. Many pictures
 *  come as the pieces of a JSON text instead, so that a slow reader does not keep them all in memory.
 *  @throws AppError sign_in_required, session_ended, also while the pieces are read */
export async function listProjects(
  actor: Actor,
  { image, state, of: whose }: ProjectListQuery,
  imageKeys: ImageKeys,
): Promise<ProjectSummary[] | AsyncIterable<string>> {
  const user = requireUser(actor)
  const inReach = user.apiToken?.projects ?? null
  const stored = await (state === 'deleted'
    ? findTrash(user.id, { whose, since: trashEnd(), limit: maxDeletedShown }, summaryFields)
    : findListedProjects(user.id, { whose, state }, summaryFields))
  const found = inReach ? stored.filter(({ _id }) => inReach.some((one) => one.equals(_id))) : stored
  const projects = state === 'deleted' ? found : await keepName(user, found)
  const given = await findVerdictsOfRounds(
    projects.map(({ _id, round }) => ({ project: _id, round: round.number })),
  )
  const summarize = async (project: SummaryRecord, picture?: string) =>
    presentSummary(project, {
      ...roleIn(actor, project),
      isOffered: isOfferedTo(user.id, project),
      stats: await shownStats(actor, project),
      verdicts: given.filter(isOf(project)),
      imageKey: imageKeys.for(actor, project),
      image: picture,
    })
  if (image === 'none') return Promise.all(projects.map((project) => summarize(project)))
  if (projects.length <= picturesAtATime) return withPictures(projects, summarize)
  return partsOf(actor, projects, summarize)
}

const isOf =
  ({ _id, round }: Pick<SummaryRecord, '_id' | 'round'>) =>
  (verdict: { project: SummaryRecord['_id']; round: number }) =>
    verdict.round === round.number && verdict.project.equals(_id)

function isOfferedTo(user: SummaryRecord['owner'], { members = [] }: SummaryRecord): boolean {
  return members.some((member) => member.offeredAt !== null && member.user.equals(user))
}

type Summarize = (project: SummaryRecord, picture?: string) => Promise<ProjectSummary>

/** A slow reader gets nothing more after their login ended. */
async function* partsOf(
  actor: Actor,
  projects: readonly SummaryRecord[],
  summarize: Summarize,
): AsyncGenerator<string> {
  for (let at = 0; at < projects.length; at += picturesAtATime) {
    if (at > 0) await requireLivingLogin(actor)
    const part = JSON.stringify(await withPictures(projects.slice(at, at + picturesAtATime), summarize))
    yield (at === 0 ? '[' : ',') + part.slice(1, -1)
  }
  yield ']'
}

async function withPictures(
  projects: readonly SummaryRecord[],
  summarize: Summarize,
): Promise<ProjectSummary[]> {
  const pictures = await loadSmallJpegs(projects.map(({ front }) => front.image))
  return Promise.all(
    projects.map((project) => summarize(project, pictures.get(project.front.image)?.toString('base64'))),
  )
}
