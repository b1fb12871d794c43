import type { PageList } from '@pinmark/shared/entities/pages'
import { AppError } from '@pinmark/shared/page-errors'
import { limits } from '@pinmark/shared/limits'
import { m } from '@pinmark/words/messages'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { missingPartsNote, readPages } from '../../../lib/pdf-pages'
import { UploadCancelled } from '../../../lib/upload'
import './pdf-pages.css'
import { Select } from '../../../ui/field'

interface PdfPagesProps {
  readonly file: File
  /** Null until the server has read the file. */
  readonly list: PageList | null
  /** 1 for the first page. */
  readonly taken: readonly number[]
  readonly isLocked: boolean
  /** Has the focus until the pages are there; the first page then gets it. */
  readonly startRef: RefObject<HTMLElement | null>
  readonly onRead: (list: PageList | string) => void
  readonly onTake: (taken: readonly number[]) => void
}

/** The pages of a PDF as small pictures to choose from. The server draws them: no browser loads a library for it. */
export function PdfPages({ file, list, taken, isLocked, startRef, onRead, onTake }: PdfPagesProps) {
  const firstPage = useRef<HTMLInputElement>(null)
  const tellRead = useEffectEvent(onRead)
  useEffect(() => {
    const controller = new AbortController()
    readPages(file, controller.signal).then(tellRead, (error: unknown) => {
      if (error instanceof UploadCancelled) return
      tellRead(error instanceof AppError ? error.message : m.pdf_not_read())
    })
    return () => controller.abort()
  }, [file])
  useEffect(() => {
    if (list && document.activeElement === startRef.current) firstPage.current?.focus()
  }, [list, startRef])

  if (!list) return null
  const isFull = taken.length >= limits.pagesAtOnce
  return (
    <div className="pdf-pages-room">
      <div role="group" aria-label={m.pages_of({ name: file.name })} className="pdf-pages">
        {list.pages.map(({ width, picture }, index) => {
          const page = index + 1
          const isTaken = taken.includes(page)
          return (
            // Pages never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <label key={page}>
              {picture === null ? (
                <span className="pdf-page" />
              ) : (
                <img src={picture} alt="" className="pdf-page" />
              )}
              <span className="tabular">
                <input
                  ref={index === 0 ? firstPage : undefined}
                  type="checkbox"
                  checked={isTaken}
                  disabled={isLocked || width === 0 || (isFull && !isTaken)}
                  aria-label={m.page_number({ number: page })}
                  onChange={() =>
                    onTake(isTaken ? taken.filter((one) => one !== page) : inOrder([...taken, page]))
                  }
                />
                <span>{page}</span>
              </span>
            </label>
          )
        })}
      </div>
      {(isFull || list.count > list.pages.length) && (
        <p className="pt-2 text-13 text-ink-3">
          {[
            list.count > limits.pagesAtOnce && m.pages_at_most({ count: limits.pagesAtOnce }),
            list.count > list.pages.length && m.pages_first_shown({ count: list.pages.length }),
          ]
            .filter((sentence) => sentence !== false)
            .join(' ')}
        </p>
      )}
    </div>
  )
}

/** Chooses all pages or none. */
export function PagesChoice({
  list,
  taken,
  isLocked,
  onTake,
}: Pick<PdfPagesProps, 'taken' | 'isLocked' | 'onTake'> & { list: PageList }) {
  const most = firstPages(list)
  const isMost = taken.length === most.length && most.every((page) => taken.includes(page))
  const choice = taken.length === 0 ? 'none' : isMost ? 'most' : 'some'
  return (
    <Select
      className="file-choice"
      aria-label={m.pages_to_take()}
      disabled={isLocked}
      value={choice}
      onChange={({ target: { value } }) => onTake(value === 'most' ? most : [])}
    >
      <option value="most">
        {most.length === list.count
          ? m.pages_all({ count: most.length })
          : m.pages_first({ count: most.length })}
      </option>
      {choice === 'some' && <option value="some">{m.count_pages({ count: taken.length })}</option>}
      <option value="none">{m.pages_none()}</option>
    </Select>
  )
}

/** The first page, as soon as it is known. */
export function PdfPicture({ list }: { list: PageList | null }) {
  const picture = list?.pages[0]?.picture
  return picture ? (
    <img src={picture} alt="" className="file-thumbnail" />
  ) : (
    <span aria-hidden className="file-thumbnail pdf-sign">
      PDF
    </span>
  )
}

/** What the pages will not show, before they are sent. */
export function MissingParts({ list }: { list: PageList }) {
  const note = missingPartsNote(list)
  return note === null ? null : <p className="wrap-anywhere text-danger-text">{note}</p>
}

export function pagesWords(list: PageList | null): string {
  return list ? m.pages_become_designs({ count: list.count }) : m.pages_reading()
}

function inOrder(pages: readonly number[]): number[] {
  return pages.toSorted((one, other) => one - other)
}

/** The first pages that can be drawn, as many as the limit allows. */
export function firstPages({ pages }: PageList): number[] {
  return pages.flatMap(({ width }, index) => (width > 0 ? [index + 1] : [])).slice(0, limits.pagesAtOnce)
}
