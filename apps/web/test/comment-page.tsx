import type { Comment, Picture, Reply } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { QueryClientProvider, skipToken, useQuery } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { CommentsPanel } from '../src/features/comments/comments-panel'
import { DraftRows } from '../src/features/comments/list/draft-rows'
import { Composer } from '../src/features/comments/composer/composer'
import { ThreadPopup } from '../src/features/comments/thread/thread-popup'
import { OthersViewing } from '../src/features/comments/live/others-viewing'
import { useLive } from '../src/features/comments/live/use-live'
import { useDraft, useFirstField } from '../src/features/review/drafts/draft-store'
import type { Frame } from '../src/features/review/review'
import { ReviewProvider, useReview, useReviewSession } from '../src/features/review/use-review'
import type { VersionChoice } from '../src/features/review/use-shown-version'
import { projectKeys } from '../src/lib/query-keys'
import { createQueryClient } from '../src/lib/query-client'
import { randomId } from '../src/lib/identity'
import { Toaster } from '../src/ui/toaster'

/** A project as a guest sees it, with one design of 800 x 600 px. */
export function givenProject(change: Partial<Project> = {}): Project {
  const id = randomId()
  const { comments = [], isOwner = false } = change
  return {
    _id: id,
    permanentId: id,
    name: 'Landing page',
    description: '',
    updatedAt: '2026-11-14T10:00:00.000Z',
    createdAt: '2026-11-14T10:00:00.000Z',
    owner: { name: 'Mara Hald' },
    ...{ isOwner, isMember: false },
    link: { id, permission: 'comment', closedAt: null },
    can: { comment: true, rename: false, delete: false, resolve: false, manage: isOwner, own: isOwner },
    designs: [
      {
        _id: randomId(),
        title: 'Landing page',
        versions: [
          {
            _id: randomId(),
            number: 1,
            image: {
              _id: randomId() + randomId(),
              width: 800,
              height: 600,
              placeholder: 'data:image/webp;base64,',
            },
            createdAt: '2026-11-14T10:00:00.000Z',
            note: '',
            round: 1,
          },
        ],
      },
    ],
    round: {
      ...{ number: 1, openedAt: '2026-11-01T08:00:00.000Z', closedAt: null, message: '' },
      ...{ mine: null, verdicts: null },
    },
    comments,
    commentsNext: null,
    stats: { open: comments.length, total: comments.length },
    ...change,
  }
}

export function givenComment(change: Partial<Comment> = {}): Comment {
  return {
    _id: randomId(),
    number: 1,
    kind: 'pin',
    x: 10,
    y: 20,
    w: null,
    h: null,
    design: randomId(),
    version: randomId(),
    commenter: 'Luis',
    text: 'Do we need this?',
    createdAt: '2026-11-12T09:14:00.000Z',
    editedAt: null,
    deletedAt: null,
    byOwner: false,
    mine: false,
    can: { edit: false, delete: false, resolve: false },
    parent: null,
    resolved: null,
    replies: [],
    ...change,
  }
}

export function givenPicture(): Picture {
  return { _id: randomId(), name: 'shot', image: { _id: randomId() + randomId(), width: 640, height: 480 } }
}

export function givenReply(parent: Comment, change: Partial<Reply> = {}): Reply {
  return {
    _id: randomId(),
    parent: parent._id,
    commenter: 'Priya',
    text: 'I think so too.',
    createdAt: '2026-11-13T09:14:00.000Z',
    editedAt: null,
    deletedAt: null,
    byOwner: false,
    mine: false,
    can: { edit: false, delete: false, resolve: false },
    ...change,
  }
}

/** The components of the comment feature on a test page. Buttons replace the design and its pins. */
export function renderCommentPage(project: Project) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(projectKeys.project(project._id), project)
  const page = render(
    <QueryClientProvider client={queryClient}>
      <CommentPage projectId={project._id} />
      <Toaster />
    </QueryClientProvider>,
  )
  return { ...page, queryClient }
}

function CommentPage({ projectId }: { projectId: string }) {
  const { data } = useQuery<Project>({ queryKey: projectKeys.project(projectId), queryFn: skipToken })
  return data ? <LoadedPage project={data} /> : null
}

function LoadedPage({ project }: { project: Project }) {
  const [design] = project.designs
  const version = design?.versions.at(-1)
  if (!design || !version) throw new Error('The project has no version.')
  const versions: VersionChoice = {
    shown: { design, version, isOld: false, isOnly: true },
    ...{ waiting: null, missing: null, linkedKey: null },
    ...{
      go: nothing,
      compare: nothing,
      leaveMissing: nothing,
      openCompare: () => false,
      compareBuild: nothing,
    },
  }
  const review = useReviewSession({ ...project, goneBy: null }, versions, {
    frame,
    isPhone: false,
    sheetTopPx: () => 0,
  })
  return (
    <ReviewProvider value={review}>
      <Page />
    </ReviewProvider>
  )
}

function Page() {
  const { project, threads, selectedKey, select, draw, closeComposer, thread } = useReview()
  const live = useLive(project)
  const draft = useDraft(project.permanentId, selectedKey ?? '')
  const [firstField] = useFirstField(project, draft)
  return (
    <main>
      <h1>{project.name}</h1>
      {live.others.count > 0 && <OthersViewing others={live.others} />}
      <button type="button" onClick={() => draw({ point: { x: 250.4, y: 446 }, region: null })}>
        Spot on the design
      </button>
      <p>Elsewhere</p>
      {threads.map(({ key, state, number, isNew }) => (
        <button key={key} type="button" data-pin={key} onClick={() => select(key)}>
          Pin {number ?? state}
          {isNew === true && ', new'}
        </button>
      ))}
      <CommentsPanel drafts={<DraftRows />} elsewhere={false} />
      {thread && !draft && <ThreadPopup anchor={anchor} thread={thread} />}
      {draft && (
        <Composer
          newer={null}
          key={draft.key}
          project={project}
          draftKey={draft.key}
          firstField={firstField}
          anchor={anchor}
          onDraw={nothing}
          onClose={closeComposer}
          onSent={() => select(null)}
        />
      )}
    </main>
  )
}

const nothing = () => undefined

/** A frame that shows nothing and never moves. */
const frame: Frame = {
  natural: { width: 800, height: 600 },
  scrollerRef: { current: null },
  centre: () => ({ x: 400, y: 300 }),
  reveal: () => true,
  ...{ keepInView: nothing, fitTo: nothing, zoomToRegion: nothing, step: nothing },
  currentScale: () => 1,
}

const anchor = {
  contextElement: document.body,
  getBoundingClientRect: () => new DOMRect(250, 446, 0, 0),
}
