import { Dialog } from '@base-ui/react/dialog'
import { imagePath } from '@pinmark/shared/image-path'
import { type Message, type Picture } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { ChevronLeft, ChevronRight, Download, Trash2, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../ui/button'
import { mayRestore, withRetry } from '../../review/data/thread-calls'
import './lightbox.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../ui/toast'
import { changeComment } from '../../review/data/comment-calls'
import { findMessage } from '../../review/drafts/draft'
import { readProject } from '../../../lib/query-keys'
import { authorOf } from '../../../lib/format'
import { isRightToLeft, stepInRow } from '../../../ui/reading-direction'
import { Name } from '../../../ui/rich'

interface LightboxProps {
  project: Project
  message: Message
  number: number
  /** Index of the shown picture of the message, 0 for the first. */
  at: number
  onStep: (at: number) => void
  onClose: () => void
}

const swipePx = 48
const zoomSteps = [0.25, 0.5, 1, 1.5, 2, 4]

/** A picture in the whole window. Arrows and swipes step, + - 0 zoom, Esc closes. The focus returns to the
 *  thumbnail. */
export function Lightbox({ project, message, number, at, onStep, onClose }: LightboxProps) {
  const { pictures = [] } = message
  const author = authorOf(message)
  const picture = pictures[Math.min(at, pictures.length - 1)]
  const remove = useRemovePicture(project._id)
  /** Null: as large as fits, and never enlarged. */
  const [zoom, setZoom] = useState<number | null>(null)
  const [broken, setBroken] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const swipe = useRef<number | null>(null)
  // The last picture was removed, on this page or elsewhere.
  const isGone = picture === undefined
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  if (!picture) return null
  const { name, image: facts } = picture
  const place = pictures.indexOf(picture)

  function step(by: 1 | -1) {
    if (pictures.length < 2) return
    setZoom(null)
    onStep((place + by + pictures.length) % pictures.length)
  }
  function zoomBy(by: 1 | -1) {
    const now = zoom ?? (image.current ? image.current.clientWidth / facts.width : 1)
    const next =
      by > 0 ? zoomSteps.find((one) => one > now + 0.01) : zoomSteps.findLast((one) => one < now - 0.01)
    if (next !== undefined) setZoom(next)
  }
  const keys: Record<string, () => void> = {
    '+': () => zoomBy(1),
    '=': () => zoomBy(1),
    '-': () => zoomBy(-1),
    '0': () => setZoom(null),
  }
  function handleKeyDown(event: KeyboardEvent) {
    // The popup behind it closes by Esc too.
    event.stopPropagation()
    const isOurs = !event.ctrlKey && !event.metaKey && !event.altKey
    const isScrolled = zoom !== null && event.key.startsWith('Arrow')
    const by = stepInRow(event.key)
    const act = by === 0 ? keys[event.key] : () => step(by)
    if (!act || !isOurs || isScrolled) return
    event.preventDefault()
    act()
  }
  function handlePointerUp({ clientX, pointerType }: PointerEvent) {
    const from = swipe.current
    swipe.current = null
    if (from === null || zoom !== null || pointerType === 'mouse') return
    const isToLeft = clientX < from
    if (Math.abs(clientX - from) >= swipePx) step(isToLeft === isRightToLeft() ? -1 : 1)
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        {/* The first control would be the one that removes the picture. */}
        <Dialog.Popup className="lightbox" initialFocus={close} onKeyDown={handleKeyDown}>
          <LightboxHead
            message={message}
            number={number}
            picture={picture}
            closeRef={close}
            // Not disabled meanwhile: the focus would be lost, and with it the keys of this window.
            onRemove={() => !remove.isPending && remove.mutate({ message, id: picture._id })}
          />
          <figure
            tabIndex={zoom === null ? undefined : 0}
            aria-label={zoom === null ? undefined : m.picture_enlarged()}
            data-zoomed={zoom !== null || undefined}
            onPointerDown={({ clientX }) => (swipe.current = clientX)}
            onPointerUp={handlePointerUp}
            onPointerCancel={() => (swipe.current = null)}
            onDoubleClick={() => setZoom(zoom === null ? 1 : null)}
          >
            {broken === facts._id ? (
              <p className="text-ink-2">{m.picture_not_loaded()}</p>
            ) : (
              <img
                key={facts._id}
                ref={image}
                src={imagePath(facts._id, 'view')}
                alt={name === '' ? m.picture_by({ author }) : m.picture_named_by({ name, author })}
                width={facts.width}
                height={facts.height}
                style={zoom === null ? undefined : { width: facts.width * zoom, height: facts.height * zoom }}
                draggable={false}
                onError={() => setBroken(facts._id)}
              />
            )}
          </figure>
          {pictures.length > 1 && (
            <>
              <IconButton
                className="lightbox-step"
                data-side="previous"
                label={m.picture_previous()}
                onClick={() => step(-1)}
              >
                <ChevronLeft size={18} />
              </IconButton>
              <IconButton
                className="lightbox-step"
                data-side="next"
                label={m.picture_next()}
                onClick={() => step(1)}
              >
                <ChevronRight size={18} />
              </IconButton>
            </>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface LightboxHeadProps {
  message: Message
  number: number
  picture: Picture
  closeRef: RefObject<HTMLButtonElement | null>
  onRemove: () => void
}

/** Whose picture it is, and what can be done with it. */
function LightboxHead({ message, number, picture, closeRef, onRemove }: LightboxHeadProps) {
  const { pictures = [] } = message
  const author = authorOf(message)
  const { name, image } = picture
  return (
    <header>
      <Dialog.Title render={<p />} className="lightbox-title">
        <Name>{author}</Name>{' '}
        <span>
          <span>{m.picture_of_comment({ number })}</span> {name !== '' && <Name>{name}</Name>}{' '}
          {pictures.length > 1 && (
            <span>{m.count_of({ count: pictures.indexOf(picture) + 1, total: pictures.length })}</span>
          )}
        </span>
      </Dialog.Title>
      {message.can.delete && mayRestore(message) && (
        <IconButton label={m.picture_remove()} onClick={onRemove}>
          <Trash2 size={18} />
        </IconButton>
      )}
      <a
        className="icon-button"
        aria-label={m.picture_download()}
        data-tooltip={m.picture_download()}
        href={imagePath(image._id, 'view')}
        download={downloadName(name)}
      >
        <Download size={18} />
      </a>
      <Dialog.Close
        ref={closeRef}
        render={
          <IconButton label={m.action_close()} shortcut="Esc">
            <X size={18} />
          </IconButton>
        }
      />
    </header>
  )
}

/** The file name without its ending. The server converts pictures to WebP or PNG, and the browser adds the
 *  matching ending. */
function downloadName(name: string): string {
  return name.replace(/\.\w{1,5}$/, '') || 'picture'
}

/** Removes a picture from a stored message, and offers to restore it for ten seconds. */
function useRemovePicture(projectId: string) {
  const queryClient = useQueryClient()

  async function keepOnly({ _id }: Message, pictures: string[]) {
    await changeComment(queryClient, projectId, _id, { pictures })
  }
  /** Other pictures of the message may have been removed or restored meanwhile. */
  const bringBack = ({ message, id }: Removal) =>
    withRetry(() => {
      const { comments = [] } = readProject(queryClient, projectId) ?? {}
      const present = findMessage(comments, { key: message._id, parent: message.parent }) ?? message
      return keepOnly(message, [...new Set([...idsOf(present), id])])
    })
  return useMutation({
    mutationFn: ({ message, id }: Removal) =>
      keepOnly(
        message,
        idsOf(message).filter((one) => one !== id),
      ),
    onError: (error) => toast.showFailure(error),
    onSuccess: (_answer, removal) =>
      toast.show({
        text: m.picture_removed(),
        action: { label: m.action_undo(), onSelect: () => void bringBack(removal) },
      }),
  })
}

interface Removal {
  readonly message: Message
  readonly id: string
}

function idsOf({ pictures = [] }: Message): string[] {
  return pictures.map(({ _id }) => _id)
}
