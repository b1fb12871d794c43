import type { FirstPaintParts, FirstPaintText } from '@pinmark/shared/first-paint-text'
import { narrowMedia } from '@pinmark/shared/narrow-media'
import { isLanguage, languages, type Language } from '@pinmark/words/languages'
import { loadFirstWords } from '@pinmark/words/load'
import { m } from '@pinmark/words/messages'
import { renderToStaticMarkup } from 'react-dom/server'
import { ClampedText } from '../features/comments/list/clamped-text'
import { DescriptionFrame, HeadFrame, VersionNote, WorkFrame } from '../pages/project/project-frames'
import { buttonClass } from '../ui/button'
import { Brand, brandClass, NavbarFrame } from './navbar-frame'
import { IconLook } from '../ui/icon-look'
import { Name, rich } from '../ui/rich'

/** The templates that the server fills in, by language. The build renders them; the app does not contain them. */
export const firstPaints = await renderFirstPaints()

async function renderFirstPaints(): Promise<ReadonlyMap<Language, string>> {
  const rendered = new Map<Language, string>()
  for (const language of Object.keys(languages).filter(isLanguage)) {
    await loadFirstWords(language)
    rendered.set(
      language,
      renderToStaticMarkup(
        <IconLook>
          <FirstPaint />
        </IconLook>,
      ),
    )
  }
  return rendered
}

/** The server's first paint of a project, before any script runs. Places and sizes are those of ProjectView
 *  for a guest. It has no controls: the app brings them when it replaces the paint
 *  (pages/project/first-paint.css). A press on the design is kept for the app (first.ts). No visible element
 *  follows a text, because it would move when the page's font arrives. Controls, canvas and panel depend on
 *  state and window size, so their boxes are repeated here by class name. */
function FirstPaint() {
  return (
    <div
      id="first-paint"
      className="pointer-events-none"
      data-may-change={hole('mayChange')}
      data-may-comment={hole('mayComment')}
    >
      <NavbarFrame>
        <span className={brandClass}>
          <Brand />
        </span>
      </NavbarFrame>
      <main aria-busy="true">
        <HeadFrame
          name={hole('name')}
          edited={
            // Its digits are as wide as in the app.
            rich(m.project_edited, { date: <time>{hole('edited')}</time> })
          }
          hidesEdited
        >
          <div />
          <div className="project-actions invisible">
            <span className="icon-button first-paint-change" />
            <span className={buttonClass({})}>
              <svg width={16} height={16} />
              {m.share_open()}
            </span>
            <span className="icon-button md:-me-[9px] first-paint-change" />
          </div>
          <DescriptionFrame brief={<ClampedText text={hole('description')} lines="head" />}>
            <span className="text-action invisible first-paint-change">{hole('describe')}</span>
          </DescriptionFrame>
          <VersionNote number={hole('version')} note={hole('note')} />
        </HeadFrame>
        <WorkFrame isExpanded={false} panel={<PanelRoom />}>
          <div className="viewer-bar" />
          <div className="canvas-frame">
            <div className="canvas-scroller overflow-hidden" dir="ltr">
              {/* As `layoutOf` in zoom.ts: fitted to the width, never enlarged, centred if the frame is larger. */}
              <div className="grid min-h-full grid-cols-[minmax(0,1fr)] place-items-center px-6 py-9 max-md:px-4">
                <div className="relative">
                  <Design />
                  <PaintedPin />
                </div>
              </div>
            </div>
            <div aria-hidden className="canvas-minimap" />
          </div>
        </WorkFrame>
      </main>
    </div>
  )
}

/** The server removes the `source` if a design has no narrow picture. */
function Design() {
  return (
    <picture className="contents">
      <source className="hidden" media={narrowMedia} srcSet={hole('narrowSrc')} />
      <img
        className="design-backing pointer-events-auto shadow-sheet"
        src={hole('src')}
        alt={hole('alt')}
        width={hole('width')}
        height={hole('height')}
        draggable={false}
        decoding="async"
        fetchPriority="high"
      />
    </picture>
  )
}

/** An open comment on the design. The server repeats it, and first.ts places it. */
function PaintedPin() {
  return (
    <template data-each="pin">
      <span aria-hidden className="canvas-pin" data-state="open" data-at={hole<'pin'>('at')}>
        <b translate="no">{hole<'pin'>('number')}</b>
      </span>
    </template>
  )
}

/** Beside the design, or a sheet with the height of its handle. Only styles know the width. */
function PanelRoom() {
  return (
    <div className="project-panel comments-sheet pointer-events-auto max-md:border-0" data-stop="peek">
      <section aria-label={m.comments_title()} className="comments-panel">
        <div className="comments-head max-md:border-0">
          <div className="flex min-w-0 items-center gap-x-2">
            {/* Its width does not depend on its font. */}
            <h2 className="min-w-24 text-15 font-semibold tracking-[-0.01em]">{m.comments_title()}</h2>
            <p role="status" className="text-13 text-ink-3">
              {m.project_loading()}
            </p>
          </div>
        </div>
        {/* The room of the filters, which there are with a resolved comment. */}
        <div className="comments-filters" data-has-resolved={hole('hasResolved')}>
          <span className="segments invisible">
            <span className="segment" />
          </span>
        </div>
        <div role="list" className="comments-rows max-md:invisible">
          <PaintedRow />
        </div>
      </section>
    </div>
  )
}

/** As `CommentRow` draws an open comment. The server repeats it for the first of the list. */
function PaintedRow() {
  return (
    <template data-each="row">
      <div role="listitem" className="comment-row" data-state="open">
        <span aria-hidden translate="no" className="pin pin-chip" data-look="open">
          <b>{hole<'row'>('number')}</b>
        </span>
        <div className="grid min-w-0 gap-y-1">
          <div className="row-head min-w-0">
            <div className="flex min-w-0">
              <span className="row-button">
                <Name>{hole<'row'>('commenter')}</Name>
              </span>
            </div>
            {/* The room of the time, which depends on the reader's time zone. */}
            <span className="invisible block text-12">{m.comment_time({ date: '' })}</span>
          </div>
          <ClampedText text={hole<'row'>('text')} lines={3} />
          <p className="row-quiet text-13">{hole<'row'>('replies')}</p>
        </div>
      </div>
    </template>
  )
}

function hole<Part extends keyof FirstPaintParts | 'page' = 'page'>(
  name: Part extends keyof FirstPaintParts ? FirstPaintParts[Part] : FirstPaintText,
): string {
  return `{{${name}}}`
}
